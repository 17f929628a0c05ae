import { expect, test } from 'vitest';
import {
  copyTextOfPayment,
  fileOf,
  fileText,
  lineOf,
  sold,
  type TrialEntry,
  type TrialPayment,
  trialDefaults,
  trialEntriesOf,
  tryBankFile,
} from '../bank-file-trial.ts';
import { withFile } from '../read/file-trial.ts';
import { reconcileBankFile } from '../reconcile-bank-file.ts';
import { blockEntriesMax, type PackedEntries } from './packed-entries.ts';

/** The elements of an array in PostgreSQL's binary form. */
function elementsOf(bytes: Uint8Array): (number | null)[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getInt32(12);
  const found: (number | null)[] = [];
  for (let at = 20; found.length < count; ) {
    const length = view.getInt32(at);
    at += 4;
    if (length < 0) found.push(null);
    else found.push(length === 4 ? view.getInt32(at) : Number(view.getBigInt64(at)));
    at += Math.max(length, 0);
  }
  return found;
}

const isoDay = (days: number | null | undefined): string | null =>
  days === null || days === undefined
    ? null
    : new Date(Date.UTC(2000, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);

/** A packed chunk as the entries that a row for each would have been, as far as blocks keep them. */
function unpacked(chunk: PackedEntries): Partial<TrialEntry>[] {
  const [ids, lines, charges, days] = [chunk.transactionIds, chunk.lines, chunk.charges, chunk.days].map(
    elementsOf,
  );
  const settled = chunk.settlementDays && elementsOf(chunk.settlementDays);
  return chunk.blocks.flatMap((block) =>
    Array.from({ length: block.to - block.from + 1 }, (_, place) => {
      const at = block.from - 1 + place;
      const text = (value: number | null | undefined) => (value === null ? null : String(value));
      return {
        seq: String(block.firstSeq + place),
        transaction_id: text(ids?.[at]),
        line: text(lines?.[at]),
        matched_by: block.matchedBy,
        charge_minor: text(charges?.[at]),
        settlement_day: isoDay(settled?.[at]),
        batch: chunk.batches?.[at] ?? null,
        not_judged: chunk.notJudged?.[at] ? 't' : 'f',
        day: isoDay(days?.[at]),
      };
    }),
  );
}

/** The same file with and without blocks. */
async function bothWays(text: string, payments: readonly TrialPayment[]) {
  const { entries: whole } = await tryBankFile(text, payments);
  const rows: Uint8Array[] = [];
  const chunks: PackedEntries[] = [];
  await withFile(text, (filePath) =>
    reconcileBankFile(
      { ...trialDefaults, filePath },
      {
        payments: async function* () {
          yield Buffer.from(payments.map(copyTextOfPayment).join(''));
        },
        entries: (chunk) => void rows.push(new Uint8Array(chunk)),
        packed: (chunk) => void chunks.push(chunk),
        progress: () => {},
      },
    ),
  );
  return { whole, rows: trialEntriesOf(Buffer.concat(rows)), chunks };
}

const bySeq = (a: Partial<TrialEntry>, b: Partial<TrialEntry>): number => Number(a.seq) - Number(b.seq);

test('rows and blocks together are the entries as they would be without blocks', async () => {
  const ids = Array.from({ length: blockEntriesMax + 50 }, (_, at) => 2 ** 40 + at);
  const payments = ids.map((id, at) => ({
    ...sold(at + 1, '20 12:00'),
    id,
    // What the line says otherwise, or its payment does not: such entries stay rows.
    ...(at === 300 ? { scheme: 'None' } : {}),
    ...(at === 400 ? { last4: null } : {}),
  }));
  const { whole, rows, chunks } = await bothWays(fileOf(payments), payments);
  const packed = chunks.flatMap(unpacked);
  expect(rows.map(({ line }) => Number(line) - 2)).toEqual([300, 400]);
  expect(packed).toHaveLength(blockEntriesMax + 48);
  const kept = whole.map((entry) => {
    const isRow = rows.some(({ seq }) => seq === entry.seq);
    const { seq, transaction_id, line, matched_by, charge_minor, settlement_day, batch, day, not_judged } =
      entry;
    return isRow
      ? entry
      : { seq, transaction_id, line, matched_by, charge_minor, settlement_day, batch, day, not_judged };
  });
  expect([...rows, ...packed].sort(bySeq)).toEqual(kept);
  for (const block of chunks.flatMap(({ blocks }) => blocks))
    expect(block.to - block.from).toBeLessThan(blockEntriesMax);
});

test('what differs, or is not its payment’s, is never packed', async () => {
  const payment = sold(1, '20 12:00');
  for (const cells of [
    { amount: '99.00' },
    { fee: '0.90', net: '98.98' },
    { card: '484783******0000' },
    { scheme: 'VISA' },
  ]) {
    const { chunks } = await bothWays(fileText(lineOf(payment, cells)), [payment]);
    expect({ cells, chunks }).toEqual({ cells, chunks: [] });
  }
});
