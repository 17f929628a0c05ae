import { decimalText } from '@mizan/contract/money.ts';
import type { DemoPayment } from './demo-payment.ts';

/** Contactless needs no PIN below this (mada, since 2020). */
const pinFromMinor = 30_000;

/** The application on the chip, by scheme. */
const applicationIds: Readonly<Record<string, string>> = {
  Mada: 'A0000002282010',
  Visa: 'A0000000031010',
  MasterCard: 'A0000000041010',
  Maestro: 'A0000000043060',
  Jcb: 'A0000000651010',
};

/** Day and time in Riyadh as a slip prints them. */
function printed(at: Date): { date: string; time: string } {
  const text = new Date(at.getTime() + 3 * 3_600_000).toISOString();
  const [year, month, day] = text.slice(0, 10).split('-');
  return { date: `${day}/${month}/${year}`, time: text.slice(11, 19) };
}

/** What the terminal printed, field by field in the order of a mada receipt (docs/terminal-link.md). */
export function receiptOf(payment: DemoPayment): Record<string, string> {
  const start = printed(payment.createdAt);
  const end = printed(payment.decidedAt ?? payment.createdAt);
  const withPin = payment.amountMinor >= pinFromMinor;
  const isApproved = payment.status === 'APPROVED';
  return {
    startDate: start.date,
    startTime: start.time,
    bankId: 'INMA',
    mid: '000000000000001',
    tid: payment.tid,
    mcc: '5814',
    stan: payment.stan ?? '',
    softwareVersion: '1.4.2',
    rrn: payment.rrn ?? '',
    scheme: payment.scheme,
    transactionType: payment.type,
    maskedPan: `${payment.firstSix}******${payment.lastFour}`,
    expiry: `2${7 + (Number(payment.lastFour) % 3)}/${String(1 + (Number(payment.lastFour) % 12)).padStart(2, '0')}`,
    amount: decimalText(payment.amountMinor),
    currency: 'SAR',
    outcome: isApproved ? 'APPROVED' : 'DECLINED',
    verification: withPin ? 'CARDHOLDER PIN VERIFIED' : 'NO VERIFICATION REQUIRED',
    approvalCode: payment.approvalCode ?? '',
    endDate: end.date,
    endTime: end.time,
    entryMode: withPin ? 'CHIP' : 'CONTACTLESS',
    responseCode: payment.actionCode ?? '',
    aid: applicationIds[payment.scheme] ?? '',
    tvr: '0000000000',
    tsi: '0000',
  };
}
