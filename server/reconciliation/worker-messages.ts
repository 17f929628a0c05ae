import type { Inspection } from './inspect-bank-file.ts';
import type { Layout } from './read/columns.ts';
import type { Refusal } from './read/file-refused.ts';
import type { PortalScope, ReconcileJob, ReconcileProgress, ReconcileSummary } from './reconcile-job.ts';

/** What the worker is started for. */
export type WorkerTask =
  | { kind: 'inspect'; filePath: string; todayIso: string; layout?: Layout | undefined }
  | { kind: 'reconcile'; job: ReconcileJob };

/**
 * Portal to worker. Payments come one chunk for each 'wantPayments', entries go one chunk for each 'entriesTaken':
 * neither side ever holds more than a few chunks of the other's.
 */
export type ToWorker =
  | { type: 'payments'; chunk: Uint8Array }
  | { type: 'paymentsEnd' }
  | { type: 'entriesTaken' };

export type FromWorker =
  | { type: 'progress'; progress: ReconcileProgress }
  | { type: 'scope'; scope: PortalScope }
  | { type: 'wantPayments' }
  | { type: 'entries'; chunk: Uint8Array }
  | { type: 'inspected'; inspection: Inspection }
  | { type: 'done'; summary: ReconcileSummary }
  | { type: 'refused'; refusal: Refusal };
