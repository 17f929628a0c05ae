import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import type { StatementTotal } from '@mizan/contract/settlement-statements.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../../platform/exports/export-sheet.ts';
import { isolated, plainText } from '../../../platform/exports/safe-text.ts';
import { type ChosenReader, type Words, wordsFor } from '../../../platform/words.ts';
import { totalsOf, writtenOffIn, writtenOffOf } from '../settlement-sums.ts';
import { schemeKeys } from '../settlement-words.ts';
import { type StatementFigures, type StatementRow, sha256 } from './figures.ts';

/** The columns in their order, and how wide each is beside the others; months of Umm al-Qura and days of two calendars need more room. */
const columnsOf = (calendar: ChosenReader['calendar']) => {
  const letters = { gregorian: 11, ummAlQura: 17, both: 25 }[calendar];
  return {
    bank: { kind: 'text', letters: 13 },
    day: { kind: 'day', letters },
    scheme: { kind: 'text', letters: 11 },
    due: { kind: 'day', letters },
    gross: { kind: 'amount', letters: 11 },
    refunds: { kind: 'amount', letters: 10 },
    mdr: { kind: 'amount', letters: 9 },
    processing: { kind: 'amount', letters: 11 },
    vat: { kind: 'amount', letters: 9 },
    net: { kind: 'amount', letters: 11 },
    writtenOff: { kind: 'amount', letters: 10 },
    arrived: { kind: 'amount', letters: 11 },
    valueDate: { kind: 'day', letters },
    difference: { kind: 'amount', letters: 10 },
    currency: { kind: 'text', letters: 9 },
    state: { kind: 'text', letters: 14 },
    unjudged: { kind: 'amount', letters: 10 },
  } as const satisfies Record<string, Omit<ExportColumn, 'name'>>;
};
/** With the column of what was written off, figures keep the room that they need to stand in one line; words have more than enough. */
const widened: Partial<Record<ColumnName, number>> = {
  bank: 12,
  gross: 13,
  net: 13,
  arrived: 13,
  currency: 8,
  state: 13,
};
type ColumnName = keyof ReturnType<typeof columnsOf>;
const columnNames = Object.keys(columnsOf('gregorian')) as ColumnName[];

const rowOf = (cells: Partial<Record<ColumnName, string | number | null>>): ExportRow =>
  columnNames.map((name) => cells[name] ?? null);

type Named = { nameEn: string; nameAr: string } | undefined;
const nameOf = (named: Named, words: Words): string => {
  const name = { en: named?.nameEn, ar: named?.nameAr }[words.language];
  return name ? plainText(name) : words.text('settlement:unknownBank.name');
};

/** How it stands, how late, and on which days it was paid where those are several: a column of days holds one. */
function stateOf({ state, lateDays, valueDates = [] }: StatementRow, { text, day }: Words): string {
  const isLate = state === 'LATE' && lateDays !== null;
  const said = isLate
    ? text('settlement:late.days', { count: lateDays })
    : text(`settlement:deposit.state.${state}`);
  const more = [
    ...(isLate || lateDays === null ? [] : [text('exports:statement.late', { count: lateDays })]),
    ...(valueDates.length > 1
      ? [text('exports:statement.inParts', { days: daysText(valueDates, day) })]
      : []),
  ];
  return more.length === 0 ? said : `${said} (${more.join(text('settlement:and'))})`;
}

/** Days that a line of a paper names one by one; of more the first, the last, and how many. */
const namedDaysMax = 3;
const daysText = (days: readonly string[], day: Words['day']): string =>
  days.length <= namedDaysMax
    ? days.map(day).join(' + ')
    : `${day(days[0] ?? '')} – ${day(days.at(-1) ?? '')}: ${days.length}`;

const cellsOf = (row: StatementRow, { banks, writtenOff }: StatementFigures, words: Words): ExportRow =>
  rowOf({
    bank: nameOf(
      banks.find(({ id }) => id === row.bankId),
      words,
    ),
    day: row.day,
    scheme: words.text(`transactions:scheme.${schemeKeys[row.scheme]}`),
    due: row.dueDay,
    ...moneyOf(row),
    writtenOff: writtenOffOf(row, writtenOff ?? []),
    valueDate: (row.valueDates?.length ?? 0) > 1 ? null : row.arrivedOn,
    difference: row.differenceMinor,
    currency: row.currency,
    state: stateOf(row, words),
    unjudged: row.unjudgedCount > 0 ? row.unjudgedMinor : null,
  });

const moneyOf = (of: StatementTotal | StatementRow) => ({
  gross: of.grossMinor,
  refunds: of.refundsMinor,
  mdr: of.mdrMinor,
  processing: of.processingMinor,
  vat: of.vatMinor,
  net: of.netMinor,
  arrived: of.arrivedMinor,
});

const totalRow = (
  bank: string,
  total: Omit<StatementTotal, 'unjudgedMinor' | 'writtenOffMinor'>,
  writtenOff: StatementFigures['writtenOff'] = [],
): ExportRow =>
  rowOf({
    bank,
    ...moneyOf({ ...total, unjudgedMinor: 0 }),
    writtenOff: writtenOffIn(total.currency, writtenOff),
    difference: total.differenceMinor,
    currency: total.currency,
  });

/** Closing sums: of each bank where there are several, and of all. */
function closingRows({ banks, rows, totals, writtenOff = [] }: StatementFigures, words: Words): ExportRow[] {
  const of = (bank: (typeof banks)[number]) =>
    totalsOf(rows.filter(({ bankId }) => bankId === bank.id)).map((total) =>
      totalRow(
        words.text('exports:statement.bankTotal', { bank: nameOf(bank, words) }),
        total,
        writtenOff.filter(({ bankId }) => bankId === bank.id),
      ),
    );
  return [
    ...(banks.length > 1 ? banks.flatMap(of) : []),
    ...totals.map((total) => totalRow(words.text('exports:total'), total, writtenOff)),
  ];
}

/** Words of ours inside a sentence, with the marks of direction that they bring. */
const together = (text: string): string => `\u2068${text}\u2069`;

/** What stands above the figures: whose, of when, and what may not be read into them. */
function factsOf(figures: StatementFigures, words: Words): string[] {
  const { text, day, amount, moment } = words;
  const { merchant, bank, unmatched, totals } = figures;
  const openSums = unmatched.map(
    ({ currency, amountMinor }) => `${amount(amountMinor)} ${text(`units:currency.${currency}`)}`,
  );
  const unjudged = totals
    .filter(({ unjudgedMinor }) => unjudgedMinor !== 0)
    .map(({ currency, unjudgedMinor }) => `${amount(unjudgedMinor)} ${text(`units:currency.${currency}`)}`);
  const givenUp = totals
    .filter(({ writtenOffMinor = 0 }) => writtenOffMinor !== 0)
    .map(({ currency, writtenOffMinor = 0, netMinor }) =>
      text('exports:statement.writtenOffOf', {
        amount: together(`${amount(writtenOffMinor)} ${text(`units:currency.${currency}`)}`),
        rest: together(`${amount(netMinor - writtenOffMinor)} ${text(`units:currency.${currency}`)}`),
      }),
    );
  // What the closing difference leaves out of net and arrived: without it the three do not add up. Form 3 and before did not say it.
  const unsaid = totals
    .filter(({ unsaidMinor }) => figures.form >= 4 && unsaidMinor !== 0)
    .map(({ currency, unsaidMinor }) => `${amount(unsaidMinor)} ${text(`units:currency.${currency}`)}`);
  const list = (sums: string[]): string => sums.map(together).join(text('settlement:and'));
  return [
    text('exports:statement.merchant', { name: isolated(nameOf(merchant, words)) }),
    text('exports:statement.bank', {
      bank: bank ? isolated(nameOf(bank, words)) : text('settlement:banks.all'),
    }),
    text('exports:statement.days', { from: together(day(figures.from)), to: together(day(figures.to)) }),
    text('exports:statement.made', {
      when: together(moment(new Date(figures.madeAt))),
      name: isolated(figures.madeByName),
    }),
    text('exports:statement.asOf'),
    ...(figures.isLastDayOver ? [] : [text('exports:statement.notOver')]),
    ...(openSums.length > 0 ? [text('exports:statement.unmatched', { amounts: list(openSums) })] : []),
    ...givenUp,
    ...(unsaid.length > 0 ? [text('exports:statement.unsaid', { amounts: list(unsaid) })] : []),
    ...(unjudged.length > 0 ? [text('exports:statement.unjudged', { amounts: list(unjudged) })] : []),
  ];
}

/** A settlement statement as a table for a file. CSV and XLSX say below the rows what a PDF says above them. */
export function statementTable(
  figures: StatementFigures,
  canonical: string,
  reader: ChosenReader,
  format: ExportFormat,
): ExportTable {
  const words = wordsFor(reader);
  const columns = columnsOf(reader.calendar);
  const hash = sha256(canonical).toString('hex');
  const lines = [figures.number, `SHA-256 ${hash}`, figures.address];
  const facts = factsOf(figures, words);
  const body = figures.rows.map((row) => cellsOf(row, figures, words));
  const closing = closingRows(figures, words);
  // Marks of direction are for paper: a cell of a program gets none, and no blanks in their place.
  const below = [...facts, ...lines].map((line) => rowOf({ bank: line.replaceAll(/[\u2066-\u2069]/g, '') }));
  // Paper has no room for a column without a figure; what reads a file wants always the same ones, as its form has them.
  const isShown = (name: ColumnName): boolean => {
    if (name === 'writtenOff' && (figures.writtenOff === undefined || format === 'pdf')) {
      return (figures.writtenOff ?? []).length > 0;
    }
    return (
      format !== 'pdf' || name !== 'unjudged' || figures.rows.some(({ unjudgedCount }) => unjudgedCount > 0)
    );
  };
  const shown = columnNames.filter(isShown);
  const isTight = format === 'pdf' && shown.includes('writtenOff');
  const narrowed = (all: readonly ExportRow[]): ExportRow[] =>
    all.map((row) => row.filter((_, at) => shown.includes(columnNames[at] ?? 'bank')));
  const rows = narrowed(format === 'pdf' ? body : [...body, ...closing, ...below]);
  async function* batches() {
    yield rows;
  }
  return {
    title: words.text('exports:statement.title', { number: figures.number }),
    facts,
    columns: shown.map((name) => ({
      name: words.text(`exports:settlement.column.${name}`),
      ...columns[name],
      ...(isTight && { letters: widened[name] ?? columns[name].letters }),
    })),
    reader,
    seal: { address: figures.address, lines, at: new Date(figures.madeAt), figures: canonical },
    rowsTotal: rows.length,
    rows: batches(),
    totals: () => narrowed(closing),
  };
}
