import * as contract from '@mizan/contract/exceptions.ts';
import * as byHand from '@mizan/contract/hand-matches.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import { expect } from 'vitest';
import { platformRows } from '../../../platform/database/database.ts';
import type { BankWorld } from '../../reconciliation/testing/bank-world.ts';

/** Exceptions of a merchant of the bank world, and people who work on them. */

export const exceptionsOf = async (
  { portal, token }: BankWorld,
  query: Partial<Record<'state' | 'outcome' | 'bankFileId' | 'assignee' | 'bankId', string>> = {},
): Promise<contract.ExceptionRow[]> => {
  const answer = await portal.call(
    contract.listExceptions,
    { query: query as { state?: contract.ExceptionState } },
    { token },
  );
  expect(answer.statusCode).toBe(200);
  return answer.json<{ rows: contract.ExceptionRow[] }>().rows;
};

export const exceptionOf = async (
  { portal, token }: BankWorld,
  id: string,
): Promise<contract.ExceptionDetail> => {
  const answer = await portal.call(contract.getException, { params: { id } }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

/** Another person who runs the merchant, with a session. */
export async function anotherOwner(
  { portal, merchant }: BankWorld,
  name: string,
): Promise<{ id: string; token: string }> {
  const [made] = await platformRows<{ id: string }>(
    portal.db,
    `INSERT INTO users (merchant_id, role, email, full_name, password_hash, locale)
     VALUES ($1, 'MERCHANT', $2, $3, '', 'en') RETURNING id::text`,
    [merchant.merchantId, `${name.toLowerCase()}-${merchant.merchantId}@mizan.test`, name],
  );
  const id = made?.id ?? '';
  return { id, token: await portal.tokenOf(id) };
}

/** What a route answers: its status, and why it was refused. */
interface Told {
  status: number;
  reason?: string;
  id?: string;
  state?: string;
}
export async function toldBy(
  answer: Promise<{
    statusCode: number;
    json: () => { details?: { reason?: string }; id?: string; state?: string };
  }>,
): Promise<Told> {
  const got = await answer;
  const body = got.json();
  return {
    status: got.statusCode,
    ...(body.details?.reason && { reason: body.details.reason }),
    ...(body.id && { id: body.id }),
    ...(body.state && { state: body.state }),
  };
}

/** Joins lines of a file to payments, and waits until it is judged with them. */
export async function matchByHand(
  { portal, runner, token }: BankWorld,
  bankFileId: string,
  lines: number[],
  transactionIds: string[],
): Promise<Told> {
  const told = await toldBy(
    portal.call(
      byHand.makeHandMatch,
      { params: { id: bankFileId }, body: { lines, transactionIds, note: '' } },
      { token },
    ),
  );
  await runner.idle();
  return told;
}

export async function undoMatch({ portal, runner, token }: BankWorld, id: string): Promise<Told> {
  const told = await toldBy(portal.call(byHand.undoHandMatch, { params: { id } }, { token }));
  await runner.idle();
  return told;
}

type Figures = Pick<contract.ExceptionRow, 'id' | 'outcome' | 'differenceMinor'>;

export const accept = (
  { portal, token }: BankWorld,
  { id, outcome, differenceMinor }: Figures,
  askPersonId: string | null = null,
  as = token,
): Promise<Told> =>
  toldBy(
    portal.call(
      contract.acceptException,
      { params: { id }, body: { note: 'Agreed with the bank', outcome, differenceMinor, askPersonId } },
      { token: as },
    ),
  );

export const decide = (
  { portal }: BankWorld,
  { id, differenceMinor }: Figures,
  as: string,
  decision: 'APPROVE' | 'REFUSE' = 'APPROVE',
): Promise<Told> =>
  toldBy(
    portal.call(
      contract.decideAcceptance,
      { params: { id }, body: { decision, note: '', differenceMinor } },
      { token: as },
    ),
  );

export const reopen = ({ portal, token }: BankWorld, id: string): Promise<Told> =>
  toldBy(portal.call(contract.reopenException, { params: { id }, body: { note: '' } }, { token }));

/** Takes a file back, and waits until what leaned on it is judged again. */
export async function undoFile({ portal, runner, token }: BankWorld, id: string): Promise<void> {
  const answer = await portal.call(undoBankFile, { params: { id } }, { token });
  expect(answer.statusCode).toBe(200);
  await runner.idle();
}

/** So many days after a moment, with a session of that day. */
export async function daysAfter(moment: Date, own: BankWorld, days: number): Promise<void> {
  own.portal.clock.set(new Date(moment.getTime() + days * 86_400_000));
  own.token = await own.portal.tokenOf(own.merchant.owner.userId);
}
