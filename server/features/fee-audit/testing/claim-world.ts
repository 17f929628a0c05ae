import { randomUUID } from 'node:crypto';
import type { FeeClaimDetail } from '@mizan/contract/fee-claims.ts';
import * as contract from '@mizan/contract/fee-claims.ts';
import type { Currency, Rate } from '@mizan/contract/money.ts';
import { expect } from 'vitest';
import { anotherMerchant, type BankWorld, reconcile } from '../../reconciliation/testing/bank-world.ts';
import { bankIdOf, chargesBy, fileOf, type Planted, plantRate, sellPlanted } from './planted-fees.ts';

/** A merchant whose bank keeps the rate of before, and the claims of it. */

export const november = { from: '2026-11-01', to: '2026-11-21' };
export const until: Rate = { mdrBps: 220, vatBps: 1_500, capLimitMinor: null, processingFeeMinor: 25 };
export const since: Rate = { ...until, mdrBps: 200 };

/** Two sales of 1,000.00 and 2,000.00 that were charged by the rate of before, and one as agreed. */
export async function overcharged(world: BankWorld, { apart = true } = {}) {
  const own = await anotherMerchant(world);
  const bankId = await bankIdOf(own);
  await plantRate(own, bankId, 'Visa', until, '2026-10-01');
  await plantRate(own, bankId, 'Visa', since, '2026-11-08');
  const of = (amountMinor: number, charged: Rate): Planted => ({
    scheme: 'Visa',
    amountMinor,
    day: '2026-11-16',
    rate: since,
    charged: chargesBy(amountMinor, charged),
    // A line that comes again is told from a second one by its batch.
    batch: '175',
  });
  const sales = await sellPlanted(own, [of(100_000, until), of(200_000, until), of(50_000, since)]);
  const file = await reconcile(own, fileOf(sales, { apart }), 'najd_november.csv');
  return { own, bankId, sales, file };
}

export const previewOf = async ({ portal, token }: BankWorld, bankId: string, currency?: Currency) => {
  const answer = await portal.call(
    contract.previewFeeClaim,
    { query: { ...november, bankId, currency } },
    { token },
  );
  expect(answer.statusCode).toBe(200);
  return answer.json<{
    count: number;
    claimedMinor: number;
    claimedBeforeCount: number;
    fileCount: number;
    letters: FeeClaimDetail['letters'];
  }>();
};

export const make = (
  { portal, token }: BankWorld,
  bankId: string,
  more: {
    requestId?: string;
    count?: number;
    claimedMinor?: number;
    from?: string;
    scheme?: 'Visa';
    currency?: Currency;
  } = {},
) =>
  portal.call(
    contract.makeFeeClaim,
    { body: { requestId: randomUUID(), ...november, bankId, count: 2, claimedMinor: 690, ...more } },
    { token },
  );

export async function made(
  own: BankWorld,
  bankId: string,
  more: Parameters<typeof make>[2] = {},
): Promise<FeeClaimDetail> {
  const answer = await make(own, bankId, more);
  expect(answer.statusCode).toBe(201);
  return answer.json<FeeClaimDetail>();
}

export const claimOf = async ({ portal, token }: BankWorld, id: string): Promise<FeeClaimDetail> => {
  const answer = await portal.call(contract.getFeeClaim, { params: { id }, query: {} }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<FeeClaimDetail>();
};
