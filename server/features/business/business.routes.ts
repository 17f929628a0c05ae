import type { Readable } from 'node:stream';
import * as contract from '@mizan/contract/business.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { sendPicture } from '../../platform/pictures/sent-picture.ts';
import type { VirusScanner } from '../../platform/scanner/virus-scanner.ts';
import { logoOf } from '../receipts/logo.service.ts';
import { type BusinessDeps, businessOf, changeBusiness, changeReceiptTexts } from './business.service.ts';
import { removeLogoOf, setLogoOf } from './logo.service.ts';

/** The business by its own word, for its owners. */
export function registerBusinessRoutes(on: On, deps: BusinessDeps & { scanner: VirusScanner | null }): void {
  on(contract.getBusiness, (call) => businessOf(deps, memberOf(call)));
  on(contract.changeBusiness, (call) => changeBusiness(deps, memberOf(call), call.body));
  on(contract.changeReceiptTexts, (call) => changeReceiptTexts(deps, memberOf(call), call.body));
  on(contract.setLogo, (call) => setLogoOf(deps, memberOf(call), call.body as Readable));
  on(contract.removeLogo, (call) => removeLogoOf(deps, memberOf(call)));
  on(contract.getLogo, async (call) => {
    const logo = await logoOf(deps.db, memberOf(call).merchantId, call.params.version);
    return sendPicture(call.reply, 'logo', logo);
  });
}
