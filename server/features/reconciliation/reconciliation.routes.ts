import type { Readable } from 'node:stream';
import * as contract from '@mizan/contract/reconciliation.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { exportEntries } from './entries-export.ts';
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
  on(contract.exportEntries, async (call) => {
    const file = await exportEntries(deps, memberOf(call), call.params.id, call.query);
    // The name stands twice: as plain ASCII, and whole for browsers that read RFC 5987.
    const plain = file.name.replaceAll(/[^\w.-]+/g, '_');
    call.reply
      .type(file.mediaType)
      .header(
        'content-disposition',
        `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      );
    return file.content;
  });
  on(contract.undoBankFile, (call) => undoBankFile(deps, memberOf(call), call.params.id));
}
