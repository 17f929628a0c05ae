import type { LinePlant, LineWork } from './line-work.ts';
import { nextDay } from './made-up-payments.ts';
import { answer, chargesOf, claim, keepKeys, type Taken, take } from './plant-work.ts';
import { underItsSale } from './planting.ts';
import { honestLine, type KnownPayment } from './settlement-line.ts';
import { lineOf } from './written-book.ts';

const dayMs = 86_400_000;

/** Moves a payment months back, in front of all that the file's days hold. */
function moveBack({ random }: LineWork, payment: KnownPayment, days = random.whole(45, 400)): void {
  payment.createdAtMs -= days * dayMs;
  payment.businessDay = new Date(payment.createdAtMs + 10_800_000).toISOString().slice(0, 10);
  payment.dueDay = nextDay(payment.businessDay);
}

/** A purchase of months ago, whose line bears the day on which the bank books it: its RRN alone tells that it is its own. */
function takeLate(work: LineWork, fits: (payment: KnownPayment) => boolean = () => true): Taken | null {
  const isRefunded = ({ id }: KnownPayment): boolean =>
    work.book.payments.some(({ originalId }) => originalId === id);
  const taken = take(work, (payment) => keepKeys(payment) && !isRefunded(payment) && fits(payment));
  if (taken) moveBack(work, taken.payment);
  return taken;
}

/** A purchase of the book, the only refund of it, and the line of that refund as it would be on its day. */
function takeWithRefund(work: LineWork): { sale: KnownPayment; refund: Taken } | null {
  const { payments } = work.book;
  const isAlone = ({ originalId }: KnownPayment): boolean =>
    payments.filter((other) => other.originalId === originalId).length === 1;
  const isFree = ({ originalId }: KnownPayment): boolean =>
    work.free.some(({ payment }) => payment.id === originalId && keepKeys(payment));
  const refund = take(work, (payment) => isAlone(payment) && isFree(payment), 'REFUND');
  const sale = refund && take(work, ({ id }) => id === refund.payment.originalId);
  return refund && sale ? { sale: sale.payment, refund } : null;
}

/** Lines that come months after their payments, under keys that are exact. */
export const latePlants = {
  bookedLate: {
    plant: (work) => {
      const taken = takeLate(work);
      if (taken) work.lines.push(taken.line);
    },
  },
  // STANs start over: one of today has terminal, STAN, day and amount of the line.
  bookedLateBesideItsStan: {
    plant: (work) => {
      const taken = takeLate(work);
      if (!taken) return;
      const { tid, scheme, amountMinor, currency, stan } = taken.payment;
      const today = work.book.sellMore(tid, taken.line.atMs - 60_000, scheme);
      Object.assign(today, { amountMinor, currency, stan, ...chargesOf(today, amountMinor) });
      work.lines.push(taken.line, lineOf(today));
    },
  },
  bookedLateAndAgain: {
    needs: { fees: 'apart' },
    fits: ({ fees }) => fees !== 'none',
    plant: (work) => {
      const taken = takeLate(work);
      if (!taken) return;
      const line = { ...taken.line, batch: `66${work.fresh++}` };
      claim(taken.payment, line, {});
      work.lines.push(line);
      answer(work, 'confirmedBefore', taken.payment, [line], 0);
    },
  },
  bookedLateOfAnotherAmount: {
    plant: (work) => {
      const taken = takeLate(work, ({ amountMinor }) => amountMinor > 2_000);
      if (!taken) return;
      const grossMinor = taken.line.grossMinor - 300;
      const line = { ...taken.line, grossMinor, ...chargesOf(taken.payment, grossMinor) };
      work.lines.push(line);
      answer(work, 'amountDiffers', taken.payment, [line], -300);
    },
  },
  declinedMonthsAgo: {
    plant: (work) => {
      const payment = work.declined.pop();
      if (!payment) return;
      const line = { ...honestLine(payment), feeMinor: 0, vatMinor: 0 };
      moveBack(work, payment);
      work.lines.push(line);
      answer(work, 'statusConflict', payment, [line], line.grossMinor);
    },
  },
  disputedMonthsLater: {
    plant: (work) => {
      const taken = takeLate(work);
      if (!taken) return;
      const { line: paid, payment } = taken;
      claim(payment, paid, { batch: '9998' });
      const charges = { feeMinor: 0, vatMinor: 0 };
      const line = { ...paid, ...charges, type: 'CHARGEBACK' as const, grossMinor: -paid.grossMinor };
      work.lines.push(line);
      answer(work, 'chargeback', null, [line], line.grossMinor);
    },
  },
  refundBookedLate: {
    plant: (work) => {
      const taken = takeWithRefund(work);
      if (!taken) return;
      const days = work.random.whole(45, 400);
      for (const payment of [taken.sale, taken.refund.payment]) moveBack(work, payment, days);
      work.lines.push(underItsSale(work, taken.refund));
    },
  },
} as const satisfies Record<string, LinePlant>;
