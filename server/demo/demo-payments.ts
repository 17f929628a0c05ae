import { businessDayOf, riyadhDay } from '@mizan/contract/business-day.ts';
import { type Charges, chargesFor, noCharges, type Rate } from '@mizan/contract/money.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { isCharge, isRated } from '@mizan/contract/transaction-types.ts';
import { confirmedAt } from './demo-bank.ts';
import { isInDemoFile } from './demo-bank-file.ts';
import type { DemoMerchant, DemoTerminal } from './demo-merchants.ts';
import {
  amountMinor,
  approvedOutcome,
  type DemoCard,
  type DemoOutcome,
  purchaseOutcome,
  walletOf,
} from './demo-outcomes.ts';
import type { DemoPayment } from './demo-payment.ts';
import { type Chance, chanceFrom } from './demo-random.ts';
import { receiptOf } from './demo-receipt.ts';
import { lastDays, timesOfDay } from './demo-rhythm.ts';

export const demoDays = 90;
/** The last payment ended a while ago, so that nothing of the past looks as if it were under way. */
const quietMs = 3 * 60_000;
const refundPercent = 1;
const refundWithinMs = 14 * 86_400_000;
const refundAfterMs = 10 * 60_000;
const orderPercent = 14;
/** Recent ones can be printed as the terminal did; older slips are left out, because nobody asks for them. */
const receiptDays = 14;

/** A terminal as it stands in the database. */
export interface PlacedTerminal extends DemoTerminal {
  id: string;
  branchId: string;
  bankId: string;
  cashierId: string | null;
  cashierName: string | null;
}

export type RateOf = (bankId: string, scheme: Scheme, day: string) => Rate;

interface Telling {
  merchant: DemoMerchant;
  terminals: readonly PlacedTerminal[];
  rateOf: RateOf;
  now: Date;
  /** The bank of which a file is read after the start; null without one. */
  fileBank: string | null;
}

const hex = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => chance.between(0, 15).toString(16)).join('');

/** A uuid v7 of the payment's own millisecond. */
function uuidAt(atMs: number, chance: Chance): string {
  const time = atMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(chance, 3)}-8${hex(chance, 3)}-${hex(chance, 12)}`;
}

/** Numbers that a terminal and the network count. */
function counters() {
  const stans = new Map<string, number>();
  let sequence = 190_000;
  return {
    stan(tid: string): string {
      const next = ((stans.get(tid) ?? Number(tid) % 900) + 1) % 1_000_000;
      stans.set(tid, next);
      return String(next).padStart(6, '0');
    },
    /** 'Y DDD HH' and six digits, as mada's look. */
    rrn(at: Date): string {
      const shifted = new Date(at.getTime() + 3 * 3_600_000);
      const newYear = Date.UTC(shifted.getUTCFullYear(), 0, 1);
      const dayOfYear = Math.floor((shifted.getTime() - newYear) / 86_400_000) + 1;
      sequence = (sequence + 1) % 1_000_000;
      const parts = [String(dayOfYear).padStart(3, '0'), shifted.toISOString().slice(11, 13)];
      return `${shifted.getUTCFullYear() % 10}${parts.join('')}${String(sequence).padStart(6, '0')}`;
    },
  };
}

const unchanged = { mdrMinor: 0, feeMinor: 0, vatMinor: 0, netMinor: 0 } as const;
const noRate: Rate = { mdrBps: 0, vatBps: 0, capLimitMinor: null, processingFeeMinor: 0 };

interface Attempt {
  type: 'PURCHASE' | 'REFUND';
  at: Date;
  terminal: PlacedTerminal;
  card: DemoCard;
  outcome: DemoOutcome;
  amountMinor: number;
  orderRef: string | null;
  originalUuid: string | null;
}

/** Writes attempts down as the portal would have, with the charges of their day. */
export function scribe({ rateOf, now, fileBank }: Telling, chance: Chance) {
  const count = counters();
  const today = riyadhDay(now);
  return (attempt: Attempt): DemoPayment => {
    const { type, at, terminal, outcome, card } = attempt;
    const isApproved = outcome.status === 'APPROVED';
    const isCharged = isApproved && isRated({ type });
    const businessDay = businessDayOf(at, '00:00');
    const rate = isCharged ? rateOf(terminal.bankId, card.scheme, businessDay) : noRate;
    const charges: Charges = isCharged
      ? chargesFor(attempt.amountMinor, rate)
      : isApproved
        ? noCharges(attempt.amountMinor)
        : unchanged;
    const wasSent = outcome.status !== 'TERMINAL NOT CONNECTED';
    const tookMs = outcome.cardShown ? chance.between(5_000, 24_000) : chance.between(300, 62_000);
    const payment: DemoPayment = {
      uuid: uuidAt(at.getTime(), chance),
      type,
      status: outcome.status,
      amountMinor: attempt.amountMinor,
      scheme: outcome.cardShown ? card.scheme : 'None',
      firstSix: outcome.cardShown ? card.firstSix : null,
      lastFour: outcome.cardShown ? card.lastFour : null,
      rrn: outcome.bankAsked ? count.rrn(at) : null,
      stan: outcome.cardShown ? count.stan(terminal.tid) : null,
      approvalCode: isApproved ? chance.digits(6) : null,
      acquirerCode: outcome.bankAsked ? '588847' : null,
      providerCode: outcome.providerCode,
      actionCode: outcome.actionCode,
      refusal: outcome.refusal,
      orderRef: attempt.orderRef,
      bankId: isApproved ? terminal.bankId : null,
      terminalId: terminal.id,
      tid: terminal.tid,
      branchId: terminal.branchId,
      cashierId: terminal.cashierId,
      cashierName: terminal.cashierName,
      startedById: terminal.cashierId,
      startedByName: terminal.cashierName,
      mdrBps: rate.mdrBps,
      vatBps: rate.vatBps,
      capLimitMinor: rate.capLimitMinor,
      processingFeeMinor: rate.processingFeeMinor,
      ...charges,
      createdAt: at,
      businessDay,
      sentAt: wasSent ? new Date(at.getTime() + 20) : null,
      ackedAt: wasSent ? new Date(at.getTime() + 140) : null,
      step: null,
      stepAt: null,
      decidedAt: new Date(at.getTime() + (wasSent ? tookMs : 10)),
      resultSeq: wasSent ? 1 : null,
      holdsLock: false,
      underReview: false,
      lateApproval: false,
      bankConfirmedAt:
        isApproved && !(terminal.bankId === fileBank && isInDemoFile(businessDay, today))
          ? confirmedAt({ at, businessDay, scheme: card.scheme }, today, chance)
          : null,
      receipt: null,
      originalUuid: attempt.originalUuid,
    };
    const isRecent = now.getTime() - at.getTime() < receiptDays * 86_400_000;
    return isRecent && outcome.bankAsked ? { ...payment, receipt: receiptOf(payment) } : payment;
  };
}

/** An approved purchase of the same terminal that may still be given back. */
function refundable(past: readonly DemoPayment[], terminal: PlacedTerminal, at: Date, chance: Chance) {
  for (let tries = 0; tries < 20; tries += 1) {
    const candidate = past[chance.between(Math.max(0, past.length - 4_000), past.length - 1)];
    if (!candidate || candidate.terminalId !== terminal.id) continue;
    const ageMs = at.getTime() - candidate.createdAt.getTime();
    const isOpen = isCharge(candidate) && candidate.status === 'APPROVED';
    if (isOpen && ageMs > refundAfterMs && ageMs < refundWithinMs) return candidate;
  }
  return null;
}

/** Ninety days of a merchant's payments up to a few minutes ago, oldest first; the same for the same moment. */
export function demoPayments(telling: Telling, seed: number): DemoPayment[] {
  const { merchant, terminals, now } = telling;
  const chance = chanceFrom(seed);
  const write = scribe(telling, chance);
  const nextCard = walletOf(chance, Math.max(60, merchant.paymentsADay * 6));
  const byWeight = terminals.map((terminal) => [terminal.weight, terminal] as const);
  const days = lastDays(riyadhDay(now), demoDays);
  const times = days.flatMap((day, i) =>
    timesOfDay(day, merchant.paymentsADay, 1 - i / (demoDays - 1), chance),
  );
  const past: DemoPayment[] = [];
  let orderNumber = 40_100;
  for (const atMs of times.toSorted((a, b) => a - b)) {
    if (atMs > now.getTime() - quietMs) break;
    const at = new Date(atMs);
    const terminal = chance.weighted(byWeight);
    const original = chance.percent(refundPercent) ? refundable(past, terminal, at, chance) : null;
    if (original) {
      past.push(write(refundOf(original, terminal, at, chance)));
      continue;
    }
    const orderRef = chance.percent(orderPercent) ? `${merchant.orderPrefix}-${(orderNumber += 1)}` : null;
    const attempt = {
      type: 'PURCHASE',
      at,
      terminal,
      card: nextCard(),
      orderRef,
      originalUuid: null,
    } as const;
    past.push(write({ ...attempt, outcome: purchaseOutcome(chance), amountMinor: amountMinor(chance) }));
  }
  return past;
}

/** Mostly the whole amount; the card that paid gets it back. */
function refundOf(original: DemoPayment, terminal: PlacedTerminal, at: Date, chance: Chance): Attempt {
  const part = chance.percent(75) ? 1 : 0.5;
  return {
    type: 'REFUND',
    at,
    terminal,
    card: {
      scheme: original.scheme,
      firstSix: original.firstSix ?? '',
      lastFour: original.lastFour ?? '',
    },
    outcome: chance.percent(95)
      ? approvedOutcome
      : { ...approvedOutcome, status: 'DECLINED', providerCode: '86', actionCode: '197' },
    amountMinor: Math.max(1, Math.round(original.amountMinor * part)),
    orderRef: original.orderRef,
    originalUuid: original.uuid,
  };
}
