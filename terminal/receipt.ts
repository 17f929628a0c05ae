import { decimalText } from '@mizan/contract/money.ts';
import type { ResultBody } from '@mizan/contract/terminal-link.ts';

export const appVersion = '1.4.2';

const riyadh = (iso: string): { date: string; time: string } => {
  const text = new Date(Date.parse(iso) + 3 * 3_600_000).toISOString();
  const [year, month, day] = text.slice(0, 10).split('-');
  return { date: `${day}/${month}/${year}`, time: text.slice(11, 19) };
};

/** What the terminal knows of a mada receipt, field by field in its order; name and address are the portal's. */
export function printReceipt(
  tid: string,
  body: ResultBody,
  card: { expiry: string; aid: string },
): Record<string, string> {
  const start = riyadh(body.startAt);
  const end = riyadh(body.endAt);
  return {
    startDate: start.date,
    startTime: start.time,
    bankId: 'INMA',
    mid: '000000000000001',
    tid,
    mcc: '5814',
    stan: body.stan ?? '',
    softwareVersion: appVersion,
    rrn: body.rrn ?? '',
    scheme: body.scheme,
    transactionType: body.kind,
    maskedPan: body.maskedPan ?? '',
    expiry: card.expiry,
    amount: decimalText(body.amountMinor),
    currency: body.currency,
    outcome: body.providerCode === '00' ? 'APPROVED' : 'DECLINED',
    verification: body.amountMinor >= 30_000 ? 'CARDHOLDER PIN VERIFIED' : 'NO VERIFICATION REQUIRED',
    approvalCode: body.authCode ?? '',
    endDate: end.date,
    endTime: end.time,
    entryMode: body.amountMinor >= 30_000 ? 'CHIP' : 'CONTACTLESS',
    responseCode: body.actionCode,
    aid: card.aid,
    tvr: '0000000000',
    tsi: '0000',
  };
}
