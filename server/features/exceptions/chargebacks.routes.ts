import type { Readable } from 'node:stream';
import * as days from '@mizan/contract/chargeback-days.ts';
import * as contract from '@mizan/contract/chargebacks.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { addAnswerDays, listAnswerDays } from './chargeback-days.service.ts';
import {
  addEvidence,
  type ChargebackDeps,
  changeChargeback,
  getChargeback,
  handOutEvidence,
} from './chargebacks.service.ts';

/** Chargebacks and the files attached to them (contract/chargebacks.ts). */
export function registerChargebackRoutes(on: On, deps: ChargebackDeps): void {
  on(days.listAnswerDays, (call) => listAnswerDays(deps, memberOf(call)));
  on(days.addAnswerDays, (call) => addAnswerDays(deps, memberOf(call), call.body));
  on(contract.getChargeback, (call) => getChargeback(deps, memberOf(call), call.params.id));
  on(contract.changeChargeback, (call) => changeChargeback(deps, memberOf(call), call.params.id, call.body));
  on(contract.addEvidence, (call) =>
    addEvidence(deps, memberOf(call), call.params.id, {
      fileName: call.query.fileName,
      body: call.body as Readable,
    }),
  );
  on(contract.getEvidence, async (call) => {
    const file = await handOutEvidence(deps, memberOf(call), call.params.id);
    asDownload(call.reply, file);
    return file.content;
  });
}
