import type { Random } from './random.ts';

/** Batches that a bank adds up in one line, with the payments of each; it knows nothing of how they are found. */

/** A payment of a planted file, by the names of the portal's side. */
type PlantedPayment = Readonly<
  Record<'tid' | 'rrn' | 'stan' | 'authCode' | 'businessDay' | 'dueDay', string>
> &
  Readonly<Record<'mdrBps' | 'feeMinor' | 'vatMinor', null>> & {
    readonly id: number;
    readonly type: 'PURCHASE' | 'REFUND';
    readonly amountMinor: number;
    readonly createdAtMs: number;
  };

interface PlantedLine {
  tid: string;
  /** In riyals and halalas of the file, signed. */
  grossMinor: number;
  day: number;
  ids: number[];
  /** The RRN of a line of one payment. */
  rrn: string;
}

const two = (value: number): string => String(value).padStart(2, '0');
const signed = ({ type, amountMinor }: PlantedPayment): number =>
  type === 'REFUND' ? -amountMinor : amountMinor;

/** A payment of November 2026, without an agreed rate. */
const paymentOf = (
  { tid, id, day, minute }: { tid: string; id: number; day: number; minute: number },
  { amountMinor, type }: Pick<PlantedPayment, 'amountMinor' | 'type'>,
): PlantedPayment => ({
  id,
  tid,
  rrn: `63260912${String(id).padStart(4, '0')}`,
  stan: String(id).padStart(6, '0'),
  authCode: String(440_000 + id),
  type,
  amountMinor,
  mdrBps: null,
  feeMinor: null,
  vatMinor: null,
  businessDay: `2026-11-${day}`,
  createdAtMs: Date.parse(`2026-11-${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:00+03:00`),
  dueDay: `2026-11-${day + 1}`,
});

/** What a terminal sells from the 18th to the 20th; of plain amounts no two sets are alike. */
function soldBy(random: Random, tid: string, from: number, isPlain: boolean): PlantedPayment[] {
  const payments: PlantedPayment[] = [];
  for (const day of [18, 19, 20]) {
    let minute = random.whole(0, 60);
    for (let left = random.whole(1, 5); left > 0 && minute < 1_430; left--) {
      const id = from + payments.length;
      const amountMinor = isPlain
        ? 10_000 + 2 ** payments.length * 100 + id
        : random.pick([1_000, 2_000, 3_000]);
      const type = random.oneIn(8) ? 'REFUND' : 'PURCHASE';
      payments.push(paymentOf({ tid, id, day, minute }, { amountMinor, type }));
      minute += random.whole(10, 400);
    }
  }
  return payments;
}

const dayOf = ({ businessDay }: PlantedPayment): number => Number(businessDay.slice(-2));

/** Batches that are closed now and then, but never of two days and a third. */
function batchesOf(random: Random, tid: string, payments: readonly PlantedPayment[]): PlantedLine[] {
  const batches: PlantedLine[] = [];
  for (let at = 0; at < payments.length; ) {
    const first = dayOf(payments[at] as PlantedPayment);
    let end = at + 1;
    while (end < payments.length && !random.oneIn(3) && dayOf(payments[end] as PlantedPayment) <= first + 1)
      end++;
    const own = payments.slice(at, end);
    const grossMinor = own.reduce((sum, payment) => sum + signed(payment), 0);
    const day = random.pick([first, dayOf(own.at(-1) as PlantedPayment)]);
    batches.push({ tid, grossMinor, day, ids: own.map(({ id }) => id), rrn: '' });
    at = end;
  }
  return batches;
}

/** One payment in so many has a line of its own, which names it; batches are of what is left. */
function linesOf(
  random: Random,
  payments: readonly PlantedPayment[],
  tid: string,
  singleOneIn: number,
): PlantedLine[] {
  const isSingle = new Map(
    payments.map((payment) => [payment, singleOneIn > 0 && random.oneIn(singleOneIn)]),
  );
  const singles = payments.filter((payment) => isSingle.get(payment));
  return [
    ...singles.map((payment) => ({
      tid,
      grossMinor: signed(payment),
      day: dayOf(payment),
      ids: [payment.id],
      rrn: payment.rrn,
    })),
    ...batchesOf(
      random,
      tid,
      payments.filter((payment) => !isSingle.get(payment)),
    ),
  ];
}

const money = (minor: number): string => (minor / 100).toFixed(2);

export interface PlantedBatches {
  payments: PlantedPayment[];
  lines: PlantedLine[];
  /** The rows of the file below its heading, line by line. */
  rows: string[];
  header: string;
  isPlain: boolean;
  hasCounts: boolean;
  /** Lines, by their places, whose sum is not that of their payments. */
  broken: ReadonlySet<number>;
}

/** What a line says of the payments that it adds up. */
const rowOf = (
  { tid, day, rrn, grossMinor, ids }: PlantedLine,
  { hasCounts, hasKeys }: { hasCounts: boolean; hasKeys: boolean },
): string =>
  [
    tid,
    `${day}/11/2026`,
    ...(hasKeys ? [rrn] : []),
    money(grossMinor),
    ...(hasCounts ? [ids.length] : []),
  ].join();

/** A file of these two terminals: what they sold, and a line for each batch or payment. */
export function plantBatches(random: Random, tids: readonly [string, string]): PlantedBatches {
  const isPlain = random.oneIn(2);
  const singleOneIn = random.pick([0, 0, 3]);
  const hasCounts = random.oneIn(2);
  const payments = tids.map((tid, at) => soldBy(random, tid, 1 + at * 40, isPlain));
  const lines = random.shuffled(
    tids.flatMap((tid, at) => linesOf(random, payments[at] as PlantedPayment[], tid, singleOneIn)),
  );
  const rows = lines.map((line) => rowOf(line, { hasCounts, hasKeys: singleOneIn > 0 }));
  const header = [
    'Terminal ID,Transaction Date',
    ...(singleOneIn > 0 ? ['RRN'] : []),
    'Amount',
    ...(hasCounts ? ['Transaction Count'] : []),
  ].join();
  return { payments: payments.flat(), lines, rows, header, isPlain, hasCounts, broken: new Set() };
}

/** The same file with a batch of the first terminal that says more or less than its payments come to, in halalas no payment has. */
export function breakOneBatch(random: Random, planted: PlantedBatches, tid: string): PlantedBatches {
  const batches = [...planted.lines.entries()].filter(([, line]) => line.tid === tid && line.rrn === '');
  // One sum a day is a day that may lack a payment: only more than that are batches whatever they say.
  const days = new Set(batches.map(([, { day }]) => day));
  if (batches.length < 3 || days.size === batches.length) return planted;
  const [at, line] = random.pick(batches);
  const wrong = { ...line, grossMinor: line.grossMinor + random.pick([-1, 1]) * 7 };
  const row = rowOf(wrong, { hasCounts: planted.hasCounts, hasKeys: planted.header.includes('RRN') });
  return {
    ...planted,
    lines: planted.lines.with(at, wrong),
    rows: planted.rows.with(at, row),
    broken: new Set([at]),
  };
}

/** So many batches of one terminal in one day, without a number: two to four payments each, in any order of lines. */
export function plantBusyDay(random: Random, tid: string, batchCount: number): PlantedBatches {
  const payments: PlantedPayment[] = [];
  const lines = Array.from({ length: batchCount }, () => {
    const own = Array.from({ length: random.whole(2, 4) }, () => {
      const payment = paymentOf(
        { tid, id: payments.length + 1, day: 19, minute: 60 + payments.length * 5 },
        { amountMinor: random.whole(1_000, 900_000), type: 'PURCHASE' },
      );
      payments.push(payment);
      return payment;
    });
    const grossMinor = own.reduce((sum, payment) => sum + signed(payment), 0);
    return { tid, grossMinor, day: 19, ids: own.map(({ id }) => id), rrn: '' };
  });
  const mixed = random.shuffled(lines);
  return {
    payments,
    lines: mixed,
    rows: mixed.map((line) => rowOf(line, { hasCounts: false, hasKeys: false })),
    header: 'Terminal ID,Transaction Date,Amount',
    isPlain: true,
    hasCounts: false,
    broken: new Set(),
  };
}

/** What was said of a file's lines, by row of the file: the payments that a line has, and its outcome. */
export interface SaidOfLines {
  claimed: ReadonlyMap<number, readonly number[]>;
  outcomes: ReadonlyMap<number, string | null>;
}

/**
 * How each line was answered: 'found', 'undecided', of a broken one 'broken', of one beside it that has no payment
 * 'left', as one that is held against its day with a difference, or in words what is wrong.
 */
export function answersTo(
  { lines, rows, isPlain, broken }: PlantedBatches,
  { claimed, outcomes }: SaidOfLines,
): string[] {
  return lines.map(({ ids }, at) => {
    const own = claimed.get(at + 2) ?? [];
    const found = String([...own].sort((a, b) => a - b));
    // Of lines that say the same it is the same which has which.
    const isSame = lines.some((other, place) => rows[place] === rows[at] && String(other.ids) === found);
    const outcome = outcomes.get(at + 2);
    if (isSame && outcome === 'matched') return 'found';
    if (own.length === 0 && outcome === 'undecidedSum') return 'undecided';
    // It has its own payments or those of its day, with the difference named, or none.
    if (broken.has(at) && (own.length === 0 || outcome === 'amountDiffers')) return 'broken';
    if (broken.size > 0 && own.length === 0 && outcome === 'missingInPortal') return 'left';
    // Held against its day, where the difference or another number of payments is named: it asks for a person.
    if (broken.size > 0 && (outcome === 'countDiffers' || outcome === 'amountDiffers')) return 'left';
    return `line ${at + 2} of ${money(lines[at]?.grossMinor ?? 0)}: ${outcome} has ${found}, planted ${ids.join()}${isPlain ? '' : ', amounts alike'}`;
  });
}
