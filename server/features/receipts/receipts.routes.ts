import * as contract from '@mizan/contract/receipts.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { sendPicture } from '../../platform/pictures/sent-picture.ts';
import {
  mailReceipt,
  makeLink,
  openLogo,
  openReceipt,
  type ReceiptsDeps,
  receiptFile,
  receiptOf,
  revokeLink,
} from './receipts.service.ts';

/** The slip of a transaction: on screen, as a PDF, by an address and by e-mail. */
export function registerReceiptsRoutes(on: On, deps: ReceiptsDeps): void {
  on(contract.getReceipt, (call) => receiptOf(deps, memberOf(call), call.params.id));
  on(contract.downloadReceipt, async (call) => {
    const file = await receiptFile(deps, memberOf(call), call.params.id, call.query.copy);
    asDownload(call.reply, file);
    return file.content;
  });
  on(contract.makeReceiptLink, (call) => makeLink(deps, memberOf(call), call.params.id));
  on(contract.revokeReceiptLink, (call) => revokeLink(deps, memberOf(call), call.params.id));
  on(contract.mailReceipt, (call) => mailReceipt(deps, memberOf(call), call.params.id, call.body));
  on(contract.openReceipt, (call) => openReceipt(deps, call.params.code));
  on(contract.openLogo, async ({ params: { code, version }, reply }) =>
    sendPicture(reply, 'logo', await openLogo(deps, code, version)),
  );
}
