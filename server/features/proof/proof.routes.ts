import { exportProof, getProof, listProofRows, listProofSum } from '@mizan/contract/proof.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { ownPreferences } from '../preferences/preferences.service.ts';
import { type ProofDeps, proofOf } from './proof.service.ts';
import { proofReport } from './proof-report.ts';
import { proofRows, proofSum } from './proof-rows.service.ts';

/** What terminals counted, what was approved, what files say and what arrived, held against each other. */
export function registerProofRoutes(on: On, deps: ProofDeps): void {
  on(getProof, (call) => proofOf(deps, memberOf(call).merchantId, call.query));
  on(listProofRows, (call) => proofRows(deps, memberOf(call).merchantId, call.query));
  on(listProofSum, (call) => proofSum(deps, memberOf(call).merchantId, call.query));
  on(exportProof, async (call) => {
    const { format, lang, ...asked } = call.query;
    const member = memberOf(call);
    const reader = { ...(await ownPreferences(deps, member)), language: lang };
    const table = await proofReport(deps, member.merchantId, asked, { reader, format });
    const file = exportFile(table, format, table.fileTitle);
    asDownload(call.reply, file);
    return file.content;
  });
}
