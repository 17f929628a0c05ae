import type { BankField } from '@mizan/contract/reconciliation-terms.ts';
import { isPaymentLine } from '../match/matches.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { decimalMinor } from '../normalise/unread-columns.ts';
import { areMostly } from '../read/mostly.ts';
import { cellText } from '../read/row.ts';
import { createFinder, found } from './finds.ts';
import type { Reading } from './reading.ts';
import { readRows, type TrialFile } from './trial-file.ts';

/** What the lines of a file come to as their columns are taken: what speaks for one way of taking them. */
interface Score {
  /** Lines of payments. */
  lines: number;
  /** Those that find their payment by an exact key with the same amount. */
  finds: number;
  /** Those of them whose charge is the one that was agreed. */
  charges: number;
  /** Lines under the number of a terminal of the payments. */
  terminals: number;
}

type Fields = Reading['fields'];

/** What columns of one kind may be, alone or together, and by what of a score that is told. */
interface Guess {
  fields: readonly BankField[];
  /** Columns that are this by their name alone are none: 'Commission' may hold a rate beside what was kept. */
  isNone?: boolean;
  /** It turns a few lines among many: refunds. */
  isOfFew?: boolean;
  measure: (score: Score) => number;
  /** Of how many lines at most. */
  most: (score: Score) => number;
  /** Whether a column may be this one at all, by the texts in it. */
  mayBe: (texts: readonly string[]) => boolean;
}

const areWords = (texts: readonly string[]): boolean => areMostly(texts, /^[^\p{Nd}]*\p{L}[^\p{Nd}]*$/u);
const areKeys = (texts: readonly string[]): boolean =>
  areMostly(texts, /[\p{L}\p{Nd}]{3,}/u) && !areWords(texts);
const areAmounts = (texts: readonly string[]): boolean =>
  areMostly(texts, /\p{Nd}/u) && !areMostly(texts, /\p{Nd}{9,}/u);

const byFinds = { measure: ({ finds }: Score) => finds, most: ({ lines }: Score) => lines };
const byCharges = { measure: ({ charges }: Score) => charges, most: ({ finds }: Score) => finds };

const guesses: readonly Guess[] = [
  // A refund that no word tells is a sale of as much.
  { fields: ['type'], isOfFew: true, ...byFinds, mayBe: areWords },
  { fields: ['direction'], isOfFew: true, ...byFinds, mayBe: areWords },
  { fields: ['rrn'], ...byFinds, mayBe: areKeys },
  { fields: ['paymentReference'], ...byFinds, mayBe: areKeys },
  { fields: ['orderReference'], ...byFinds, mayBe: areKeys },
  { fields: ['authCode'], ...byFinds, mayBe: areKeys },
  { fields: ['card'], ...byFinds, mayBe: areKeys },
  { fields: ['authCode', 'card'], ...byFinds, mayBe: areKeys },
  { fields: ['stan'], ...byFinds, mayBe: areKeys },
  { fields: ['stan', 'terminalId'], ...byFinds, mayBe: areKeys },
  {
    fields: ['terminalId'],
    measure: ({ terminals }) => terminals,
    most: ({ lines }) => lines,
    mayBe: areKeys,
  },
  { fields: ['fee'], isNone: true, ...byCharges, mayBe: areAmounts },
  { fields: ['vat'], isNone: true, ...byCharges, mayBe: areAmounts },
  { fields: ['net'], ...byCharges, mayBe: areAmounts },
  { fields: ['totalFee'], ...byCharges, mayBe: areAmounts },
  { fields: ['fee'], ...byCharges, mayBe: areAmounts },
  { fields: ['vat'], ...byCharges, mayBe: areAmounts },
];

/** So many columns of unknown names are tried; a file with more of them has names that nobody would guess. */
const columnsMax = 24;
/** And so many of keys two by two. */
const pairedMax = 6;

/**
 * The columns as they are, and beside them those of unknown names that the payments tell: with the column as its RRN, code, terminal or
 * type most lines that found nothing find their payment, with it as the net or the fee their charge is the agreed one, and nothing
 * that was found is lost. What a name says stands, but for a rate that is called as what it comes to; what nothing tells stays open.
 */
export function fieldsByValues(file: TrialFile, payments: PortalRecords, reading: Reading): Fields {
  const few = { ...file, rows: spreadOver(file.rows) };
  const scoreOf = scorer(few, payments, reading);
  const scoreOfAll = scorer(file, payments, reading);
  let fields: Fields = withoutRates(few, reading.fields, scoreOf);
  const texts = textsOfUnread(few, fields);
  // What a column tells shows once its lines have found their payment by another one.
  for (let before: Fields | null = null; before !== fields; ) {
    before = fields;
    for (const guess of guesses)
      fields = bestOf(guess, fields, { scoreOf: guess.isOfFew ? scoreOfAll : scoreOf, texts });
  }
  return fields;
}

/** Rows from all over the file: many columns are read in many ways. */
const rowsMax = 200;
const spreadOver = <Each>(rows: readonly Each[]): Each[] => {
  const stride = Math.ceil(rows.length / rowsMax);
  return rows.filter((_, index) => index % stride === 0);
};

/** The columns with the guess that tells most; as they are where none is worth it. Each takes a column, so they come to an end. */
function bestOf(
  guess: Guess,
  fields: Fields,
  { scoreOf, texts }: { scoreOf: (fields: Fields) => Score; texts: ReadonlyMap<number, readonly string[]> },
): Fields {
  const ways = [...waysOf(guess, fields, texts)];
  if (ways.length === 0) return fields;
  const before = scoreOf(fields);
  let best = { fields, gain: 0 };
  for (const tried of ways) {
    const after = scoreOf(tried);
    const gain = guess.measure(after) - guess.measure(before);
    if (gain > best.gain && isWorth(guess, before, after, gain)) best = { fields: tried, gain };
  }
  return best.fields;
}

/**
 * Without a fee that is one figure on lines of different amounts, where neither a net nor what was agreed bears it out: 'MDR' of 0.80 may be a
 * rate, and a bank that charges by a monthly invoice prints 0.00. Taken for a fee it would be wrong on every line; left unread the rate is
 * asked about, and nil says nothing of fees.
 */
function withoutRates(
  { mapping, rows }: TrialFile,
  fields: Fields,
  scoreOf: (fields: Fields) => Score,
): Fields {
  const [amountAt, feeAt] = [fields.indexOf('amount'), fields.indexOf('fee')];
  if (amountAt < 0 || feeAt < 0 || fields.includes('net') || fields.includes('netCredit')) return [...fields];
  const figuresAt = (index: number): number =>
    new Set(
      rows.map((row) => decimalMinor(cellText(row, index + mapping.shift))).filter((minor) => minor > 0),
    ).size;
  const { finds, charges } = scoreOf(fields);
  const isRate = figuresAt(amountAt) >= ratesMin && figuresAt(feeAt) <= 1 && charges * 2 <= finds;
  return isRate ? fields.with(feeAt, null) : [...fields];
}
const ratesMin = 3;

/** Most of what was open is told so, and nothing is lost. */
function isWorth({ isOfFew, measure, most }: Guess, before: Score, after: Score, gain: number): boolean {
  const isKept =
    after.lines >= before.lines && after.finds >= before.finds && after.charges >= before.charges;
  const open = most(after) - measure(before);
  return isKept && (isOfFew || gain * 2 > open);
}

/** The ways of taking unread columns as what is guessed of them. */
function* waysOf(
  { fields: guessed, mayBe, isNone }: Guess,
  fields: Fields,
  texts: ReadonlyMap<number, readonly string[]>,
): Generator<Fields> {
  if (isNone) {
    for (const [index, field] of fields.entries()) if (field === guessed[0]) yield fields.with(index, null);
    return;
  }
  if (guessed.some((field) => fields.includes(field))) return;
  const [first, second] = guessed;
  const at = [...texts].flatMap(([index, cells]) => (fields[index] === null && mayBe(cells) ? [index] : []));
  for (const one of second === undefined ? at : at.slice(0, pairedMax)) {
    if (second === undefined) yield fields.with(one, first ?? null);
    else
      for (const other of at.slice(0, pairedMax))
        if (other !== one) yield fields.with(one, first ?? null).with(other, second);
  }
}

function scorer(file: TrialFile, payments: PortalRecords, reading: Reading): (fields: Fields) => Score {
  const finder = createFinder(payments);
  const terminals = new Set<number>();
  for (let r = 0; r < payments.count; r++) terminals.add(payments.columns.terminal[r] as number);
  return (fields) => {
    const { lines, lineOf } = readRows(file, { ...reading, fields });
    const score = { lines: 0, finds: 0, charges: 0, terminals: 0 };
    for (const line of lineOf) {
      if (line < 0 || !isPaymentLine(lines, line)) continue;
      score.lines++;
      const terminal = lines.columns.terminal[line] as number;
      if (terminal >= 0 && terminals.has(terminal)) score.terminals++;
      const bits = finder.look(lines, line);
      if ((bits & found.key) !== 0) score.finds++;
      if ((bits & found.charge) !== 0) score.charges++;
    }
    return score;
  };
}

/** What stands in the columns of unknown names, without empty cells, by their index. */
function textsOfUnread({ mapping, rows }: TrialFile, fields: Fields): Map<number, string[]> {
  const texts = new Map<number, string[]>();
  for (const [index, field] of fields.entries()) {
    if (field !== null || texts.size === columnsMax) continue;
    const cells = rows
      .map((row) => cellText(row, index + mapping.shift).trim())
      .filter((text) => text !== '');
    if (cells.length > 0) texts.set(index, cells);
  }
  return texts;
}
