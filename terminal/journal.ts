import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JournalEntry } from '@mizan/contract/orders.ts';
import type { OriginalPayment, ReconBody, ResultBody } from '@mizan/contract/terminal-link.ts';
import type { TerminalSettings } from '@mizan/contract/terminal-settings-terms.ts';

/** Its first line: who comes to know another id knows that this journal is not the one from before. */
interface Begun {
  entry: 'begun';
  journalId: string;
}
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
/** Payments that one side or the other has counted now: a later reconciliation counts them no more. */
interface ReconEnded {
  entry: 'ended';
  reconciliationId: string;
  body: ReconBody;
  countedByHost: string[];
  countedHere: string[];
}
/** What it remembers of a reconciliation with its host. */
export type ReconEntry =
  | { entry: 'started'; reconciliationId: string; at: string; origin: Started['origin'] }
  | { entry: 'online' | 'acked'; reconciliationId: string }
  | ReconEnded;
/** Settings that it took: from here on they are in force. */
interface SettingsEntry {
  entry: 'ended';
  settingsVersion: number;
  settings: TerminalSettings;
}
/** The entries of the table of orders, each with what it has to say. */
export type Entry = Begun | PaymentEntry | ReconEntry | SettingsEntry;
type PaymentEntry = { entry: JournalEntry } & (
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
  /** In the totals of a reconciliation that ended: the host's, and the terminal's own. */
  countedByHost: boolean;
  countedHere: boolean;
}

interface RememberedRecon {
  readonly at: string;
  readonly origin: Started['origin'];
  online: boolean;
  body: ReconBody | null;
  /** Payments that the terminal's own totals count in it. */
  countedHere: readonly string[];
  acked: boolean;
}

/** Something that ended, in the order in which it did: so it is said again, too. */
type Ended = { readonly result: ResultBody } | { readonly recon: ReconBody };

/** All that stands in a journal. */
export interface Memory {
  /** Null until it is begun; what was begun before journals had ids gets one when it is opened next. */
  id: string | null;
  readonly payments: Map<string, Remembered>;
  readonly recons: Map<string, RememberedRecon>;
  readonly ended: Ended[];
  /** In force; null where it is as it came. */
  settings: SettingsEntry | null;
}

export interface Journal {
  /** Of this journal alone, for as long as its file lasts. */
  readonly id: string;
  readonly payments: ReadonlyMap<string, Remembered>;
  readonly recons: ReadonlyMap<string, RememberedRecon>;
  readonly ended: readonly Ended[];
  readonly settings: SettingsEntry | null;
  /** On disk when it returns. */
  append(entry: Entry): void;
  close(): void;
}

function remember(memory: Memory, entry: Entry): void {
  if ('journalId' in entry) {
    memory.id = entry.journalId;
    return;
  }
  if ('reconciliationId' in entry) return rememberRecon(memory, entry);
  if ('settingsVersion' in entry) {
    memory.settings = entry;
    return;
  }
  const { payments, ended } = memory;
  if (entry.entry === 'started') {
    const nothing = { online: false, results: [], countedByHost: false, countedHere: false };
    payments.set(entry.paymentId, { started: entry, acked: new Set(), ...nothing });
    return;
  }
  const known = payments.get(entry.paymentId);
  if (!known)
    throw new Error(`the journal says ${entry.entry} of a payment it does not know: ${entry.paymentId}`);
  if (entry.entry === 'online') known.online = true;
  else if (entry.entry === 'ended') {
    known.results.push(entry.body);
    ended.push({ result: entry.body });
  } else known.acked.add(entry.resultSeq);
}

function rememberRecon({ payments, recons, ended }: Memory, entry: ReconEntry): void {
  const { reconciliationId } = entry;
  if (entry.entry === 'started') {
    const { at, origin } = entry;
    recons.set(reconciliationId, { at, origin, online: false, body: null, countedHere: [], acked: false });
    return;
  }
  const known = recons.get(reconciliationId);
  if (!known)
    throw new Error(`the journal says ${entry.entry} of what it does not know: ${reconciliationId}`);
  if (entry.entry === 'online') known.online = true;
  else if (!('body' in entry)) known.acked = true;
  else {
    known.body = entry.body;
    known.countedHere = entry.countedHere;
    ended.push({ recon: entry.body });
    for (const id of entry.countedByHost) (payments.get(id) as Remembered).countedByHost = true;
    for (const id of entry.countedHere) (payments.get(id) as Remembered).countedHere = true;
  }
}

/** What stands in a journal's file, and how many bytes of it are whole lines: a kill may tear the last one. */
export function readJournal(file: string): Memory & { wholeBytes: number } {
  const memory: Memory = { id: null, payments: new Map(), recons: new Map(), ended: [], settings: null };
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { ...memory, wholeBytes: 0 };
    throw error;
  }
  const wholeBytes = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1);
  for (const line of lines) remember(memory, JSON.parse(line) as Entry);
  return { ...memory, wholeBytes };
}

/** Opens an append-only journal of JSON lines; every entry is on disk before anything follows from it. */
export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true });
  const { wholeBytes, ...memory } = readJournal(file);
  const descriptor = openSync(file, 'a', 0o600);
  ftruncateSync(descriptor, wholeBytes);
  let isOpen = true;
  const append = (entry: Entry): void => {
    // The system gives a closed number to the next file: an entry would stand where nobody remembers it.
    if (!isOpen) throw new Error(`the journal ${file} is closed`);
    writeSync(descriptor, `${JSON.stringify(entry)}\n`);
    fsyncSync(descriptor);
    remember(memory, entry);
  };
  const id = memory.id ?? randomUUID();
  if (memory.id === null) append({ entry: 'begun', journalId: id });
  return {
    ...memory,
    id,
    get settings() {
      return memory.settings;
    },
    append,
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      closeSync(descriptor);
    },
  };
}
