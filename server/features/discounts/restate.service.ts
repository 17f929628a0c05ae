import { validTo } from '@mizan/contract/agreed-rate.ts';
import { addDays } from '@mizan/contract/business-day.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { agreementBook } from '../banks/agreement-book.ts';
import { banksOf } from '../banks/banks.service.ts';
import { type OwedPlace, owedOf } from '../expectations/expectations.service.ts';
import { judgeAgainJob, judgeTouched } from '../expectations/files-touched.service.ts';
import { chargeAgain } from '../payments/charge-again.service.ts';
import type { PaymentNews } from '../payments/payment-change.service.ts';
import type { Payment } from '../payments/payment-row.ts';
import { selectRates } from './discounts.queries.ts';
import type { DiscountsDeps } from './discounts.service.ts';
import { type KeptRestatement, lockRestatement, updateProgress } from './restatements.queries.ts';

/**
 * Charges the payments of a corrected rate anew: in short transactions, because a bank may owe a million of them and
 * terminals wait for none. What is charged right already stays untouched, so that a portal that was killed begins again
 * and does nothing twice.
 */
export const restateJob = 'discounts.restate';
const paymentsAtOnce = 500;
/** No transaction that read the wrong rate is under way any more by then. */
const stragglersAfterMs = 120_000;

export interface RestateWork {
  merchantId: string;
  restatementId: string;
  /** A second walk, for payments that were being approved while the correction was. */
  isSecond?: boolean;
}

export async function restate(deps: DiscountsDeps, work: RestateWork): Promise<void> {
  for (let behind: OwedPlace | null = { businessDay: '', id: '0' }; behind; ) {
    const from: OwedPlace = behind;
    behind = await inTenant(deps.db, work.merchantId, (tx) => restateNext(deps, tx, work, from));
  }
}

/** One transaction; answers where the next begins, or null after the last. */
async function restateNext(
  { clock }: DiscountsDeps,
  tx: Tx,
  { merchantId, restatementId, isSecond = false }: RestateWork,
  behind: OwedPlace,
): Promise<OwedPlace | null> {
  const asked = await lockRestatement(tx, restatementId);
  if (!asked || asked.state === 'ASKED' || asked.state === 'REFUSED') return null;
  const before = await endOf(tx, asked);
  const from = behind.businessDay === '' ? { businessDay: asked.validFrom, id: '0' } : behind;
  const owed = before === undefined ? [] : await owedOf(tx, { ...asked, before }, from, paymentsAtOnce);
  const book = await agreementBook(tx);
  const at = clock.now();
  const wanted = owed.map(({ id, businessDay }) => ({
    id,
    agreement: book.onDay({ bankId: asked.bankId, scheme: asked.scheme, businessDay }),
  }));
  const by = { userId: asked.decidedById, fullName: asked.decidedByName };
  const count = await chargeAgain(tx, at, wanted, restated(merchantId, by));
  const next = owed.length === paymentsAtOnce ? (owed.at(-1) ?? null) : null;
  const isDone = next === null && asked.state === 'APPROVED';
  await updateProgress(tx, restatementId, count, isDone);
  if (isDone) await tellDone(tx, merchantId, asked, asked.restatedCount + count, at);
  if (isDone || (isSecond && count > 0)) await judgeByIt(tx, merchantId, asked, before);
  if (isDone && !isSecond) {
    const payload = { merchantId, restatementId, isSecond: true };
    await enqueue(tx, restateJob, payload, { afterMs: stragglersAfterMs });
  }
  return next;
}

/** Files that were judged by the wrong rate; of the second walk, where it found any payment. */
async function judgeByIt(
  tx: Tx,
  merchantId: string,
  { id, bankId, scheme, validFrom }: KeptRestatement,
  before: string | null | undefined,
): Promise<void> {
  if (before === undefined) return;
  const cause = { kind: 'restated', scheme, day: validFrom } as const;
  const touch = { kind: 'rate', bankId, scheme, from: validFrom, before } as const;
  await judgeTouched(tx, { merchantId, cause, touch }, `${judgeAgainJob} ${merchantId} rate ${id}`);
}

const restated =
  (merchantId: string, { userId, fullName }: { userId: string | null; fullName: string | null }) =>
  (before: Payment, after: Payment): PaymentNews => ({
    fact: 'payments.chargesRestated',
    params: {
      feeMinor: after.feeMinor,
      vatMinor: after.vatMinor,
      wasFeeMinor: before.feeMinor,
      wasVatMinor: before.vatMinor,
    },
    ...(userId !== null && fullName !== null && { by: { userId, fullName, role: 'MERCHANT', merchantId } }),
  });

/** The business day before which the corrected rate ends, or null; undefined where another correction replaced it. */
async function endOf(tx: Tx, { id }: KeptRestatement): Promise<string | null | undefined> {
  const rates = await selectRates(tx);
  const rate = rates.find((each) => each.restatementId === id && each.withdrawnAt === null);
  const last = rate && validTo(rates, rate);
  if (!rate || last === undefined) return undefined;
  return last === null ? null : addDays(last, 1);
}

const bankName = async (tx: Tx, bankId: string): Promise<string> =>
  (await banksOf(tx)).find(({ id }) => id === bankId)?.nameEn ?? '';

async function tellDone(
  tx: Tx,
  merchantId: string,
  { bankId, scheme, validFrom }: KeptRestatement,
  restatedCount: number,
  at: Date,
): Promise<void> {
  await happened(tx, nobody(merchantId), {
    fact: 'discounts.restatementDone',
    at,
    about: { type: 'bank', id: bankId },
    params: { bankName: await bankName(tx, bankId), scheme, validFrom, restatedCount },
  });
}
