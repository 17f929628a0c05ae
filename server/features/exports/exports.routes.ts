import * as contract from '@mizan/contract/exports.ts';
import * as ownership from '@mizan/contract/ownership.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import type { ExportDeps } from './exports.deps.ts';
import {
  askEverything,
  askExport,
  cancelExport,
  downloadExport,
  exportProgress,
  listExports,
} from './exports.service.ts';

/** Files that are prepared (contract/exports.ts). */
export function registerExportRoutes(on: On, deps: ExportDeps): void {
  on(contract.askExport, (call) => askExport(deps, memberOf(call), call.body));
  on(contract.listExports, (call) => listExports(deps, memberOf(call), call.query.kind));
  on(contract.getExport, (call) => exportProgress(deps, memberOf(call), call.params.id));
  on(contract.cancelExport, (call) => cancelExport(deps, memberOf(call), call.params.id));
  on(contract.downloadExport, async (call) => {
    const file = await downloadExport(deps, memberOf(call), call.params.id, 'list');
    asDownload(call.reply, file);
    return file.content;
  });
  on(ownership.listEverything, (call) => listExports(deps, memberOf(call), 'everything'));
  on(ownership.askEverything, (call) => askEverything(deps, memberOf(call), call.body.lang));
  on(ownership.downloadEverything, async (call) => {
    const file = await downloadExport(deps, memberOf(call), call.params.id, 'everything');
    asDownload(call.reply, file);
    return file.content;
  });
}
