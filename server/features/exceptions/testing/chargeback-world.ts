import { type ChargebackStage, changeChargeback } from '@mizan/contract/chargebacks.ts';
import type { ExceptionRow } from '@mizan/contract/exceptions.ts';
import { expect } from 'vitest';
import {
  type BankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from '../../reconciliation/testing/bank-world.ts';
import { exceptionsOf } from './exception-world.ts';

/** A chargeback of a merchant of the bank world, and the line that gives it back. */

/** Lines with what the bank calls each: purchase, chargeback. */
export const typedLines = (lines: readonly [string, string][]): string =>
  csvOf(lines.map(([line]) => line))
    .split('\n')
    .map((line, at) => (line === '' ? line : `${line},${at === 0 ? 'Transaction Type' : lines[at - 1]?.[1]}`))
    .join('\n');

/** 100.00 sold and paid on the 16th, and taken back in the file of the 17th. */
export async function withChargebackOf<World extends BankWorld>(own: World) {
  const [disputed, other, next] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-16 10:00' },
    { amountMinor: 20_000, at: '2026-11-16 11:00' },
    { amountMinor: 30_000, at: '2026-11-17 10:00' },
  ])) as [Sold, Sold, Sold];
  await reconcile(
    own,
    typedLines([
      [csvLineOf(disputed), 'Purchase'],
      [csvLineOf(other), 'Purchase'],
    ]),
    'monday.csv',
  );
  const taken = { amountMinor: -10_000, feeMinor: 0, vatMinor: 0 };
  await reconcile(
    own,
    typedLines([
      [csvLineOf(next), 'Purchase'],
      [csvLineOf(disputed, taken), 'Chargeback'],
    ]),
    'tuesday.csv',
  );
  const all = await exceptionsOf(own, { outcome: 'chargeback' });
  expect(all.map(({ differenceMinor }) => differenceMinor)).toEqual([-10_000]);
  return { own, disputed, one: all[0] as ExceptionRow };
}

/** The file of the 18th, in which the bank gives it back. */
export async function givenBack(own: BankWorld, disputed: Sold) {
  const [next] = (await sell(own, [{ amountMinor: 40_000, at: '2026-11-18 10:00' }])) as [Sold];
  return reconcile(
    own,
    typedLines([
      [csvLineOf(next), 'Purchase'],
      [csvLineOf(disputed, { feeMinor: 0, vatMinor: 0 }), 'Chargeback Reversal'],
    ]),
    'wednesday.csv',
  );
}

/** Says how a chargeback stands. */
export async function standsAs(
  { portal, token }: BankWorld,
  id: string,
  stage: ChargebackStage,
  note = '',
): Promise<void> {
  const body = { stage, answeredOn: null, deadlineDay: null, note };
  const answer = await portal.call(changeChargeback, { params: { id }, body }, { token });
  expect(answer.statusCode).toBe(200);
}
