import type { AgreedScheme } from './banks.ts';
import { addDays, type PaidWithin } from './business-day.ts';
import { type Rate, standardMada } from './money.ts';
import type { Scheme } from './transaction-states.ts';
import { type VatFrom, vatOn } from './vat.ts';

/** Which rate holds on which day: asked by the portal where it charges, and by screens where they show it. */

/**
 * When a bank pays where nothing was agreed: what is usual, mada on the next working day and the others within three. It
 * is said beside every day that was reckoned so (docs/decisions/0050-banks-and-expectations.md).
 */
export const usualPaidWithin = (scheme: Scheme): PaidWithin => ({
  days: scheme === 'Mada' ? 1 : 3,
  kind: 'WORKING',
});

/**
 * The rate that holds where none was agreed: mada's is published, for every other scheme there is none.
 * @param vatBps VAT of the day
 */
export const rateWithout = (scheme: Scheme, vatBps: number): Rate | null =>
  scheme === 'Mada' ? { ...standardMada, vatBps } : null;

/** What is known of a dated rate by everybody who asks for the one of a day. */
export interface Dated {
  bankId: string;
  scheme: string;
  /** 'YYYY-MM-DD' */
  validFrom: string;
  /** Set where it holds no more, whatever the day. */
  withdrawnAt: unknown;
}

const isOf =
  (bankId: string, scheme: AgreedScheme | Scheme) =>
  (rate: Dated): boolean =>
    rate.withdrawnAt === null && rate.bankId === bankId && rate.scheme === scheme;

/** The agreed rate of a bank's business day; null where none was agreed until then. */
export function rateOn<R extends Dated>(
  rates: readonly R[],
  { bankId, scheme }: { bankId: string; scheme: AgreedScheme | Scheme },
  businessDay: string,
): R | null {
  return rates
    .filter(isOf(bankId, scheme))
    .filter(({ validFrom }) => validFrom <= businessDay)
    .reduce<R | null>((latest, each) => (latest && latest.validFrom > each.validFrom ? latest : each), null);
}

/** The last day on which a rate holds; null while no later one stands. */
export function validTo<R extends Dated>(rates: readonly R[], rate: R): string | null {
  const later = rates
    .filter(isOf(rate.bankId, rate.scheme as AgreedScheme))
    .map(({ validFrom }) => validFrom)
    .filter((day) => day > rate.validFrom)
    .toSorted();
  return later[0] === undefined ? null : addDays(later[0], -1);
}

export type RateState = 'coming' | 'now' | 'ended' | 'withdrawn';

/** How a rate stands on the bank's business day `today`. */
export function rateState<R extends Dated>(rates: readonly R[], rate: R, today: string): RateState {
  if (rate.withdrawnAt !== null) return 'withdrawn';
  if (rate.validFrom > today) return 'coming';
  const last = validTo(rates, rate);
  return last !== null && last < today ? 'ended' : 'now';
}

/**
 * Rates with the VAT of their days: one that follows the law stands once for each VAT that its days have, from the first
 * day of that VAT on, which `vatFrom` names where it is not the first. Ask `rateOn` of these, not of what was agreed, wherever VAT is reckoned or shown.
 */
export function ratesByVat<R extends Dated & { ownVatBps: number | null }>(
  rates: readonly R[],
  vat: readonly VatFrom[],
): (R & { vatBps: number; vatFrom: string | null })[] {
  return rates.flatMap((rate) => {
    if (rate.ownVatBps !== null) return [{ ...rate, vatBps: rate.ownVatBps, vatFrom: null }];
    const first = { ...rate, vatBps: vatOn(vat, rate.validFrom), vatFrom: null };
    const later = vat.filter(({ validFrom }) => validFrom > rate.validFrom);
    if (later.length === 0 || rate.withdrawnAt !== null) return [first];
    const last = validTo(rates, rate);
    const within = later.filter(({ validFrom }) => last === null || validFrom <= last);
    return [first, ...within.map((from) => ({ ...rate, ...from, vatFrom: from.validFrom }))];
  });
}
