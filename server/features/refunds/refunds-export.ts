import type { Currency } from '@mizan/contract/money.ts';
import { type ExportedRefunds, isUndecided } from '@mizan/contract/refunds.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { camelKey, riyadhMoment } from '../../platform/exports/cell-texts.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import { plainText } from '../../platform/exports/safe-text.ts';
import { type Reader, type Words, wordsFor } from '../../platform/words.ts';
import {
  type ListedRefund,
  type RefundFilter,
  type RefundPlace,
  selectRefunds,
  sumRefunds,
} from './refund-list.queries.ts';
import { refundFilterOf } from './refund-list.service.ts';

/** Read at a time, each in a transaction of its own. */
const pageRows = 2_000;
/** More is not counted before it is written; nobody waits for the number. */
const countedMax = 1_000_000;

/** In their order, and how wide each is beside the others. */
const columns = {
  number: { kind: 'text', letters: 9 },
  date: { kind: 'text', letters: 17 },
  type: { kind: 'text', letters: 9 },
  state: { kind: 'text', letters: 13 },
  amount: { kind: 'amount', letters: 11 },
  currency: { kind: 'text', letters: 6 },
  original: { kind: 'text', letters: 9 },
  originalAmount: { kind: 'amount', letters: 11 },
  scheme: { kind: 'text', letters: 10 },
  card: { kind: 'text', letters: 7 },
  reason: { kind: 'text', letters: 12 },
  note: { kind: 'text', letters: 14 },
  terminal: { kind: 'text', letters: 10 },
  branch: { kind: 'text', letters: 12 },
  askedBy: { kind: 'text', letters: 12 },
  decidedBy: { kind: 'text', letters: 12 },
  decidedAt: { kind: 'text', letters: 17 },
  decisionNote: { kind: 'text', letters: 14 },
} as const satisfies Record<string, Omit<ExportColumn, 'name'>>;
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];
const cellsIn = (cells: Partial<Record<ColumnName, string | number | null>>): ExportRow =>
  columnNames.map((name) => cells[name] ?? null);

const ownStates: ReadonlySet<string> = new Set(['WAITING', 'REFUSED', 'WITHDRAWN']);

/** As the screen has it: where a person, the bank or the terminal still has to say how it ended, no other word stands. */
function stateText(row: ListedRefund, { text }: Words): string {
  const { state } = row;
  if (isUndecided(row)) return text('refunds:state.UNKNOWN');
  return text(ownStates.has(state) ? `refunds:state.${state}` : `transactions:status.${camelKey(state)}`);
}

function rowOf(row: ListedRefund, words: Words): ExportRow {
  const { text, language } = words;
  return cellsIn({
    number: row.id,
    date: riyadhMoment(row.createdAt),
    type: text(`transactions:type.${camelKey(row.type)}`),
    state: stateText(row, words),
    amount: row.amountMinor,
    currency: row.currency,
    original: row.originalId,
    originalAmount: row.originalAmountMinor,
    scheme: text(`transactions:scheme.${row.scheme.toLowerCase()}`),
    card: row.lastFour,
    reason: row.reason && text(`refunds:reason.${row.reason}`),
    note: row.note,
    terminal: row.tid,
    branch: plainText({ en: row.branchNameEn, ar: row.branchNameAr }[language]),
    askedBy: row.askedByName,
    decidedBy: row.decidedByName,
    decidedAt: row.decidedAt && riyadhMoment(row.decidedAt),
    decisionNote: row.decisionNote,
  });
}

async function* pages(
  db: Database,
  merchantId: string,
  filter: RefundFilter,
): AsyncGenerator<ListedRefund[]> {
  for (let after: RefundPlace | null = null; ; ) {
    const page: ListedRefund[] = await selectRefunds(db, merchantId, filter, after, pageRows);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < pageRows) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}

const spanFilters: ReadonlySet<string> = new Set(['from', 'to']);

/** Sums of approved ones by currency, made while the rows pass: only they are money that went back. */
function sums({ text }: Words) {
  const of = new Map<Currency, number>();
  return {
    add({ state, currency, amountMinor }: ListedRefund): void {
      if (state === 'APPROVED') of.set(currency, (of.get(currency) ?? 0) + amountMinor);
    },
    rows: (): ExportRow[] =>
      [...of].map(([currency, amount]) =>
        cellsIn({
          date: text('exports:refunds.approved', { currency: text(`units:currency.${currency}`) }),
          amount,
          currency,
        }),
      ),
  };
}

/**
 * The refunds of a filter as a table for a file, newest first, in the language of its reader: those that were sent, and
 * those that wait, were refused or taken back. Failure 'badRequest' where the days are no window
 */
export async function refundsTable(
  { db, clock }: { db: Database; clock: Clock },
  merchantId: string,
  asked: ExportedRefunds,
  reader: Reader,
): Promise<ExportTable & { fileTitle: string }> {
  const words = wordsFor(reader);
  const { text, day, moment } = words;
  const now = clock.now();
  const { window, ...filter } = refundFilterOf(asked, null, now);
  const isNarrowed = Object.entries(asked).some(
    ([name, value]) => value !== undefined && !spanFilters.has(name),
  );
  const totals = sums(words);
  async function* rows() {
    for await (const page of pages(db, merchantId, filter)) {
      for (const row of page) totals.add(row);
      yield page.map((row) => rowOf(row, words));
    }
  }
  const { count } = await sumRefunds(db, merchantId, filter, countedMax);
  return {
    title: text('exports:refunds.sheet'),
    fileTitle: [text('exports:refunds.file'), window?.from, window?.to].filter(Boolean).join(' '),
    facts: [
      window
        ? text('exports:refunds.days', { from: day(window.from), to: day(window.to) })
        : text('exports:refunds.allTime'),
      ...(isNarrowed ? [text('exports:refunds.filtered')] : []),
      text('exports:refunds.sums'),
      text('exports:made', { when: moment(now) }),
    ],
    columns: columnNames.map((name) => ({ name: text(`exports:refunds.column.${name}`), ...columns[name] })),
    reader,
    rowsTotal: count,
    rows: rows(),
    totals: totals.rows,
  };
}
