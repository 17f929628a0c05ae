import { noCharges } from '@mizan/contract/money.ts';
import type { RefundType } from '@mizan/contract/refund-terms.ts';
import type {
  previewRefund as previewRoute,
  RefundEffect,
  RefundFigures,
  RefundPreview,
} from '@mizan/contract/refunds.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, inTenant, type Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { agreementOn } from '../banks/agreement.service.ts';
import { banksOf } from '../banks/banks.service.ts';
import { heardByAskedMail } from '../preferences/preferences.service.ts';
import { holdersAt } from '../users/users.service.ts';
import { approvalFor, refuseBeyondOwnTerminal } from './cashier-refunds.service.ts';
import {
  type OriginalFigures,
  selectOriginalFigures,
  selectOwedFor,
  selectTerminal,
} from './refund-effect.queries.ts';
import { refused, remainderOf, whyNoReversal, whyNotRefundable } from './refund-rules.ts';
import { selectGiven, selectHold } from './refunds.queries.ts';

/** What a refund would change: for who asks, and for who approves. Reads as it is now; the sending decides under locks. */
export interface Wanted {
  originalId: string;
  type: RefundType;
  amountMinor?: number | undefined;
  terminalId?: string | undefined;
  /** One that is asked for already: it does not count against itself. */
  refundId: string | null;
}

/** What a refund would change if it were sent now, and who would be told of it. @throws Failure as `effectOf` */
export async function previewRefund(
  { db, clock }: { db: Database; clock: Clock },
  by: Member,
  query: RouteInput<typeof previewRoute>['query'],
): Promise<RefundPreview> {
  const effect = await inTenant(db, by.merchantId, (tx) =>
    effectOf(tx, by, { ...query, refundId: null }, clock.now()),
  );
  const { people } = effect.approval;
  // As the platform: what somebody chose to be told is theirs, and no member reads it of another beyond this.
  const told =
    people.length === 0
      ? new Set<string>()
      : await inPlatform(db, (tx) =>
          heardByAskedMail(
            tx,
            people.map(({ id }) => id),
          ),
        );
  return {
    ...effect,
    approval: { ...effect.approval, people: people.map((one) => ({ ...one, isTold: told.has(one.id) })) },
  };
}

/** @throws Failure 'notFound'; 'conflict' with NOT_REFUNDABLE, NO_REFERENCE, REMAINDER {remainderMinor} */
export async function effectOf(tx: Tx, by: Member, wanted: Wanted, now: Date): Promise<RefundEffect> {
  const original = await selectOriginalFigures(tx, wanted.originalId);
  if (!original) throw notFound();
  await refuseBeyondOwnTerminal(tx, by, {
    originalTerminalId: original.terminalId,
    terminalId: wanted.terminalId ?? null,
  });
  const why = whyNotRefundable(original);
  if (why) throw refused(why);
  const terminal = await selectTerminal(tx, wanted.terminalId ?? original.terminalId);
  if (!terminal) throw notFound();
  const given = await selectGiven(tx, original.id, wanted.refundId);
  const remainderMinor = remainderOf(wanted.type, original, given);
  const amountMinor = wanted.amountMinor ?? remainderMinor;
  if (amountMinor > remainderMinor && wanted.refundId === null)
    throw refused('REMAINDER', { remainderMinor });
  const figures = figuresOf(original, given.refundedMinor, amountMinor);
  const hold = await selectHold(tx, original.id);
  const noReversal = whyNoReversal(original, given, hold, { amountMinor, terminalId: terminal.id, now });
  return {
    type: wanted.type,
    original: shownOriginal(original),
    amountMinor,
    ...given,
    remainderMinor,
    ...figures,
    // What banks owe is no cashier's to read.
    deposit:
      by.role === 'CASHIER'
        ? null
        : await depositOf(tx, { terminalId: terminal.id, scheme: original.scheme, at: now }, figures.change),
    reversal: { isPossible: noReversal === null, why: noReversal },
    approval: await approvalOf(tx, by, amountMinor, now),
    terminal,
  };
}

const shownOriginal = ({
  type: _type,
  status: _status,
  terminalId: _terminalId,
  cashMinor: _cashMinor,
  feeMinor: _feeMinor,
  vatMinor: _vatMinor,
  firstSix: _firstSix,
  createdAt,
  ...shown
}: OriginalFigures): RefundEffect['original'] => ({ ...shown, createdAt: createdAt.toISOString() });

/** Each column closes: net = amount - fee - VAT. What is given back carries no fee and gives none back. */
function figuresOf(
  original: Pick<OriginalFigures, 'amountMinor' | 'feeMinor' | 'vatMinor' | 'isRateKnown'>,
  refundedMinor: number,
  amountMinor: number,
): { now: RefundFigures; change: RefundFigures; after: RefundFigures } {
  const back = noCharges(amountMinor);
  const change = {
    amountMinor: -amountMinor,
    feeMinor: -back.feeMinor,
    vatMinor: -back.vatMinor,
    netMinor: -back.netMinor,
  };
  const left = original.amountMinor - refundedMinor;
  const { feeMinor, vatMinor, isRateKnown } = original;
  const now: RefundFigures = isRateKnown
    ? { amountMinor: left, feeMinor, vatMinor, netMinor: left - feeMinor - vatMinor }
    : { amountMinor: left, feeMinor: null, vatMinor: null, netMinor: null };
  const sum = (a: number | null, b: number): number | null => (a === null ? null : a + b + 0);
  return {
    now,
    change: { ...change, feeMinor: change.feeMinor + 0, vatMinor: change.vatMinor + 0 },
    after: {
      amountMinor: now.amountMinor + change.amountMinor,
      feeMinor: sum(now.feeMinor, change.feeMinor),
      vatMinor: sum(now.vatMinor, change.vatMinor),
      netMinor: sum(now.netMinor, change.netMinor),
    },
  };
}

/** The settlement that it would be taken from, were it approved at this moment. */
async function depositOf(
  tx: Tx,
  of: Parameters<typeof agreementOn>[1],
  change: RefundFigures,
): Promise<RefundEffect['deposit']> {
  const { bankId, dueDay } = await agreementOn(tx, of);
  const bank = (await banksOf(tx)).find(({ id }) => id === bankId);
  if (!bank) return null;
  const { netMinor, unknown } = await selectOwedFor(tx, bankId, dueDay);
  const nowMinor = unknown > 0 ? null : netMinor;
  return {
    bankId,
    bankNameEn: bank.nameEn,
    bankNameAr: bank.nameAr,
    dueDay,
    nowMinor,
    afterMinor: nowMinor === null || change.netMinor === null ? null : nowMinor + change.netMinor,
  };
}

async function approvalOf(
  tx: Tx,
  by: Member,
  amountMinor: number,
  now: Date,
): Promise<RefundEffect['approval']> {
  const approval = await approvalFor(tx, by, amountMinor, now);
  return {
    ...approval,
    people: approval.isNeeded ? await othersThan(tx, by.merchantId, by.userId) : [],
  };
}

/** Who may approve what this person asks for. */
export const othersThan = async (
  tx: Tx,
  merchantId: string,
  askedById: string,
): Promise<{ id: string; name: string }[]> =>
  (await holdersAt(tx, merchantId, 'refunds.decide')).filter(({ id }) => id !== askedById);
