import {
  type BankField,
  type LineType,
  lineTypes,
  type ReadingEvidence,
  type ReadingQuestion,
  type ReadingWay,
  readingQuestions,
} from '@mizan/contract/reconciliation-terms.ts';
import { isPaymentLine } from '../match/matches.ts';
import { lineFlag } from '../normalise/bank-lines.ts';
import { ownCharges } from '../normalise/line-words.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { amountFields, type Layout } from '../read/columns.ts';
import { cellText } from '../read/row.ts';
import { createFinder, type Finder, found } from './finds.ts';
import { type Reading, readSo } from './reading.ts';
import { dateExample, type Said, saidBy } from './said.ts';
import { type ReadRows, readRows, type TrialFile } from './trial-file.ts';
import { type TrialScope, trialScopeOf } from './trial-scope.ts';
import { type Ways, waysOf } from './ways.ts';

/** One way of a question: how many of the lines tried find their payment so, and so speak for it. */
interface TriedWay {
  way: ReadingWay;
  finds: number;
  /** How many judging by it confirms, where that is not what speaks for it; else it is `finds`. */
  confirms?: number;
  /** The column that it reads, by its heading, where the ways read different ones. */
  column: string | null;
}

export interface TriedQuestion {
  question: ReadingQuestion;
  /** What is proposed; null where nothing decides, and a person is asked without a default. */
  way: ReadingWay | null;
  ways: TriedWay[];
  evidence: ReadingEvidence;
  /** The words of the file, where it says it. */
  by: string | null;
  /** How many lines were tried. */
  tried: number;
  /** A cell as it stands in the file. */
  example: string;
  decided: boolean;
}

export interface Trial {
  questions: TriedQuestion[];
  /** The file read as proposed; where nothing decides, the first way stands until a person has chosen. */
  reading: Reading;
  /** What 'named' stands for. */
  zone: string | undefined;
  rowsTried: number;
}

/** A question as it is tried: its file, the rest of the reading, and what was found under each way. */
interface Bench {
  file: TrialFile;
  said: Partial<Record<ReadingQuestion, Said>>;
  ways: Ways;
  look: (reading: Reading) => Look;
  answer: (reading: Reading, question: ReadingQuestion, way: ReadingWay) => Reading;
}

interface Look extends ReadRows {
  /** Bits of `found` by row. */
  bits: Uint8Array;
}

/**
 * Tries every way in which a file's columns can be read: really reads the lines so and looks for their payments. A question
 * whose ways read every line alike does not arise. What is proposed is the way by which strictly more lines find their
 * payment, else the only one that the values allow, else what the file says in words; where these contradict each
 * other, or there is nothing of them, the question is not decided. `layout` is how files of these columns were read before.
 */
export function tryReadings(file: TrialFile, payments: PortalRecords, layout?: Layout): Trial {
  const base = foundReading(file);
  const said = saidBy(file);
  const zone = said.clock?.zone ?? layout?.zone;
  const finder = createFinder(payments);
  const looks = new Map<string, Look>();
  const bench: Bench = {
    file,
    said,
    ways: waysOf(file, base, said),
    look: (reading) => {
      const name = JSON.stringify(reading);
      const known = looks.get(name) ?? lookAt(file, reading, finder);
      looks.set(name, known);
      return known;
    },
    answer: (reading, question, way) => readSo(reading, question, way, zone),
  };
  let reading = bestReading(bench, base);
  const questions: TriedQuestion[] = [];
  for (const question of readingQuestions) {
    const tried = tryQuestion(bench, reading, question);
    if (!tried) continue;
    questions.push(tried);
    if (tried.way) reading = bench.answer(reading, question, tried.way);
  }
  return { questions, reading, zone, rowsTried: file.rows.length };
}

/** A file as its headings and a first look at its values have it. */
export const foundReading = (file: TrialFile): Reading => ({
  fields: [...file.mapping.fields],
  formats: { ...file.formats },
});

/** The payments that a trial of this file needs. */
export const paymentsToTry = (file: TrialFile): TrialScope => {
  const base = foundReading(file);
  return trialScopeOf(file, base, waysOf(file, base, saidBy(file)));
};

function lookAt(file: TrialFile, reading: Reading, finder: Finder): Look {
  const read = readRows(file, reading);
  const bits = new Uint8Array(file.rows.length);
  for (const [row, line] of read.lineOf.entries()) {
    if (line >= 0 && isPaymentLine(read.lines, line)) bits[row] = finder.look(read.lines, line);
  }
  return { ...read, bits };
}

const bitCount = (bits: Uint8Array, bit: number): number =>
  bits.reduce((count, each) => count + ((each & bit) === 0 ? 0 : 1), 0);

/**
 * The reading of amounts, dates and clock together by which most is found: each of them hides the finds of the others while
 * it is wrong. Among equals that by which more lines can be read, and then what the file says, or seems to say.
 */
function bestReading({ ways, said, look, answer }: Bench, base: Reading): Reading {
  let best = base;
  let bestScore = -1;
  const inOrder = (question: 'amounts' | 'dateOrder' | 'clock', first: ReadingWay): readonly ReadingWay[] =>
    [...ways[question]].sort((a, b) => Number(b === first) - Number(a === first));
  const { formats } = base;
  const amounts =
    said.amounts?.way ?? (formats.minorUnits ? 'minor' : formats.decimalComma ? 'comma' : 'point');
  const clock = said.clock?.way ?? (formats.utc ? 'utc' : 'riyadh');
  for (const amount of inOrder('amounts', amounts)) {
    for (const order of inOrder('dateOrder', said.dateOrder?.way ?? formats.dateOrder)) {
      for (const time of inOrder('clock', clock)) {
        const reading = answer(answer(answer(base, 'amounts', amount), 'dateOrder', order), 'clock', time);
        const { bits, lineOf } = look(reading);
        const finds = [found.key, found.inTime, found.onClock].reduce<number>(
          (sum, bit) => sum + bitCount(bits, bit),
          0,
        );
        // A reading under which no line can be read leaves no other question to be seen.
        const readable = lineOf.reduce((count, line) => count + (line >= 0 ? 1 : 0), 0);
        const score = finds + readable / (lineOf.length + 1);
        if (score <= bestScore) continue;
        bestScore = score;
        best = reading;
      }
    }
  }
  return best;
}

const bitOf = (question: ReadingQuestion, way: ReadingWay): number => {
  if (question === 'dateOrder') return found.inTime;
  if (question === 'clock') return found.onClock;
  if (question === 'day') return way === 'settlement' ? found.laterDay : found.ownDay;
  return question === 'fees' ? found.charge : found.key;
};

function tryQuestion(bench: Bench, reading: Reading, question: ReadingQuestion): TriedQuestion | null {
  const said = bench.said[question];
  const offered = waysToTry(bench, reading, question);
  if (offered.length === 0) return null;
  // What the file says it paid hides how its fees are read.
  const open = question === 'fees' ? withoutNet(reading) : reading;
  const all = offered.map((way) => bench.look(bench.answer(open, question, way)));
  // Where each line names its zone itself, the clock of the file is no other way.
  const isSaidAlone = question === 'clock' && said?.way === 'named' && areAlike(all);
  const ways = isSaidAlone ? offered.slice(0, 1) : offered;
  const looks = isSaidAlone ? all.slice(0, 1) : all;
  const rows = triedRows(question, looks);
  if (ways.length > 1 && question !== 'day' && areAlike(looks)) return null;
  if (question === 'refunds' && isAboutCharges(open, looks)) return null;
  if (question === 'clock' && rows.length === 0) return null;
  const sums = question === 'fees' ? ways.map((way) => closingRows(bench, reading, way)) : null;
  const isSummed = sums?.some((closing) => closing !== null) ?? false;
  const finds = ways.map((way, at) => {
    if (isSummed) return sums?.[at] ?? 0;
    const { bits } = looks[at] as Look;
    // Where another column has the transaction's own day, this one's being later is nothing to ask about.
    const isOwn = (row: number): boolean =>
      way === 'settlement' &&
      looks.some((look, other) => other !== at && ((look.bits[row] as number) & found.ownDay) !== 0);
    return rows.filter((row) => ((bits[row] as number) & bitOf(question, way)) !== 0 && !isOwn(row)).length;
  });
  const verdict = decide(ways, finds, provedWay(question, ways, looks), said?.way ?? null, ways.length === 1);
  const evidence = verdict.evidence === 'finds' && isSummed ? 'sums' : verdict.evidence;
  return {
    question,
    way: verdict.way,
    ways: ways.map((way, at) => ({
      way,
      finds: finds[at] as number,
      ...(way === 'settlement' && { confirms: joinedRows(looks[at] as Look, rows) }),
      column: columnOf(bench, reading, question, way),
    })),
    evidence,
    by: said && said.way === verdict.way ? said.by : null,
    tried: rows.length,
    example: exampleOf(bench.file, question, looks),
    decided: verdict.way !== null,
  };
}

/** Lines of a later day than their payment's speak for settlement dates alone; read so, those of its own day find theirs as well. */
const joinedRows = ({ bits }: Look, rows: readonly number[]): number =>
  rows.filter((row) => ((bits[row] as number) & found.joins) !== 0).length;

/**
 * A second date column with the same days in it is no other way. Nor is a decimal mark that no amount has, or that each of them
 * says itself: of point and comma the one stays by which the file is read.
 */
function waysToTry(bench: Bench, reading: Reading, question: ReadingQuestion): readonly ReadingWay[] {
  const ways = bench.ways[question] as readonly ReadingWay[];
  const [kept, other]: ReadingWay[] =
    question === 'amounts'
      ? reading.formats.decimalComma
        ? ['comma', 'point']
        : ['point', 'comma']
      : ['date', 'postingDate'];
  if (!kept || !other || !ways.includes(kept) || !ways.includes(other)) return ways;
  const both = [kept, other].map((way) => bench.look(bench.answer(reading, question, way)));
  return areAlike(both) ? ways.filter((way) => way !== other) : ways;
}

/** Rows that some way reads as a payment line and that the question is about; of a file without any, those that are lines. */
function triedRows(question: ReadingQuestion, looks: readonly Look[]): number[] {
  // Charges of the bank are about no payment.
  if (question === 'charges')
    return [...(looks[0]?.lineOf.keys() ?? [])].filter((row) => differs(looks, row));
  const rowsOf = (isOne: (look: Look, line: number) => boolean): number[] =>
    [...(looks[0]?.lineOf.keys() ?? [])].filter((row) =>
      looks.some((look) => {
        const line = look.lineOf[row] as number;
        return line >= 0 && isOne(look, line);
      }),
    );
  const rows = rowsOf(({ lines }, line) => isPaymentLine(lines, line));
  // A list of disputes or of rents finds no payment, and its own values may still allow one way alone.
  if (rows.length === 0 && (question === 'dateOrder' || question === 'amounts')) return rowsOf(() => true);
  if (question === 'clock') return rows.filter((row) => looks.some((look) => hasTime(look, row)));
  return question === 'refunds' ? rows.filter((row) => differs(looks, row)) : rows;
}

function hasTime({ lines, lineOf }: Look, row: number): boolean {
  const line = lineOf[row] as number;
  return line >= 0 && (lines.columns.minute[line] as number) >= 0;
}

/** Whether two ways give a row another day, minute, amount or charge, or only one of them can read it. */
function differs(looks: readonly Look[], row: number): boolean {
  const valuesOf = ({ lines, lineOf }: Look): string => {
    const line = lineOf[row] as number;
    if (line < 0) return '';
    const { epochDay, minute, grossMinor, chargeMinor, type } = lines.columns;
    return [epochDay, minute, grossMinor, chargeMinor, type].map((column) => column[line]).join(' ');
  };
  return new Set(looks.map(valuesOf)).size > 1;
}

const areAlike = (looks: readonly Look[]): boolean =>
  ![...(looks[0]?.lineOf.keys() ?? [])].some((row) => differs(looks, row));

const isOwnCharge = (looks: readonly Look[], row: number): boolean =>
  looks.some(({ lines, lineOf }) => {
    const line = lineOf[row] as number;
    const type = line < 0 ? undefined : lineTypes[lines.columns.type[line] as number];
    return (ownCharges as readonly (LineType | undefined)[]).includes(type);
  });

/**
 * Rent and fees alone are read differently: the question of charges asks about them, and two questions would ask the same. Where a
 * minus was chosen for refunds it holds for charges too, and is asked about as before.
 */
const isAboutCharges = ({ formats }: Reading, looks: readonly Look[]): boolean =>
  formats.refunds !== 'minus' &&
  ![...(looks[0]?.lineOf.keys() ?? [])].some((row) => differs(looks, row) && !isOwnCharge(looks, row));

/** The only way that the values allow: it reads whatever any way reads, and each other one fails at something. */
function provedWay(
  question: ReadingQuestion,
  ways: readonly ReadingWay[],
  looks: readonly Look[],
): ReadingWay | null {
  if (question !== 'dateOrder' && question !== 'amounts') return null;
  const rows = triedRows(question, looks);
  const failing = looks.map(({ lineOf }) => rows.filter((row) => lineOf[row] === -1).length);
  const whole = ways.filter((_, at) => failing[at] === 0);
  return rows.length > 0 && whole.length === 1 ? (whole[0] ?? null) : null;
}

function decide(
  ways: readonly ReadingWay[],
  finds: readonly number[],
  proved: ReadingWay | null,
  said: ReadingWay | null,
  isAlone: boolean,
): { way: ReadingWay | null; evidence: ReadingEvidence } {
  const most = Math.max(...finds);
  const leading = ways.filter((_, at) => finds[at] === most);
  const byFinds = most > 0 && leading.length === 1 ? (leading[0] ?? null) : null;
  const saidHere = said !== null && ways.includes(said) ? said : null;
  const voices = new Set([byFinds, proved, saidHere].filter((way) => way !== null));
  const [way] = voices;
  const isDenied = way !== undefined && most > 0 && !leading.includes(way);
  if (voices.size > 1 || isDenied) return { way: null, evidence: 'none' };
  if (way === undefined)
    return isAlone ? { way: ways[0] ?? null, evidence: 'absent' } : { way: null, evidence: 'none' };
  return { way, evidence: byFinds ? 'finds' : proved ? 'proved' : 'said' };
}

const netFields: readonly (BankField | null)[] = ['net', 'netCredit', 'netDebit'];

const withoutNet = (reading: Reading): Reading => ({
  ...reading,
  fields: reading.fields.map((field) => (netFields.includes(field) ? null : field)),
});

/** How many lines' amount less fee and VAT is their net when fees are read one way; null where the file has no net. */
function closingRows({ look, answer }: Bench, reading: Reading, way: ReadingWay): number | null {
  if (!reading.fields.some((field) => netFields.includes(field))) return null;
  const so = answer(reading, 'fees', way);
  const whole = look(so);
  const bare = look(withoutNet(so));
  let closing = 0;
  for (const [row, line] of whole.lineOf.entries()) {
    const other = bare.lineOf[row] as number;
    if (line < 0 || other < 0 || !isPaymentLine(whole.lines, line)) continue;
    const isKnown = ((bare.lines.columns.flags[other] as number) & lineFlag.chargeKnown) !== 0;
    if (isKnown && whole.lines.columns.chargeMinor[line] === bare.lines.columns.chargeMinor[other]) closing++;
  }
  return closing;
}

/** Where the ways of a question read different columns, the heading of the one that a way reads. */
function columnOf(bench: Bench, reading: Reading, question: ReadingQuestion, way: ReadingWay): string | null {
  if (question !== 'day') return null;
  const { fields } = bench.answer(reading, question, way);
  const at = fields.indexOf(way === 'settlement' ? 'postingDate' : 'date');
  return bench.file.mapping.titles[at] ?? null;
}

function exampleOf(file: TrialFile, question: ReadingQuestion, looks: readonly Look[]): string {
  const { rows, at } = file;
  const first = (texts: string[]): string => texts.find((text) => text !== '') ?? '';
  const isLine = (row: number): boolean => looks.some(({ lineOf }) => (lineOf[row] as number) >= 0);
  const lines = rows.filter((_, row) => isLine(row));
  if (question === 'dateOrder' || question === 'day') return dateExample({ ...file, rows: lines });
  if (question === 'clock')
    return first(lines.map((row) => cellText(row, at.time) || cellText(row, at.date)));
  if (question === 'refunds') {
    const differing = [...rows.keys()].filter((index) => differs(looks, index));
    const row = rows[differing.find((index) => !isOwnCharge(looks, index)) ?? differing[0] ?? -1];
    return row ? cellText(row, at.type) || cellText(row, at.direction) || cellText(row, at.amount) : '';
  }
  if (question === 'charges') {
    const row = rows.find((_, index) => differs(looks, index));
    return row ? `${cellText(row, at.type)} ${cellText(row, at.amount)}` : '';
  }
  if (question !== 'amounts') return '';
  const amount = amountFields.map((field) => at[field]).find((index) => index >= 0) ?? -1;
  // The longest says most: it has the marks that a small amount lacks.
  return lines
    .map((row) => cellText(row, amount))
    .reduce((long, text) => (text.length > long.length ? text : long), '');
}
