import { currencies } from '@mizan/contract/money.ts';
import { matchKeys, outcomes, schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { storableJson } from '@mizan/contract/storable-text.ts';
import { keyCode } from '../match/matches.ts';
import { isPlainRrn, lineFlag, noDay } from '../normalise/bank-lines.ts';
import { isoDayOf } from '../normalise/date-text.ts';
import { type Entry, entryOf } from './entries.ts';
import type { EntryOrder } from './entry-groups.ts';
import type { Explained } from './explain.ts';

/**
 * Columns of an entry in PostgreSQL's text COPY format, by their names in the table bank_entries. Merchant and
 * bank file stand in the statement that takes the rows over.
 */
export const entryColumns = [
  'seq',
  'outcome',
  'step',
  'currency',
  'transaction_id',
  'line',
  'claims',
  'matched_by',
  'reason',
  'portal_minor',
  'bank_minor',
  'difference_minor',
  'charge_minor',
  'settlement_day',
  'batch',
  'tid',
  'rrn',
  'last_four',
  'scheme',
  'day',
  'detail',
] as const;

const chunkBytes = 256 * 1024;
/** No entry is longer: three candidates and their facts are some hundred bytes, texts of a file 64 at most. */
const entryBytesMax = 32 * 1024;
const matched = outcomes.indexOf('matched');

/** A place to write bytes into; `at` moves on. */
interface Pen {
  bytes: Buffer;
  at: number;
}

/** All entries as COPY text, in chunks of about 256 KiB, numbered from 1 in the order given. */
export function* entryChunks(work: Explained, order: EntryOrder): Generator<Uint8Array> {
  const pen: Pen = { bytes: Buffer.allocUnsafeSlow(chunkBytes + entryBytesMax), at: 0 };
  const writeMatched = matchedWriter(work);
  for (let index = 0; index < order.items.length; index++) {
    const item = order.items[index] as number;
    const seq = index + 1;
    if (!writeMatched(pen, seq, item)) pen.at += pen.bytes.write(copyRow(seq, entryOf(work, item)), pen.at);
    if (pen.at < chunkBytes) continue;
    yield pen.bytes.subarray(0, pen.at);
    // The chunk is on its way to another thread; the next one needs its own memory.
    pen.bytes = Buffer.allocUnsafeSlow(chunkBytes + entryBytesMax);
    pen.at = 0;
  }
  if (pen.at > 0) yield pen.bytes.subarray(0, pen.at);
}

/** One entry as a row of COPY text. */
export function copyRow(seq: number, entry: Entry): string {
  const values = [
    seq,
    entry.outcome,
    entry.step,
    entry.currency,
    entry.transactionId,
    entry.line,
    entry.claims ? 't' : 'f',
    entry.matchedBy,
    entry.reason,
    entry.portalMinor,
    entry.bankMinor,
    entry.differenceMinor,
    entry.chargeMinor,
    entry.settlementDay,
    entry.batch,
    entry.tid,
    entry.rrn,
    entry.lastFour,
    entry.scheme,
    entry.day,
    entry.detail === null ? null : storableJson(entry.detail),
  ];
  return `${values.map(copyValue).join('\t')}\n`;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value in COPY text: null as \N, what would end a cell or a row escaped, zero bytes dropped (text holds none). */
export function copyValue(value: string | number | null): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return value.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign).replaceAll('\0', '');
}

function putInteger(pen: Pen, value: number): void {
  let rest = value;
  if (rest < 0) {
    pen.bytes[pen.at++] = 0x2d;
    rest = -rest;
  }
  let digits = 1;
  for (let power = 10; power <= rest; power *= 10) digits++;
  for (let place = pen.at + digits - 1; place >= pen.at; place--) {
    const next = Math.floor(rest / 10);
    pen.bytes[place] = 0x30 + (rest - next * 10);
    rest = next;
  }
  pen.at += digits;
}

function putBytes(pen: Pen, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at++) pen.bytes[pen.at++] = bytes[at] as number;
}

/** Six signs of a packed key. */
function putSix(pen: Pen, value: number): void {
  let rest = value;
  for (let place = pen.at + 5; place >= pen.at; place--) {
    const next = Math.floor(rest / 36);
    const digit = rest - next * 36;
    pen.bytes[place] = digit < 10 ? 0x30 + digit : 0x37 + digit;
    rest = next;
  }
  pen.at += 6;
}

function putFour(pen: Pen, value: number): void {
  let rest = value;
  for (let place = pen.at + 3; place >= pen.at; place--) {
    pen.bytes[place] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  pen.at += 4;
}

const latin = (text: string): Buffer => Buffer.from(text);

/**
 * Writes the entry of a plainly matched line without making objects or texts of it: a million of them are what a
 * large file consists of. Answers false where the entry has to be written the patient way. A test holds both alike.
 */
function matchedWriter({
  both,
  matches,
  judged,
}: Explained): (pen: Pen, seq: number, item: number) => boolean {
  const line = both.lines.columns;
  const record = both.records.columns;
  const batchCode = keyCode('batch');
  const names = {
    terminals: both.shared.terminalNames.map((name) => latin(`${copyName(name)}\t`)),
    keys: matchKeys.map((key) => latin(`\tt\t${key}\t\\N\t`)),
    currencies: currencies.map((currency) => latin(`\tmatched\t\\N\t${currency}\t`)),
    schemes: schemeNames.map((name) => latin(`${name}\t`)),
    days: new Map<number, Buffer>(),
    settlementDays: new Map<number, Buffer>(),
    batches: [] as Buffer[],
  };
  return (pen, seq, item) => {
    if (item < 0 || judged.lineOutcome[item] !== matched || judged.lineDifference[item] !== 0) return false;
    const claimed = matches.recordOf[item] as number;
    const by = matches.matchedBy[item] as number;
    const terminal = line.terminal[item] as number;
    const isPlain =
      claimed >= 0 &&
      by !== batchCode &&
      terminal >= 0 &&
      isPlainRrn(line.rrnHigh[item] as number) &&
      (line.last4[item] as number) >= 0 &&
      line.flags[item] !== undefined &&
      ((line.flags[item] as number) & 1) === 0 &&
      judged.expected[claimed] === 1;
    if (!isPlain) return false;
    putInteger(pen, seq);
    putBytes(pen, names.currencies[line.currency[item] as number] as Buffer);
    putInteger(pen, record.id[claimed] as number);
    pen.bytes[pen.at++] = 0x09;
    putInteger(pen, line.line[item] as number);
    putBytes(pen, names.keys[by] as Buffer);
    putInteger(pen, record.amountMinor[claimed] as number);
    pen.bytes[pen.at++] = 0x09;
    putInteger(pen, line.grossMinor[item] as number);
    putBytes(pen, zero);
    if (((line.flags[item] as number) & lineFlag.chargeKnown) === 0) putBytes(pen, nothing);
    else putInteger(pen, line.chargeMinor[item] as number);
    pen.bytes[pen.at++] = 0x09;
    putBytes(pen, settlementBytes(names.settlementDays, line.settlementDay[item] as number));
    const batch = line.batch[item] as number;
    putBytes(
      pen,
      batch < 0 ? noBatch : (names.batches[batch] ??= latin(`${copyName(both.lines.batches.text(batch))}\t`)),
    );
    putBytes(pen, names.terminals[terminal] as Buffer);
    putSix(pen, line.rrnHigh[item] as number);
    putSix(pen, line.rrnLow[item] as number);
    pen.bytes[pen.at++] = 0x09;
    putFour(pen, line.last4[item] as number);
    pen.bytes[pen.at++] = 0x09;
    putBytes(
      pen,
      names.schemes[(line.scheme[item] as number) || (record.scheme[claimed] as number)] as Buffer,
    );
    putBytes(pen, dayBytes(names.days, line.epochDay[item] as number));
    return true;
  };
}

const zero = latin('\t0\t');
const nothing = latin('\\N');
const noBatch = latin('\\N\t');
const copyName = (name: string): string => copyValue(name);

function settlementBytes(known: Map<number, Buffer>, day: number): Buffer {
  const bytes = known.get(day) ?? latin(day === noDay ? '\\N\t' : `${isoDayOf(day)}\t`);
  known.set(day, bytes);
  return bytes;
}

function dayBytes(known: Map<number, Buffer>, epochDay: number): Buffer {
  const bytes = known.get(epochDay) ?? latin(`${isoDayOf(epochDay)}\t\\N\n`);
  known.set(epochDay, bytes);
  return bytes;
}
