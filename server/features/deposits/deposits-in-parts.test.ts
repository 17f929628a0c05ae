import * as contract from '@mizan/contract/deposits.ts';
import { expect, test } from 'vitest';
import { anotherMerchant, bankWorld, type Sold, sell } from '../reconciliation/testing/bank-world.ts';
import { depositOf, depositsByCell, entered, firstBankOf, undo } from './testing/deposit-world.ts';

/** Sunday, 22 November 2026, at noon in Riyadh. */
const first = await bankWorld();

const netOf = ({ amountMinor, feeMinor, vatMinor }: Sold): number => amountMinor - feeMinor - vatMinor;

test('a settlement in two deposits that name nothing: each is proposed with the other, nothing is booked, and two answers are none', async () => {
  const world = await anotherMerchant(first);
  const sales = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-16 09:00' },
    { amountMinor: 40_000, at: '2026-11-17 10:00', scheme: 'Visa' },
  ]);
  const [, visa = 0] = sales.map(netOf);
  const bankId = await firstBankOf(world);
  const wednesday = { amountMinor: 22_000, at: '2026-11-18 09:00' };
  const [alike] = await sell(await anotherMerchant(first), [wednesday]);
  const part = netOf(alike as Sold);
  const came = (amountMinor: number, valueDate: string) =>
    entered(world, depositOf(bankId, { amountMinor, valueDate, reference: '', shares: [] }));
  const one = await came(visa - part, '2026-11-17');
  const other = await came(part, '2026-11-19');
  const read = async ({ id: depositId, valueDate, amountMinor }: contract.DepositRow) =>
    (
      await world.portal.call(
        contract.readDeposit,
        { query: { bankId, currency: 'SAR', valueDate, amountMinor, depositId } },
        { token: world.token },
      )
    ).json<{ exact: contract.DepositReading[]; parts: contract.DepositParts }>();
  const only = { day: '2026-11-17', scheme: 'Visa', sumMinor: visa };
  expect(await read(one)).toMatchObject({
    exact: [],
    parts: { only: { ...only, beside: [{ id: other.id, amountMinor: part }] }, count: 1 },
  });
  expect(await read(other)).toMatchObject({ parts: { only: { ...only, beside: [{ id: one.id }] } } });
  expect((await depositsByCell(world))['2026-11-17 Visa SAR']).toMatchObject({ arrivedMinor: 0 });
  // A third that fits as well: nobody knows which one.
  const third = await came(part, '2026-11-20');
  expect((await read(one)).parts).toMatchObject({ only: null, count: 2 });
  expect((await undo(world, third.id)).statusCode).toBe(200);
  expect((await read(one)).parts.only).not.toBeNull();
  // A settlement of a later day that the other one pays alone speaks against it too.
  await sell(world, [wednesday]);
  expect((await read(one)).parts).toMatchObject({ only: null, count: 1 });
});
