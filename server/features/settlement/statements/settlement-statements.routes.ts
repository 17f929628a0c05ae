import * as contract from '@mizan/contract/settlement-statements.ts';
import { asDownload } from '../../../platform/http/attachment.ts';
import { memberOf, type On } from '../../../platform/http/call.ts';
import {
  checkStatement,
  downloadStatement,
  listStatements,
  makeStatement,
  type StatementsDeps,
} from './settlement-statements.service.ts';

/** Settlement statements as papers, and the page where anybody checks one. */
export function registerSettlementStatementsRoutes(on: On, deps: StatementsDeps): void {
  on(contract.listSettlementStatements, (call) => listStatements(deps, memberOf(call), call.query));
  on(contract.makeSettlementStatement, (call) => makeStatement(deps, memberOf(call), call.body));
  on(contract.downloadSettlementStatement, async (call) => {
    const { file, bytes } = await downloadStatement(deps, memberOf(call), call.params.id, call.query);
    asDownload(call.reply, file);
    return bytes;
  });
  on(contract.checkSettlementStatement, (call) => checkStatement(deps, call.params.code));
}
