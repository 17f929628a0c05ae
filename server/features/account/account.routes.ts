import * as account from '@mizan/contract/account.ts';
import type { On } from '../../platform/http/call.ts';
import {
  type AccountDeps,
  changePassword,
  changeProfile,
  confirmPassword,
  endOne,
  endOthers,
  getAccount,
  revokeTrusted,
  sessionsOf,
  trustedDevices,
} from './account.service.ts';

/** The own account: profile, password, trusted devices, sessions. */
export function registerAccountRoutes(on: On, deps: AccountDeps): void {
  on(account.getAccount, ({ principal }) => getAccount(deps, principal));
  on(account.changeProfile, ({ principal, body }) => changeProfile(deps, principal, body));
  on(account.confirmPassword, ({ principal, body }) => confirmPassword(deps, principal, body.password));
  on(account.changePassword, ({ principal, body }) => changePassword(deps, principal, body));
  on(account.listTrustedDevices, ({ principal }) => trustedDevices(deps, principal));
  on(account.revokeTrustedDevice, ({ principal, params }) => revokeTrusted(deps, principal, params.id));
  on(account.revokeTrustedDevices, ({ principal }) => revokeTrusted(deps, principal, null));
  on(account.listSessions, ({ principal }) => sessionsOf(deps, principal));
  on(account.endOneSession, ({ principal, params }) => endOne(deps, principal, params.id));
  on(account.endOtherSessions, ({ principal }) => endOthers(deps, principal));
}
