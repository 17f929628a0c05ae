import { randomUUID } from 'node:crypto';
import * as contract from '@mizan/contract/deposits.ts';
import { getSettlementMonth, type SettlementDay, type SettlementMonth } from '@mizan/contract/settlement.ts';
import { expect } from 'vitest';
import { platformRows } from '../../../platform/database/database.ts';
import type { BankWorld } from '../../reconciliation/testing/bank-world.ts';

/** Hands for what arrives, in the world of bank files. */

export const firstBankOf = async ({ portal, merchant }: BankWorld): Promise<string> => {
  const [bank] = await platformRows<{ id: string }>(
    portal.db,
    'SELECT min(id)::text AS id FROM banks WHERE merchant_id = $1',
    [merchant.merchantId],
  );
  return bank?.id ?? '';
};

/** A body that enters a deposit of 500.00 on 18 November, as far as nothing else is said. */
export const depositOf = (bankId: string, more: object = {}) => ({
  requestId: randomUUID(),
  bankId,
  valueDate: '2026-11-18',
  amountMinor: 50_000,
  currency: 'SAR' as const,
  shares: [] as contract.DepositShare[],
  isOverpaid: false,
  isAnother: false,
  ...more,
});

export const enter = ({ portal, token }: BankWorld, body: ReturnType<typeof depositOf>) =>
  portal.call(contract.addDeposit, { body }, { token });

/** One that is taken. */
export async function entered(
  world: BankWorld,
  body: ReturnType<typeof depositOf>,
): Promise<contract.DepositDetail> {
  const answer = await enter(world, body);
  expect([answer.statusCode, answer.statusCode === 201 ? null : answer.json()]).toEqual([201, null]);
  return answer.json<contract.DepositDetail>();
}

export const undo = ({ portal, token }: BankWorld, id: string) =>
  portal.call(contract.undoDeposit, { params: { id } }, { token });

/** What deposits say of the cells of a month, by day and scheme. */
export async function depositsByCell(
  { portal, token }: BankWorld,
  month = '2026-11',
): Promise<Record<string, SettlementDay['deposit']>> {
  const answer = await portal.call(getSettlementMonth, { query: { month } }, { token });
  expect(answer.statusCode).toBe(200);
  const { rows } = answer.json<SettlementMonth>();
  return Object.fromEntries(
    rows.flatMap(({ scheme, currency, days }) =>
      days.map(({ day, deposit }) => [`${day} ${scheme} ${currency}`, deposit]),
    ),
  );
}

/** What the rows of a merchant say that is paid: the day and scheme of each, with its field. */
export const fieldsOf = ({ portal, merchant }: BankWorld) =>
  platformRows<{ cell: string; deposit: string; count: number }>(
    portal.db,
    `SELECT business_day || ' ' || scheme || ' ' || currency AS cell, deposit, count(*) AS count
       FROM expectations WHERE merchant_id = $1 AND is_owed GROUP BY 1, 2 ORDER BY 1, 2`,
    [merchant.merchantId],
  );
