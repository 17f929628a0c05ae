import { parentPort, workerData } from 'node:worker_threads';
import { countLines } from './counted-lines.ts';
import type { TrialScope } from './evidence/trial-scope.ts';
import { inspectBankFile, type RememberedLayout } from './inspect-bank-file.ts';
import type { PackedEntries } from './judge/packed-entries.ts';
import type { LateKeys } from './match/late-keys.ts';

import { refusalFrom } from './read/file-refused.ts';
import { reconcileBankFile } from './reconcile-bank-file.ts';
import type { PortalScope } from './reconcile-job.ts';
import { readStatementFile } from './statement/table-rows.ts';
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts';

/**
 * The worker thread of one bank file: all reading, matching and judging happens here, so that the thread that serves
 * browsers and terminals only passes chunks on.
 */
const port = parentPort;
if (!port) throw new Error('this file is the worker of reconcileInThread');
const tell = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

/** Chunks asked for ahead: one is on its way while another is read. */
const chunksAhead = 4;
const waiting: ToWorker[] = [];
let wake: (() => void) | null = null;
port.on('message', (message: ToWorker) => {
  waiting.push(message);
  wake?.();
});

async function nextMessage(): Promise<ToWorker> {
  for (;;) {
    const message = waiting.shift();
    if (message) return message;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    wake = null;
  }
}

async function* payments(scope: PortalScope | TrialScope, keys?: LateKeys): AsyncGenerator<Uint8Array> {
  tell('rrns' in scope ? { type: 'trialScope', scope } : { type: 'scope', scope, ...(keys && { keys }) });
  for (let asked = 0; asked < chunksAhead; asked++) tell({ type: 'wantPayments' });
  for (;;) {
    const message = await nextMessage();
    if (message.type === 'paymentsEnd') return;
    if (message.type !== 'payments') continue;
    tell({ type: 'wantPayments' });
    yield message.chunk;
  }
}

async function layoutFor(keys: readonly string[]): Promise<RememberedLayout | null> {
  tell({ type: 'wantLayout', keys });
  for (;;) {
    const message = await nextMessage();
    if (message.type === 'layout') return message.known;
  }
}

let entriesAhead = 0;

/** Hands a chunk over and waits only when the portal is some chunks behind. */
async function send(message: FromWorker, columns: readonly (Uint8Array | null)[]): Promise<void> {
  tell(
    message,
    columns.flatMap((column) => (column ? [column.buffer as ArrayBuffer] : [])),
  );
  entriesAhead++;
  while (entriesAhead >= chunksAhead) {
    if ((await nextMessage()).type === 'entriesTaken') entriesAhead--;
  }
}

const sendEntries = (chunk: Uint8Array): Promise<void> => send({ type: 'entries', chunk }, [chunk]);

const sendPacked = (chunk: PackedEntries): Promise<void> =>
  send({ type: 'packed', chunk }, [
    chunk.transactionIds,
    chunk.lines,
    chunk.charges,
    chunk.days,
    chunk.settlementDays,
  ]);

async function entriesSettled(): Promise<void> {
  while (entriesAhead > 0) if ((await nextMessage()).type === 'entriesTaken') entriesAhead--;
}

async function work(task: WorkerTask): Promise<FromWorker> {
  try {
    if (task.kind === 'inspect') {
      const ends = { layoutFor, payments, latePayments: payments };
      return { type: 'inspected', inspection: await inspectBankFile(task.job, ends) };
    }
    if (task.kind === 'statement') return { type: 'statement', read: await readStatementFile(task.job) };
    if (task.kind === 'count') {
      const ends = { payments, latePayments: payments };
      return { type: 'counted', page: await countLines(task.job, task.row, ends) };
    }
    const summary = await reconcileBankFile(task.job, {
      payments,
      latePayments: payments,
      entries: sendEntries,
      ...(task.packs && { packed: sendPacked }),
      progress: (progress) => tell({ type: 'progress', progress }),
    });
    await entriesSettled();
    return { type: 'done', summary };
  } catch (error) {
    const refusal = refusalFrom(error);
    if (refusal) return { type: 'refused', refusal };
    throw error;
  }
}

tell(await work(workerData as WorkerTask));
port.close();
