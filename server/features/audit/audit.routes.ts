import { listAuditEntries, listAuditPeople, listChangesOf } from '@mizan/contract/audit.ts';
import type { On } from '../../platform/http/call.ts';
import { type AuditDeps, listChanges, listEntries, listPeople } from './audit.service.ts';

/** The audit log, read: it is written where things happen. */
export function registerAuditRoutes(on: On, deps: AuditDeps): void {
  on(listAuditEntries, ({ principal, query }) => listEntries(deps, principal, query));
  on(listAuditPeople, ({ principal }) => listPeople(deps, principal));
  on(listChangesOf, ({ query }) => listChanges(deps, query));
}
