import { getFeeAudit, listAuditLines } from '@mizan/contract/fee-audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { auditLines, feeAudit } from './audit.service.ts';

/** What banks took against what was agreed. */
export function registerFeeAuditRoutes(on: On, { db }: { db: Database }): void {
  on(getFeeAudit, (call) => feeAudit(db, memberOf(call), call.query));
  on(listAuditLines, (call) => auditLines(db, memberOf(call), call.query));
}
