import type { PaidWithin } from '@mizan/contract/business-day.ts';
import { latinDigits, parseAmount } from '@mizan/contract/money.ts';
import type { TFunction } from 'i18next';

/** '2 working days' */
export const paidWithinText = (t: TFunction, { days, kind }: PaidWithin): string =>
  t(kind === 'WORKING' ? 'discounts:workingDay' : 'discounts:calendarDay', { count: days });

/** A percentage as people type it ('0.80', '٠٫٨') in basis points; null where it is none, or more than a hundred. */
export function percentFrom(text: string): number | null {
  const bps = minorFrom(text.replace(/[%٪]\s*$/, ''));
  return bps !== null && bps <= 10_000 ? bps : null;
}

/** An amount in halalas, which may be nothing here; null where it is none. */
export function minorFrom(text: string): number | null {
  if (/^\s*0+(?:[.٫]0{0,2})?\s*$/.test(latinDigits(text))) return 0;
  const parsed = parseAmount(text);
  return parsed.ok ? parsed.amountMinor : null;
}
