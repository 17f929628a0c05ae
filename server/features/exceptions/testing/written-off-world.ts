import { randomUUID } from 'node:crypto';
import * as claims from '@mizan/contract/fee-claims.ts';
import * as missing from '@mizan/contract/missing-claims.ts';
import { expect } from 'vitest';
import { platformRows } from '../../../platform/database/database.ts';
import { bankIdOf } from '../../fee-audit/testing/planted-fees.ts';
import type { BankWorld } from '../../reconciliation/testing/bank-world.ts';

/** Claims of missing money, for whoever accepts that it is never paid. Days of the bank world's files. */
const days = { from: '2026-11-16', to: '2026-11-17' };

/** What could be claimed now. */
export async function claimableOf({ portal, token }: BankWorld): Promise<missing.MissingClaimPreview> {
  const answer = await portal.call(missing.previewMissingClaim, { query: days }, { token });
  expect(answer.statusCode).toBe(200);
  return missing.previewMissingClaim.output.parse(answer.json());
}

/** Claims what was seen; the status of the answer, and the claim where one was made. */
export async function claimOfMissing(
  own: BankWorld,
  { count, claimedMinor }: Pick<missing.MissingClaimPreview, 'count' | 'claimedMinor'>,
): Promise<{ status: number; id: string | undefined }> {
  const bankId = await bankIdOf(own);
  const body = { requestId: randomUUID(), ...days, bankId, count, claimedMinor };
  const answer = await own.portal.call(missing.makeMissingClaim, { body }, { token: own.token });
  return { status: answer.statusCode, id: answer.json<{ id?: string }>().id };
}

/** Claims what there is, while something else is under way. */
export async function claimBeside(own: BankWorld, other: Promise<unknown> | undefined) {
  const [claim] = await Promise.all([claimableOf(own).then((seen) => claimOfMissing(own, seen)), other]);
  return claim;
}

export const withdrawClaim = async ({ portal, token }: BankWorld, id: string): Promise<number> =>
  (await portal.call(claims.withdrawFeeClaim, { params: { id } }, { token })).statusCode;

/**
 * 'payment: state' of all that is owed, from the rows alone; a payment with two states is listed by both. A line that comes while
 * a claim waits confirms the payment, whatever it says of the amount: the claim tells that it came
 * (docs/decisions/0285-claims-of-missing-money.md).
 */
export async function statesOfOwed({ portal, merchant }: BankWorld): Promise<Map<string, string>> {
  const rows = await platformRows<{ id: string; is: string[] }>(
    portal.db,
    `SELECT e.transaction_id::text AS id, array_remove(ARRAY[
              CASE WHEN e.line IN ('agreed', 'differs', 'disputed') THEN 'confirmed' END,
              CASE WHEN e.line = 'writtenOff' THEN 'writtenOff' END,
              CASE WHEN e.line IN ('none', 'writtenOff') AND m.id IS NOT NULL THEN 'claimed' END,
              CASE WHEN e.line = 'none' AND m.id IS NULL THEN 'open' END], NULL) AS is
       FROM expectations e
       LEFT JOIN missing_claim_lines l ON l.merchant_id = $1 AND l.transaction_id = e.transaction_id AND l.is_live
       LEFT JOIN fee_claims m ON m.merchant_id = $1 AND m.id = l.claim_id AND m.state IN ('DRAFTED', 'SENT')
      WHERE e.merchant_id = $1 AND e.is_owed ORDER BY e.transaction_id`,
    [merchant.merchantId],
  );
  return new Map(rows.map(({ id, is }) => [id, is.join(' and ')]));
}

/**
 * Every payment is in one state; written off is what a person accepted and no claim asks for, and that alone. What another
 * file's line confirms needs no loss, also where the exception of the file that lacks it still stands as accepted.
 */
export async function expectOneState(own: BankWorld): Promise<void> {
  const states = await statesOfOwed(own);
  expect(
    [...states].filter(([, is]) => !['confirmed', 'writtenOff', 'claimed', 'open'].includes(is)),
  ).toEqual([]);
  const accepted = await platformRows<{ id: string }>(
    own.portal.db,
    `SELECT of_row::text AS id FROM bank_exceptions
      WHERE merchant_id = $1 AND of_file = 0 AND outcome = 'missingInBank' AND state = 'ACCEPTED' ORDER BY of_row`,
    [own.merchant.merchantId],
  );
  const writtenOff = [...states].filter(([, is]) => is === 'writtenOff').map(([id]) => id);
  expect(writtenOff).toEqual(
    accepted.map(({ id }) => id).filter((id) => !['claimed', 'confirmed'].includes(states.get(id) ?? '')),
  );
}
