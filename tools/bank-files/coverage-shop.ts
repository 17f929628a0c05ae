/**
 * For the simulation of coverage: made-up shops, and banks of many habits that pay them, as books and files. It knows
 * nothing of the rules: which file holds a payment is decided by when its terminal closed and when the bank pays.
 */

/** A payment as the shop sold it: times in epoch milliseconds, days since 1970, schemes by their number. */
interface BookPayment {
  terminal: number;
  scheme: number;
  hostAtMs: number;
  dueDay: number;
  isReversed?: boolean;
}

/** A file by the places of its payments. */
interface BookFile {
  name: string;
  lines: readonly number[];
  settlementDay?: number;
  batches?: ReadonlyMap<number, Numbers>;
}

/** What is agreed about the files of a part. */
interface BookPart {
  openingMs: number | null;
  closingMinute: number | null;
  cutoffMinute: number;
  groupOf: Uint8Array;
}

import { type Random, seededRandom } from './random.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const riyadhMs = 180 * minuteMs;
const startDay = 20_410;
const mada = 1;

/** What a bank does with a shop's payments. */
interface Habit {
  name: string;
  cutoffMinute: number;
  /** Terminals close by themselves at these minutes; without any they close with the bank. */
  closes?: readonly number[];
  closingKnown?: boolean;
  lagDays: readonly [mada: number, visa: number, masterCard: number];
  working?: boolean;
  /** How the payments of a settlement day become files. */
  files?: 'schemes' | 'branches' | 'splitByTerminal' | 'splitAtRandom';
  madaOnly?: boolean;
  everyDays?: number;
  settlement?: boolean;
  batches?: boolean;
  hours?: readonly [number, number];
  lateOneIn?: number;
  offlineOneIn?: number;
}

const plain = { cutoffMinute: 0, lagDays: [1, 1, 1] } as const;
const habits: readonly Habit[] = [
  { ...plain, name: 'daily by midnight' },
  { ...plain, name: 'daily with settlement days', settlement: true },
  { ...plain, name: 'daily by 22:00', cutoffMinute: 1_320 },
  { ...plain, name: 'daily by 22:00, close known', cutoffMinute: 1_320, closingKnown: true },
  { ...plain, name: 'mada alone', madaOnly: true },
  { ...plain, name: 'mada and cards in files of their own', files: 'schemes', lagDays: [1, 2, 2] },
  { ...plain, name: 'a file a branch', files: 'branches', settlement: true },
  { ...plain, name: 'open past midnight', cutoffMinute: 240, hours: [16, 27] },
  { ...plain, name: 'past midnight, bank by midnight', hours: [15, 26] },
  { ...plain, name: 'terminals close at 23:00', closes: [1_380], batches: true },
  { ...plain, name: 'terminals close when they like', closes: [1_200, 1_320, 1_410, 60, 0] },
  { ...plain, name: 'working days', working: true },
  { ...plain, name: 'working days with settlement days', working: true, settlement: true },
  { ...plain, name: 'cards after three days', lagDays: [1, 3, 3] },
  { ...plain, name: 'each scheme by itself', lagDays: [1, 2, 4], working: true },
  { ...plain, name: 'split by terminal', files: 'splitByTerminal', settlement: true },
  { ...plain, name: 'split at random', files: 'splitAtRandom', settlement: true },
  { ...plain, name: 'split, without settlement days', files: 'splitByTerminal' },
  { ...plain, name: 'weekly', everyDays: 7 },
  { ...plain, name: 'late lines', lateOneIn: 60 },
  { ...plain, name: 'offline payments', offlineOneIn: 15 },
];

/** What goes wrong on purpose. */
export interface Faults {
  dropOneIn?: number;
  loseFileOneIn?: number;
  cutTailOneIn?: number;
  dropTerminalDayOneIn?: number;
  swapUploadsOneIn?: number;
}

interface SimulatedPayment extends BookPayment {
  /** The file that the bank puts it into, by place in `files`; -1 where the bank leaves it out. */
  file: number;
  part: number;
  isLate: boolean;
}

export interface SimulatedFile extends BookFile {
  part: number;
  uploadedAtMs: number;
  isLost: boolean;
  /** It comes after a file of later days. */
  isSwapped: boolean;
  /** Something of it, or of what it is judged by, went wrong. */
  isFaulty: boolean;
}

export interface Simulation {
  habit: Habit;
  payments: SimulatedPayment[];
  files: SimulatedFile[];
  parts: BookPart[];
  /** Files in the order in which they are uploaded; lost ones are not. */
  uploads: SimulatedFile[];
}

interface Till {
  perDay: number;
  hours: readonly [number, number];
  closeMinute: number;
  restDay: number;
}

/** A shop of a seed: some weeks of payments under one of the habits, with the faults wanted. */
export function simulate(seed: number, faults: Faults): Simulation {
  const random = seededRandom(seed);
  const habit = habits[seed % habits.length] as Habit;
  const days = habit.everyDays === 7 ? 35 : random.whole(8, 20);
  const tills = Array.from({ length: random.whole(1, 4) }, () => newTill(random, habit));
  const payments = sell(random, habit, tills, days);
  const parts = partsOf(habit, tills.length);
  const files = fileAll(random, habit, tills, payments, parts);
  plantFaults(random, faults, payments, files);
  const sent = files
    .filter(({ isLost, lines }) => !isLost && lines.length > 0)
    .sort((a, b) => a.uploadedAtMs - b.uploadedAtMs);
  for (let at = 2; at < sent.length; at++) {
    if (!faults.swapUploadsOneIn || !random.oneIn(faults.swapUploadsOneIn)) continue;
    const [one, other] = [sent[at - 1] as SimulatedFile, sent[at] as SimulatedFile];
    one.uploadedAtMs = other.uploadedAtMs + minuteMs;
    one.isSwapped = true;
    [sent[at - 1], sent[at]] = [other, one];
    for (const near of sent.slice(at - 1, at + 8)) near.isFaulty = true;
  }
  return { habit, payments, files, parts, uploads: sent };
}

function newTill(random: Random, habit: Habit): Till {
  const hours = habit.hours ?? [random.whole(7, 11), random.whole(18, 24)];
  return {
    perDay: random.pick([0.3, 1, 3, 6, 9]),
    hours,
    closeMinute: habit.closes ? random.pick(habit.closes) : habit.cutoffMinute,
    restDay: random.pick([-1, -1, 5, 5, 6]),
  };
}

/** 0 is Sunday; day 0 of 1970 was a Thursday. */
const weekday = (day: number): number => (day + 4) % 7;
const dayOf = (atMs: number, endMinute: number): number => {
  const late = endMinute >= 720 ? endMinute - 1_440 : endMinute;
  return Math.floor((atMs + riyadhMs - late * minuteMs) / dayMs);
};
function paidOn(day: number, lag: number, working: boolean | undefined): number {
  let reached = day;
  for (let left = lag; left > 0; ) {
    reached++;
    if (!working || weekday(reached) < 5) left--;
  }
  return reached;
}
const lagOf = ({ lagDays }: Habit, scheme: number): number => lagDays[scheme - 1] ?? 1;

function sell(random: Random, habit: Habit, tills: readonly Till[], days: number): SimulatedPayment[] {
  const payments: SimulatedPayment[] = [];
  const add = (terminal: number, scheme: number, soldMs: number, isReversed: boolean): void => {
    const isOffline = habit.offlineOneIn !== undefined && random.oneIn(habit.offlineOneIn);
    const hostAtMs = isOffline ? soldMs + random.whole(60, 3_600) * minuteMs : soldMs;
    const dueDay = paidOn(dayOf(hostAtMs, habit.cutoffMinute), lagOf(habit, scheme), habit.working);
    const paid = { terminal, scheme, hostAtMs, dueDay, file: -1, part: 0, isLate: false };
    payments.push(isReversed ? { ...paid, isReversed } : paid);
  };
  for (let day = startDay; day < startDay + days; day++) {
    tills.forEach((till, terminal) => {
      if (weekday(day) === till.restDay) return;
      const whole = Math.floor(till.perDay);
      const isOneMore = random.whole(0, 99) < (till.perDay - whole) * 100;
      const count = whole + (isOneMore ? 1 : 0) + (whole > 2 ? random.whole(-2, 2) : 0);
      for (let index = 0; index < count; index++) {
        const minute = random.whole(till.hours[0] * 60, till.hours[1] * 60 - 1);
        const scheme = random.pick([mada, mada, mada, 2, 3]);
        const soldMs = day * dayMs - riyadhMs + minute * minuteMs + random.whole(0, 59) * 1_000;
        const isReversed = random.oneIn(40);
        add(terminal, scheme, soldMs, isReversed);
        if (isReversed) add(terminal, scheme, soldMs + minuteMs, true);
      }
    });
  }
  return payments.sort((a, b) => a.hostAtMs - b.hostAtMs);
}

/** Schemes of equal terms form a group, mada by itself. */
function groupsOf({ lagDays }: Habit): Uint8Array {
  const lags = [...new Set(lagDays.slice(1))];
  return Uint8Array.from({ length: 8 }, (_, scheme) =>
    scheme === mada ? 7 : Math.max(0, lags.indexOf(lagDays[scheme - 1] ?? 1)),
  );
}

function partsOf(habit: Habit, terminals: number): BookPart[] {
  const part: BookPart = {
    openingMs: null,
    closingMinute: habit.closingKnown ? habit.cutoffMinute : null,
    cutoffMinute: habit.cutoffMinute,
    groupOf: groupsOf(habit),
  };
  const count = habit.files === 'schemes' ? 2 : habit.files === 'branches' ? Math.min(2, terminals) : 1;
  return Array.from({ length: count }, () => part);
}

function partOf(habit: Habit, { terminal, scheme }: BookPayment, parts: number): number {
  if (habit.files === 'schemes') return scheme === mada ? 0 : 1;
  if (habit.files === 'branches') return terminal % parts;
  return 0;
}

type Numbers = { lowest: number; highest: number };

function fileAll(
  random: Random,
  habit: Habit,
  tills: readonly Till[],
  payments: SimulatedPayment[],
  parts: readonly BookPart[],
): SimulatedFile[] {
  const files = new Map<string, SimulatedFile & { lines: number[]; batches?: Map<number, Numbers> }>();
  const isSplit = habit.files === 'splitByTerminal' || habit.files === 'splitAtRandom';
  payments.forEach((payment, place) => {
    payment.part = partOf(habit, payment, parts.length);
    if (habit.madaOnly && payment.scheme !== mada) {
      payment.part = -1;
      return;
    }
    if (payment.isReversed) return;
    const till = tills[payment.terminal] as Till;
    const batchDay = dayOf(payment.hostAtMs, till.closeMinute);
    let settled = paidOn(batchDay, lagOf(habit, payment.scheme), habit.working);
    payment.isLate = habit.lateOneIn !== undefined && random.oneIn(habit.lateOneIn);
    if (payment.isLate) settled += random.whole(1, 4);
    if (habit.everyDays) settled = Math.ceil(settled / habit.everyDays) * habit.everyDays;
    const share = !isSplit ? 0 : habit.files === 'splitAtRandom' ? random.whole(0, 1) : payment.terminal % 2;
    const name = `part ${payment.part} day ${settled}${share ? ' second' : ''}`;
    const known = files.get(name) ?? {
      name,
      lines: [],
      part: payment.part,
      uploadedAtMs: settled * dayMs + (8 * 60 - 180 + payment.part + 2 * share) * minuteMs,
      isLost: false,
      isSwapped: false,
      isFaulty: false,
      ...(habit.settlement && { settlementDay: settled }),
      ...(habit.batches && { batches: new Map<number, Numbers>() }),
    };
    files.set(name, known);
    known.lines.push(place);
    known.batches?.set(payment.terminal, {
      lowest: Math.min(batchDay, known.batches.get(payment.terminal)?.lowest ?? batchDay),
      highest: Math.max(batchDay, known.batches.get(payment.terminal)?.highest ?? batchDay),
    });
  });
  const all = [...files.values()].sort((a, b) => a.uploadedAtMs - b.uploadedAtMs);
  all.forEach(({ lines }, index) => {
    for (const place of lines) (payments[place] as SimulatedPayment).file = index;
  });
  return all;
}

function plantFaults(
  random: Random,
  faults: Faults,
  payments: SimulatedPayment[],
  files: (SimulatedFile & { lines: readonly number[] })[],
): void {
  const is = (oneIn: number | undefined): boolean => oneIn !== undefined && random.oneIn(oneIn);
  for (const [index, file] of files.entries()) {
    // What the opening is proposed by stays whole: its first file is looked at by a person.
    if (index < 2) continue;
    file.isLost = is(faults.loseFileOneIn);
    const dropped = new Set<number>();
    for (const place of file.lines) if (is(faults.dropOneIn)) dropped.add(place);
    if (is(faults.dropTerminalDayOneIn)) {
      const { terminal } = payments[random.pick(file.lines)] as SimulatedPayment;
      for (const place of file.lines) if (payments[place]?.terminal === terminal) dropped.add(place);
    }
    if (is(faults.cutTailOneIn)) {
      const inTime = file.lines.toSorted((a, b) => timeOf(payments, a) - timeOf(payments, b));
      for (const place of inTime.slice(Math.ceil(inTime.length * 0.7))) dropped.add(place);
    }
    if (dropped.size === 0 && !file.isLost) continue;
    for (let near = index - 1; near < Math.min(files.length, index + 8); near++)
      (files[near] as SimulatedFile).isFaulty = true;
    for (const place of dropped) (payments[place] as SimulatedPayment).file = -1;
    file.lines = file.lines.filter((place) => !dropped.has(place));
  }
  files.forEach((file, index) => {
    if (file.lines.some((place) => payments[place]?.isLate))
      for (let near = Math.max(0, index - 8); near <= index; near++)
        (files[near] as SimulatedFile).isFaulty = true;
  });
}

const timeOf = (payments: readonly SimulatedPayment[], place: number): number =>
  payments[place]?.hostAtMs ?? 0;
