import { isPlainRrn } from '../normalise/bank-lines.ts';
import { absentKey } from '../normalise/key-text.ts';
import { apartFromEarlier } from './earlier-line.ts';
import { isUnderSale } from './refunds-by-sale.ts';
import { clockSlackMinutes, dayDistance, minuteDistance, type Sides } from './sides.ts';

/**
 * A key that comes back after years (an RRN after ten, a STAN after days) names the payment nearby: further away than
 * this, a payment is looked at only where no nearer one has the key.
 */
const nearDaysMax = 180;

export const isFar = (sides: Sides, line: number, record: number): boolean =>
  dayDistance(sides, line, record) > nearDaysMax;

/** What an agreeing key speaks for a pair, and a contradicting one against it. */
const weights = { rrn: 8, auth: 5, stan: 4, last4: 3, terminal: 2, scheme: 1 } as const;

const spoken = (isKnown: boolean, agrees: boolean, weight: number): number =>
  isKnown ? (agrees ? weight : -weight) : 0;

/** How far the keys of a line and a payment speak for each other; what one of them lacks says nothing. */
function agreement(sides: Sides, l: number, r: number): number {
  const { lines, records } = sides;
  const line = lines.columns;
  const record = records.columns;
  const hasRrnOfSale = isUnderSale(sides, l, r);
  const [lineStan, lineLast4] = [line.stan[l] as number, line.last4[l] as number];
  const [lineTerminal, lineScheme] = [line.terminal[l] as number, line.scheme[l] as number];
  return (
    spoken(
      isPlainRrn(line.rrnHigh[l] as number) && (hasRrnOfSale || isPlainRrn(record.rrnHigh[r] as number)),
      hasRrnOfSale || (line.rrnHigh[l] === record.rrnHigh[r] && line.rrnLow[l] === record.rrnLow[r]),
      weights.rrn,
    ) +
    spoken(
      line.auth[l] !== absentKey && record.auth[r] !== absentKey,
      line.auth[l] === record.auth[r],
      weights.auth,
    ) +
    spoken(lineStan >= 0 && (record.stan[r] as number) >= 0, lineStan === record.stan[r], weights.stan) +
    spoken(lineLast4 >= 0 && (record.last4[r] as number) >= 0, lineLast4 === record.last4[r], weights.last4) +
    spoken(
      lineTerminal >= 0 && (record.terminal[r] as number) >= 0,
      lineTerminal === record.terminal[r],
      weights.terminal,
    ) +
    spoken(
      lineScheme > 0 && (record.scheme[r] as number) > 0,
      lineScheme === record.scheme[r],
      weights.scheme,
    )
  );
}

const amountApart = ({ lines, records }: Sides, line: number, record: number): number =>
  Math.abs((lines.columns.grossMinor[line] as number) - (records.columns.amountMinor[record] as number));

/**
 * Which of two records fits a line better (negative: the first): approved before others, more agreeing keys, the nearer
 * amount, its own day and minute; of what fits as well the one of the smaller `turn`, as free before what an earlier file has;
 * then the nearer to an earlier file's line of it, the nearer day and time, the smaller id. Never 0 for two records, and never
 * told by the order in which they came.
 */
export function compareRecords(
  sides: Sides,
  turn: (record: number) => number,
  line: number,
  one: number,
  other: number,
): number {
  const { approved, id } = sides.records.columns;
  return (
    (approved[other] as number) - (approved[one] as number) ||
    agreement(sides, line, other) - agreement(sides, line, one) ||
    amountApart(sides, line, one) - amountApart(sides, line, other) ||
    saidOfTime(sides, line, other) - saidOfTime(sides, line, one) ||
    turn(one) - turn(other) ||
    apartFromEarlier(sides, line, one) - apartFromEarlier(sides, line, other) ||
    dayDistance(sides, line, one) - dayDistance(sides, line, other) ||
    minuteDistance(sides, line, one) - minuteDistance(sides, line, other) ||
    (id[one] as number) - (id[other] as number)
  );
}

/** Which of two lines fits a record better (negative: the first), by the same evidence and then by what stands in them. */
export function compareRivals(sides: Sides, record: number, one: number, other: number): number {
  return (
    agreement(sides, other, record) - agreement(sides, one, record) ||
    amountApart(sides, one, record) - amountApart(sides, other, record) ||
    apartFromEarlier(sides, one, record) - apartFromEarlier(sides, other, record) ||
    dayDistance(sides, one, record) - dayDistance(sides, other, record) ||
    minuteDistance(sides, one, record) - minuteDistance(sides, other, record) ||
    compareLines(sides, one, other)
  );
}

/** How much day and time of a line say for a record: its day, its time as clocks go, its minute. */
function saidOfTime(sides: Sides, line: number, record: number): number {
  const minutes = minuteDistance(sides, line, record);
  return (
    4 * Number(dayDistance(sides, line, record) === 0) +
    2 * Number(minutes <= clockSlackMinutes) +
    Number(minutes === 0)
  );
}

/**
 * Whether what stands in a line says as much for one record as for another: as many agreeing keys, its day where it is the
 * other's, its time where it is the other's. That one of them lies nearer says nothing where neither is of that day or time.
 */
export const isNoWorse = (sides: Sides, line: number, one: number, other: number): boolean =>
  (agreement(sides, line, one) - agreement(sides, line, other) ||
    saidOfTime(sides, line, one) - saidOfTime(sides, line, other)) >= 0;

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** NaN stands for what a line does not say: it comes first. */
const compareNumbers = (one: number, other: number): number => {
  if (Number.isNaN(one) || Number.isNaN(other))
    return Number(Number.isNaN(other)) - Number(Number.isNaN(one));
  return one - other;
};

/**
 * The order of lines by what stands in them, wherever they stand in the file: so that no answer is told by the order
 * in which a bank writes its lines. Lines that are alike to the last column are in the order of the file, and it is
 * the same which of them is meant.
 */
export function compareLines(
  { lines, shared }: Pick<Sides, 'lines' | 'shared'>,
  one: number,
  other: number,
): number {
  const { columns, batches } = lines;
  const by = (column: ArrayLike<number>): number =>
    compareNumbers(column[one] as number, column[other] as number);
  const textOf = (dictionary: { text: (id: number) => string }, id: number): string =>
    id < 0 ? '' : dictionary.text(id);
  const byTexts = (dictionary: { text: (id: number) => string }, column: ArrayLike<number>): number =>
    compareTexts(textOf(dictionary, column[one] as number), textOf(dictionary, column[other] as number));
  return (
    by(columns.epochDay) ||
    by(columns.minute) ||
    by(columns.grossMinor) ||
    by(columns.chargeMinor) ||
    by(columns.feeMinor) ||
    by(columns.vatMinor) ||
    by(columns.type) ||
    by(columns.flags) ||
    by(columns.currency) ||
    by(columns.scheme) ||
    byTexts(shared.terminals, columns.terminal) ||
    by(columns.rrnHigh) ||
    (isPlainRrn(columns.rrnHigh[one] as number)
      ? by(columns.rrnLow)
      : columns.rrnHigh[one] === absentKey
        ? 0
        : byTexts(shared.oddRrns, columns.rrnLow)) ||
    by(columns.stan) ||
    by(columns.auth) ||
    by(columns.first6) ||
    by(columns.last4) ||
    by(columns.settlementDay) ||
    byTexts(batches, columns.batch) ||
    compareReferences(lines, one, other) ||
    one - other
  );
}

function compareReferences({ columns, references }: Sides['lines'], one: number, other: number): number {
  const textAt = (at: ArrayLike<number>, length: ArrayLike<number>, line: number): string =>
    Buffer.from(
      references.bytes.subarray(at[line] as number, (at[line] as number) + (length[line] as number)),
    ).toString('latin1');
  return (
    compareTexts(
      textAt(columns.paymentRefAt, columns.paymentRefLength, one),
      textAt(columns.paymentRefAt, columns.paymentRefLength, other),
    ) ||
    compareTexts(
      textAt(columns.orderRefAt, columns.orderRefLength, one),
      textAt(columns.orderRefAt, columns.orderRefLength, other),
    )
  );
}
