import { tryBankFile } from '../../../server/reconciliation/bank-file-trial.ts';
import { layoutOf } from '../../../server/reconciliation/evidence/reading.ts';
import { type Inspection, inspectBankFile } from '../../../server/reconciliation/inspect-bank-file.ts';
import { unconfirmedPart } from '../../../server/reconciliation/judge/coverage-job.ts';
import type { Layout } from '../../../server/reconciliation/read/columns.ts';
import { withFile } from '../../../server/reconciliation/read/file-trial.ts';
import { copyTextOf } from '../made-up-payments.ts';
import type { KnownPayment } from '../settlement-line.ts';

const now = { todayIso: '2026-12-05', nowMs: Date.parse('2026-12-05T12:00:00+03:00') };
const quiet = ['matched', 'rounding'];

interface Played {
  bytes: string | Uint8Array;
  payments: readonly KnownPayment[];
  /** What a person says that the columns hold where no row names them. */
  fields?: readonly (string | null)[];
}

/**
 * What becomes of a file by whatever is proposed of it: its verdict, what it asks about (sheets and columns by their kind), how many rows
 * could not be read, and what its lines and payments differ by.
 */
export async function judgedAsProposed({ bytes, payments, fields }: Played) {
  const found = await inspected(bytes, payments);
  const said = fields && saidOf(found, fields);
  const { mapping, trial, layout } = said ? await inspected(bytes, payments, said) : found;
  if (!trial)
    return { verdict: `cannot be read: ${mapping.missing.join()}`, asked: [], exceptions: [], rejected: 0 };
  const known = payments.map(({ lastFour, firstSix: _six, cashMinor: _cash, earlier: _no, ...payment }) => {
    return { ...payment, last4: lastFour };
  });
  const { table, sheet } = layout;
  const { summary, entries } = await tryBankFile(bytes, known as never, {
    ...now,
    layout: layoutOf(mapping, trial.reading, { table, sheet }),
  });
  return {
    verdict: summary.verdict,
    asked: summary.absent.flatMap(({ kind, value }) =>
      kind === 'unreadColumn' || kind === 'sheet' ? [value] : [],
    ),
    rejected: summary.linesRejected,
    exceptions: entries.flatMap(({ outcome, transaction_id: id }) =>
      quiet.includes(outcome ?? '') ? [] : [[outcome, id]],
    ),
  };
}

const inspected = (
  bytes: string | Uint8Array,
  payments: readonly KnownPayment[],
  layout?: Layout,
): Promise<Inspection> =>
  withFile(bytes, (filePath) =>
    inspectBankFile(
      { ...now, filePath, cutoff: '00:00', parts: [unconfirmedPart], layout },
      {
        layoutFor: () => Promise.resolve(null),
        payments: async function* () {
          yield* copyTextOf(payments, 1_000_000);
        },
      },
    ),
  );

/** The columns of a file without names, as a person says them; undefined where a row names them. */
function saidOf(
  { mapping, layout, facts }: Inspection,
  fields: readonly (string | null)[],
): Layout | undefined {
  const isNameless = mapping.titles.every((title) => title === '') && mapping.keys.length === fields.length;
  if (!isNameless) return undefined;
  const named = Object.fromEntries(mapping.keys.map((key, index) => [key, fields[index] ?? null]));
  return { ...layout, fields: named as Layout['fields'], sheet: facts.sheet ?? undefined };
}
