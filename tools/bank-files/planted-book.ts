import type { LinePlant, LineWork } from './line-work.ts';
import { nextDay } from './made-up-payments.ts';
import { type Manner, writable } from './manner.ts';
import { type Answer, answer, type PlantWork, signedMinor } from './plant-work.ts';
import { hasUnreadColumn, type PlantedRow, type RowPlant, rowsOf } from './planted-rows.ts';
import { type Plantable, plants } from './planting.ts';
import { keyless, linePlants } from './plants-of-lines.ts';
import { linesOfRows, textOfRow } from './quoted-rows.ts';
import { seededRandom } from './random.ts';
import { netMinor, type SettlementLine } from './settlement-line.ts';
import { type WrittenBook, writeBook } from './written-book.ts';

/** What a file is made from: repeated, it gives the same file. */
export interface Draw {
  seed: number;
  /** How many payments, beside one of each terminal and scheme before the close. */
  count: number;
  manner: Manner;
  lines: readonly PlantName[];
  rows: readonly RowPlant[];
  /** No row of it can be read: nothing is compared, whatever was planted. */
  isRefused?: boolean;
}

/** A file with everything that is to be found in it. Lines and rows by their number in the file. */
export interface PlantedBook {
  manner: Manner;
  book: WrittenBook;
  text: string;
  answers: (Omit<Answer, 'lines'> & { line: number | null })[];
  rejected: { line: number; code: string }[];
  warned: { line: number; code: string }[];
  notCounted: { line: number; kind: string }[];
  /** What totals and payouts are found to be. */
  totals: { line: number; agrees: boolean | null }[];
  lineCount: number;
  rowCount: number;
  verdict: 'BALANCED' | 'GROSS_AGREED' | 'UNBALANCED' | 'INCOMPLETE';
  /** What was really planted. */
  planted: string[];
}

/** Plants that need nothing of the file's manner, but for where its fees or its own days are not printed. */
const needsFees: readonly Plantable[] = [
  'feeDiffers',
  'rounding',
  'confirmedBefore',
  'correctedFee',
  'otherLine',
];
const needsOwnDay: readonly Plantable[] = ['lostRrn', 'onlyApprovalCode', 'otherTerminal'];
/** Planted here with what the file is to say of them, and not so that they come near another payment by chance. */
const plantedHere: readonly Plantable[] = [
  'damagedRrn',
  'unreadable',
  'missingInPortal',
  'refundUnderItsSale',
  'oneRefundOfTwo',
];
const payPlants = (Object.keys(plants) as Plantable[]).filter((name) => !plantedHere.includes(name));
export const planted = [...payPlants, ...(Object.keys(linePlants) as (keyof typeof linePlants)[])] as const;
type PlantName = Plantable | keyof typeof linePlants;

const fitsManner = (name: PlantName, manner: Manner): boolean => {
  if (name in plants) {
    if (manner.fees === 'none' && needsFees.includes(name as Plantable)) return false;
    return manner.dates !== 'settlementAlone' || !needsOwnDay.includes(name as Plantable);
  }
  return (linePlants as Readonly<Record<string, LinePlant>>)[name]?.fits?.(manner) ?? true;
};

/** The first plant has the manner that it needs; the others stand where they fit. */
const needsOf = (name: PlantName | undefined): Partial<Manner> =>
  name === undefined ? {} : ((linePlants as Readonly<Record<string, LinePlant>>)[name]?.needs ?? {});

/** Writes the file of a draw, and the answers to it. */
export function plantBook(draw: Draw): PlantedBook {
  const manner = writable({ ...draw.manner, ...needsOf(draw.lines[0]) });
  const random = seededRandom(draw.seed);
  const book = writeBook(random, manner, draw.count);
  const work: LineWork = {
    random,
    manner,
    book,
    free: [...book.free],
    declined: [...book.declined],
    payments: book.payments,
    fresh: 0,
    lines: [],
    answers: [],
    rejected: [],
    unsaid: new Set(),
    warned: [],
  };
  const told = plantLines(work, draw.lines);
  if (draw.isRefused) refuseAll(work);
  const payouts = manner.totals === 'payouts' ? payoutsOf(work, draw.rows.includes('wrongTotal')) : new Map();
  const netless = new Set(
    work.warned.filter(({ code }) => code === 'chargeCurrency').map(({ line }) => line),
  );
  const { rows, headerLine, amountAt } = rowsOf([...work.lines, ...payouts.keys()], {
    manner,
    random,
    wanted: draw.rows,
    rejected: new Set(work.rejected.map(({ line }) => line)),
    netless: new Set([...netless, ...work.unsaid]),
  });
  const texts = rows.map((row) => textOfRow(row, manner.delimiter, amountAt));
  return {
    ...readBack(work, rows, {
      places: linesOfRows(texts),
      headerLine,
      payouts,
      hasUnread: hasUnreadColumn(manner, draw.rows, work.lines),
    }),
    manner,
    book,
    text: `${texts.join('\n')}\n`,
    planted: [...told, ...rows.flatMap(({ kind }) => kind ?? []), ...draw.rows],
  };
}

/** Plants what was drawn, as far as it fits, and adds the lines of all that nothing was planted on. */
function plantLines(work: LineWork, wanted: readonly PlantName[]): string[] {
  const { book, manner } = work;
  const told = wanted.filter(
    (name) =>
      fitsManner(name, manner) &&
      // A bank rounds line by line or batch by batch.
      !(name === 'batchRounding' && wanted.includes('rounding')),
  );
  const done: string[] = [];
  for (const name of told) {
    if (work.free.length === 0) break;
    const before = work.free.length + work.declined.length + work.lines.length * 100;
    if (name in plants) plants[name as Plantable](work satisfies PlantWork);
    else (linePlants as Readonly<Record<string, LinePlant>>)[name]?.plant(work);
    if (work.free.length + work.declined.length + work.lines.length * 100 !== before) done.push(name);
  }
  work.lines.push(...book.anchors, ...work.free.map(({ line }) => line));
  // What follows the close is told to the end of the newest line's day.
  if (manner.cutoff !== '00:00')
    for (const payment of book.late) answer(work, 'timing', payment, [], -signedMinor(payment));
  waitUntilDue(work);
  return done;
}

/** Every line gets a day that does not exist: the file is read to its end, and says nothing of any payment. */
function refuseAll(work: LineWork): void {
  work.lines = work.lines.map((line) => ({
    ...line,
    printed: { date: '31/02/2026', postingDate: '31/02/2026' },
  }));
  work.rejected = work.lines.map((line) => ({ line, code: 'date' }));
  work.answers = [];
  work.warned = [];
}

/** What is not past its due day waits, and rows that name no payment may be any that is missing. */
function waitUntilDue({ answers, book, rejected }: LineWork): void {
  const byId = new Map(book.payments.map((payment) => [payment.id, payment]));
  const nameless = rejected.filter(({ line, isNameless }) => isNameless === true || line.rrn === null).length;
  for (const one of answers) {
    if (one.outcome !== 'missingInBank') continue;
    const payment = byId.get(one.transactionId ?? 0);
    if ((payment?.dueDay ?? nextDay(payment?.businessDay ?? '')) < book.todayIso) continue;
    Object.assign(one, { outcome: 'waits', reason: 'notDue' });
  }
  if (nameless === 0) return;
  const missing = answers.filter(({ outcome }) => outcome === 'missingInBank');
  // Where more are missing than there are such rows, which ones is not known: the largest are not claimed.
  const ofSize = missing.toSorted(
    (a, b) =>
      Math.abs(b.differenceMinor) - Math.abs(a.differenceMinor) ||
      (a.transactionId ?? 0) - (b.transactionId ?? 0),
  );
  for (const one of ofSize.slice(0, nameless)) one.outcome = 'waits';
  for (const one of answers)
    if (
      ['waits', 'missingInBank'].includes(one.outcome) &&
      !['rejectedLine', 'nearLine', 'severalRefunds'].includes(one.reason ?? '')
    )
      one.reason = 'unreadLines';
}

const isOfPayment = ({ type }: SettlementLine): boolean => type === 'PURCHASE' || type === 'REFUND';

/** Lines of which no payment says what was agreed to be kept of them. */
function linesWithoutAgreement({ answers, book, lines }: LineWork): Set<SettlementLine> {
  const paid = ['amountDiffers', 'otherTerminal', 'rounding', 'feeDiffers', 'undecidedCharge', 'matched'];
  // A corrected line's payment is another file's: nothing is agreed of this one.
  const isAgreed = ({ outcome, reason }: Answer): boolean => paid.includes(outcome) && reason !== 'corrected';
  const unrated = new Set(book.payments.flatMap((payment) => (payment.isUnrated ? payment.uuid : [])));
  return new Set([
    ...answers.flatMap((one) => (isAgreed(one) ? [] : one.lines.filter(isOfPayment))),
    ...lines.filter(({ uuid }) => uuid !== null && unrated.has(uuid)),
  ]);
}

/** The payouts of every batch, with what is to be found of each. */
function payoutsOf(work: LineWork, isWrong: boolean): Map<SettlementLine, boolean | null> {
  const rejected = new Set(work.rejected.map(({ line }) => line));
  const groups = new Map<string, SettlementLine[]>();
  for (const line of work.lines) {
    const currency = line.currency === '' ? 'SAR' : line.currency;
    const name = `${line.batch} ${currency}`;
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  const netless = new Set(
    work.warned.filter(({ code }) => code === 'chargeCurrency').map(({ line }) => line),
  );
  const isUnsaid = (line: SettlementLine): boolean => work.manner.fees === 'none' || work.unsaid.has(line);
  const saysNet = (line: SettlementLine): boolean => !isUnsaid(line) && !netless.has(line);
  const unagreed = linesWithoutAgreement(work);
  const payouts = new Map<SettlementLine, boolean | null>();
  const nets = new Map<SettlementLine, number>();
  let off = isWrong ? 700 : 0;
  for (const [name, lines] of groups) {
    const [batch = '', currency = ''] = name.split(' ');
    const read = lines.filter((line) => !rejected.has(line));
    if (read.length === 0 || currency === 'AED') continue;
    const paid = lines.reduce((sum, line) => sum + netMinor(line), 0);
    const isNetless = (line: SettlementLine): boolean =>
      netless.has(line) || (isUnsaid(line) && unagreed.has(line));
    const known = read.reduce((sum, line) => sum + netMinor(line), 0);
    const gross = read.reduce((sum, line) => sum + (saysNet(line) ? netMinor(line) : line.grossMinor), 0);
    // Where a line does not say its charge, the agreed one is taken; where none is known, its gross is all there is.
    const isEqual = [...(read.some(isNetless) ? [] : [known]), gross].some(
      (sum) => Math.abs(paid + off) === Math.abs(sum),
    );
    const payout = keyless(work, { type: 'PAYOUT', grossMinor: -paid - off, batch, currency });
    payouts.set(payout, isEqual || (read.some(isNetless) ? null : false));
    nets.set(payout, gross);
    answer(work, 'adjustment', null, [payout], 0);
    off = 0;
  }
  // A word alone says that it is a deposit: none of them is printed with a sign then.
  if (work.manner.signs !== 'word') for (const payout of ofOtherSign(nets)) payouts.set(payout, null);
  return payouts;
}

/**
 * Where deposits stand with both signs, a bank writes what it pays with one of them: of which sign fewer are, beside the sums
 * of their lines, can be compared with nothing; where as many are of either, none can. By currency.
 */
function ofOtherSign(nets: ReadonlyMap<SettlementLine, number>): SettlementLine[] {
  const byCurrency = Map.groupBy(nets, ([{ currency }]) => (currency === '' ? 'SAR' : currency));
  return [...byCurrency.values()].flatMap((own) => {
    const signs = new Set(own.map(([{ grossMinor }]) => Math.sign(grossMinor)));
    signs.delete(0);
    if (signs.size < 2) return [];
    const like = own.filter(([{ grossMinor }, net]) => grossMinor * net > 0).map(([payout]) => payout);
    const unlike = own.filter(([{ grossMinor }, net]) => grossMinor * net < 0).map(([payout]) => payout);
    if (like.length === unlike.length) return [...like, ...unlike];
    return like.length > unlike.length ? unlike : like;
  });
}

/** Whether of every line that is read it is printed what was kept of it, or a deposit says it of its batch. */
function saysCharges(work: LineWork, payouts: ReadonlyMap<SettlementLine, boolean | null>): boolean {
  const { manner, lines, rejected, unsaid, warned } = work;
  const batchOf = ({ batch, currency }: SettlementLine): string =>
    `${batch} ${currency === '' ? 'SAR' : currency}`;
  const paid = new Set(
    [...payouts].flatMap(([payout, agrees]) => (agrees === true ? [batchOf(payout)] : [])),
  );
  const unread = new Set(rejected.map(({ line }) => line));
  const netless = new Set(warned.filter(({ code }) => code === 'chargeCurrency').map(({ line }) => line));
  return lines.every(
    (line) =>
      unread.has(line) ||
      !isOfPayment(line) ||
      (manner.fees !== 'none' && !netless.has(line) && !unsaid.has(line)) ||
      paid.has(batchOf(line)),
  );
}

const quiet = ['timing', 'rounding', 'confirmedBefore', 'otherTerminal'];
const undecided = ['waits', 'sameAsBefore', 'carriedOver', 'undecidedSum', 'undecidedCharge'];

/** The answers by the numbers that lines and rows have in the file. */
function readBack(
  work: LineWork,
  rows: readonly PlantedRow[],
  {
    places,
    headerLine,
    payouts,
    hasUnread,
  }: {
    places: readonly number[];
    headerLine: number;
    payouts: ReadonlyMap<SettlementLine, boolean | null>;
    hasUnread: boolean;
  },
): Omit<PlantedBook, 'manner' | 'book' | 'text' | 'planted'> {
  const placeOf = (index: number): number => places[index] ?? Number.NaN;
  const numberOf = new Map(
    rows.flatMap(({ line }, index) => (line ? [[line, placeOf(index)] as const] : [])),
  );
  const at = (line: SettlementLine): number => numberOf.get(line) ?? Number.NaN;
  const answers = work.answers.map(({ lines, ...one }) => ({
    ...one,
    line: lines.length === 0 ? null : Math.max(...lines.map(at)),
  }));
  const rejected = work.rejected.map(({ line, code }) => ({ line: at(line), code }));
  const totals = [
    ...rows.flatMap(({ agrees }, index) => (agrees === undefined ? [] : [{ line: placeOf(index), agrees }])),
    ...[...payouts].map(([line, agrees]) => ({ line: at(line), agrees })),
  ];
  const isUneven = answers.some(
    ({ outcome, differenceMinor }) =>
      ![...quiet, ...undecided].includes(outcome) && !(outcome === 'adjustment' && differenceMinor === 0),
  );
  const isOpen =
    hasUnread ||
    rejected.length > 0 ||
    // A total or a deposit that could be compared with nothing may be anything.
    totals.some(({ agrees }) => agrees !== true) ||
    answers.some(({ outcome }) => undecided.includes(outcome));
  const lineCount = numberOf.size - rejected.length;
  return {
    answers,
    rejected,
    warned: work.warned.map(({ line, code }) => ({ line: at(line), code })),
    notCounted: rows.flatMap(({ kind }, index) =>
      kind && kind !== 'blank' && index + 1 !== headerLine ? [{ line: placeOf(index), kind }] : [],
    ),
    totals,
    lineCount,
    rowCount: rows.length,
    verdict: isUneven
      ? 'UNBALANCED'
      : isOpen
        ? 'INCOMPLETE'
        : saysCharges(work, payouts)
          ? 'BALANCED'
          : 'GROSS_AGREED',
  };
}
