/**
 * Lines that add up payments, and lines about no payment, by the way of every file: upload, runner, database. The plants
 * in memory play thousands of seeds; here each step between the bytes and the list takes part.
 */
import { expect, test } from 'vitest';
import { threadEngine } from '../../server/features/reconciliation/bank-file-runner.deps.ts';
import {
  anotherMerchant,
  bankWorld,
  csvHeader,
  csvLineOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
} from '../../server/features/reconciliation/testing/bank-world.ts';
import { expectationDifferences, rollupDifferences } from '../../server/testing/agreement.ts';
import { answersTo, breakOneBatch, type PlantedBatches, plantBatches, plantBusyDay } from './batch-plants.ts';
import { type Random, seededRandom } from './random.ts';
import { namedUnevenly, nowhere, statedWrongly, whatStands } from './what-stands.ts';

const seeds = Number(process.env['PORTAL_SEEDS'] ?? (process.env['MIZAN_LONG'] ? 120 : 3));
// A thread of its own for each small file takes longer than the file: it has them in the long run.
const world = await bankWorld(process.env['MIZAN_LONG'] ? threadEngine : undefined);

/** What the books say once a file is judged: no payment is nowhere, and nothing is BALANCED with money missing. */
async function expectNothingLost(merchantId: string): Promise<void> {
  const stands = await whatStands(world.portal.db, merchantId);
  expect([nowhere(stands), statedWrongly(stands), namedUnevenly(stands)]).toEqual([[], [], []]);
}

const momentOf = (createdAtMs: number): string =>
  new Date(createdAtMs + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

type Plant = (random: Random, tids: [string, string]) => PlantedBatches;

/** Uploads planted batches as a shop's file, and answers how each line was answered. */
async function playBatches(random: Random, plant: Plant): Promise<string[]> {
  const own = await anotherMerchant(world);
  const [one, other] = own.merchant.terminals.map(({ tid }) => tid) as [string, string];
  const planted = plant(random, [one, other]);
  const sold = await sell(
    own,
    planted.payments.map(({ tid, type, amountMinor, createdAtMs }) => ({
      terminal: tid === one ? 0 : 1,
      type: type === 'REFUND' ? ('REFUND' as const) : ('PURCHASE' as const),
      amountMinor: amountMinor,
      at: momentOf(createdAtMs),
    })),
  );
  const plantedId = new Map(sold.map(({ id }, at) => [id, planted.payments[at]?.id]));
  // The portal gives its own RRNs.
  const rrns = new Map(planted.payments.map(({ rrn }, at) => [rrn, sold[at]?.rrn ?? '']));
  const rows = planted.rows.map((row) => row.replaceAll(/\b63260912\d{4}\b/g, (rrn) => rrns.get(rrn) ?? rrn));
  const { id, state } = await reconcile(own, [planted.header, ...rows, ''].join('\n'), 'batches.csv');
  expect(state).toBe('DONE');
  await expectNothingLost(own.merchant.merchantId);
  const claimed = new Map<number, number[]>();
  const outcomes = new Map<number, string>();
  for (const { lines, transactionId, outcome } of await entriesOf(own, id, 'all')) {
    const [line] = lines;
    if (line === undefined) continue;
    // What differs in a line of several payments stands in an entry of its own.
    if (outcome !== 'matched' || !outcomes.has(line)) outcomes.set(line, outcome);
    const payment = transactionId === null ? undefined : plantedId.get(transactionId);
    if (payment !== undefined) claimed.set(line, [...(claimed.get(line) ?? []), payment]);
  }
  return answersTo(planted, { claimed, outcomes });
}

const plants: { what: string; plant: Plant; answers: string[] }[] = [
  { what: 'batches of a terminal', plant: plantBatches, answers: ['found', 'undecided'] },
  {
    what: 'batches of which one says another sum',
    plant: (random, tids) => breakOneBatch(random, plantBatches(random, tids), tids[0]),
    answers: ['found', 'undecided', 'broken', 'left'],
  },
  {
    what: 'many batches of a day without numbers',
    plant: (random, [tid]) => plantBusyDay(random, tid, random.whole(9, 20)),
    answers: ['found', 'undecided'],
  },
];

test.each(plants)(`$what, over ${seeds} files`, { timeout: 1_800_000 }, async ({ plant, answers }) => {
  const counts = new Map<string, number>();
  for (let seed = 1; seed <= seeds; seed++) {
    const told = await playBatches(seededRandom(seed), plant);
    const wrong = told.filter((one) => !answers.includes(one));
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    for (const one of told) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  expect(counts.get('found')).toBeGreaterThan(0);
  expect(await expectationDifferences(world.portal.db)).toEqual([]);
  expect(await rollupDifferences(world.portal.db)).toEqual([]);
});

const kinds = [
  { outcome: 'rent', words: ['Terminal rent', 'POS rental for Nov 2026', 'إيجار جهاز'], takes: true },
  { outcome: 'bankFee', words: ['Monthly fee', 'رسوم شهرية'], takes: true },
  { outcome: 'chargebackFee', words: ['Chargeback fee'], takes: true },
  { outcome: 'invoice', words: ['VAT invoice', 'فاتورة ضريبية'], takes: true },
  { outcome: 'adjustment', words: ['Adjustment'], takes: false },
  { outcome: 'unnamedLine', words: ['Rent a Car Olaya', 'ZZ14'], takes: false },
] as const;

/** Lines of a bank that are about no payment beside those of payments: signed, or without a minus where refunds have none. */
async function playOthers(random: Random): Promise<void> {
  const own = await anotherMerchant(world);
  const isSigned = random.oneIn(2);
  const sold = await sell(own, [
    ...Array.from({ length: 5 }, (_, at) => ({
      amountMinor: random.whole(1_000, 90_000),
      at: `2026-11-18 1${at}:00`,
    })),
    { amountMinor: 3_000, type: 'REFUND' as const, at: '2026-11-18 16:00' },
  ]);
  const planted = Array.from({ length: random.whole(2, 6) }, () => {
    const { outcome, words, takes } = random.pick(kinds);
    const minor = random.whole(100, 9_900) * (takes || random.oneIn(2) ? -1 : 1);
    return { outcome, word: random.pick(words), takes, minor };
  });
  const text = (minor: number): string => (minor / 100).toFixed(2);
  const { tid } = sold[0] as Sold;
  const lines = [
    ...sold.map((sale) => {
      const line = csvLineOf(sale);
      const isRefund = sale.type === 'REFUND';
      return `${isRefund && !isSigned ? line.replaceAll(',-', ',') : line},${isRefund ? 'Refund' : 'Purchase'}`;
    }),
    ...planted.map(({ word, takes, minor }) => {
      const shown = text(isSigned || !takes ? minor : Math.abs(minor));
      return `${tid},,,2026-11-18 21:00:00,,${shown},0.00,0.00,${shown},${word}`;
    }),
  ];
  const content = [`${csvHeader},Transaction Type`, ...random.shuffled(lines), ''].join('\n');
  const { id, proposal, verdict } = await reconcile(own, content, 'others.csv');
  await expectNothingLost(own.merchant.merchantId);
  expect(proposal?.questions.filter(({ way }) => way === null)).toEqual([]);
  const entries = (await entriesOf(own, id, 'exceptions')).map(
    ({ outcome, differenceMinor }) => `${outcome} ${differenceMinor}`,
  );
  expect({ verdict, entries: entries.toSorted() }).toEqual({
    verdict: 'UNBALANCED',
    entries: planted.map(({ outcome, minor }) => `${outcome} ${minor}`).toSorted(),
  });
}

test(`rent, fees and other lines without a payment, over ${seeds} files`, {
  timeout: 1_800_000,
}, async () => {
  for (let seed = 1; seed <= seeds; seed++) await playOthers(seededRandom(seed));
});
