import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JournalEntry } from '@mizan/contract/orders.ts';
import type { OriginalPayment, ResultBody } from '@mizan/contract/terminal-link.ts';

/** What a terminal remembers of a payment, whatever happens to its process. */
export interface Started {
  entry: 'started';
  at: string;
  paymentId: string;
  kind: ResultBody['kind'];
  amountMinor: number;
  currency: 'SAR';
  /** Who began it: the portal asked, or somebody at the terminal itself. */
  origin: 'portal' | 'terminal';
  /** The payment that a refund or a reversal is about. */
  original?: OriginalPayment;
}
/** The entries of the table of orders, each with what it has to say. */
export type Entry = { entry: JournalEntry } & (
  | Started
  | { entry: 'online'; paymentId: string }
  | { entry: 'ended'; paymentId: string; body: ResultBody }
  | { entry: 'acked'; paymentId: string; resultSeq: number }
);

export interface Remembered {
  readonly started: Started;
  /** The request left for the bank: from here on the card may have been charged. */
  online: boolean;
  /** In the order of their resultSeq; the last one counts. */
  readonly results: ResultBody[];
  readonly acked: Set<number>;
}

export interface Journal {
  readonly payments: ReadonlyMap<string, Remembered>;
  /** On disk when it returns. */
  append(entry: Entry): void;
  close(): void;
}

function remember(payments: Map<string, Remembered>, entry: Entry): void {
  if (entry.entry === 'started') {
    payments.set(entry.paymentId, { started: entry, online: false, results: [], acked: new Set() });
    return;
  }
  const known = payments.get(entry.paymentId);
  if (!known)
    throw new Error(`the journal says ${entry.entry} of a payment it does not know: ${entry.paymentId}`);
  if (entry.entry === 'online') known.online = true;
  else if (entry.entry === 'ended') known.results.push(entry.body);
  else known.acked.add(entry.resultSeq);
}

/** What stands in a journal's file, and how many bytes of it are whole lines: a kill may tear the last one. */
export function readJournal(file: string): { payments: Map<string, Remembered>; wholeBytes: number } {
  const payments = new Map<string, Remembered>();
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { payments, wholeBytes: 0 };
    throw error;
  }
  const wholeBytes = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1);
  for (const line of lines) remember(payments, JSON.parse(line) as Entry);
  return { payments, wholeBytes };
}

/** Opens an append-only journal of JSON lines; every entry is on disk before anything follows from it. */
export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true });
  const { payments, wholeBytes } = readJournal(file);
  const descriptor = openSync(file, 'a', 0o600);
  ftruncateSync(descriptor, wholeBytes);
  return {
    payments,
    append: (entry) => {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`);
      fsyncSync(descriptor);
      remember(payments, entry);
    },
    close: () => closeSync(descriptor),
  };
}
