/**
 * Money as every side of Mizan holds it: whole minor units (halalas for SAR) in a safe integer,
 * never a float. This is the only file that rounds (rules D4).
 */

export const currencies = ['SAR', 'USD', 'EUR', 'GBP'] as const;
export type Currency = (typeof currencies)[number];

/** The largest amount a terminal or a form accepts: ISO 8583 field 4 has twelve digits. */
export const maxAmountMinor = 999_999_999_999;

/** A discount rate as it stood on the day of a payment; what a transaction keeps. */
export interface Rate {
  /** Merchant discount rate in basis points: 80 is 0.80%. */
  mdrBps: number;
  /** VAT on the fee in basis points, of the day of the payment: 1500 is 15%. */
  vatBps: number;
  /** The most the percentage part may reach, or null where there is no cap. */
  capLimitMinor: number | null;
  /** A fixed fee for each transaction, added after the cap. */
  processingFeeMinor: number;
}

/** mada's published rate: 0.80%, at most SAR 40, and VAT on the fee. It holds where no other was agreed. */
export const standardMada: Omit<Rate, 'vatBps'> = {
  mdrBps: 80,
  capLimitMinor: 4_000,
  processingFeeMinor: 0,
};

export interface Charges {
  /** The percentage part after its cap. */
  mdrMinor: number;
  /** mdrMinor and the processing fee together. */
  feeMinor: number;
  vatMinor: number;
  netMinor: number;
}

/**
 * `value * bps / 10000`, rounded half away from zero, exact for every safe integer.
 * BigInt, because amount x rate passes 2^53 near SAR 9 billion.
 */
export function shareHalfUp(valueMinor: number, bps: number): number {
  const product = BigInt(valueMinor) * BigInt(bps);
  const magnitude = product < 0n ? -product : product;
  const rounded = (magnitude + 5000n) / 10_000n;
  return Number(product < 0n ? -rounded : rounded);
}

/** The same share, cut instead of rounded: some banks do so, and fee judging must tell it from an overcharge. */
export function shareTruncated(valueMinor: number, bps: number): number {
  return Number((BigInt(valueMinor) * BigInt(bps)) / 10_000n);
}

/** What is reckoned on the way to the charges, in the order in which it is. */
export interface ChargeSteps extends Charges {
  /** Amount x rate, rounded half up, before the cap. */
  shareMinor: number;
  /** Whether the cap takes the place of the share. */
  isCapped: boolean;
}

/** fee = min(half-up(amount x mdr), cap) + processing fee; vat = half-up(fee x vat); net = amount - fee - vat. */
export function chargeSteps(amountMinor: number, rate: Rate): ChargeSteps {
  const shareMinor = shareHalfUp(amountMinor, rate.mdrBps);
  const isCapped = rate.capLimitMinor !== null && shareMinor > rate.capLimitMinor;
  const mdrMinor = isCapped && rate.capLimitMinor !== null ? rate.capLimitMinor : shareMinor;
  const feeMinor = mdrMinor + rate.processingFeeMinor;
  const vatMinor = shareHalfUp(feeMinor, rate.vatBps);
  return { shareMinor, isCapped, mdrMinor, feeMinor, vatMinor, netMinor: amountMinor - feeMinor - vatMinor };
}

/** What comes of those steps; of the amount, the cash that was paid out with a purchase bears no fee. */
export function chargesFor(amountMinor: number, rate: Rate, cashMinor = 0): Charges {
  const { mdrMinor, feeMinor, vatMinor, netMinor } = chargeSteps(amountMinor - cashMinor, rate);
  return { mdrMinor, feeMinor, vatMinor, netMinor: netMinor + cashMinor };
}

/** Refunds carry no fee: the whole amount leaves the merchant's net. */
export const noCharges = (amountMinor: number): Charges => ({
  mdrMinor: 0,
  feeMinor: 0,
  vatMinor: 0,
  netMinor: amountMinor,
});

export type AmountProblem = 'format' | 'decimals' | 'positive' | 'range';
export type ParsedAmount = { ok: true; amountMinor: number } | { ok: false; problem: AmountProblem };

const easternDigits = /[٠-٩۰-۹]/g;

/** Arabic-Indic (U+0660) and Eastern (U+06F0) digits as Latin ones; everything else untouched. */
export function latinDigits(text: string): string {
  return text.replace(easternDigits, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}

/** Marks of direction and spaces that people paste along with a figure; they mean nothing inside one. */
const invisible = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u00a0\u202f\s]/g;

/**
 * An amount as a person types it (Latin or Arabic digits, ',' or U+066C between thousands, '.' or U+066B
 * before halalas) in minor units. Zero, negative and over-long amounts are refused, a third decimal too.
 */
export function parseAmount(text: string): ParsedAmount {
  const plain = latinDigits(text).replace(invisible, '').replace(/٫/g, '.').replace(/٬/g, ',');
  const match = /^([+\-−]?)(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d*))?$/.exec(plain);
  if (!match || (match[2] === undefined && !match[3])) return { ok: false, problem: 'format' };
  if (match[1] === '-' || match[1] === '−') return { ok: false, problem: 'positive' };
  const decimals = match[3] ?? '';
  if (decimals.length > 2) return { ok: false, problem: 'decimals' };
  const whole = (match[2] ?? '0').replaceAll(',', '');
  const amountMinor = Number(`${whole}${decimals.padEnd(2, '0')}`);
  if (amountMinor === 0) return { ok: false, problem: 'positive' };
  if (amountMinor > maxAmountMinor) return { ok: false, problem: 'range' };
  return { ok: true, amountMinor };
}

/** Minor units as plain decimal text ("1240.00", "-0.05"): for files and forms, not for people's eyes. */
export function decimalText(amountMinor: number): string {
  const sign = amountMinor < 0 ? '-' : '';
  const digits = String(Math.abs(amountMinor)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
