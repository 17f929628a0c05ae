import type { CountedPage, CountedRow } from './counted-lines.ts';
import type { TrialScope } from './evidence/trial-scope.ts';
import type { Inspection, InspectJob, RememberedLayout } from './inspect-bank-file.ts';

import type { PackedEntries } from './judge/packed-entries.ts';
import type { LateKeys } from './match/late-keys.ts';

import type { Refusal } from './read/file-refused.ts';
import type { PortalScope, ReconcileJob, ReconcileProgress, ReconcileSummary } from './reconcile-job.ts';
import type { readStatementFile, StatementJob } from './statement/table-rows.ts';

/** What the worker is started for. */
export type WorkerTask =
  | { kind: 'inspect'; job: InspectJob }
  | { kind: 'count'; job: ReconcileJob; row: CountedRow }
  | { kind: 'statement'; job: StatementJob }
  | { kind: 'reconcile'; job: ReconcileJob; packs: boolean };

/**
 * Portal to worker. Payments come one chunk for each 'wantPayments', entries go one chunk for each 'entriesTaken':
 * neither side ever holds more than a few chunks of the other's.
 */
export type ToWorker =
  | { type: 'payments'; chunk: Uint8Array }
  | { type: 'paymentsEnd' }
  | { type: 'layout'; known: RememberedLayout | null }
  | { type: 'entriesTaken' };

export type FromWorker =
  | { type: 'progress'; progress: ReconcileProgress }
  | { type: 'wantLayout'; keys: readonly string[] }
  | { type: 'scope'; scope: PortalScope; keys?: LateKeys }
  | { type: 'trialScope'; scope: TrialScope }
  | { type: 'wantPayments' }
  | { type: 'entries'; chunk: Uint8Array }
  | { type: 'packed'; chunk: PackedEntries }
  | { type: 'inspected'; inspection: Inspection }
  | { type: 'counted'; page: CountedPage }
  | { type: 'statement'; read: Awaited<ReturnType<typeof readStatementFile>> }
  | { type: 'done'; summary: ReconcileSummary }
  | { type: 'refused'; refusal: Refusal };
