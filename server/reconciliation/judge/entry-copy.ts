import { storableJson } from '@mizan/contract/storable-text.ts';
import { type Entry, entryOf } from './entries.ts';
import type { EntryOrder } from './entry-groups.ts';
import type { Explained } from './explanation.ts';
import { isPackable } from './packed-entries.ts';

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
  'not_judged',
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

/**
 * Entries as COPY text, in chunks of about 256 KiB, numbered from 1 in the order given. `packs` leaves out those that
 * `packedChunks` has.
 */
export function* entryChunks(work: Explained, order: EntryOrder, packs: boolean): Generator<Uint8Array> {
  let bytes = Buffer.allocUnsafeSlow(chunkBytes + entryBytesMax);
  let used = 0;
  for (let index = 0; index < order.items.length; index++) {
    const item = order.items[index] as number;
    if (packs && isPackable(work, item)) continue;
    used += bytes.write(copyRow(index + 1, entryOf(work, item)), used);
    if (used < chunkBytes) continue;
    yield bytes.subarray(0, used);
    // The chunk is on its way to another thread; the next one needs its own memory.
    bytes = Buffer.allocUnsafeSlow(chunkBytes + entryBytesMax);
    used = 0;
  }
  if (used > 0) yield bytes.subarray(0, used);
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
    entry.notJudged ? 't' : 'f',
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
