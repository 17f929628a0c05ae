import { Worker } from 'node:worker_threads';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import type { CountedPage, CountedRow } from './counted-lines.ts';
import type { InspectEnds, Inspection, InspectJob } from './inspect-bank-file.ts';
import { fileRefused } from './read/file-refused.ts';
import type { ReconcileEnds, ReconcileJob, ReconcileSummary } from './reconcile-job.ts';
import type { readStatementFile, StatementJob } from './statement/table-rows.ts';
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts';

/** The heap of the worker. Lines and payments lie outside it; what fills it is a workbook that expands without end. */
const workerHeapMegabytes = 1_024;

/** What the caller of a run may do to it. */
export interface RunControl {
  /** Ends the worker at once; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/**
 * Reconciles a bank file in a worker thread of its own. This thread only passes chunks between the database and the worker:
 * `ends.payments` is pulled one chunk at a time, `ends.entries` awaited for each.
 * Rejects with a refusal (`refusalFrom`) for files that cannot be read, and with what an end threw.
 */
export async function reconcileInThread(
  job: ReconcileJob,
  ends: ReconcileEnds,
  control: RunControl = {},
): Promise<ReconcileSummary> {
  const source = paymentSource();
  const handle: Handle = async (message, reply) => {
    if (message.type === 'progress') ends.progress(message.progress);
    if (message.type === 'scope') source.open(paymentsFor(ends, message));
    if (message.type === 'wantPayments') await source.next(reply);
    if (message.type === 'entries') await ends.entries(message.chunk);
    if (message.type === 'packed') await ends.packed?.(message.chunk);
    if (message.type === 'entries' || message.type === 'packed') reply({ type: 'entriesTaken' });
  };
  try {
    const task = { kind: 'reconcile', job, packs: ends.packed !== undefined } as const;
    const answer = await inWorker(task, control, handle);
    if (answer.type !== 'done') throw new Error(`the worker of a bank file ended with ${answer.type}`);
    return answer.summary;
  } finally {
    source.close();
  }
}

/** The payments that a worker pulls, a chunk for each time it asks; the next is gathered while it reads the one before. */
function paymentSource() {
  let source: AsyncIterator<Uint8Array> | null = null;
  let ahead: Promise<Uint8Array<ArrayBuffer> | null> | null = null;
  const gatherAhead = (from: AsyncIterator<Uint8Array>) => {
    const gathered = gather(from);
    // What fails is told when the chunk is asked for.
    gathered.catch(() => {});
    return gathered;
  };
  return {
    open: (payments: AsyncIterable<Uint8Array>): void => {
      source = payments[Symbol.asyncIterator]();
      ahead = gatherAhead(source);
    },
    next: async (reply: Reply): Promise<void> => {
      if (!source) return;
      const chunk = await ahead;
      ahead = chunk && gatherAhead(source);
      if (chunk) return reply({ type: 'payments', chunk }, [chunk.buffer]);
      source = null;
      reply({ type: 'paymentsEnd' });
    },
    /** An aborted or refused run would leave its query open. It is not waited for: it may hang on what was aborted. */
    close: (): void => void source?.return?.().catch(() => {}),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** What is asked for late, where nobody answers that, ends at once. */
const paymentsFor = (
  ends: Pick<ReconcileEnds, 'payments' | 'latePayments'>,
  { scope, keys }: Extract<FromWorker, { type: 'scope' }>,
): AsyncIterable<Uint8Array> =>
  keys ? (ends.latePayments?.(scope, keys) ?? nothing()) : ends.payments(scope);

/** What is sent to the worker at once. Drivers hand over single rows; a message for each would cost more than the row. */
const messageBytes = 256 * 1024;

/** Gathers chunks into one message with memory of its own; null at the end. A chunk that is a message by itself goes as it is. */
async function gather(source: AsyncIterator<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | null> {
  let next = await source.next();
  if (next.done) return null;
  if (isMessage(next.value)) return next.value;
  let gathered = new Uint8Array(messageBytes);
  let used = 0;
  while (!next.done) {
    const needed: number = used + next.value.length;
    if (needed > gathered.length) {
      const larger = new Uint8Array(needed);
      larger.set(gathered.subarray(0, used));
      gathered = larger;
    }
    gathered.set(next.value, used);
    used = needed;
    if (used >= messageBytes) break;
    next = await source.next();
  }
  return gathered.subarray(0, used);
}

/** Whether a chunk is large enough and alone in its memory, which goes to the worker whole. */
const isMessage = (chunk: Uint8Array): chunk is Uint8Array<ArrayBuffer> =>
  chunk.length >= messageBytes &&
  chunk.buffer instanceof ArrayBuffer &&
  chunk.buffer.byteLength === chunk.length;

/** Looks at a file and tries how it is read, in a worker thread; see `inspectBankFile`. */
export async function inspectInThread(
  job: InspectJob,
  ends: InspectEnds,
  control: RunControl = {},
): Promise<Inspection> {
  const source = paymentSource();
  const handle: Handle = async (message, reply) => {
    if (message.type === 'wantLayout') reply({ type: 'layout', known: await ends.layoutFor(message.keys) });
    if (message.type === 'trialScope') source.open(ends.payments(message.scope));
    if (message.type === 'scope') source.open(paymentsFor(ends, message));
    if (message.type === 'wantPayments') await source.next(reply);
  };
  try {
    const answer = await inWorker({ kind: 'inspect', job }, control, handle);
    if (answer.type !== 'inspected') throw new Error(`the worker of an inspection ended with ${answer.type}`);
    return answer.inspection;
  } finally {
    source.close();
  }
}

/** Reads again what a row of the table of a file counts, in a worker thread; see `countLines`. */
export async function countInThread(
  job: ReconcileJob,
  row: CountedRow,
  ends: Pick<ReconcileEnds, 'payments' | 'latePayments'>,
  control: RunControl = {},
): Promise<CountedPage> {
  const source = paymentSource();
  const handle: Handle = async (message, reply) => {
    if (message.type === 'scope') source.open(paymentsFor(ends, message));
    if (message.type === 'wantPayments') await source.next(reply);
  };
  try {
    const answer = await inWorker({ kind: 'count', job, row }, control, handle);
    if (answer.type !== 'counted') throw new Error(`the worker of counted lines ended with ${answer.type}`);
    return answer.page;
  } finally {
    source.close();
  }
}

/** Reads a bank statement that is a table, in a worker thread; see `readStatementFile`. */
export async function readStatementInThread(
  job: StatementJob,
  control: RunControl = {},
): Promise<Awaited<ReturnType<typeof readStatementFile>>> {
  const answer = await inWorker({ kind: 'statement', job }, control, async () => {});
  if (answer.type !== 'statement') throw new Error(`the worker of a statement ended with ${answer.type}`);
  return answer.read;
}

type Reply = (message: ToWorker, transfer?: ArrayBuffer[]) => void;
type Handle = (message: FromWorker, reply: Reply) => Promise<void>;

/** What a worker ends with. */
const lastMessages: readonly FromWorker['type'][] = ['done', 'inspected', 'counted', 'statement'];

/** Starts the worker and handles its messages one after another until its last one. */
function inWorker(task: WorkerTask, { signal }: RunControl, handle: Handle): Promise<FromWorker> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(new URL('./reconcile.worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: workerHeapMegabytes },
    });
    let turn: Promise<void> = Promise.resolve();
    const fail = (error: unknown): void => {
      signal?.removeEventListener('abort', onAbort);
      void worker.terminate();
      reject(
        isOutOfMemory(error)
          ? fileRefused('expands', { maxBytes: bankFileLimits.workbookExpandedBytesMax })
          : error,
      );
    };
    const onAbort = (): void => fail(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (message: FromWorker) => {
      turn = turn.then(() => take(message)).catch(fail);
    });
    worker.on('error', fail);
    worker.on('exit', (code) => {
      if (code !== 0) fail(new Error(`the worker of a bank file exited with ${code}`));
    });
    async function take(message: FromWorker): Promise<void> {
      if (message.type === 'refused') throw fileRefused(message.refusal.code, message.refusal);
      if (!lastMessages.includes(message.type))
        return handle(message, (reply, transfer) => worker.postMessage(reply, transfer));
      signal?.removeEventListener('abort', onAbort);
      resolve(message);
    }
  });
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
