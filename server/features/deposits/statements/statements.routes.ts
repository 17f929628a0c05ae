import type { Readable } from 'node:stream';
import * as arrived from '@mizan/contract/arrived-statements.ts';
import * as statements from '@mizan/contract/statements.ts';
import { memberOf, type On } from '../../../platform/http/call.ts';
import { callerGone } from '../../../platform/http/caller-gone.ts';
import type { ReconciliationDeps } from '../../reconciliation/reconciliation.service.ts';
import { listArrived, putAway, readAsPayments, sendStatement } from './arrived-statements.service.ts';
import { readStatement, takeStatement } from './statements.service.ts';

/** Bank statements, whose credits become deposits. */
export function registerStatementsRoutes(on: On, deps: ReconciliationDeps): void {
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
  on(arrived.listArrivedStatements, (call) => listArrived(deps, memberOf(call)));
  on(arrived.sendStatement, (call) =>
    sendStatement(deps, memberOf(call), { fileName: call.query.fileName, body: call.body as Readable }),
  );
  on(arrived.arrivedIsOfPayments, (call) => readAsPayments(deps, memberOf(call), call.params.id));
  on(arrived.putAwayStatement, (call) => putAway(deps, memberOf(call), call.params.id));
}
