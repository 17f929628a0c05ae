import type { Readable } from 'node:stream';
import * as statements from '@mizan/contract/statements.ts';
import { memberOf, type On } from '../../../platform/http/call.ts';
import type { DepositsDeps } from '../deposits.service.ts';
import { readStatement, takeStatement } from './statements.service.ts';

/** Bank statements, whose credits become deposits. */
export function registerStatementsRoutes(on: On, deps: DepositsDeps): void {
  on(statements.readStatement, (call) =>
    readStatement(deps, memberOf(call), { bankId: call.query.bankId, body: call.body as Readable }),
  );
  on(statements.takeStatement, (call) => {
    const { bankId, entries } = call.query;
    return takeStatement(deps, memberOf(call), { bankId, entries, body: call.body as Readable });
  });
}
