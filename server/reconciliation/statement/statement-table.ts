import { addDays } from '@mizan/contract/business-day.ts';
import { isSaudiIban, plainIban } from '@mizan/contract/iban.ts';
import { type Currency, currencies, latinDigits } from '@mizan/contract/money.ts';
import {
  type BalanceChain,
  type StatementAsked,
  type StatementField,
  type StatementTable,
  type StatementWays,
  statementWays,
} from '@mizan/contract/statement-table.ts';
import type { RefusedLine, RowBeside } from '@mizan/contract/statements.ts';
import { epochDayOfIso, isoDayOf } from '../normalise/date-text.ts';
import { currencyOfHeading, noCurrency } from '../read/currency-words.ts';
import { comparableHeader } from '../read/header-text.ts';
import { chainOf } from './balance-chain.ts';
import { besideOf } from './beside-rows.ts';
import {
  columnsOf,
  type FoundColumns,
  missingOf,
  statementFieldOf,
  statementSignature,
  type TableRow,
  type ToldTable,
} from './statement-columns.ts';
import {
  cellsOf,
  dayOfRow,
  hasTwoColumns,
  minorOfCell,
  namesCurrency,
  type RowRead,
  type RowRules,
  readRow,
  rowsBelow,
} from './statement-row.ts';

/** What a person or an earlier statement says of the columns and values of a table. */
export interface SaidOfTable {
  fields?: readonly (StatementField | null)[] | undefined;
  ways: StatementWays;
  /** How its table is told; null where the file itself says it. */
  told?: ToldTable | null | undefined;
  /** An earlier statement's: what this file's values decide otherwise is asked again. */
  isRemembered: boolean;
}

export interface ReadStatementTable {
  table: Omit<StatementTable, 'told' | 'isRemembered'>;
  /** The line with the names of the columns; 0 where no line names them. */
  namesLine: number;
  keys: readonly string[];
  signature: string;
  /** IBAN or number, null where none or several are named. */
  account: string | null;
  /** A column names several accounts. */
  isOfSeveral: boolean;
  /** Empty while something has to be said. */
  lines: (Omit<RowRead, 'epochDay' | 'balanceMinor'> & { valueDate: string; isOff: boolean })[];
  refused: RefusedLine[];
  /** Balances and totals among the rows: no entries, and nothing that could not be read. */
  beside: RowBeside[];
}

/**
 * A statement's table, from rows to lines: columns by their names or as was said, values in whichever way the file itself
 * decides; what nothing decides is asked (docs/decisions/0075-statements-as-tables.md). null where the rows are no table.
 * `today` is Riyadh's day: what lies far ahead of it is no statement's date.
 */
export function readStatementTable(
  rows: readonly TableRow[],
  said: SaidOfTable,
  today: string,
): ReadStatementTable | null {
  const found = columnsOf(rows, said.told ?? null);
  if (!found) return null;
  const fields = found.titles.map((_, at) => (said.fields ?? found.fields)[at] ?? null);
  const { below, beside } = parted(rowsBelow(found), fields);
  const missing = missingOf(fields);
  const account = accountOf(found, fields, below);
  const base = {
    signature: statementSignature(found),
    namesLine: found.line,
    keys: found.keys,
    account: account.only,
    isOfSeveral: account.isOfSeveral,
    beside,
  };
  const table = (asked: StatementAsked[], chain: BalanceChain | null) => ({
    columns: found.titles.map((title, at) => ({
      title,
      field: fields[at] ?? null,
      sample: below.slice(0, samplesMax).map(({ cells }) => (cells[at] ?? '').slice(0, sampleCharsMax)),
    })),
    missing,
    asked,
    chain,
  });
  if (missing.length > 0) return { ...base, table: table([], null), lines: [], refused: [] };
  const { ways, asked } = decided({
    found,
    // What a stray quote went over decides no question.
    below: below.filter(({ isBroken }) => isBroken !== true),
    fields,
    said,
    lastDay: addDays(today, daysAheadMax),
  });
  if (asked.some(({ way }) => way === null))
    return { ...base, table: table(asked, null), lines: [], refused: [] };
  const { read, chain, off } = readAll(rulesOf(found, fields, below, ways), below);
  return {
    ...base,
    table: table(asked, chain),
    lines: read.flatMap((each) => {
      if (typeof each.read === 'string') return [];
      const { line, amountMinor, currency, reference, text } = each.read;
      const valueDate = isoDayOf(each.read.epochDay);
      return [{ line, valueDate, amountMinor, currency, reference, text, isOff: off.has(each.read) }];
    }),
    refused: read.flatMap(({ line, read: each }) =>
      typeof each === 'string' ? [{ line, reason: each }] : [],
    ),
  };
}

/** Entries, and what stands among them. */
function parted(rows: readonly TableRow[], fields: readonly (StatementField | null)[]) {
  const beside: RowBeside[] = [];
  const below = rows.filter((row) => {
    const dates = (['date', 'valueDate'] as const).flatMap((field) => cellsOf({ fields }, row, field));
    const kind = row.isBroken === true ? null : besideOf(row, dates);
    if (kind !== null) beside.push({ line: row.line, kind });
    return kind === null;
  });
  return { below, beside };
}

const samplesMax = 3;
const sampleCharsMax = 60;
/** As far ahead as a deposit's value date may lie. */
const daysAheadMax = 14;

const rulesOf = (
  { titles }: FoundColumns,
  fields: readonly (StatementField | null)[],
  below: readonly TableRow[],
  ways: StatementWays,
): RowRules => {
  const debits = below.flatMap((row) => {
    const { minor } = minorOfCell(cellsOf({ fields }, row, 'debit')[0] ?? '', ways);
    return minor === null || Number.isNaN(minor) || minor === 0 ? [] : [minor];
  });
  return { fields, titles, ways, debitsAreSigned: debits.length > 0 && debits.every((minor) => minor < 0) };
};

function readAll(rules: RowRules, below: readonly TableRow[]) {
  const read = below.map((row) => ({ line: row.line, read: readRow(rules, row) }));
  const found = chainOf(read.map(({ read: each }) => (typeof each === 'string' ? null : each)));
  return { read, chain: found?.chain ?? null, off: found?.off ?? new Set<RowRead>() };
}

interface Trial {
  found: FoundColumns;
  below: readonly TableRow[];
  fields: readonly (StatementField | null)[];
  said: SaidOfTable;
  lastDay: string;
}

/** The way of one question: what was said, else what the file decides; null where nothing does. */
function wayOf<Way extends string>(
  said: Way | undefined,
  shown: Way | null,
  isRemembered: boolean,
): Way | null {
  if (said === undefined) return shown;
  return isRemembered && shown !== null && shown !== said ? null : said;
}

/** The ways by which a table is read, and the questions that it raises. */
function decided(trial: Trial): { ways: StatementWays; asked: StatementAsked[] } {
  const { said } = trial;
  const asked: StatementAsked[] = [];
  const ways: StatementWays = { ...said.ways };
  const ask = (question: StatementAsked['question'], tried: StatementAsked['ways'], way: string | null) =>
    asked.push({ question, way, ways: tried });
  const decimals = tryDecimals(trial);
  if (decimals) {
    // A mark that only one way can read is no question.
    const way = decimals.isPlain ? decimals.way : wayOf(said.ways.decimals, decimals.way, said.isRemembered);
    if (!decimals.isPlain) ask('decimals', decimals.tried, way);
    ways.decimals = way ?? undefined;
  }
  const order = tryDates(trial);
  if (order) {
    const way = wayOf(said.ways.dateOrder, order.way, said.isRemembered);
    ask('dateOrder', order.tried, way);
    ways.dateOrder = way ?? undefined;
  }
  const rules = rulesOf(trial.found, trial.fields, trial.below, ways);
  if (trial.below.some((row) => !namesCurrency(rules, row))) {
    const shown = currencyAbove(trial);
    const way = wayOf(said.ways.currency, shown, said.isRemembered);
    ask(
      'currency',
      statementWays.currency.map((each) => ({ way: each, readCount: 0, heldCount: 0 })),
      way,
    );
    ways.currency = way ?? undefined;
  }
  if (lacksSigns(trial, ways)) {
    const { read, chain } = readAll(
      { ...rules, ways: { ...ways, currency: ways.currency ?? 'SAR' } },
      trial.below,
    );
    // Equal amounts follow from each other in the other order as well, and went out then.
    const outwards = chainOf(
      read.map(({ read: each }) =>
        typeof each === 'string' ? null : { ...each, amountMinor: -each.amountMinor },
      ),
    );
    const isProved = isWhole(chain) && !isWhole(outwards?.chain ?? null);
    // What was said of an earlier statement says nothing of this one: one withdrawal in it would be money that arrived.
    const now = said.isRemembered ? undefined : said.ways.signs;
    const way = wayOf(now, isProved ? 'allIn' : null, false);
    ask('signs', [{ way: 'allIn', readCount: trial.below.length, heldCount: chain?.heldCount ?? 0 }], way);
    ways.signs = way ?? undefined;
  }
  return { ways, asked };
}

const isWhole = (chain: BalanceChain | null): boolean =>
  chain !== null && chain.heldCount === chain.triedCount;

/** The way by which strictly more can be read, else the only one of which everything stands in order. */
function better<Way extends string>(
  tried: { way: Way; readCount: number; heldCount: number }[],
  isWhole: (heldCount: number) => boolean,
): Way | null {
  const [one, other] = tried;
  if (!one || !other) return null;
  if (one.readCount !== other.readCount) return one.readCount > other.readCount ? one.way : other.way;
  if (isWhole(one.heldCount) === isWhole(other.heldCount)) return null;
  return isWhole(one.heldCount) ? one.way : other.way;
}

const onlyCounts = ({ way, readCount, heldCount }: StatementAsked['ways'][number]) => ({
  way,
  readCount,
  heldCount,
});

/** Point or comma before the decimals, where it makes a difference to any amount or balance. */
function tryDecimals({ found, below, fields }: Trial) {
  const texts = below.flatMap((row) =>
    (['credit', 'debit', 'amount', 'balance'] as const).flatMap((field) => cellsOf({ fields }, row, field)),
  );
  const minorsBy = statementWays.decimals.map((decimals) =>
    texts.map((text) => minorOfCell(text, { decimals }).minor),
  );
  const [byPoint = [], byComma = []] = minorsBy;
  if (byPoint.every((minor, at) => Object.is(minor, byComma[at]))) return null;
  const tried = statementWays.decimals.map((way, at) => {
    const { chain } = readAll(rulesOf(found, fields, below, { decimals: way, currency: 'SAR' }), below);
    const readCount = (minorsBy[at] ?? []).filter((minor) => minor !== null && !Number.isNaN(minor)).length;
    return { way, readCount, heldCount: chain?.heldCount ?? 0, triedCount: chain?.triedCount ?? 0 };
  });
  // A chain of few balances holds by chance in both: all of it has to, and in one way alone.
  const most = Math.max(...tried.map(({ triedCount }) => triedCount));
  const way = better(tried, (heldCount) => most > 0 && heldCount === most);
  const isPlain =
    way !== null &&
    byPoint.every(
      (minor, at) => Object.is(minor, byComma[at]) || Number.isNaN(minor) || Number.isNaN(byComma[at]),
    );
  return { way, isPlain, tried: tried.map(onlyCounts) };
}

/** Day or month first, where it makes a difference to any date. */
function tryDates({ below, fields, lastDay }: Trial) {
  const last = epochDayOfIso(lastDay);
  const daysBy = statementWays.dateOrder.map((dateOrder) =>
    below.map((row) => {
      const days = [true, false].map((isOwn) => dayOfRow({ fields, ways: { dateOrder } }, row, isOwn));
      return days.some((day) => day === null || day > last) ? null : days;
    }),
  );
  const [one = [], other = []] = daysBy;
  if (one.every((days, at) => String(days) === String(other[at]))) return null;
  const tried = statementWays.dateOrder.map((way, at) => {
    const days = (daysBy[at] ?? []).flatMap((each) => (each ? [each[0] ?? 0] : []));
    const steps = days.slice(1).map((day, before) => day - (days[before] ?? 0));
    const inOrder = Math.max(...[1, -1].map((sign) => steps.filter((step) => step * sign >= 0).length));
    return { way, readCount: days.length, heldCount: inOrder, stepCount: steps.length };
  });
  const steps = tried[0]?.stepCount ?? 0;
  const way = better(tried, (heldCount) => steps > 1 && heldCount === steps);
  return { way, tried: tried.map(onlyCounts) };
}

/** The one currency that the lines above the names speak of; null where none or several are. */
function currencyAbove({ found: { above } }: Trial): Currency | null {
  const named = above
    .flatMap(({ cells }) => cells.map(currencyOfHeading))
    .filter((index) => index !== noCurrency);
  const [only] = named;
  return only !== undefined && new Set(named).size === 1 ? (currencies[only] ?? null) : null;
}

/** One column of amounts without a direction, of which none has a sign: nothing says what came in and what went out. */
function lacksSigns({ fields, below }: Trial, ways: StatementWays): boolean {
  if (hasTwoColumns({ fields }) || fields.includes('direction')) return false;
  const texts = below.flatMap((row) => cellsOf({ fields }, row, 'amount'));
  return !texts.some((text) => {
    const { minor } = minorOfCell(text, ways);
    return (minor !== null && minor < 0) || /\+|\bcr\b|\bdr\b|دائن|مدين/i.test(text);
  });
}

/** The account that a table is of: the one of its column, else the IBAN or the number that the lines above name. */
function accountOf(
  { above }: FoundColumns,
  fields: readonly (StatementField | null)[],
  below: readonly TableRow[],
): { only: string | null; isOfSeveral: boolean } {
  const inColumn = new Set(
    below.flatMap((row) => cellsOf({ fields }, row, 'account').map((text) => plainIban(latinDigits(text)))),
  );
  inColumn.delete('');
  if (inColumn.size > 0) return { only: [...inColumn][0] ?? null, isOfSeveral: inColumn.size > 1 };
  const ibans = new Set(
    above.flatMap(({ cells }) =>
      cells.flatMap((cell) => {
        const found = /SA\d{2}(?:\s?[\dA-Z]){20}/i.exec(latinDigits(cell))?.[0] ?? '';
        return isSaudiIban(found) ? [plainIban(found)] : [];
      }),
    ),
  );
  const named = ibans.size > 0 ? ibans : new Set(above.flatMap(numbersOf));
  return { only: named.size === 1 ? ([...named][0] ?? null) : null, isOfSeveral: false };
}

/** The account number of a line 'Account No.: 608010167519', in the cell of the label or the one after it. */
function numbersOf({ cells }: TableRow): string[] {
  return cells.flatMap((cell, at) => {
    const [label = '', same = ''] = cell.split(/[:：]/);
    if (statementFieldOf(label) !== 'account' && comparableHeader(label) !== 'account number') return [];
    const value = same.trim() || (cells.slice(at + 1).find((text) => text !== '') ?? '');
    const digits = latinDigits(value).replaceAll(/[\s-]/g, '');
    return /^\d{6,24}$/.test(digits) ? [digits] : [];
  });
}
