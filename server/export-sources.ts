import type { ExportSources } from './features/exports/exports.deps.ts';
import { branchesTable, peopleTable } from './features/management/management-export.ts';
import { entriesTable } from './features/reconciliation/entries-export.ts';
import { refundsTable } from './features/refunds/refunds-export.ts';
import { shiftsTable } from './features/shifts/shifts-export.ts';
import { terminalsTable } from './features/terminals/terminals-export.ts';
import { transactionsTable } from './features/transactions/transactions-export.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';

/** Which feature opens the table of each kind of export. */
export const exportSources = (deps: { db: Database; clock: Clock }): ExportSources => ({
  'reconciliation.entries': (merchantId, subject, reader) => entriesTable(deps, merchantId, subject, reader),
  transactions: (merchantId, subject, reader) => transactionsTable(deps, merchantId, subject, reader),
  refunds: (merchantId, { filter }, reader) => refundsTable(deps, merchantId, filter, reader),
  shifts: (merchantId, { filter }, reader) => shiftsTable(deps, merchantId, filter, reader),
  branches: (merchantId, { filter }, reader) => branchesTable(deps, merchantId, filter, reader),
  people: (merchantId, { filter }, reader) => peopleTable(deps, merchantId, filter, reader),
  terminals: (merchantId, { filter }, reader) => terminalsTable(deps, merchantId, filter, reader),
});
