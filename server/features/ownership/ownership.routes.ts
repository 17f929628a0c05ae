import * as contract from '@mizan/contract/ownership.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { type ClosingDeps, closeAccount, closingPreview, reopenAccount } from './closing.service.ts';

/** What becomes of an account here; the file of everything is a job of the exports. */
export function registerOwnershipRoutes(on: On, deps: ClosingDeps): void {
  on(contract.previewClosing, (call) => closingPreview(deps, memberOf(call)));
  on(contract.closeAccount, (call) => closeAccount(deps, memberOf(call), call.body.name));
  on(contract.reopenAccount, ({ principal, params, body }) =>
    reopenAccount(deps, principal, params.id, body.reason),
  );
}
