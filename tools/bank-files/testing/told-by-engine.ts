import { entryColumns } from '../../../server/reconciliation/judge/entry-copy.ts';
import { withFile } from '../../../server/reconciliation/read/file-trial.ts';
import { reconcileBankFile } from '../../../server/reconciliation/reconcile-bank-file.ts';
import { copyTextOf } from '../made-up-payments.ts';
import { inOrder, type Told } from '../oracle/told.ts';
import type { KnownPayment } from '../settlement-line.ts';

/** The words of the oracle for the engine's outcomes; what is not here is its own word. */
const wordOf: Readonly<Record<string, string>> = {
  matched: 'paid',
  feeDiffers: 'paid',
  rounding: 'paid',
  otherTerminal: 'paid',
  missingInPortal: 'unknown',
  undecidedSum: 'unknown',
  missingInBank: 'open',
  waits: 'open',
  timing: 'open',
};
/** Why a line is undecided or differs, where that is told by its keys. */
const reasonsOfKeys = ['shortOrder', 'severalRefunds', 'severalPayments', 'corrected', 'sums'];

type Row = Record<(typeof entryColumns)[number], string>;
const nothing = '\\N';

function wordsOf({
  line,
  transaction_id: id,
  outcome,
  reason,
  matched_by: key,
  not_judged: isLeft,
}: Row): string {
  const of = line === nothing ? `payment ${id}` : line;
  if (line !== nothing && reasonsOfKeys.includes(reason)) return `${of} ${reason}`;
  if (key === 'feeTotal') return `${of} ${outcome === 'feeDiffers' ? 'feeAbove' : 'feeTotal'}`;
  if (line !== nothing && id === nothing && key === nothing && isLeft === 't') return `${of} notJudged`;
  return `${of} ${wordOf[outcome] ?? outcome}`;
}

/** What the engine says of a file. */
export async function toldByEngine(bytes: Uint8Array, payments: readonly KnownPayment[]): Promise<Told> {
  const chunks: Buffer[] = [];
  await withFile(bytes, (filePath) =>
    reconcileBankFile(
      {
        filePath,
        cutoff: '22:00',
        todayIso: '2026-11-25',
        nowMs: Date.parse('2026-11-25T12:00:00+03:00'),
      },
      {
        payments: async function* () {
          yield* copyTextOf(payments, 4_000);
        },
        entries: (chunk) => void chunks.push(Buffer.from(chunk)),
        progress: () => {},
      },
    ),
  );
  const rows = Buffer.concat(chunks)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((row) => {
      const cells = row.split('\t');
      return Object.fromEntries(entryColumns.map((name, at) => [name, cells[at] ?? ''])) as Row;
    });
  const pairs = rows
    .filter(
      ({ line, matched_by: key, transaction_id: id }) =>
        line !== nothing && key !== nothing && (id !== nothing || key !== 'batch'),
    )
    .map(({ line, transaction_id: id, matched_by: key }) => ({
      line: Number(line),
      id: id === nothing ? 0 : Number(id),
      key,
    }));
  const isCancelled = ({ matched_by: key }: Row): boolean => key === 'reversal';
  return inOrder({
    pairs,
    // Of a sum an entry for each of its payments says the same of its line.
    outcomes: [...new Set(rows.filter((row) => !isCancelled(row)).map(wordsOf))],
    cancelled: rows.filter(isCancelled).map(({ transaction_id: id }) => Number(id)),
  });
}
