import * as suspension from '@mizan/contract/suspension.ts';
import type { On } from '../../platform/http/call.ts';
import { observe } from './observe.service.ts';
import {
  changeBranch,
  changeMerchant,
  changePerson,
  membersOf,
  type SuspensionDeps,
  signOut,
} from './suspension.service.ts';

/** Who may work at a merchant, for administrators. */
export function registerSuspensionRoutes(on: On, deps: SuspensionDeps): void {
  on(suspension.listMembers, ({ params, query }) => membersOf(deps, params.id, query));
  on(suspension.setMerchantStatus, ({ principal, params, body }) =>
    changeMerchant(deps, principal, params.id, body),
  );
  on(suspension.setBranchStatus, ({ principal, params, body }) =>
    changeBranch(deps, principal, params, body),
  );
  on(suspension.setPersonStatus, ({ principal, params, body }) =>
    changePerson(deps, principal, params, body),
  );
  on(suspension.observeMerchant, ({ principal, params, body }) =>
    observe(deps, principal, params.id, body.reason),
  );
  on(suspension.signOutMerchant, ({ principal, params, body }) =>
    signOut(deps, principal, params.id, { kind: 'merchant' }, body.reason),
  );
  on(suspension.signOutPerson, ({ principal, params, body }) =>
    signOut(deps, principal, params.id, { kind: 'user', id: params.personId }, body.reason),
  );
}
