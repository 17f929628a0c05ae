import { addDays } from '@mizan/contract/business-day.ts';
import { decimalText, shareHalfUp } from '@mizan/contract/money.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { isRated } from '@mizan/contract/transaction-types.ts';

/**
 * One file of the demo's second bank, which the first start reads as an uploaded one: its payments are confirmed by its lines
 * and by nothing else. What it has for a newcomer: a processing fee beyond the agreed one, a payment that is 1.00 short, and a
 * chargeback. Pure.
 */

const daysAgo = { from: 14, to: 12 } as const;

/** Whether a business day stands in the file, seen from the day on which the demo is made. */
export const isInDemoFile = (businessDay: string, madeOn: string): boolean =>
  businessDay >= addDays(madeOn, -daysAgo.from) && businessDay <= addDays(madeOn, -daysAgo.to);

/** The days of the file, both included. */
export const demoFileDays = (madeOn: string): { from: string; to: string } => ({
  from: addDays(madeOn, -daysAgo.from),
  to: addDays(madeOn, -daysAgo.to),
});

/** A payment as its line says it. Amounts in halalas, as the payment has them. */
export interface FilePayment {
  tid: string;
  rrn: string;
  approvalCode: string;
  createdAt: Date;
  day: string;
  scheme: Scheme;
  type: 'PURCHASE' | 'REFUND';
  amountMinor: number;
  feeMinor: number;
  vatMinor: number;
  mdrBps: number;
  vatBps: number;
}

/** What the bank takes at one terminal for each card payment beyond the agreed 0.30. */
const overcharge = { tid: '88505190', schemes: ['Visa', 'MasterCard'], feeMinor: 50 } as const;
const shortMinor = 100;
/** Small enough for one person to accept, large enough to be somebody's bill. */
const disputedFromMinor = 3_000;

interface FileLine extends FilePayment {
  kind: 'Purchase' | 'Refund' | 'Chargeback';
}

const isOvercharged = ({ tid, type, scheme }: FilePayment): boolean =>
  isRated({ type }) && tid === overcharge.tid && overcharge.schemes.some((each) => each === scheme);

const plain = (payment: FilePayment): FileLine => ({
  ...payment,
  kind: payment.type === 'REFUND' ? 'Refund' : 'Purchase',
});

function overcharged(line: FileLine): FileLine {
  const feeMinor = line.feeMinor + overcharge.feeMinor;
  return { ...line, feeMinor, vatMinor: shareHalfUp(feeMinor, line.vatBps) };
}

/**
 * Whether the agreed fee of what the bank pays is the fee that it takes: then the file asks for exactly what the deposit lacks,
 * and not for a halala of fee beside it.
 */
const hasSameFeeShort = ({ amountMinor, mdrBps }: FilePayment): boolean =>
  shareHalfUp(amountMinor, mdrBps) === shareHalfUp(amountMinor - shortMinor, mdrBps);

/** The lines of the file, the oldest payment first; of `payments` in that order. */
function linesOf(payments: readonly FilePayment[]): FileLine[] {
  const mada = payments.filter(({ type, scheme }) => isRated({ type }) && scheme === 'Mada');
  const disputed = mada.find(({ amountMinor }) => amountMinor >= disputedFromMinor);
  const short = mada.findLast(
    (each) => each !== disputed && each.amountMinor >= disputedFromMinor && hasSameFeeShort(each),
  );
  const lines = payments.map((payment): FileLine => {
    const line = plain(payment);
    if (payment === short) return { ...line, amountMinor: line.amountMinor - shortMinor };
    return isOvercharged(payment) ? overcharged(line) : line;
  });
  return disputed ? [...lines, { ...disputed, kind: 'Chargeback', feeMinor: 0, vatMinor: 0 }] : lines;
}

const netOf = ({ kind, amountMinor, feeMinor, vatMinor }: FileLine): number =>
  (kind === 'Purchase' ? amountMinor : -amountMinor) - feeMinor - vatMinor;

const head =
  'Terminal ID,RRN,Approval Code,Transaction Date,Card Scheme,Transaction Type,Transaction Amount,Commission,VAT,Net Amount';

function textOf(line: FileLine): string {
  const { tid, rrn, approvalCode, createdAt, scheme, kind, amountMinor, feeMinor, vatMinor } = line;
  const at = new Date(createdAt.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const signed = kind === 'Purchase' ? amountMinor : -amountMinor;
  const amounts = [signed, feeMinor, vatMinor, netOf(line)].map(decimalText);
  return [tid, rrn, approvalCode, at, scheme.toUpperCase(), kind, ...amounts].join();
}

/** The file as text. */
export const demoFileText = (payments: readonly FilePayment[]): string =>
  [head, ...linesOf(payments).map(textOf), ''].join('\r\n');

/** How much less than agreed the bank pays by this file, in halalas, of a business day and card scheme: 'day scheme'. */
export function keptByFile(payments: readonly FilePayment[]): ReadonlyMap<string, number> {
  const kept = new Map<string, number>();
  const add = ({ day, scheme }: FilePayment, minor: number): void => {
    const cell = `${day} ${scheme}`;
    kept.set(cell, (kept.get(cell) ?? 0) + minor);
  };
  for (const payment of payments) add(payment, netOf(plain(payment)));
  for (const line of linesOf(payments)) add(line, -netOf(line));
  return kept;
}
