import { listAuditLines, listAuditSumLines } from '@mizan/contract/fee-audit.ts';
import type { Rate } from '@mizan/contract/money.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { matchByHand } from '../exceptions/testing/exception-world.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { auditOf, expectFiguresOpen, openedLines } from './testing/figures-open.ts';
import { bankIdOf, chargesBy, fileOf, type Planted, plantRate, sellPlanted } from './testing/planted-fees.ts';

/** The lines behind each figure of the fee audit. Sunday, 22 November 2026, noon in Riyadh. */
const world = await bankWorld();

const november = { from: '2026-11-01', to: '2026-11-21' };
const mada: Rate = { mdrBps: 80, vatBps: 1_500, capLimitMinor: 4_000, processingFeeMinor: 0 };
const until: Rate = { mdrBps: 220, vatBps: 1_500, capLimitMinor: null, processingFeeMinor: 25 };
const since: Rate = { ...until, mdrBps: 200 };
const none: Rate = { mdrBps: 0, vatBps: 1_500, capLimitMinor: null, processingFeeMinor: 0 };

const line = (
  scheme: Planted['scheme'],
  day: string,
  amountMinor: number,
  rate: Rate,
  taken: Rate = rate,
): Planted => ({
  scheme,
  day: `2026-11-${day}`,
  amountMinor,
  rate,
  charged: chargesBy(amountMinor, taken),
});
const onlyFee = ({ charged, ...planted }: Planted, feeMinor: number, vatMinor: number): Planted => ({
  ...planted,
  charged: { feeMinor: charged.feeMinor + feeMinor, vatMinor: charged.vatMinor + vatMinor },
});

/** A rate that changes in the month, caps, processing fees, VAT per line and per batch, and what nobody agreed. */
const month: readonly Planted[] = [
  line('Visa', '03', 100_000, until),
  line('Visa', '05', 120_100, until),
  line('Visa', '07', 77_700, until, { ...until, processingFeeMinor: 75 }),
  line('Visa', '07', 177_700, until, { ...until, processingFeeMinor: 75 }),
  line('Visa', '08', 100_100, since, until),
  line('Visa', '09', 100_200, since, until),
  line('Visa', '09', 210_300, since),
  line('Visa', '12', 330_000, since),
  line('Visa', '12', 330_700, since, { ...since, mdrBps: 180 }),
  line('Mada', '04', 900_000, mada, { ...mada, capLimitMinor: null }),
  line('Mada', '04', 800_000, mada),
  line('Mada', '06', 25_000, mada),
  // What is a halala too much here is one too little there: the VAT of the batch.
  { ...onlyFee(line('Mada', '16', 15_066, mada), 0, 1), batch: '175' },
  { ...onlyFee(line('Mada', '16', 15_137, mada), 0, -1), batch: '175' },
  onlyFee(line('MasterCard', '10', 10_000, none), 500, 75),
  onlyFee(line('MasterCard', '11', 20_000, none), 500, 75),
];

async function planted(): Promise<{ own: BankWorld; bankId: string }> {
  const own = await anotherMerchant(world);
  const bankId = await bankIdOf(own);
  await plantRate(own, bankId, 'Visa', until, '2026-10-01');
  await plantRate(own, bankId, 'Visa', since, '2026-11-08');
  return { own, bankId };
}

test('every figure of a month opens rows that add up to it: a rate changed in it, a cap, processing fees, VAT by line and by batch', async () => {
  const { own } = await planted();
  await reconcile(own, fileOf(await sellPlanted(own, month)));
  const { rows } = await expectFiguresOpen(own, november);
  // None of these figures is empty, so none of them adds up by having no rows.
  const sum = (of: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((total, row) => total + of(row), 0);
  expect([
    sum((row) => row.overCount),
    sum((row) => row.underCount),
    sum((row) => row.roundingCount),
  ]).toEqual([5, 1, 2]);
  expect([sum((row) => row.count), sum((row) => row.notJudgedCount)]).toEqual([14, 2]);
  expect(rows.filter(({ scheme }) => scheme === 'Visa')).toHaveLength(2);
});

test('lines that do not say their fee or pay another amount are opened by their counts; a file that corrects a line moves it', async () => {
  const { own } = await planted();
  const sales = await sellPlanted(own, month);
  const text = fileOf(sales, { apart: false });
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const cells = lines.map((each) => each.split(','));
  // The first one pays 10.00 less than was sold.
  const first = cells[0] as string[];
  first[6] = '990.00';
  first[8] = (990 - Number(first[7])).toFixed(2);
  // Those of the 12th come in a file that says no fees.
  const [fees, bare] = [cells.filter((_, at) => at !== 7 && at !== 8), [cells[7], cells[8]] as string[][]];
  await reconcile(own, [head, ...fees.map((each) => each.join(',')), ''].join('\n'));
  const short = [head.split(','), ...bare].map((each) => each.slice(0, 7).join(','));
  await reconcile(own, [...short, ''].join('\n'), 'bare.csv');
  const opened = await expectFiguresOpen(own, november);
  const count = (of: 'otherAmountCount' | 'unsaidCount'): number =>
    opened.rows.reduce((total, row) => total + row[of], 0);
  expect([count('otherAmountCount'), count('unsaidCount')]).toEqual([1, 2]);
  // A later file: one that was as agreed is charged more, one that was too much is as agreed.
  const again = [
    { ...(sales[6] as (typeof sales)[number]), charged: chargesBy(210_300, until) },
    { ...(sales[4] as (typeof sales)[number]), charged: chargesBy(100_100, since) },
  ];
  await reconcile(own, fileOf(again, { apart: false }), 'najd_later.csv');
  const { rows } = await expectFiguresOpen(own, november);
  const asAgreed = await openedLines(own, { ...november, scheme: 'Visa', side: 'asAgreed' });
  expect(asAgreed.rows.map(({ transactionId }) => transactionId)).toContain(sales[4]?.sold.id);
  expect(asAgreed.rows.map(({ transactionId }) => transactionId)).not.toContain(sales[6]?.sold.id);
  expect(rows.reduce((total, row) => total + row.overCount, 0)).toBe(5);
});

test('a rate whose VAT the law changed opens the lines of each VAT by themselves', async () => {
  const { own } = await planted();
  await platformRows(
    own.portal.db,
    `INSERT INTO vat_rates (valid_from, vat_bps, note, added_at) VALUES ('2026-11-15', 1000, '', now())`,
  );
  const lower: Rate = { ...since, vatBps: 1_000 };
  const plan = [
    line('Visa', '14', 100_000, since),
    line('Visa', '15', 110_000, lower),
    line('Visa', '16', 120_000, lower, since),
  ];
  await reconcile(own, fileOf(await sellPlanted(own, plan)));
  const { rows } = await expectFiguresOpen(own, november);
  await platformRows(own.portal.db, `UPDATE vat_rates SET withdrawn_at = now() WHERE vat_bps = 1000`);
  expect(rows.map(({ count, overCount }) => [count, overCount])).toEqual([
    [1, 0],
    [2, 1],
  ]);
});

test('another merchant opens none of them', async () => {
  const { own, bankId } = await planted();
  await reconcile(own, fileOf(await sellPlanted(own, month.slice(0, 3))));
  const stranger = await anotherMerchant(world);
  for (const side of ['judged', 'asAgreed', 'over'] as const) {
    const answer = await own.portal.call(
      listAuditLines,
      { query: { ...november, bankId, side } },
      { token: stranger.token },
    );
    expect(answer.json()).toMatchObject({ rows: [], count: 0 });
    expect((await openedLines(own, { ...november, bankId, side })).rows.length).toBeGreaterThan(0);
  }
});

test('lines that charge for many payments at once are opened one by one, and add up to what is said of them', async () => {
  const own = await anotherMerchant(world);
  const sold = await sell(
    own,
    ['09:00', '21:00', '14:00', '14:01', '15:00', '15:01'].map((time, at) => ({
      amountMinor: 10_000 + 1_000 * at,
      at: `2026-11-16 ${time}`,
    })),
  );
  const [first, last, ...pairs] = sold as [Sold, Sold, Sold, Sold, Sold, Sold];
  // One line for two sales each, with 1.00 and 2.00 more than was agreed for both.
  const joint = [0, 1].map((at) => {
    const [one, other] = pairs.slice(2 * at, 2 * at + 2) as [Sold, Sold];
    return csvLineOf(one, {
      rrn: `63211677120${at}`,
      approvalCode: `44681${at}`,
      amountMinor: one.amountMinor + other.amountMinor,
      feeMinor: one.feeMinor + other.feeMinor + 100 * (at + 1),
      vatMinor: one.vatMinor + other.vatMinor,
    });
  });
  const file = await reconcile(own, csvOf([csvLineOf(first), ...joint, csvLineOf(last)]), 'najd.csv');
  for (const at of [0, 1]) {
    const { status } = await matchByHand(
      own,
      file.id,
      [3 + at],
      pairs.slice(2 * at, 2 * at + 2).map(({ id }) => id),
    );
    expect(status).toBe(200);
  }
  expect((await auditOf(own, november)).inSums).toEqual([
    { currency: 'SAR', count: 2, differenceMinor: 300 },
  ]);
  const page = async (cursor?: string) => {
    const query = { ...november, limit: 1, ...(cursor && { cursor }) };
    const answer = await own.portal.call(listAuditSumLines, { query }, { token: own.token });
    return answer.json<RouteOutput<typeof listAuditSumLines>>();
  };
  const one = await page();
  const two = await page(one.nextCursor ?? 'none');
  expect(two.nextCursor).toBeNull();
  expect([...one.rows, ...two.rows]).toMatchObject([
    { bankFileId: file.id, fileName: 'najd.csv', line: 4, differenceMinor: 200 },
    { bankFileId: file.id, fileName: 'najd.csv', line: 3, differenceMinor: 100 },
  ]);
});
