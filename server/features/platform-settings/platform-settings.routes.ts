import * as mails from '@mizan/contract/mail-settings.ts';
import * as contract from '@mizan/contract/platform-settings.ts';
import { setRateProposal } from '@mizan/contract/rate-proposals.ts';
import * as retention from '@mizan/contract/retention.ts';
import * as vat from '@mizan/contract/vat-settings.ts';
import type { On } from '../../platform/http/call.ts';
import { switchOne } from './features.service.ts';
import { setAlone, setHealth } from './limits.service.ts';
import { setEnding } from './mail-ending.service.ts';
import { mailsAsSent } from './mail-previews.service.ts';
import { endNotice, noticeNow, setNotice } from './maintenance-notice.service.ts';
import { settingsOf } from './platform-settings.service.ts';
import { setProposal } from './rate-proposals.service.ts';
import { previewOf, retentionOf, setKeptDays } from './retention.service.ts';
import type { SettingsDeps } from './settings-deps.ts';
import { addVat, listVat, withdrawVat } from './vat.service.ts';

/** What administrators set for the whole portal. */
export function registerPlatformSettingsRoutes(on: On, deps: SettingsDeps): void {
  on(contract.getPlatformSettings, () => settingsOf(deps));
  on(contract.getMaintenanceNotice, () => noticeNow(deps));
  on(contract.setMaintenanceNotice, ({ principal, body }) => setNotice(deps, principal, body));
  on(contract.switchFeature, ({ principal, params, body }) =>
    switchOne(deps, principal, params.feature, body.isOn),
  );
  on(contract.setHealthLimits, ({ principal, body }) => setHealth(deps, principal, body));
  on(contract.setAloneLimits, ({ principal, body }) => setAlone(deps, principal, body));
  on(setRateProposal, ({ principal, params, body }) => setProposal(deps, principal, params.scheme, body));
  on(retention.getRetention, () => retentionOf(deps));
  on(retention.previewRetention, ({ params, query }) => previewOf(deps, params.kind, query.days));
  on(retention.setRetention, ({ principal, params, body }) =>
    setKeptDays(deps, principal, { ...params, ...body }),
  );
  on(mails.listMails, () => mailsAsSent(deps));
  on(mails.setMailEnding, ({ principal, body }) => setEnding(deps, principal, body));
  on(vat.listVat, () => listVat(deps));
  on(vat.addVat, ({ principal, body }) => addVat(deps, principal, body));
  on(vat.withdrawVat, ({ principal, params }) => withdrawVat(deps, principal, params.id));
  on(contract.endMaintenanceNotice, ({ principal }) => endNotice(deps, principal));
}
