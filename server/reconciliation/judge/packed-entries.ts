import { type MatchKey, matchKeys, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import { broughtBefore, keyCode } from '../match/matches.ts';
import { isPlainRrn, lineFlag, noDay } from '../normalise/bank-lines.ts';
import { absentKey } from '../normalise/key-text.ts';
import type { EntryOrder } from './entry-groups.ts';
import type { Explained } from './explanation.ts';
import { isOutsideBridge, isPaid } from './judge.ts';

/**
 * Entries of plainly matched lines, which are nearly all of a file: of such a one only the payment, the line, and what a later
 * file is held against are kept; everything else that it shows is its payment's. Columns are PostgreSQL's binary arrays
 * with an element for each entry; null where no entry has a value.
 */
export interface PackedEntries {
  count: number;
  blocks: PackedBlock[];
  /** bigint[] */
  transactionIds: Uint8Array;
  lines: Uint8Array;
  charges: Uint8Array;
  /** date[]: the bank's day of the line, and the day on which it settles it. */
  days: Uint8Array;
  settlementDays: Uint8Array | null;
  batches: (string | null)[] | null;
  /** Of which no rate is agreed by which their charge could be judged. */
  notJudged: boolean[] | null;
}

/** Entries that follow each other, numbered without a gap. */
interface PackedBlock {
  firstSeq: number;
  /** The elements from `from` up to `to`, counted from 1. */
  from: number;
  to: number;
  matchedBy: MatchKey;
  firstId: number;
  lastId: number;
  /** First and last business day of the payments, since 1970. */
  firstDay: number;
  lastDay: number;
}

/** What is confirmed in one short transaction is a block or two (confirmations.queries.ts). */
export const blockEntriesMax = 1_000;
/** What goes to the database at once. */
const chunkEntries = 16_384;

const matched = outcomes.indexOf('matched');
const batchCode = keyCode('batch');

/** Whether an item of the order is a line that its payment tells all of but line number, charge and days. */
export function isPackable({ both, matches, judged }: Explained, item: number): boolean {
  if (item < 0 || judged.lineOutcome[item] !== matched || judged.lineDifference[item] !== 0) return false;
  const record = matches.recordOf[item] as number;
  if (record < 0 || matches.matchedBy[item] === batchCode || judged.expected[record] !== 1) return false;
  if (matches.before[item] !== broughtBefore.no || matches.sumCandidates.has(item)) return false;
  // What people did stays where it can be read.
  if (matches.byHand.has(item) || matches.partCounts.has(item)) return false;
  if (!isPaid(both.lines, item) || isOutsideBridge(both.lines, item)) return false;
  const line = both.lines.columns;
  const payment = both.records.columns;
  const scheme = payment.scheme[record] as number;
  return (
    (payment.terminal[record] as number) >= 0 &&
    line.terminal[item] === payment.terminal[record] &&
    line.currency[item] === payment.currency[record] &&
    line.grossMinor[item] === payment.amountMinor[record] &&
    isPlainRrn(payment.rrnHigh[record] as number) &&
    (line.rrnHigh[item] === absentKey ||
      (line.rrnHigh[item] === payment.rrnHigh[record] && line.rrnLow[item] === payment.rrnLow[record])) &&
    ((line.last4[item] as number) < 0 || line.last4[item] === payment.last4[record]) &&
    scheme > 0 &&
    (line.scheme[item] === 0 || line.scheme[item] === scheme)
  );
}

/** The packed entries of an order, numbered from 1 over all of its items. */
export function* packedChunks(work: Explained, order: EntryOrder): Generator<PackedEntries> {
  const taken = new Int32Array(chunkEntries);
  let blocks: PackedBlock[] = [];
  let count = 0;
  for (let index = 0; index < order.items.length; index++) {
    const item = order.items[index] as number;
    if (!isPackable(work, item)) continue;
    taken[count++] = item;
    addToBlocks(blocks, work, { item, seq: index + 1, place: count });
    if (count < chunkEntries) continue;
    yield packed(work, taken, blocks);
    blocks = [];
    count = 0;
  }
  if (count > 0) yield packed(work, taken.subarray(0, count), blocks);
}

/** Into the last block, or a new one where the entry does not follow it. */
function addToBlocks(
  blocks: PackedBlock[],
  { both, matches }: Explained,
  { item, seq, place }: { item: number; seq: number; place: number },
): void {
  const record = matches.recordOf[item] as number;
  const id = both.records.columns.id[record] as number;
  const day = both.records.columns.businessDay[record] as number;
  const matchedBy = matchKeys[matches.matchedBy[item] as number] as MatchKey;
  const last = blocks.at(-1);
  const length = last ? last.to - last.from + 1 : 0;
  if (!last || last.firstSeq + length !== seq || last.matchedBy !== matchedBy || length === blockEntriesMax) {
    blocks.push({
      firstSeq: seq,
      from: place,
      to: place,
      matchedBy,
      firstId: id,
      lastId: id,
      firstDay: day,
      lastDay: day,
    });
    return;
  }
  last.to = place;
  last.firstId = Math.min(last.firstId, id);
  last.lastId = Math.max(last.lastId, id);
  last.firstDay = Math.min(last.firstDay, day);
  last.lastDay = Math.max(last.lastDay, day);
}

function packed(
  { both, matches, judged }: Explained,
  items: Int32Array,
  blocks: PackedBlock[],
): PackedEntries {
  const { lines, records } = both;
  const { columns } = lines;
  const idOf = (item: number): number => records.columns.id[matches.recordOf[item] as number] as number;
  const settles = items.some((item) => columns.settlementDay[item] !== noDay);
  const isNotJudged = (item: number): boolean => judged.notJudged[item] === 1;
  const hasBatch = items.some((item) => (columns.batch[item] as number) >= 0);
  return {
    count: items.length,
    blocks,
    transactionIds: bigints(items, idOf),
    lines: bigints(items, (item) => columns.line[item] as number),
    charges: bigints(items, (item) =>
      ((columns.flags[item] as number) & lineFlag.chargeKnown) === 0
        ? Number.NaN
        : (columns.chargeMinor[item] as number),
    ),
    days: dates(items, columns.epochDay),
    settlementDays: settles ? dates(items, columns.settlementDay) : null,
    batches: hasBatch ? Array.from(items, (item) => batchOf(lines, item)) : null,
    notJudged: items.some(isNotJudged) ? Array.from(items, isNotJudged) : null,
  };
}

function batchOf({ columns, batches }: Explained['both']['lines'], line: number): string | null {
  const batch = columns.batch[line] as number;
  return batch < 0 ? null : batches.text(batch);
}

/** What an array begins with: dimensions, whether it has nulls, the type of its elements, their number, the first's index. */
const headBytes = 20;
const typeOf = { bigint: 20, date: 1082 } as const;
const nullLength = -1;

function arrayOf(type: keyof typeof typeOf, count: number, elementBytes: number): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(headBytes + count * (4 + elementBytes)));
  view.setInt32(0, 1);
  view.setInt32(4, 1);
  view.setInt32(8, typeOf[type]);
  view.setInt32(12, count);
  view.setInt32(16, 1);
  return view;
}

/** A bigint[] in PostgreSQL's binary form; NaN is null. */
function bigints(items: Int32Array, valueOf: (item: number) => number): Uint8Array {
  const view = arrayOf('bigint', items.length, 8);
  let at = headBytes;
  for (let index = 0; index < items.length; index++) {
    const value = valueOf(items[index] as number);
    if (Number.isNaN(value)) {
      view.setInt32(at, nullLength);
      at += 4;
      continue;
    }
    view.setInt32(at, 8);
    view.setInt32(at + 4, Math.floor(value / 2 ** 32));
    // What is left of 32 bits, also of a negative figure.
    view.setUint32(at + 8, value >>> 0);
    at += 12;
  }
  return new Uint8Array(view.buffer, 0, at);
}

/** PostgreSQL counts days from here. */
const firstPostgresDay = Date.UTC(2000, 0, 1) / 86_400_000;

/** A date[] in the same form; `noDay` is null. */
function dates(items: Int32Array, days: Int32Array): Uint8Array {
  const view = arrayOf('date', items.length, 4);
  let at = headBytes;
  for (let index = 0; index < items.length; index++) {
    const day = days[items[index] as number] as number;
    view.setInt32(at, day === noDay ? nullLength : 4);
    at += 4;
    if (day === noDay) continue;
    view.setInt32(at, day - firstPostgresDay);
    at += 4;
  }
  return new Uint8Array(view.buffer, 0, at);
}
