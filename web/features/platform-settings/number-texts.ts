import { decimalText, latinDigits, parseAmount } from '@mizan/contract/money.ts';

/** How a number is typed: as it is, or with two decimals where it counts hundredths (halalas, basis points). */
export type NumberForm = 'whole' | 'hundredths';

/** What a field shows of a number at first. */
export const textOf = (value: number, form: NumberForm): string =>
  form === 'whole' ? String(value) : decimalText(value);

/** The number of what was typed, in any digits; null where it is none of this form. */
export function numberFrom(text: string, form: NumberForm): number | null {
  const plain = latinDigits(text).trim();
  if (form === 'whole') return /^\d{1,9}$/.test(plain) ? Number(plain) : null;
  if (/^0+(?:[.٫]0{0,2})?$/.test(plain)) return 0;
  const parsed = parseAmount(plain);
  return parsed.ok ? parsed.amountMinor : null;
}
