import type { Readable } from 'node:stream';
import * as statements from '@mizan/contract/statements.ts';
import { memberOf, type On } from '../../../platform/http/call.ts';
import { callerGone } from '../../../platform/http/caller-gone.ts';
import type { DepositsDeps } from '../deposits.service.ts';
import { readStatement, takeStatement } from './statements.service.ts';

/** Bank statements, whose credits become deposits. */
export function registerStatementsRoutes(on: On, deps: DepositsDeps): void {
  on(statements.readStatement, (call) =>
    readStatement(deps, memberOf(call), {
      query: call.query,
      body: call.body as Readable,
      gone: callerGone(call.reply),
    }),
  );
  on(statements.takeStatement, (call) =>
    takeStatement(deps, memberOf(call), {
      query: call.query,
      body: call.body as Readable,
      gone: callerGone(call.reply),
    }),
  );
}
