/** A deposit whose lines stand in another file: in whichever order the files come, and where one is taken back. */
import { decimalText } from '@mizan/contract/money.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  confirm,
  csvHeader,
  csvLineOf,
  detailOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
  upload,
} from './testing/bank-world.ts';

const world = await bankWorld();

/** A deposit under the columns of the usual file, and the settlement day whose lines it pays. */
const payoutRow = (amountMinor: number, day: string, settled: string): string =>
  ['', '', '', `${day} 10:00:00`, '', decimalText(amountMinor), '', '', '', 'Payout', settled].join();
const fileOf = (lines: readonly [Sold, string][], ...payouts: string[]): string =>
  [
    `${csvHeader},Transaction Type,Settlement Date`,
    ...lines.map(([sale, day]) => `${csvLineOf(sale)},Purchase,${day}`),
    ...payouts,
    '',
  ].join('\n');
const netOf = (...sales: Sold[]): number =>
  sales.reduce((sum, { amountMinor, feeMinor, vatMinor }) => sum + amountMinor - feeMinor - vatMinor, 0);

interface Days {
  own: BankWorld;
  monday: string;
  tuesday: (differsMinor?: number) => string;
  netMinor: number;
}

/** Monday's file without a deposit, and Tuesday's with Monday's. */
async function twoDays(): Promise<Days> {
  const own = await anotherMerchant(world);
  const sales = await sell(own, [
    { amountMinor: 10_000, at: '2026-11-18 12:00' },
    { amountMinor: 25_000, at: '2026-11-18 13:00' },
    { amountMinor: 7_000, at: '2026-11-19 12:00' },
  ]);
  const [first, second, third] = sales as [Sold, Sold, Sold];
  const netMinor = netOf(first, second);
  return {
    own,
    netMinor,
    monday: fileOf([
      [first, '2026-11-19'],
      [second, '2026-11-19'],
    ]),
    tuesday: (differsMinor = 0) =>
      fileOf([[third, '2026-11-20']], payoutRow(netMinor + differsMinor, '2026-11-20', '2026-11-19')),
  };
}

const payoutsOf = async (own: BankWorld, id: string) =>
  (await entriesOf(own, id, 'payouts')).map(({ reason, params, earlier }) => ({
    reason,
    date: params['date'],
    file: earlier?.fileName,
  }));

test('of an earlier day is explained by the file that has its lines, and named again where that one is taken back', async () => {
  const { own, monday, tuesday } = await twoDays();
  const first = await reconcile(own, monday, 'najd_1118.csv');
  expect(first.verdict).toBe('BALANCED');
  const second = await reconcile(own, tuesday(), 'najd_1119.csv');
  expect(second).toMatchObject({ verdict: 'BALANCED', result: { absent: [] } });
  expect(await payoutsOf(own, second.id)).toEqual([
    { reason: 'paysEarlier', date: '2026-11-19', file: 'najd_1118.csv' },
  ]);
  const undone = await own.portal.call(
    contract.undoBankFile,
    { params: { id: first.id } },
    { token: own.token },
  );
  expect(undone.statusCode).toBe(200);
  await own.runner.idle();
  expect((await detailOf(own, second.id)).result?.absent).toContainEqual(
    expect.objectContaining({ kind: 'notCompared' }),
  );
  await reconcile(own, `${monday}\n`, 'najd_1118_again.csv');
  await own.runner.idle();
  expect(await detailOf(own, second.id)).toMatchObject({ verdict: 'BALANCED', result: { absent: [] } });
});

test('that came before the file with its lines is explained when that one comes', async () => {
  const { own, monday, tuesday } = await twoDays();
  const second = await reconcile(own, tuesday(), 'najd_1119.csv');
  expect(second.verdict).not.toBe('BALANCED');
  await reconcile(own, monday, 'najd_1118.csv');
  await own.runner.idle();
  expect(await detailOf(own, second.id)).toMatchObject({ verdict: 'BALANCED', result: { absent: [] } });
});

test('that is short of its lines in another file says by how much', async () => {
  const { own, monday, tuesday, netMinor } = await twoDays();
  await reconcile(own, monday, 'najd_1118.csv');
  const second = await reconcile(own, tuesday(-250), 'najd_1119.csv');
  expect(second.verdict).toBe('INCOMPLETE');
  expect(second.result?.absent).toEqual([{ kind: 'linesOfPayout', value: '-250', count: 1 }]);
  expect(await entriesOf(own, second.id, 'payouts')).toMatchObject([
    { reason: 'paysEarlierOtherwise', params: { netMinor }, earlier: { fileName: 'najd_1118.csv' } },
  ]);
});

test('in two files is whole with both of them, each naming the other one, and short where one is taken back', async () => {
  const { own, monday, tuesday, netMinor } = await twoDays();
  const part = payoutRow(10_000, '2026-11-19', '2026-11-19');
  const first = await reconcile(own, `${monday}${part}\n`, 'najd_1118.csv');
  const short = [{ kind: 'linesOfPayout', value: String(10_000 - netMinor), count: 1 }];
  expect(first).toMatchObject({ verdict: 'INCOMPLETE', result: { absent: short } });
  const second = await reconcile(own, tuesday(-10_000), 'najd_1119.csv');
  expect(second).toMatchObject({ verdict: 'BALANCED', result: { absent: [] } });
  expect(await detailOf(own, first.id)).toMatchObject({ verdict: 'BALANCED', result: { absent: [] } });
  expect(await payoutsOf(own, first.id)).toMatchObject([{ reason: 'paysInParts', file: 'najd_1119.csv' }]);
  expect(await payoutsOf(own, second.id)).toMatchObject([{ reason: 'paysInParts', file: 'najd_1118.csv' }]);
  const params = { id: second.id };
  const undone = await own.portal.call(contract.undoBankFile, { params }, { token: own.token });
  expect(undone.statusCode).toBe(200);
  await own.runner.idle();
  expect(await detailOf(own, first.id)).toMatchObject({ verdict: 'INCOMPLETE', result: { absent: short } });
});

test('of another bank is not explained by lines of this one', async () => {
  const { own, monday, tuesday } = await twoDays();
  await reconcile(own, monday, 'najd_1118.csv');
  const others = tuesday().replace(',Amount,', ',Transaction Amount,');
  const { id } = (await upload(own, others, 'hejaz_1119.csv')).json().bankFile;
  await own.runner.idle();
  await confirm(own, await detailOf(own, id), true, 'Hejaz Bank');
  await own.runner.idle();
  const second = await detailOf(own, id);
  expect(second).toMatchObject({ bankName: 'Hejaz Bank', state: 'DONE' });
  expect(second.result?.absent).toContainEqual(expect.objectContaining({ kind: 'notCompared' }));
});

/** Has a judged file read as another bank's: what is found for the new name is tried first. */
async function reread(own: BankWorld, id: string, bankName: string): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const detail = await detailOf(own, id);
    if (detail.bankName === bankName) break;
    await confirm(own, detail, false, bankName);
    await own.runner.idle();
  }
  expect(await detailOf(own, id)).toMatchObject({ bankName, state: 'DONE' });
}

test.each([
  ['lines', 'monday'],
  ['deposit', 'tuesday'],
] as const)('is named again where the file with its %s turns out to be of another bank', async (_, moved) => {
  const { own, monday, tuesday } = await twoDays();
  const files = { monday: await reconcile(own, monday), tuesday: await reconcile(own, tuesday()) };
  const named = expect.objectContaining({ kind: 'notCompared' });
  const absentOf = async () => (await detailOf(own, files.tuesday.id)).result?.absent;
  expect(await absentOf()).not.toContainEqual(named);
  await reread(own, files[moved].id, 'Hejaz Bank');
  expect(await absentOf()).toContainEqual(named);
  await reread(own, files[moved].id, 'Najd Bank');
  expect(await absentOf()).not.toContainEqual(named);
});

test('that claimed the lines of a day leaves them to another deposit once its file is another bank’s', async () => {
  const { own, monday, tuesday, netMinor } = await twoDays();
  await reconcile(own, monday);
  const first = await reconcile(own, tuesday());
  const [sale] = (await sell(own, [{ amountMinor: 3_000, at: '2026-11-20 12:00' }])) as [Sold];
  const again = fileOf([[sale, '2026-11-21']], payoutRow(netMinor, '2026-11-21', '2026-11-19'));
  const second = await reconcile(own, again);
  expect(await payoutsOf(own, second.id)).toMatchObject([{ reason: 'paidByAnother' }]);
  await reread(own, first.id, 'Hejaz Bank');
  expect(await payoutsOf(own, second.id)).toMatchObject([{ reason: 'paysEarlier' }]);
});

test('what a file covers is told anew where the one before it turns out to be of another bank', async () => {
  const { own, monday, tuesday } = await twoDays();
  const first = await reconcile(own, monday);
  const second = await reconcile(own, tuesday());
  const opening = async () => (await detailOf(own, second.id)).history.length;
  const before = await opening();
  await reread(own, first.id, 'Hejaz Bank');
  expect(await opening()).toBeGreaterThan(before);
});
