import type { Readable } from 'node:stream';
import { removePart as removePartRoute } from '@mizan/contract/bank-file-part.ts';
import { listCountedLines as countedRoute } from '@mizan/contract/counted-lines.ts';
import * as earlier from '@mizan/contract/earlier-files.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { callerGone } from '../../platform/http/caller-gone.ts';
import { ownPreferences } from '../preferences/preferences.service.ts';
import { removePart } from './confirmed-parts.ts';
import { listCountedLines } from './counted-lines.service.ts';
import { answerLines, getEarlierFiles, replaceFile } from './earlier-files.service.ts';
import { entriesTable } from './entries-export.ts';
import { confirmLayout } from './layout.service.ts';
import {
  getBankFile,
  listBankFiles,
  listEntries,
  listRejectedLines,
  type ReconciliationDeps,
  undoBankFile,
  uploadBankFile,
} from './reconciliation.service.ts';

/** The routes of bank files (contract/reconciliation.ts). */
export function registerReconciliationRoutes(on: On, deps: ReconciliationDeps): void {
  on(contract.uploadBankFile, (call) =>
    uploadBankFile(deps, memberOf(call), {
      fileName: call.query.fileName,
      declaredBytes: call.query.sizeBytes,
      body: call.body as Readable,
    }),
  );
  on(contract.listBankFiles, (call) => listBankFiles(deps, memberOf(call), call.query));
  on(contract.getBankFile, (call) => getBankFile(deps, memberOf(call), call.params.id));
  on(contract.confirmLayout, (call) => confirmLayout(deps, memberOf(call), call.params.id, call.body));
  on(contract.listEntries, (call) => listEntries(deps, memberOf(call), call.params.id, call.query));
  on(contract.listRejectedLines, (call) =>
    listRejectedLines(deps, memberOf(call), call.params.id, call.query),
  );
  on(countedRoute, (call) =>
    listCountedLines(deps, memberOf(call), call.params.id, call.query, callerGone(call.reply)),
  );
  on(contract.exportEntries, async (call) => {
    const { format, lang, ...which } = call.query;
    const member = memberOf(call);
    const reader = { ...(await ownPreferences(deps, member)), language: lang };
    const table = await entriesTable(
      deps,
      member.merchantId,
      { bankFileId: call.params.id, ...which },
      reader,
    );
    const file = exportFile(table, format, table.fileTitle);
    asDownload(call.reply, file);
    return file.content;
  });
  on(removePartRoute, (call) => removePart(deps, memberOf(call), call.params.id));
  on(earlier.getEarlierFiles, (call) => getEarlierFiles(deps, memberOf(call), call.params.id));
  on(earlier.answerLines, (call) => answerLines(deps, memberOf(call), call.params.id, call.body));
  on(earlier.replaceFile, (call) =>
    replaceFile(deps, memberOf(call), call.params.id, call.body.earlierFileId),
  );
  on(contract.undoBankFile, (call) => undoBankFile(deps, memberOf(call), call.params.id));
}
