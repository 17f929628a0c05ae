/** What the engine makes of a planted file, beside what was written down: for tests alone, the generator imports none of it. */
import fc from 'fast-check';
import { trialEntriesOf } from '../../../server/reconciliation/bank-file-trial.ts';
import { type JobPart, unconfirmedPart } from '../../../server/reconciliation/judge/coverage-job.ts';
import type { LateKeys } from '../../../server/reconciliation/match/late-keys.ts';
import type { Layout } from '../../../server/reconciliation/read/columns.ts';
import { withFile } from '../../../server/reconciliation/read/file-trial.ts';
import { comparableHeader } from '../../../server/reconciliation/read/header-text.ts';
import { reconcileBankFile } from '../../../server/reconciliation/reconcile-bank-file.ts';
import type {
  PortalScope,
  ReconcileJob,
  ReconcileSummary,
} from '../../../server/reconciliation/reconcile-job.ts';
import { copyTextOf } from '../made-up-payments.ts';
import { type Manner, manners } from '../manner.ts';
import { trueReading } from '../mannered-columns.ts';
import { type Draw, type PlantedBook, planted } from '../planted-book.ts';
import { rowPlants } from '../planted-rows.ts';
import type { KnownPayment } from '../settlement-line.ts';

export const anyManner = fc.record(
  Object.fromEntries(
    Object.entries(manners).map(([part, ways]) => [part, fc.constantFrom(...(ways as readonly string[]))]),
  ),
) as unknown as fc.Arbitrary<Manner>;
export const anyDraw: fc.Arbitrary<Draw> = fc.record({
  seed: fc.nat(1_000_000),
  count: fc.integer({ min: 6, max: 40 }),
  manner: anyManner,
  lines: fc.array(fc.constantFrom(...planted), { maxLength: 8 }),
  rows: fc.uniqueArray(fc.constantFrom(...rowPlants), { maxLength: 3 }),
});

/** The reading as its owner would confirm it. */
export function confirmed(manner: Manner): Layout {
  const { fields, ...formats } = trueReading(manner);
  const named = Object.entries(fields).map(([title, field]) => [comparableHeader(title), field]);
  return { fields: Object.fromEntries(named) as Layout['fields'], ...formats };
}

export interface Judged {
  summary: ReconcileSummary;
  entries: ReturnType<typeof trialEntriesOf>;
}

export function jobOf({ book, manner }: PlantedBook): Omit<ReconcileJob, 'filePath'> {
  const part: JobPart = { ...unconfirmedPart, ...book.part, isSaid: true };
  return {
    layout: confirmed(manner),
    cutoff: manner.cutoff,
    parts: [part],
    todayIso: book.todayIso,
    nowMs: Date.parse(`${book.todayIso}T12:00:00+03:00`),
  };
}

export const judgePlanted = (file: PlantedBook, job: Partial<ReconcileJob> = {}): Promise<Judged> =>
  withFile(file.text, async (filePath) => {
    const chunks: Uint8Array[] = [];
    const whole = { ...jobOf(file), ...job, filePath };
    const isHandedOver = handedOver(whole.parts);
    const { payments } = file.book;
    const summary = await reconcileBankFile(whole, {
      payments: async function* (scope) {
        yield* copyTextOf(
          payments.filter((payment) => isHandedOver(payment, scope)),
          1_000_000,
        );
      },
      latePayments: async function* (scope, keys) {
        yield* copyTextOf(
          payments.filter((payment) => !isHandedOver(payment, scope) && isNamed(payments, payment, keys)),
          1_000_000,
        );
      },
      entries: (chunk) => void chunks.push(new Uint8Array(chunk)),
      progress: () => {},
    });
    return { summary, entries: trialEntriesOf(Buffer.concat(chunks)) };
  });

/** Which payments the portal hands over before their keys are asked for: those of the file's days, and what is open still. */
function handedOver(parts: readonly JobPart[] | undefined) {
  const openings = (parts ?? []).flatMap(({ openingMs }) => openingMs ?? []);
  const openSinceMs = openings.length > 0 ? Math.min(...openings) : null;
  return (payment: KnownPayment, { spans, fromDay, toDay }: PortalScope): boolean => {
    const { businessDay, createdAtMs, hostAtMs = createdAtMs } = payment;
    if (spans.some((span) => businessDay >= span.fromDay && businessDay <= span.toDay)) return true;
    if (spans.length < 2 && openSinceMs === null) return false;
    const isOpen = payment.status === 'APPROVED' && !payment.earlier;
    const sinceMs = openSinceMs ?? Date.parse(`${fromDay}T00:00:00+03:00`);
    return isOpen && hostAtMs >= sinceMs && businessDay < (spans.at(-1)?.toDay ?? toDay);
  };
}

/** Whether an exact key of the file is a payment's own, or that of the sale that it takes back. */
function isNamed(
  payments: readonly KnownPayment[],
  payment: KnownPayment,
  { ids, ofSales, ...own }: LateKeys,
): boolean {
  if (ids.includes(payment.id) || hasKey(payment, own)) return true;
  const sale = payments.find(({ id }) => id === payment.originalId);
  return sale !== undefined && hasKey(sale, ofSales);
}

const hasKey = ({ rrn, uuid, orderRef }: KnownPayment, { rrns, references }: LateKeys['ofSales']): boolean =>
  (rrn !== null && rrns.includes(rrn)) ||
  [uuid, orderRef?.toLowerCase()].some((text) => text !== undefined && references.includes(text));

const byText = <T>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
const numberOrNull = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

export function foundIn({ summary, entries }: Judged) {
  return {
    findings: byText(
      entries
        .filter(({ outcome }) => outcome !== 'matched')
        .map((entry) => ({
          outcome: entry.outcome,
          reason: entry.reason,
          transactionId: numberOrNull(entry.transaction_id),
          line: numberOrNull(entry.line),
          differenceMinor: Number(entry.difference_minor),
        })),
    ),
    rejected: byText(summary.rejections.map(({ line, code }) => ({ line, code }))),
    warned: byText(summary.warnings.map(({ line, code }) => ({ line, code }))),
    notCounted: byText(summary.notCounted.rows.map(({ line, kind }) => ({ line, kind }))),
    totals: byText(summary.totals.map(({ line, agrees }) => ({ line, agrees }))),
    lineCount: summary.linesRead,
    rowCount: summary.rowCount,
    absent: summary.absent.filter(({ kind }) => kind === 'terminal' || kind === 'scheme'),
    verdict: summary.verdict,
  };
}

export const writtenDown = (file: PlantedBook): ReturnType<typeof foundIn> => ({
  findings: byText(
    file.answers.map(({ outcome, reason, transactionId, line, differenceMinor }) => ({
      outcome,
      reason,
      transactionId,
      line,
      differenceMinor,
    })),
  ),
  rejected: byText(file.rejected) as never,
  warned: byText(file.warned) as never,
  notCounted: byText(file.notCounted) as never,
  totals: byText(file.totals),
  lineCount: file.lineCount,
  rowCount: file.rowCount,
  absent: [],
  verdict: file.verdict,
});
