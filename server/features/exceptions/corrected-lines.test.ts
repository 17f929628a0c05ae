/**
 * A later file sets right what an earlier one said of a payment (docs/decisions/0462-a-later-file-that-corrects.md): both lines are one
 * matter, every screen says that nothing of it is to claim, and it is open again where either file goes.
 */
import { type Dashboard, getDashboard } from '@mizan/contract/dashboard.ts';
import { type FeeAudit, getFeeAudit } from '@mizan/contract/fee-audit.ts';
import { listBankFiles } from '@mizan/contract/reconciliation.ts';
import { getSettlementMonth, type SettlementMonth } from '@mizan/contract/settlement.ts';
import { listTransactions } from '@mizan/contract/transactions.ts';
import { expect, test } from 'vitest';
import { tenantRows } from '../../platform/database/database.ts';
import { engineHere } from '../../testing/engine-here.ts';
import { expectToClose, proofRowsOf } from '../proof/testing/proof-world.ts';
import type { ExceptionBook } from '../reconciliation/exceptions.deps.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  detailOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { exceptionBook } from './exception-book.ts';
import { keepExceptions } from './exceptions.queries.ts';
import { settleOlder, whoHasOlder } from './older-corrections.service.ts';
import { accept, exceptionOf, exceptionsOf, undoFile } from './testing/exception-world.ts';

const world = await bankWorld();

type Line = [sale: Sold, change?: Partial<Sold>, settled?: string, kind?: string];
const fileOf = (lines: readonly Line[], again = 0): string =>
  [
    `${csvHeader},Settlement Date,Transaction Type`,
    ...lines.map(
      ([sale, change = {}, settled = '2026-11-17', kind = 'Purchase']) =>
        `${csvLineOf(sale, change)},${settled},${kind}`,
    ),
    '',
  ].join('\n') + '\n'.repeat(again);

/** 1,000.00 sold on the 16th, of which Monday's file keeps 5.00 more than agreed, and what else the files have. */
async function overcharged(of: BankWorld = world) {
  const own = await anotherMerchant(of);
  const [one, other, next, last] = (await sell(own, [
    { amountMinor: 100_000, at: '2026-11-16 10:00' },
    { amountMinor: 20_000, at: '2026-11-16 11:00' },
    { amountMinor: 30_000, at: '2026-11-17 11:00' },
    { amountMinor: 40_000, at: '2026-11-18 11:00' },
  ])) as [Sold, Sold, Sold, Sold];
  const dear = { feeMinor: one.feeMinor + 500 };
  const monday = await reconcile(own, fileOf([[one, dear], [other]]), 'monday.csv');
  return { own, one, other, next, last, dear, monday };
}
const corrected = ({ own, one, next }: Awaited<ReturnType<typeof overcharged>>) =>
  reconcile(own, fileOf([[next, {}, '2026-11-18'], [one]]), 'tuesday.csv');

/** Every exception that a verdict names: its state and difference, the file of the line first. */
async function standing(own: BankWorld): Promise<string[]> {
  const states = ['OPEN', 'ASKED', 'ACCEPTED', 'SETTLED'] as const;
  const all = (await Promise.all(states.map((state) => exceptionsOf(own, { state })))).flat();
  return all
    .map(({ fileName, state, differenceMinor }) => `${fileName} ${state} ${differenceMinor}`)
    .toSorted();
}
/** What each screen says of it: to claim by files, files that ask, too much by the audit, causes of fees in the proof, what differs on the calendar. */
async function said({ portal, token, ...own }: BankWorld) {
  const get = async <T>(asked: ReturnType<typeof portal.call>): Promise<T> => {
    const answer = await asked;
    expect(answer.statusCode).toBe(200);
    return answer.json<T>();
  };
  const { rows } = await get<{ rows: { fileName: string; isOpen: boolean; toClaim: Minor[] }[] }>(
    portal.call(listBankFiles, { query: {} }, { token }),
  );
  const { attention } = await get<Dashboard>(portal.call(getDashboard, { query: {} }, { token }));
  const audit = await get<FeeAudit>(
    portal.call(getFeeAudit, { query: { from: '2026-11-01', to: '2026-11-21' } }, { token }),
  );
  const world = { portal, token, ...own };
  const { total } = await expectToClose(world, { month: '2026-11' });
  const kept = total.gaps.deposit?.causes.filter(({ cause }) => /FEE_DIFFERS|CORRECTED/.test(cause)) ?? [];
  return {
    toClaim: rows.map(({ fileName, toClaim }) => `${fileName} ${toClaim[0]?.amountMinor}`).toSorted(),
    open: rows
      .filter(({ isOpen }) => isOpen)
      .map(({ fileName }) => fileName)
      .toSorted(),
    asks: attention.flatMap(({ file }) => (file ? [file.fileName] : [])).toSorted(),
    over: audit.totals.map(({ overMinor }) => overMinor),
    proof: kept.map(({ cause, tone, count, amountMinor }) => [cause, tone, count, amountMinor]),
    differs: await differing(world),
  };
}

/** The amounts that the calendar says to differ, which the list of payments has by that filter, too. */
async function differing({ portal, token }: BankWorld): Promise<number[]> {
  const month = await portal.call(getSettlementMonth, { query: { month: '2026-11' } }, { token });
  const parts = month.json<SettlementMonth>().totals.flatMap((each) => each.parts);
  const list = await portal.call(listTransactions, { query: { bank: 'DIFFERS' } }, { token });
  const rows = list.json<{ rows: { amountMinor: number }[] }>().rows.map(({ amountMinor }) => amountMinor);
  const part = parts.find(({ state }) => state === 'DIFFERS');
  expect([part?.count ?? 0, Math.abs(part?.grossMinor ?? 0)]).toEqual([
    rows.length,
    rows.reduce((sum, minor) => sum + minor, 0),
  ]);
  return rows;
}
interface Minor {
  amountMinor: number;
}

test('a later file says the fee that was agreed: both lines are one matter, and no screen asks for anything', async () => {
  const world = await overcharged();
  const { own, monday } = world;
  expect(await standing(own)).toEqual(['monday.csv OPEN -500']);
  const tuesday = await corrected(world);
  expect(await standing(own)).toEqual(['monday.csv SETTLED -500', 'tuesday.csv SETTLED 500']);
  expect(await said(own)).toEqual({
    toClaim: ['monday.csv 0', 'tuesday.csv 0'],
    open: [],
    asks: [],
    over: [0],
    proof: [['CORRECTED_CHARGES', 'quiet', 2, 0]],
    differs: [],
  });
  // Both verdicts stay what their files say, and each line names the other one.
  const details = await Promise.all([monday.id, tuesday.id].map((id) => detailOf(own, id)));
  expect(details.map(({ verdict, setRight }) => [verdict, setRight])).toEqual([
    ['UNBALANCED', [{ currency: 'SAR', amountMinor: 500, givenMinor: 0 }]],
    ['UNBALANCED', [{ currency: 'SAR', amountMinor: 0, givenMinor: 500 }]],
  ]);
  const [less, more] = (await exceptionsOf(own, { state: 'SETTLED' })).toSorted(
    (a, b) => a.differenceMinor - b.differenceMinor,
  );
  expect(await exceptionOf(own, less?.id ?? '')).toMatchObject({
    said: null,
    age: null,
    settledWith: [{ exceptionId: more?.id, fileName: 'tuesday.csv', line: 3 }],
    steps: [{ kind: 'SETTLED', byName: '', otherName: 'tuesday.csv' }],
  });
  expect(await exceptionOf(own, more?.id ?? '')).toMatchObject({
    settledWith: [{ exceptionId: less?.id, fileName: 'monday.csv', line: 2 }],
    steps: [{ kind: 'SETTLED', byName: '', otherName: 'monday.csv' }],
  });
  const rows = await proofRowsOf(own, { month: '2026-11', cause: 'CORRECTED_CHARGES' });
  expect(rows.map(({ fileName, amountMinor }) => [fileName, amountMinor])).toEqual([
    ['tuesday.csv', 500],
    ['monday.csv', -500],
  ]);
});

test('the file that corrects is undone: what it set right is open again, to claim, and says why', async () => {
  const world = await overcharged();
  const { own } = world;
  const tuesday = await corrected(world);
  await undoFile(own, tuesday.id);
  expect(await standing(own)).toEqual(['monday.csv OPEN -500']);
  expect(await said(own)).toMatchObject({
    toClaim: ['monday.csv 500', expect.stringContaining('tuesday.csv')],
    over: [500],
    proof: [['FEE_DIFFERS', 'differs', 1, -500]],
    differs: [100_000],
  });
  const [one] = await exceptionsOf(own);
  expect(
    (await exceptionOf(own, one?.id ?? '')).steps.map(({ kind, otherName }) => [kind, otherName]),
  ).toEqual([
    ['UNSETTLED', 'tuesday.csv'],
    ['SETTLED', 'tuesday.csv'],
  ]);
  // Brought again it settles it again.
  await reconcile(own, fileOf([[world.next, {}, '2026-11-18'], [world.one]], 1), 'tuesday-again.csv');
  expect(await standing(own)).toEqual(['monday.csv SETTLED -500', 'tuesday-again.csv SETTLED 500']);
});

test('the file that charged too much is undone: the other one has the payment, as agreed', async () => {
  const world = await overcharged();
  const { own, monday } = world;
  await corrected(world);
  await undoFile(own, monday.id);
  // The other sale of Monday's file is in no file now; what was settled of Tuesday's is named no more.
  expect(await standing(own)).toEqual(['tuesday.csv OPEN -20000', 'tuesday.csv SETTLED 500']);
  expect(await said(own)).toMatchObject({ over: [0], differs: [] });
});

test('corrected in part, or too far: both lines stay open, and the rest is what the audit says', async () => {
  for (const [given, over] of [
    [300, 200],
    [700, 0],
  ] as const) {
    const { own, one } = await overcharged();
    await reconcile(own, fileOf([[one, { feeMinor: one.feeMinor + 500 - given }]]), 'tuesday.csv');
    expect(await standing(own)).toEqual(['monday.csv OPEN -500', `tuesday.csv OPEN ${given}`]);
    expect(await said(own)).toMatchObject({
      toClaim: ['monday.csv 500', 'tuesday.csv 0'],
      open: ['monday.csv', 'tuesday.csv'],
      over: [over],
      differs: [100_000],
    });
  }
});

test('in two steps, and what rounding may be: settled with the last of them', async () => {
  const { own, one } = await overcharged();
  await reconcile(own, fileOf([[one, { feeMinor: one.feeMinor + 200 }]]), 'tuesday.csv');
  await reconcile(own, fileOf([[one, { feeMinor: one.feeMinor + 1 }]]), 'wednesday.csv');
  expect(await standing(own)).toEqual([
    'monday.csv SETTLED -500',
    'tuesday.csv SETTLED 300',
    'wednesday.csv SETTLED 199',
  ]);
  expect((await said(own)).over).toEqual([0]);
});

test('charged too much once more: the correction stands, and the last line is open and to claim', async () => {
  const world = await overcharged();
  const { own, one, dear } = world;
  const tuesday = await corrected(world);
  const wednesday = await reconcile(own, fileOf([[one, dear]], 1), 'wednesday.csv');
  const before = ['monday.csv SETTLED -500', 'tuesday.csv SETTLED 500'];
  expect(await standing(own)).toEqual([...before, 'wednesday.csv OPEN -500']);
  expect(await said(own)).toMatchObject({
    toClaim: ['monday.csv 0', 'tuesday.csv 0', 'wednesday.csv 500'],
    asks: ['wednesday.csv'],
    over: [500],
    differs: [100_000],
  });
  await reconcile(own, fileOf([[one]], 2), 'thursday.csv');
  expect(await standing(own)).toEqual([
    before[0],
    'thursday.csv SETTLED 500',
    before[1],
    'wednesday.csv SETTLED -500',
  ]);
  // The third repeats the first, once the correction is gone; the fourth corrects the first.
  await undoFile(own, tuesday.id);
  expect(await standing(own)).toEqual([before[0], 'thursday.csv SETTLED 500', 'wednesday.csv SETTLED -500']);
  expect(await said(own)).toMatchObject({ proof: [['CORRECTED_CHARGES', 'quiet', 2, 0]], differs: [] });
  await undoFile(own, wednesday.id);
  expect(await said(own)).toMatchObject({ over: [0], differs: [] });
});

test('the corrected file comes once more: nothing is charged too much', async () => {
  const world = await overcharged();
  const { own, one, next } = world;
  await corrected(world);
  await reconcile(own, fileOf([[next, {}, '2026-11-18'], [one]], 1), 'tuesday-again.csv');
  expect(await standing(own)).toEqual(['monday.csv SETTLED -500', 'tuesday.csv SETTLED 500']);
  expect(await said(own)).toMatchObject({ asks: [], over: [0], differs: [] });
});

test('another amount that a later file sets right is settled, too', async () => {
  const own = await anotherMerchant(world);
  const [one, other] = (await sell(own, [
    { amountMinor: 30_000, at: '2026-11-16 10:00' },
    { amountMinor: 20_000, at: '2026-11-16 11:00' },
  ])) as [Sold, Sold];
  await reconcile(own, fileOf([[one, { amountMinor: 28_000 }], [other]]), 'monday.csv');
  await reconcile(own, fileOf([[one]], 1), 'tuesday.csv');
  expect((await standing(own)).map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual([
    'monday.csv SETTLED',
    'tuesday.csv SETTLED',
  ]);
  const { total } = await expectToClose(own, { month: '2026-11' });
  expect(
    total.gaps.lines.causes.map(({ cause, tone, count, amountMinor }) => [cause, tone, count, amountMinor]),
  ).toEqual([['CORRECTED_LINES', 'quiet', 2, 0]]);
  expect(await differing(own)).toEqual([]);
});

test('what somebody accepted is settled once it is corrected, and open again without the correction', async () => {
  const world = await overcharged();
  const { own } = world;
  const [one] = await exceptionsOf(own);
  if (!one) throw new Error('a line differs');
  // 5.00 is below what one person accepts alone.
  expect((await accept(own, one)).status).toBe(200);
  const tuesday = await corrected(world);
  expect(await standing(own)).toEqual(['monday.csv SETTLED -500', 'tuesday.csv SETTLED 500']);
  await undoFile(own, tuesday.id);
  expect(await standing(own)).toEqual(['monday.csv OPEN -500']);
});

test('an adjustment under the number of the payment stays with people: what it gives back is not known', async () => {
  const { own, one } = await overcharged();
  const back = { amountMinor: 500, feeMinor: 0, vatMinor: 0 };
  await reconcile(own, fileOf([[one, back, '2026-11-18', 'Adjustment']]), 'tuesday.csv');
  expect(await standing(own)).toEqual(['monday.csv OPEN -500', 'tuesday.csv OPEN 500']);
  expect((await said(own)).over).toEqual([500]);
});

test('a line of another settlement day is a second charge, and sets nothing right', async () => {
  const { own, one } = await overcharged();
  await reconcile(own, fileOf([[one, {}, '2026-11-18']]), 'tuesday.csv');
  expect(await standing(own)).toEqual(['monday.csv OPEN -500', 'tuesday.csv OPEN 100000']);
  expect((await said(own)).over).toEqual([500]);
});

test('a fee for a refund that a later file gives back is settled', async () => {
  const own = await anotherMerchant(world);
  const [sale, refund] = (await sell(own, [
    { amountMinor: 30_000, at: '2026-11-16 10:00' },
    { amountMinor: 10_000, at: '2026-11-16 12:00', type: 'REFUND' },
  ])) as [Sold, Sold];
  const dear = { feeMinor: refund.feeMinor - 230 };
  await reconcile(own, fileOf([[sale], [refund, dear, '2026-11-17', 'Refund']]), 'monday.csv');
  const before = await said(own);
  await reconcile(own, fileOf([[refund, {}, '2026-11-17', 'Refund']]), 'tuesday.csv');
  expect((await standing(own)).map((each) => each.split(' ')[1])).toEqual(['SETTLED', 'SETTLED']);
  expect([before.over, (await said(own)).over]).toEqual([[230], [0]]);
});

test('a fee that a later file takes for a refund is too much, whatever the first one said', async () => {
  const own = await anotherMerchant(world);
  const [sale, refund] = (await sell(own, [
    { amountMinor: 30_000, at: '2026-11-16 10:00' },
    { amountMinor: 10_000, at: '2026-11-16 12:00', type: 'REFUND' },
  ])) as [Sold, Sold];
  await reconcile(own, fileOf([[sale], [refund, {}, '2026-11-17', 'Refund']]), 'monday.csv');
  const dear = { feeMinor: refund.feeMinor - 230 };
  await reconcile(own, fileOf([[refund, dear, '2026-11-17', 'Refund']]), 'tuesday.csv');
  expect(await standing(own)).toEqual(['tuesday.csv OPEN -230']);
  expect(await said(own)).toMatchObject({ over: [230], differs: [10_000] });
});

/** As a portal judged before 0462: a verdict's exceptions are kept, and nothing settles anything. */
const judgedOnly: ExceptionBook = {
  ...exceptionBook,
  judged: async (tx, file) => {
    await keepExceptions(tx, file, true);
    return [];
  },
};

test('judged before lines settled each other: a portal that starts finds them, and says what a new one says', async () => {
  const [now, then] = [await overcharged(), await overcharged(await bankWorld(engineHere, judgedOnly))];
  await corrected(now);
  await corrected(then);
  const { portal, merchant } = then.own;
  const { merchantId } = merchant;
  const before = await said(then.own);
  expect(await standing(then.own)).toEqual(['monday.csv OPEN -500', 'tuesday.csv OPEN 500']);
  expect([before.toClaim, before.differs]).toEqual([['monday.csv 500', 'tuesday.csv 0'], [100_000]]);
  expect(await whoHasOlder(portal.db)).toEqual([merchantId]);
  await settleOlder(portal, { merchantId });
  expect(await standing(then.own)).toEqual(await standing(now.own));
  expect(await said(then.own)).toEqual(await said(now.own));
  expect(await whoHasOlder(portal.db)).toEqual([]);
  // Once more, as a second process may: nothing is said twice.
  await settleOlder(portal, { merchantId });
  const steps = await tenantRows(
    portal.db,
    merchantId,
    'SELECT kind FROM bank_exception_steps WHERE merchant_id = tenant_id()',
  );
  expect(steps).toEqual([{ kind: 'SETTLED' }, { kind: 'SETTLED' }]);
});
