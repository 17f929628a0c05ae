import * as contract from '@mizan/contract/chargebacks.ts';
import type { ExceptionRow } from '@mizan/contract/exceptions.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { givenBack, typedLines, withChargebackOf } from './testing/chargeback-world.ts';
import { accept, exceptionOf, exceptionsOf } from './testing/exception-world.ts';

/** What a chargeback that was won settles: the line that took the money and the line that gave it back, and neither twice. */
const world = await bankWorld();

const withChargeback = async () => withChargebackOf(await anotherMerchant(world));

async function say(
  { portal, token }: BankWorld,
  id: string,
  stage: contract.ChargebackStage,
  answeredOn: string | null = null,
) {
  const body = { stage, answeredOn, deadlineDay: null, note: '' };
  const answer = await portal.call(contract.changeChargeback, { params: { id }, body }, { token });
  return answer.statusCode === 200
    ? answer.json<contract.Chargeback>()
    : [answer.statusCode, answer.json<{ details: { reason: string } }>().details.reason];
}
const undo = async (own: BankWorld, id: string) => {
  await own.portal.call(undoBankFile, { params: { id } }, { token: own.token });
  await own.runner.idle();
};
const bothOf = async (own: BankWorld): Promise<[string, number][]> => {
  const states = ['OPEN', 'SETTLED', 'WITHDRAWN', 'ACCEPTED'] as const;
  const found = await Promise.all(states.map((state) => exceptionsOf(own, { outcome: 'chargeback', state })));
  return found
    .flat()
    .toSorted((a, b) => a.differenceMinor - b.differenceMinor)
    .map(({ state, differenceMinor }) => [state, differenceMinor]);
};
const returnOf = async (own: BankWorld): Promise<ExceptionRow> => {
  const found = (await exceptionsOf(own, { outcome: 'chargeback' })).find(
    ({ differenceMinor }) => differenceMinor > 0,
  );
  if (!found) throw new Error('no line gave anything back');
  return found;
};

test('won: the line that took the money and the line that gave it back are settled, each by the other', async () => {
  const { own, one, disputed } = await withChargeback();
  await givenBack(own, disputed);
  const back = await returnOf(own);
  expect(await say(own, one.id, 'WON')).toMatchObject({ stage: 'WON', isSettled: true });
  expect(await bothOf(own)).toEqual([
    ['SETTLED', -10_000],
    ['SETTLED', 10_000],
  ]);
  expect(await exceptionOf(own, one.id)).toMatchObject({
    said: null,
    age: null,
    settledWith: [{ exceptionId: back.id, fileName: 'wednesday.csv', line: 3 }],
  });
  const other = await exceptionOf(own, back.id);
  expect(other).toMatchObject({
    settledWith: [{ exceptionId: one.id, fileName: 'tuesday.csv', line: 3 }],
    entry: { outcome: 'chargeback' },
  });
  expect(other.steps.map(({ kind, otherName }) => [kind, otherName])).toEqual([['SETTLED', 'tuesday.csv']]);
});

test('the file that gave it back is undone: the chargeback is open again and no longer called won', async () => {
  const { own, one, disputed } = await withChargeback();
  const file = await givenBack(own, disputed);
  await say(own, one.id, 'WON', '2026-11-18');
  await undo(own, file.id);
  expect(await bothOf(own)).toEqual([
    ['OPEN', -10_000],
    ['WITHDRAWN', 10_000],
  ]);
  const detail = await exceptionOf(own, one.id);
  expect(detail).toMatchObject({ settledWith: [] });
  expect(detail.steps.map(({ kind, otherName }) => [kind, otherName])).toEqual([
    ['UNSETTLED', 'wednesday.csv'],
    ['SETTLED', 'wednesday.csv'],
    ['CHARGEBACK', null],
  ]);
  const answer = await own.portal.call(
    contract.getChargeback,
    { params: { id: one.id } },
    { token: own.token },
  );
  expect(answer.json()).toMatchObject({
    stage: 'ANSWERED',
    answeredOn: '2026-11-18',
    isSettled: false,
    returns: [],
  });
});

test('the file that took it is undone: the line that gave it back is open again, and settles the line of the next upload', async () => {
  const { own, one, disputed } = await withChargeback();
  await givenBack(own, disputed);
  await say(own, one.id, 'WON');
  await undo(own, one.bankFileId);
  expect(await bothOf(own)).toEqual([
    ['WITHDRAWN', -10_000],
    ['OPEN', 10_000],
  ]);
  expect((await returnOf(own)).state).toBe('OPEN');
  const [next] = (await sell(own, [{ amountMinor: 1_000, at: '2026-11-17 11:00' }])) as [Sold];
  await reconcile(
    own,
    typedLines([
      [csvLineOf(next), 'Purchase'],
      [csvLineOf(disputed, { amountMinor: -10_000, feeMinor: 0, vatMinor: 0 }), 'Chargeback'],
    ]),
    'tuesday-again.csv',
  );
  const again = (await exceptionsOf(own, { outcome: 'chargeback' })).find(
    ({ differenceMinor }) => differenceMinor < 0,
  );
  expect(await say(own, again?.id ?? '', 'WON')).toMatchObject({ isSettled: true });
});

test('no longer called won: both are open again; a return settles one chargeback and no second one', async () => {
  const { own, one, disputed } = await withChargeback();
  await givenBack(own, disputed);
  await say(own, one.id, 'WON');
  expect(await say(own, one.id, 'LOST')).toMatchObject({ stage: 'LOST', isSettled: false });
  expect(await bothOf(own)).toEqual([
    ['OPEN', -10_000],
    ['OPEN', 10_000],
  ]);
  await say(own, one.id, 'WON');
  const [last] = (await sell(own, [{ amountMinor: 50_000, at: '2026-11-19 10:00' }])) as [Sold];
  const second = { amountMinor: -10_000, feeMinor: 0, vatMinor: 0 };
  await reconcile(
    own,
    typedLines([
      [csvLineOf(last), 'Purchase'],
      [csvLineOf(disputed, second), 'Second Chargeback'],
    ]),
    'thursday.csv',
  );
  const [again] = await exceptionsOf(own, { outcome: 'chargeback' });
  expect(await say(own, again?.id ?? '', 'WON')).toEqual([409, 'noReturn']);
});

test('given back twice: one line settles the chargeback, the other one stays to be clarified', async () => {
  const { own, one, disputed } = await withChargeback();
  await givenBack(own, disputed);
  const [next] = (await sell(own, [{ amountMinor: 7_000, at: '2026-11-19 10:00' }])) as [Sold];
  await reconcile(
    own,
    typedLines([
      [csvLineOf(next), 'Purchase'],
      [csvLineOf(disputed, { feeMinor: 0, vatMinor: 0 }), 'Chargeback Reversal'],
    ]),
    'thursday.csv',
  );
  expect(await say(own, one.id, 'WON')).toMatchObject({
    isSettled: true,
    returns: [{ line: 3 }, { line: 3 }],
  });
  expect(await bothOf(own)).toEqual([
    ['SETTLED', -10_000],
    ['OPEN', 10_000],
    ['SETTLED', 10_000],
  ]);
});

test('what was accepted before is settled once the money is back, and open again when its file is undone', async () => {
  const { own, one, disputed } = await withChargeback();
  const file = await givenBack(own, disputed);
  await accept(own, one);
  expect(await bothOf(own)).toContainEqual(['ACCEPTED', -10_000]);
  await say(own, one.id, 'WON');
  expect((await bothOf(own)).map(([state]) => state)).toEqual(['SETTLED', 'SETTLED']);
  await undo(own, file.id);
  expect(await bothOf(own)).toContainEqual(['OPEN', -10_000]);
});
