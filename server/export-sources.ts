import type { ExportSources } from './features/exports/exports.deps.ts';
import { entriesTable } from './features/reconciliation/entries-export.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';

/** Which feature opens the table of each kind of export. */
export const exportSources = (deps: { db: Database; clock: Clock }): ExportSources => ({
  'reconciliation.entries': (merchantId, subject, reader) => entriesTable(deps, merchantId, subject, reader),
});
