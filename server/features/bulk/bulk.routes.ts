import type { Readable } from 'node:stream';
import * as contract from '@mizan/contract/bulk.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import type { BulkUploadDeps } from './bulk.deps.ts';
import {
  cancelRun,
  discardRun,
  listLines,
  listRuns,
  runDetail,
  startRun,
  uploadRun,
} from './bulk-runs.service.ts';
import { errorsFile, linksFile, templateFile } from './files.service.ts';
import { undoRun } from './undo.service.ts';

/** Branches, people and terminals out of one file (contract/bulk.ts). */
export function registerBulkRoutes(on: On, deps: BulkUploadDeps): void {
  on(contract.uploadBulk, (call) =>
    uploadRun(deps, memberOf(call), { fileName: call.query.fileName, body: call.body as Readable }),
  );
  on(contract.listBulkRuns, (call) => listRuns(deps, memberOf(call)));
  on(contract.getBulkRun, (call) => runDetail(deps, memberOf(call), call.params.id));
  on(contract.listBulkLines, (call) => listLines(deps, memberOf(call), call.params.id, call.query));
  on(contract.startBulk, (call) => startRun(deps, memberOf(call), call.params.id, call.body));
  on(contract.cancelBulk, (call) => cancelRun(deps, memberOf(call), call.params.id));
  on(contract.discardBulk, (call) => discardRun(deps, memberOf(call), call.params.id));
  on(contract.undoBulk, (call) => undoRun(deps, memberOf(call), call.params.id));
  on(contract.downloadBulkErrors, async (call) => {
    const file = await errorsFile(deps, memberOf(call), call.params.id, call.query.lang);
    asDownload(call.reply, file);
    return file.content;
  });
  on(contract.downloadBulkLinks, async (call) => {
    const file = await linksFile(deps, memberOf(call), call.params.id, call.query.lang);
    asDownload(call.reply, file);
    return file.content;
  });
  on(contract.downloadBulkTemplate, async (call) => {
    const file = await templateFile(deps, memberOf(call), call.query.lang);
    asDownload(call.reply, file);
    return file.content;
  });
}
