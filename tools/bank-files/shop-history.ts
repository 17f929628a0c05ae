/**
 * Made-up histories of a shop and its banks: what is sold day by day, the files that they write of it, and the order
 * in which people bring, take back and repeat them. It knows nothing of the rules by which files are judged.
 */
import type { Random } from './random.ts';

/** A sale by what a till knows of it. */
interface ShopSale {
  /** In Riyadh, 'YYYY-MM-DD HH:MM', on the day of its place in `days`. */
  at: string;
  terminal: number;
  scheme: 'Mada' | 'Visa' | 'MasterCard';
  type: 'PURCHASE' | 'REFUND';
  amountMinor: number;
}

/** A line of the bank: which sale (by place), and the ISO day on which it is paid out. */
interface ShopLine {
  sale: number;
  settled: string;
}

/** Two banks stand for all: each has terminals of its own, and files of its own of these. */
export const shopBanks = ['najd', 'tihama'] as const;
export type ShopBank = (typeof shopBanks)[number];

interface ShopFile {
  name: string;
  bank: ShopBank;
  lines: readonly ShopLine[];
}

/** What people do with files, in order; `lines` are the file's in the order in which they stand in it. */
export type ShopStep =
  | { do: 'bring'; file: string; bank: ShopBank; lines: readonly ShopLine[] }
  /** The bank's figures of one line are wrong at first. */
  | { do: 'bringWrong'; file: string; bank: ShopBank; lines: readonly ShopLine[]; wrong: number }
  /** The file is read in any of the ways that the portal offers, right or wrong. */
  | { do: 'misread'; file: string; bank: ShopBank }
  | { do: 'readRight'; file: string; bank: ShopBank }
  | { do: 'undo'; file: string };

/** One history: the same sales and, at the end, the same lines, brought in two ways. */
export interface ShopHistory {
  days: readonly { day: string; sales: readonly number[] }[];
  sales: readonly ShopSale[];
  /** By day: every file of the day, once, as the bank sends them. */
  plain: ReadonlyMap<string, ShopStep[]>;
  /** Late, in another order, taken back, brought again. */
  tangled: ReadonlyMap<string, ShopStep[]>;
  /** Files of the tangled way hold other lines: days are split in two, or repeat lines of the day before. */
  isDividedAnew: boolean;
  hasSettlementDays: boolean;
  /** Every second terminal is with the second bank. */
  hasTwoBanks: boolean;
  /** Both banks write the same columns. */
  isLayoutShared: boolean;
  bankOf: (sale: ShopSale) => ShopBank;
}

const dayMs = 86_400_000;
const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
/** Friday and Saturday. */
const isClosed = (day: string): boolean => [5, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
function paidOn(day: string, workingDays: number): string {
  let reached = day;
  for (let left = workingDays; left > 0; ) {
    reached = later(reached, 1);
    if (!isClosed(reached)) left--;
  }
  return reached;
}

/** A history of `days` days of sales from `firstDay` on. */
export function makeHistory(random: Random, firstDay: string, days: number): ShopHistory {
  const sales: ShopSale[] = [];
  const terminals = random.whole(1, 3);
  const hasTwoBanks = terminals > 1 && !random.oneIn(3);
  const soldOn = Array.from({ length: days }, (_, at) => {
    const day = later(firstDay, at);
    const count = random.oneIn(6) ? 0 : random.whole(1, 3 * terminals);
    return {
      day,
      sales: Array.from({ length: count }, () => sales.push(saleOf(random, day, terminals)) - 1),
    };
  });
  const hasSettlementDays = random.oneIn(2);
  const isLayoutShared = hasTwoBanks && random.oneIn(2);
  const bankOf = ({ terminal }: ShopSale): ShopBank => (hasTwoBanks && terminal % 2 ? 'tihama' : 'najd');
  const byBank = shopBanks.map((bank) => filesOf(random, sales, bank, bankOf)).filter(({ length }) => length);
  const plain = new Map<string, ShopStep[]>();
  for (const { name, bank, lines } of byBank.flat())
    addStep(plain, name, { do: 'bring', file: name, bank, lines });
  const isDividedAnew = random.oneIn(3);
  const lastDay = later(firstDay, days + 8);
  const cut = isDividedAnew ? byBank.map((files) => dividedAnew(random, files)) : byBank;
  const tangled = tangle(random, cut.flat(), lastDay);
  return {
    days: soldOn,
    sales,
    plain,
    tangled,
    isDividedAnew,
    hasSettlementDays,
    hasTwoBanks,
    isLayoutShared,
    bankOf,
  };
}

function saleOf(random: Random, day: string, terminals: number): ShopSale {
  const two = (number: number): string => String(number).padStart(2, '0');
  return {
    at: `${day} ${two(random.whole(8, 23))}:${two(random.whole(0, 59))}`,
    terminal: random.whole(0, terminals - 1),
    scheme: random.pick(['Mada', 'Mada', 'Mada', 'Visa', 'MasterCard']),
    type: random.oneIn(15) ? 'REFUND' : 'PURCHASE',
    amountMinor: random.whole(1_000, 90_000),
  };
}

/** The files of a bank, named by the day on which they come: some lines left out, some late, some files lost. */
function filesOf(
  random: Random,
  sales: readonly ShopSale[],
  bank: ShopBank,
  bankOf: ShopHistory['bankOf'],
): ShopFile[] {
  const leftOutOneIn = random.pick([8, 25, 1_000]);
  const byDay = new Map<string, ShopLine[]>();
  sales.forEach((one, sale) => {
    const { at, scheme } = one;
    if (bankOf(one) !== bank || random.oneIn(leftOutOneIn)) return;
    const due = paidOn(at.slice(0, 10), scheme === 'Mada' ? 1 : 3);
    const settled = random.oneIn(30) ? paidOn(due, random.whole(1, 2)) : due;
    byDay.set(settled, [...(byDay.get(settled) ?? []), { sale, settled }]);
  });
  const isLost = random.oneIn(3);
  return [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, lines]) => ({ name: `${day} ${bank}`, bank, lines }))
    .filter((_, at) => !(isLost && random.oneIn(5)) || at === 0);
}

/** Each file as it is, in two, or with lines of the one before. */
function dividedAnew(random: Random, files: readonly ShopFile[]): ShopFile[] {
  return files.flatMap((file, at): ShopFile[] => {
    if (file.lines.length > 1 && random.oneIn(2)) {
      const lines = random.shuffled(file.lines);
      const cut = random.whole(1, lines.length - 1);
      return [
        { ...file, lines: lines.slice(0, cut) },
        { ...file, name: `${file.name} second`, lines: lines.slice(cut) },
      ];
    }
    const before = files[at - 1]?.lines ?? [];
    return [{ ...file, lines: random.oneIn(2) ? [...before.slice(-3), ...file.lines] : file.lines }];
  });
}

function tangle(random: Random, files: readonly ShopFile[], lastDay: string): Map<string, ShopStep[]> {
  const steps = new Map<string, ShopStep[]>();
  const lateOneIn = random.pick([2, 5, 100]);
  for (const { name, bank, lines } of random.shuffled(files)) {
    let day = name.slice(0, 10);
    const on = (step: ShopStep): void => addStep(steps, day, step);
    const wait = (days: number): void => {
      const next = later(day, random.whole(0, days));
      day = next > lastDay ? lastDay : next;
    };
    const inAnyOrder = random.shuffled(lines);
    const bring = (): void => on({ do: 'bring', file: name, bank, lines: inAnyOrder });
    if (random.oneIn(lateOneIn)) wait(6);
    if (random.oneIn(6)) {
      on({ do: 'bringWrong', file: name, bank, lines, wrong: random.whole(0, lines.length - 1) });
      wait(2);
      on({ do: 'undo', file: name });
    }
    bring();
    if (random.oneIn(5)) bring();
    if (random.oneIn(6)) {
      on({ do: 'misread', file: name, bank });
      wait(1);
      on({ do: 'readRight', file: name, bank });
    }
    if (!random.oneIn(3)) continue;
    wait(4);
    on({ do: 'undo', file: name });
    wait(3);
    bring();
  }
  return steps;
}

function addStep(steps: Map<string, ShopStep[]>, day: string, step: ShopStep): void {
  const known = steps.get(day.slice(0, 10));
  if (known) known.push(step);
  else steps.set(day.slice(0, 10), [step]);
}
