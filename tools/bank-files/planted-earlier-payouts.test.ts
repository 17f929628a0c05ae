/**
 * Banks that pay a day's lines in the file of the next day: agreeing, short, over, of a day of which no file has lines, by day, by
 * batch or by their amount alone, or in parts that stand in several files, in files that are judged in any order. What each deposit is to be found to be is written before
 * the files are. MIZAN_SEED and PAYOUT_RUNS play others.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  sold,
  type Trial,
  type TrialPayment,
  tryBankFile,
} from '../../server/reconciliation/bank-file-trial.ts';

const isLong = Boolean(process.env['MIZAN_LONG']);
const seed = Number(process.env['MIZAN_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_127));
const numRuns = Number(process.env['PAYOUT_RUNS'] ?? (isLong ? 2_000 : 40));

const names = 'Terminal ID,RRN,Type,Date,Amount,Fee,VAT,Net,Settlement Date,Batch No';
const amount = (minor: number): string => (minor / 100).toFixed(2);
const isoDay = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`;

const plants = ['agrees', 'short', 'over', 'unknownDay', 'none'] as const;
const oneDay = fc.record({
  prices: fc.array(fc.integer({ min: 1_000, max: 900_000 }), { minLength: 1, maxLength: 4 }),
  plant: fc.constantFrom(...plants),
  by: fc.constantFrom('day', 'batch', 'nothing'),
  differsMinor: fc.integer({ min: 1, max: 900 }),
  /** A sale whose line the bank forgot. */
  isMissing: fc.boolean(),
});
type Day = typeof oneDay extends fc.Arbitrary<infer T> ? T : never;

interface PlantedFile {
  text: string;
  sales: TrialPayment[];
  /** Of its deposit: it agrees, by how much it differs, or null where nothing can be told. */
  deposit: true | number | null;
  isWhole: boolean;
}

function plantFiles(days: readonly Day[]): PlantedFile[] {
  let id = 0;
  let earlier = { netMinor: 0, batch: '' };
  return days.map(({ prices, plant, by, differsMinor, isMissing }, index) => {
    const day = 10 + index;
    // No two days come to the same: of such two nothing tells which one is meant.
    const ofDay = prices.map(
      (price, at) => price + (at === prices.length - 1 ? 10_000_000 * (index + 1) : 0),
    );
    const sales = ofDay.map((amountMinor, at) =>
      sold(++id, `${day} 1${at}:00`, { amountMinor, mdrBps: 0, feeMinor: 0, vatMinor: 0 }),
    );
    const isWhole = !isMissing || sales.length === 1;
    const batch = `${700 + index}`;
    const here = isWhole ? sales : sales.slice(1);
    const lines = here.map(
      ({ rrn, amountMinor }) =>
        `88501158,${rrn},Purchase,${isoDay(day)} 12:00,${amount(Number(amountMinor))},0.00,0.00,${amount(Number(amountMinor))},${isoDay(day + 1)},${batch}`,
    );
    const shift = plant === 'short' ? -differsMinor : plant === 'over' ? differsMinor : 0;
    const paidMinor = earlier.netMinor + shift;
    const hasDeposit = plant !== 'none' && index > 0 && paidMinor > 0;
    // By its amount alone one that differs is held against the lines beside it.
    const named = by === 'nothing' && plant !== 'agrees' ? 'day' : by;
    const settled = named === 'day' ? isoDay(plant === 'unknownDay' ? 2 : day) : '';
    const ofBatch = named === 'batch' ? (plant === 'unknownDay' ? '31' : earlier.batch) : '';
    const deposit = `,,Payout,${isoDay(day + 1)},${amount(paidMinor)},,,,${settled},${ofBatch}`;
    const file = {
      text: [names, ...lines, ...(hasDeposit ? [deposit] : []), ''].join('\n'),
      sales,
      deposit: !hasDeposit || plant === 'agrees' ? (true as const) : plant === 'unknownDay' ? null : shift,
      isWhole,
    };
    earlier = { netMinor: here.reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0), batch };
    return file;
  });
}

/** Judges the files in an order, and again as long as one of them says anything else, as the portal does. */
async function judgeAll(files: readonly PlantedFile[], order: readonly number[]): Promise<Trial[]> {
  const judged: Trial[] = [];
  const saidOf = (trial: Trial | undefined): string =>
    JSON.stringify([trial?.summary.settled, trial?.summary.verdict]);
  for (let round = 0; round < 6; round++) {
    const before = files.map((_, at) => saidOf(judged[at]));
    for (const at of order) {
      const { text, sales } = files[at] as PlantedFile;
      const settledFiles = files.flatMap((_, other) => {
        const one = judged[other];
        if (!one || other === at) return [];
        const { settled, scope } = one.summary;
        const cameBefore = order.indexOf(other) < order.indexOf(at);
        return [{ ...settled, bankFileId: String(other), lastDay: scope.toDay, cameBefore }];
      });
      judged[at] = await tryBankFile(text, sales, { settledFiles, todayIso: '2026-11-25' });
    }
    if (files.every((_, at) => saidOf(judged[at]) === before[at])) return judged;
  }
  throw new Error('the files keep each other busy');
}

test(`deposits of an earlier day are found to be what was planted, in any order of files (seed ${seed})`, {
  timeout: 1_200_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(oneDay, { minLength: 2, maxLength: 4 }),
      fc.infiniteStream(fc.nat(1_000)),
      async (days, chance) => {
        const files = plantFiles(days);
        const order = files
          .map((_, at) => ({ at, place: chance.next().value }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ at }) => at);
        const judged = await judgeAll(files, order);
        for (const [at, { deposit, isWhole }] of files.entries()) {
          const { verdict, absent, totals } = (judged[at] as Trial).summary;
          const [check] = totals.filter(({ kind }) => kind === 'payout');
          if (check) expect(check.agrees).toBe(typeof deposit === 'number' ? false : deposit);
          else expect(deposit).toBe(true);
          if (deposit === true)
            expect(absent.filter(({ kind }) => /Payout|notCompared/.test(kind))).toEqual([]);
          else if (deposit === null)
            expect(absent).toContainEqual(expect.objectContaining({ kind: 'notCompared' }));
          else expect(absent).toContainEqual({ kind: 'linesOfPayout', value: String(deposit), count: 1 });
          if (!isWhole || deposit !== true) expect(verdict).not.toBe('BALANCED');
          else expect(verdict).toBe('BALANCED');
        }
      },
    ),
    { seed, numRuns },
  );
});

const inParts = fc.record({
  prices: fc.array(fc.integer({ min: 10_000, max: 900_000 }), { minLength: 1, maxLength: 4 }),
  /** Which of three files have a part of the deposit for the first one's lines, and what part each is of what is left. */
  has: fc.constantFrom([0, 1], [0, 2], [1, 2], [0, 1, 2]),
  shares: fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 2 }),
  lostPart: fc.option(fc.nat(2)),
  by: fc.constantFrom('day', 'batch'),
});
type InParts = typeof inParts extends fc.Arbitrary<infer T> ? T : never;

/** Three days of sales; the deposit of the first one's in parts. Answers what of it no file has. */
function plantParts({ prices, has, shares, lostPart, by }: InParts): {
  files: PlantedFile[];
  lostMinor: number;
} {
  const whole = prices.reduce((sum, price) => sum + price, 0);
  let left = whole;
  const parts = has.map((file, at) => {
    const share = Math.max(1, Math.floor((left * (shares[at] ?? 50)) / 100));
    const minor = at === has.length - 1 ? left : share;
    left -= minor;
    return { file, minor };
  });
  const lost = lostPart === null ? undefined : parts[lostPart % parts.length];
  const files = [prices, [1_100_000], [1_300_000]].map((ofDay, index): PlantedFile => {
    const day = 10 + index;
    const sales = ofDay.map((amountMinor, at) =>
      sold(index * 10 + at + 1, `${day} 1${at}:00`, { amountMinor, mdrBps: 0, feeMinor: 0, vatMinor: 0 }),
    );
    const lines = sales.map(
      ({ rrn, amountMinor }) =>
        `88501158,${rrn},Purchase,${isoDay(day)} 12:00,${amount(Number(amountMinor))},0.00,0.00,${amount(Number(amountMinor))},${isoDay(day + 1)},${700 + index}`,
    );
    const name = by === 'day' ? `${isoDay(11)},` : ',700';
    const deposits = parts
      .filter((part) => part.file === index && part !== lost)
      .map(({ minor }) => `,,Payout,${isoDay(day + 1)},${amount(minor)},,,,${name}`);
    return { text: [names, ...lines, ...deposits, ''].join('\n'), sales, deposit: true, isWhole: true };
  });
  return { files, lostMinor: lost?.minor ?? 0 };
}

test(`a deposit in parts is whole with all of them and short by what is missing (seed ${seed})`, {
  timeout: 1_200_000,
}, async () => {
  const orders = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
  await fc.assert(
    fc.asyncProperty(inParts, orders, async (plan, order) => {
      const { files, lostMinor } = plantParts(plan);
      const judged = await judgeAll(files, order);
      for (const { summary } of judged) {
        const hasPart = summary.totals.some(({ kind }) => kind === 'payout');
        const isShort = hasPart && lostMinor > 0;
        expect(summary.absent).toEqual(
          isShort ? [{ kind: 'linesOfPayout', value: String(-lostMinor), count: 1 }] : [],
        );
        expect(summary.verdict).toBe(isShort ? 'INCOMPLETE' : 'BALANCED');
      }
    }),
    { seed, numRuns },
  );
});
