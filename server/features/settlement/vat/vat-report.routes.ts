import * as contract from '@mizan/contract/vat-report.ts';
import { exportFile } from '../../../platform/exports/export-file.ts';
import { asDownload } from '../../../platform/http/attachment.ts';
import { memberOf, type On } from '../../../platform/http/call.ts';
import { ownPreferences } from '../../preferences/preferences.service.ts';
import { addInvoice, undoInvoice, type VatDeps, vatReport } from './vat-report.service.ts';
import { vatTable } from './vat-table.ts';

/** VAT on the fees of banks, and the invoices that it is held against. */
export function registerVatRoutes(on: On, deps: VatDeps): void {
  on(contract.getVatReport, (call) => vatReport(deps, memberOf(call).merchantId, call.query.month));
  on(contract.exportVatReport, async (call) => {
    const { format, lang, month } = call.query;
    const member = memberOf(call);
    const reader = { ...(await ownPreferences(deps, member)), language: lang };
    const report = await vatReport(deps, member.merchantId, month);
    const file = exportFile(
      vatTable(report, reader, deps.clock.now(), format),
      format,
      `vat-${report.month}`,
    );
    asDownload(call.reply, file);
    return file.content;
  });
  on(contract.addVatInvoice, (call) => addInvoice(deps, memberOf(call), call.body));
  on(contract.undoVatInvoice, (call) => undoInvoice(deps, memberOf(call), call.params.id));
}
