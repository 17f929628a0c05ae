import type { FileOptions } from './bank-file.ts';
import { honestLine, type KnownPayment, netMinor, type SettlementLine } from './settlement-line.ts';

/**
 * A month of the files of a shop's two banks, in which each thing that happens to such files happens once. Which payments
 * are in which file is decided here; how it is to be judged is written down by whoever plays the month.
 */
export type MonthBank = 'najd' | 'tihama';

/** A payment with what its bank owes by when. */
export interface MonthPayment extends KnownPayment {
  bank: MonthBank;
  branch: string;
  /** ISO day. */
  dueDay: string;
}

export const situations = [
  'normal',
  'late',
  'split',
  'splitRest',
  'wrong',
  'corrected',
  'overlapping',
  'afterLost',
  'earlierDeposit',
  'schemeAbsent',
  'schemeComes',
  'duplicate',
  'missing',
  'chargeback',
  'refund',
  'amountDiffers',
  'overcharged',
  'setsRight',
  'rejectedRow',
  'wrongTotal',
  'afterHoliday',
  'inParts',
  'severalLines',
] as const;
export type Situation = (typeof situations)[number];

/** What becomes of a payment that something happened to; of every other one that it is confirmed. */
export type Fate = 'differs' | 'missing' | 'withoutFile';

export interface MonthFile {
  name: string;
  bank: MonthBank;
  situation: Situation;
  /** ISO day on which it comes; files of a day come in the order of the list. */
  arrivesOn: string;
  lines: readonly SettlementLine[];
  form: FileOptions;
  /** The file that is taken back before this one comes. */
  replaces?: string;
  /** A payment that is paid by several of the lines, which a person joins to it. */
  inParts?: { payment: MonthPayment; lines: readonly SettlementLine[] };
}

/** The figures of what happens; what is said of it names them. */
export const planted = { wrongMinor: 500, lessMinor: 700, feeMinor: 250, totalMinor: 10_000, repeated: 4 };

/** Days on which banks are closed beside Friday and Saturday, ISO, both included. */
export interface ClosedSpan {
  from: string;
  to: string;
}

export interface Month {
  /** In the order in which they come. */
  files: readonly MonthFile[];
  /** By id of the payment. */
  fates: ReadonlyMap<number, Fate>;
  /** Days of settlement of which no file ever comes. */
  lost: readonly { bank: MonthBank; day: string }[];
}

/** On which settlement day of the month, counted from the first one, something happens; all others are ordinary. */
const happens: Record<MonthBank, ReadonlyMap<number, Situation>> = {
  najd: new Map([
    [2, 'late'],
    [4, 'split'],
    [6, 'corrected'],
    [8, 'overlapping'],
    [10, 'afterLost'],
    [11, 'earlierDeposit'],
    [12, 'schemeAbsent'],
    [13, 'schemeComes'],
    [14, 'missing'],
    [15, 'duplicate'],
  ]),
  tihama: new Map([
    [2, 'chargeback'],
    [4, 'refund'],
    [6, 'amountDiffers'],
    [8, 'overcharged'],
    [9, 'setsRight'],
    [10, 'rejectedRow'],
    [12, 'inParts'],
    [13, 'wrongTotal'],
    [14, 'severalLines'],
  ]),
};
const lostAt: Record<MonthBank, number | null> = { najd: 9, tihama: null };

interface Day {
  bank: MonthBank;
  day: string;
  /** The next two days on which the bank pays. */
  next: string;
  afterNext: string;
  lines: Paid[];
  before: readonly Paid[];
  situation: Situation;
}

interface Paid {
  payment: MonthPayment;
  line: SettlementLine;
}

/**
 * Plans the month of the payments given: a file for each day on which a bank owes anything, until `lastDay` (ISO, included).
 * In `holiday` nothing is due; the file that brings what would have been due in it is told apart.
 */
export function planMonth(
  payments: readonly MonthPayment[],
  { lastDay, holiday }: { lastDay: string; holiday: ClosedSpan },
): Month {
  const files: MonthFile[] = [];
  const fates = new Map<number, Fate>();
  const lost: { bank: MonthBank; day: string }[] = [];
  for (const bank of ['najd', 'tihama'] as const) {
    const days = [...Map.groupBy(paidBy(payments, bank), ({ payment }) => payment.dueDay)]
      .filter(([day]) => day <= lastDay)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const afterHoliday = days.findIndex(([day]) => day > holiday.to);
    let kept: readonly Paid[] = [];
    days.forEach(([day, lines], at) => {
      if (at === lostAt[bank]) {
        lost.push({ bank, day });
        for (const { payment } of lines) fates.set(payment.id, 'withoutFile');
        return;
      }
      const ordinary = bank === 'tihama' && at === afterHoliday ? 'afterHoliday' : 'normal';
      const situation = happens[bank].get(at) ?? ordinary;
      const own: Day = {
        bank,
        day,
        next: days[at + 1]?.[0] ?? day,
        afterNext: days[at + 2]?.[0] ?? day,
        lines: [...kept, ...lines],
        before: days[at - 1]?.[1] ?? [],
        situation,
      };
      kept = [];
      kept = writeDay(own, files, fates);
    });
  }
  files.sort((a, b) => (a.arrivesOn < b.arrivesOn ? -1 : a.arrivesOn > b.arrivesOn ? 1 : 0));
  return { files, fates, lost };
}

const paidBy = (payments: readonly MonthPayment[], bank: MonthBank): Paid[] =>
  payments
    .filter((payment) => payment.bank === bank && payment.status === 'APPROVED')
    .map((payment) => ({ payment, line: { ...honestLine(payment), settled: payment.dueDay } }));

const forms: Record<MonthBank, FileOptions> = {
  najd: { layout: 'najd', format: 'csv' },
  tihama: { layout: 'tihama', format: 'csv' },
};

type AddFile = (lines: readonly Paid[], more?: Partial<MonthFile>) => void;

/** Writes the file or files of a day; answers what the next day's file brings besides. */
function writeDay(day: Day, files: MonthFile[], fates: Map<number, Fate>): Paid[] {
  const { bank, situation } = day;
  const add: AddFile = (lines, more = {}) =>
    void files.push({
      ...more,
      name: `${day.day}-${bank}${more.name ?? ''}.csv`,
      bank,
      situation: more.situation ?? situation,
      arrivesOn: more.arrivesOn ?? day.day,
      lines: lines.map(({ line }) => line),
      form: { ...forms[bank], ...more.form },
    });
  switch (situation) {
    case 'late':
      add(day.lines, { arrivesOn: day.afterNext });
      return [];
    case 'split': {
      const [first = ''] = day.lines.map(({ payment }) => payment.branch).sort();
      add(
        day.lines.filter(({ payment }) => payment.branch === first),
        { name: '-1' },
      );
      add(
        day.lines.filter(({ payment }) => payment.branch !== first),
        { name: '-2', situation: 'splitRest' },
      );
      return [];
    }
    case 'corrected': {
      const { payment, line } = within(day.lines);
      const wrong = day.lines.map((one) =>
        one.payment === payment
          ? { payment, line: { ...line, grossMinor: line.grossMinor - planted.wrongMinor } }
          : one,
      );
      add(wrong, { name: '-wrong', situation: 'wrong' });
      add(day.lines, { arrivesOn: day.next, replaces: `${day.day}-${bank}-wrong.csv` });
      return [];
    }
    case 'overlapping':
      add([...day.before.slice(-planted.repeated), ...day.lines]);
      return [];
    case 'earlierDeposit':
      add([...day.lines, depositOf(day.before)]);
      return [];
    case 'schemeAbsent': {
      const isThere = ({ payment }: Paid): boolean => payment.scheme !== 'Visa';
      add(day.lines.filter(isThere));
      return day.lines
        .filter((one) => !isThere(one))
        .map(({ payment, line }) => ({ payment, line: { ...line, settled: day.next } }));
    }
    case 'missing': {
      const { payment } = within(day.lines);
      fates.set(payment.id, 'missing');
      add(day.lines.filter((one) => one.payment !== payment));
      return [];
    }
    case 'inParts':
    case 'severalLines':
      addInParts(day, add);
      return [];
    default:
      add(
        changed(day, fates),
        situation === 'wrongTotal' ? { form: { ...forms[bank], totalOffMinor: planted.totalMinor } } : {},
      );
      return [];
  }
}

/** A sale of the day has two lines, each of a part of it; what is matched by hand has keys on the first of them alone. */
function addInParts({ lines, situation }: Day, add: AddFile): void {
  const { payment, line } = within(lines);
  const isByHand = situation === 'inParts';
  const parts = partsOf(line).map((part, at) => (isByHand && at > 0 ? { ...part, ...keyless } : part));
  const written = lines.flatMap((one) =>
    one.payment === payment ? parts.map((part) => ({ payment, line: part })) : one,
  );
  add(written, isByHand ? { inParts: { payment, lines: parts } } : {});
}

/** A line as two that pay it together: three fifths, and the rest. */
function partsOf(line: SettlementLine): SettlementLine[] {
  const most = (minor: number): number => Math.floor((minor * 3) / 5);
  const first = {
    ...line,
    grossMinor: most(line.grossMinor),
    feeMinor: most(line.feeMinor),
    vatMinor: most(line.vatMinor),
  };
  const rest = {
    ...line,
    grossMinor: line.grossMinor - first.grossMinor,
    feeMinor: line.feeMinor - first.feeMinor,
    vatMinor: line.vatMinor - first.vatMinor,
  };
  return [first, rest];
}

const keyless = { uuid: null, orderRef: null, rrn: null, stan: null, authCode: null, card: null };

/** The deposit for the lines of a day, as a line that names their day of settlement. */
function depositOf(paid: readonly Paid[]): Paid {
  const [first] = paid;
  if (!first) throw new Error('no lines of the day before');
  const grossMinor = -paid.reduce((sum, { line }) => sum + netMinor(line), 0);
  const line = {
    ...first.line,
    ...keyless,
    type: 'PAYOUT' as const,
    grossMinor,
    feeMinor: 0,
    vatMinor: 0,
    batch: '',
  };
  return { payment: first.payment, line };
}

/** The line of the day before that kept too much, once more and as agreed. */
function setRight({ lines, before }: Day, fates: Map<number, Fate>): Paid[] {
  const right = within(before);
  fates.delete(right.payment.id);
  return [...lines, right];
}

/** The lines of a day of which one says something else than its payment. */
function changed(day: Day, fates: Map<number, Fate>): Paid[] {
  const { lines, situation } = day;
  if (situation === 'setsRight') return setRight(day, fates);
  const { payment, line } = within(lines);
  const instead = (change: Partial<SettlementLine>, fate?: Fate): Paid[] => {
    if (fate) fates.set(payment.id, fate);
    return lines.map((one) => (one.payment === payment ? { payment, line: { ...line, ...change } } : one));
  };
  const free = { feeMinor: 0, vatMinor: 0 };
  switch (situation) {
    case 'duplicate':
      return [...lines, { payment, line: { ...line } }];
    case 'chargeback':
      return [
        ...lines,
        { payment, line: { ...line, ...free, type: 'CHARGEBACK', grossMinor: -line.grossMinor } },
      ];
    case 'amountDiffers':
      return instead({ grossMinor: line.grossMinor - planted.lessMinor }, 'differs');
    case 'overcharged':
      return instead({ feeMinor: line.feeMinor + planted.feeMinor }, 'differs');
    case 'rejectedRow':
      return instead({ isUnreadable: true }, 'missing');
    default:
      return lines;
  }
}

/** A purchase by mada that has others of its terminal before and after it in the file: what happens to it is covered. */
function within(lines: readonly Paid[]): Paid {
  const found = lines.find(({ payment }) => {
    const like = lines.filter(
      (one) => one.payment.tid === payment.tid && one.payment.scheme === payment.scheme,
    );
    const times = like.map((one) => one.payment.createdAtMs);
    const isInside = payment.createdAtMs > Math.min(...times) && payment.createdAtMs < Math.max(...times);
    return (
      payment.type === 'PURCHASE' && payment.scheme === 'Mada' && isInside && payment.amountMinor > 2_000
    );
  });
  if (!found) throw new Error('no payment of the day lies among others');
  return found;
}
