import { createHash } from 'node:crypto';
import {
  type IntegratorOutcome,
  type integratorPurchase,
  outcomeWaitMs,
} from '@mizan/contract/integrator-calls.ts';
import { parseLive } from '@mizan/contract/live.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import type { TransactionStatus } from '@mizan/contract/transaction-states.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { type Hear, readUntil } from '../../platform/bus/read-until.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { startPayment } from '../payments/payments.service.ts';
import { isTestTerminal } from '../terminals/terminals.service.ts';
import { getTransactionDetail, ownScope } from '../transactions/transactions.service.ts';
import { findByUuid, newestId, shopNames } from './integrator-payments.queries.ts';
import { receiptFor } from './integrator-receipt.ts';

export interface IntegratorDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly hear: Hear;
  /** How long an outcome is waited for; tests do not wait as long as the contract says. */
  readonly waitMs?: number | undefined;
}

/**
 * The id of the payment that a refNumber of a merchant stands for (a UUID of version 8: of its maker's own making). One
 * and the same however often and on however many processes it is asked for, so that the payments' own key holds that
 * a refNumber is charged once. A test has another one, so that none is taken for a payment.
 */
export function paymentIdOf(merchantId: string, refNumber: string, isTest = false): string {
  const named = isTest ? 'test refNumber' : 'refNumber';
  const bytes = createHash('sha256').update(`${named} ${merchantId} ${refNumber}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The sentence of rules S8.3, and what a till must not do where nobody knows whether the card was charged. */
function messageOf({ id, status, unknownOutcome, refusal }: TransactionDetail): string {
  const said = `Transaction #${id} is ${status === 'APPROVED' ? 'approved' : status}`;
  if (refusal === 'BUSY')
    return `${said}. The terminal was busy: nothing was charged, try again under a new refNumber`;
  if (!unknownOutcome) return said;
  return `${said}. Its outcome is not known yet: do not charge again, ask for it by refNumber`;
}

async function outcomeOf(tx: Tx, payment: TransactionDetail): Promise<IntegratorOutcome> {
  return {
    transactionId: payment.id,
    status: payment.status as TransactionStatus,
    message: messageOf(payment),
    receipt: receiptFor(payment, await shopNames(tx, payment.branchId)),
  };
}

/** A payment as this caller may see it. @throws Failure 'notFound' */
const outcomeById = ({ db }: IntegratorDeps, member: Member, id: string): Promise<IntegratorOutcome> =>
  inTenant(db, member.merchantId, async (tx) => outcomeOf(tx, await getTransactionDetail(tx, member, id)));

/** What was begun under a refNumber before, whoever began it. @throws Failure 'paymentConflict' for another amount */
async function begunBefore(
  { db }: IntegratorDeps,
  member: Member,
  uuid: string,
  amountMinor: number,
): Promise<string | null> {
  const before = await inTenant(db, member.merchantId, (tx) => findByUuid(tx, uuid));
  if (before && before.amountMinor !== amountMinor) {
    throw new Failure('paymentConflict', 'This refNumber was already used for another amount.');
  }
  return before?.id ?? null;
}

/** Whether the caller's terminal is a test terminal: what it calls a refNumber is then a test's. */
const testsOnly = async ({ db }: IntegratorDeps, { merchantId, terminalId }: Member): Promise<boolean> =>
  terminalId !== null && inTenant(db, merchantId, (tx) => isTestTerminal(tx, terminalId));

/**
 * Takes a payment on the cashier's terminal and waits for its outcome, at most `outcomeWaitMs`; then it is INITIALIZED
 * and goes on, and is asked for by its refNumber. A repeated refNumber waits for, and answers, what the first one made.
 * @throws Failure 'notFound' where the cashier has no terminal or the refNumber is another terminal's, 'paymentConflict',
 * and whatever startPayment() does
 */
export async function purchase(
  deps: IntegratorDeps,
  member: Member,
  { amount, refNumber }: RouteInput<typeof integratorPurchase>['body'],
): Promise<IntegratorOutcome> {
  const amountMinor = Number(amount);
  const paymentId = paymentIdOf(member.merchantId, refNumber, await testsOnly(deps, member));
  const before = await begunBefore(deps, member, paymentId, amountMinor);
  const id = before ?? (await begin(deps, member, { paymentId, amountMinor, orderRef: refNumber }));
  return readUntil(deps.hear, {
    merchantId: member.merchantId,
    isAbout: (text) => {
      const message = parseLive(text);
      return message !== null && 'transactionId' in message && message.transactionId === id;
    },
    read: () => outcomeById(deps, member, id),
    isDone: ({ status }) => status !== 'INITIALIZED',
    timeoutMs: deps.waitMs ?? outcomeWaitMs,
  });
}

async function begin(
  deps: IntegratorDeps,
  member: Member,
  payment: { paymentId: string; amountMinor: number; orderRef: string },
): Promise<string> {
  if (member.terminalId === null) {
    throw new Failure('notFound', 'This cashier has no terminal. Bind one first.');
  }
  const { id } = await startPayment(deps, member, { ...payment, terminalId: member.terminalId });
  return id;
}

/** The purchase of a refNumber as it stands. @throws Failure 'notFound' */
export async function purchaseOf(
  deps: IntegratorDeps,
  member: Member,
  refNumber: string,
): Promise<IntegratorOutcome> {
  const uuid = paymentIdOf(member.merchantId, refNumber, await testsOnly(deps, member));
  const found = await inTenant(deps.db, member.merchantId, (tx) => findByUuid(tx, uuid));
  if (!found) throw notFound();
  return outcomeById(deps, member, found.id);
}

/** The newest transaction of a cashier's terminal, or of the merchant. @throws Failure 'notFound' where there is none */
export async function latest(deps: IntegratorDeps, member: Member): Promise<IntegratorOutcome> {
  const own = ownScope(member);
  if (own?.terminalId === null) throw notFound();
  const id = await inTenant(deps.db, member.merchantId, (tx) => newestId(tx, own?.terminalId ?? null));
  if (id === null) throw notFound();
  return outcomeById(deps, member, id);
}
