import { rateOn } from '@mizan/contract/agreed-rate.ts';
import type {
  askRestatement as askRoute,
  decideRestatement as decideRoute,
} from '@mizan/contract/discounts.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { ownVat, vatOn } from '@mizan/contract/vat.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { vatRates } from '../../platform/settings/vat.ts';
import { banksToday } from '../banks/banks.service.ts';
import { otherHolders } from '../users/users.service.ts';
import { insertRate, type KeptRate, selectRates } from './discounts.queries.ts';
import {
  asKept,
  assertRoom,
  bankIn,
  type DiscountsDeps,
  refused,
  toldRate,
  unlessTaken,
} from './discounts.service.ts';
import { restateJob } from './restate.service.ts';
import {
  insertRestatement,
  type KeptRestatement,
  lockRestatement,
  replaceRate,
  updateDecision,
} from './restatements.queries.ts';

/**
 * A wrong rate is corrected from a day on, past or present, on the word of two people: one asks, another approves, and
 * what it charged is then charged anew (docs/decisions/0051-rates-are-added-never-changed.md).
 */

/**
 * Asks for a correction.
 * @throws Failure 'notFound'; 'conflict': 'notBegun' where a new rate says it as well, 'same' where that rate holds
 * already, 'asked' where it was asked for, 'noSecondPerson'
 */
export const askRestatement = (
  { db, clock }: DiscountsDeps,
  by: Member,
  { reason, ...rate }: RouteInput<typeof askRoute>['body'],
): Promise<{ id: string }> =>
  inTenant(db, by.merchantId, async (tx) => {
    const at = clock.now();
    const bank = bankIn(await banksToday(tx, at), rate.bankId);
    if (rate.validFrom >= bank.firstDay) throw refused('notBegun');
    if ((await otherHolders(tx, by.merchantId, by.userId, 'agreements.change')) === 0)
      throw refused('noSecondPerson');
    const vat = await vatRates(tx);
    const vatBps = rate.vatBps ?? vatOn(vat, rate.validFrom);
    const kept = { ...rate, ownVatBps: ownVat(vat, rate.validFrom, vatBps) };
    const holds = rateOn(await selectRates(tx), rate, rate.validFrom);
    if (holds && isSame(holds, kept)) throw refused('same');
    const { userId: askedById, fullName: askedByName } = by;
    const id = await insertRestatement(tx, { ...rate, vatBps, reason, askedById, askedByName, askedAt: at });
    if (id === null) throw refused('asked');
    await happened(tx, by, {
      fact: 'discounts.restatementAsked',
      at,
      about: { type: 'bank', id: bank.id },
      params: { ...toldRate(bank.nameEn, kept, vat), note: reason },
    });
    return { id };
  });

type Agreed = Pick<KeptRate, 'mdrBps' | 'ownVatBps' | 'capLimitMinor' | 'processingFeeMinor' | 'paidWithin'>;
const isSame = (one: Agreed, other: Agreed): boolean =>
  one.mdrBps === other.mdrBps &&
  one.ownVatBps === other.ownVatBps &&
  one.capLimitMinor === other.capLimitMinor &&
  one.processingFeeMinor === other.processingFeeMinor &&
  one.paidWithin.days === other.paidWithin.days &&
  one.paidWithin.kind === other.paidWithin.kind;

/**
 * Approves a correction, or refuses it. Whoever asked for it may take it back, and never approve it. What is decided
 * stays so.
 * @throws Failure 'notFound'; 'conflict': 'ownRequest', 'decided'
 */
export const decideRestatement = (
  { db, clock }: DiscountsDeps,
  by: Member,
  id: string,
  { decision }: RouteInput<typeof decideRoute>['body'],
): Promise<RouteOutput<typeof decideRoute>> =>
  unlessTaken(
    inTenant(db, by.merchantId, async (tx) => {
      const asked = await lockRestatement(tx, id);
      if (!asked) throw notFound();
      if (asked.state !== 'ASKED') return decidedBefore(asked, decision);
      if (decision === 'APPROVE' && asked.askedById === by.userId) throw refused('ownRequest');
      const at = clock.now();
      const state = decision === 'APPROVE' ? 'APPROVED' : 'REFUSED';
      await updateDecision(tx, { id, state, by, at });
      await (decision === 'APPROVE' ? approve(tx, by, at, asked) : refuse(tx, by, at, asked));
      return { state };
    }),
  );

/** The same said twice is answered as the first time. */
function decidedBefore({ state }: KeptRestatement, decision: 'APPROVE' | 'REFUSE'): { state: typeof state } {
  if ((decision === 'REFUSE') !== (state === 'REFUSED')) throw refused('decided');
  return { state };
}

async function approve(tx: Tx, by: Member, at: Date, asked: KeptRestatement): Promise<void> {
  const bank = bankIn(await banksToday(tx, at), asked.bankId);
  await assertRoom(tx, 1);
  await replaceRate(tx, asked, by.fullName, at);
  const kept = await asKept(tx, asked);
  await insertRate(tx, by.merchantId, kept, {
    note: asked.reason,
    by: { userId: asked.askedById, fullName: asked.askedByName },
    at,
    restatementId: asked.id,
  });
  await enqueue(tx, restateJob, { merchantId: by.merchantId, restatementId: asked.id });
  await happened(tx, by, {
    fact: 'discounts.restatementApproved',
    at,
    about: { type: 'bank', id: bank.id },
    params: {
      ...toldRate(bank.nameEn, kept, await vatRates(tx)),
      note: asked.reason,
      askedBy: asked.askedByName,
    },
  });
}

async function refuse(tx: Tx, by: Member, at: Date, asked: KeptRestatement): Promise<void> {
  const bank = bankIn(await banksToday(tx, at), asked.bankId);
  await happened(tx, by, {
    fact: 'discounts.restatementRefused',
    at,
    about: { type: 'bank', id: bank.id },
    params: {
      bankName: bank.nameEn,
      scheme: asked.scheme,
      validFrom: asked.validFrom,
      askedBy: asked.askedByName,
    },
  });
}
