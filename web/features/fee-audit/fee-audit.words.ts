import type { AuditRate, FeeCause } from '@mizan/contract/fee-audit.ts';
import type { Currency } from '@mizan/contract/money.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type { TFunction } from 'i18next';
import { isApiError } from '../../platform/api-client.ts';
import { dateFormat, formatAmount, formatPercent } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';

/** November 16 */
const formatPlainDay = dateFormat({ month: 'long', day: 'numeric' });
export const formatShortDay = dateFormat({ month: 'short', day: 'numeric' });

export function bankName(
  id: string,
  banks: readonly { id: string; nameEn: string; nameAr: string }[],
  t: TFunction,
): string {
  const bank = banks.find((each) => each.id === id);
  if (id === unknownBank || !bank) return t('fees:unknownBank');
  return nameIn(bank);
}

/** 'cap 40.00 + 0.25': what of a rate stands beside its percentage. */
export function termsBeside({ capLimitMinor, processingFeeMinor }: AuditRate, t: TFunction): string {
  return [
    ...(capLimitMinor === null ? [] : [t('fees:cap', { amount: formatAmount(capLimitMinor) })]),
    ...(processingFeeMinor > 0 ? [t('fees:plus', { amount: formatAmount(processingFeeMinor) })] : []),
  ].join(' ');
}

/** '2.20% + 0.25' */
export const rateText = (rate: AuditRate, t: TFunction): string =>
  [formatPercent(rate.mdrBps), termsBeside(rate, t)].filter((part) => part !== '').join(' ');

/** On which days a rate holds: 'from November 8', 'until November 7'. */
export function rateDays(rate: AuditRate, t: TFunction): string {
  if (rate.validFrom === null) return t('fees:publishedRate');
  const from = formatPlainDay(rate.validFrom);
  if (rate.validTo === null) return t('fees:rateFrom', { from });
  return t('fees:rateBetween', { from, to: formatPlainDay(rate.validTo) });
}

/** 'Nov 2', or 'Nov 2 to Nov 9': the days of lines, each a day 'YYYY-MM-DD'. */
export const spanText = (first: string, last: string, t: TFunction): string => {
  const from = formatShortDay(first);
  return first === last ? from : t('fees:span', { from, to: formatShortDay(last) });
};

/** Why figures are what they are: what gives them, never more than that. */
export function causeText(cause: FeeCause, agreed: AuditRate | null, t: TFunction): string {
  const { kind, rate, takenMinor } = cause;
  if (kind === 'otherRate' && rate) return otherRateText(rate, agreed, t);
  if (kind === 'vatBase') return t(`fees:cause.vatBase.${cause.vatBase ?? 'beforeCap'}`);
  if (kind === 'rounding') return t(`fees:cause.rounding.${cause.rounding ?? 'some'}`);
  return t(`fees:cause.${kind}`, {
    taken: formatAmount(takenMinor ?? 0),
    agreed: formatAmount(
      (kind === 'processingFee' ? agreed?.processingFeeMinor : agreed?.capLimitMinor) ?? 0,
    ),
  });
}

function otherRateText(rate: AuditRate, agreed: AuditRate | null, t: TFunction): string {
  const taken = rateText(rate, t);
  if (rate.validFrom === null) return t('fees:cause.publishedRate', { taken });
  const isOlder = rate.validTo !== null && (agreed?.validFrom ?? '9999') > rate.validTo;
  return isOlder
    ? t('fees:cause.olderRate', { taken, day: formatPlainDay(rate.validTo ?? rate.validFrom) })
    : t('fees:cause.laterRate', { taken, day: formatPlainDay(rate.validFrom) });
}

/** The currency where it is another one than the riyal. */
export const foreign = (currency: Currency): Currency | undefined =>
  currency === 'SAR' ? undefined : currency;

/** Why something was not done with a claim, where its reason is one of ours. */
export function refusalOf(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error) || error.code !== 'conflict') return undefined;
  const reason = error.details['reason'];
  return ['working', 'changed', 'state', 'future', 'beforeSent', 'otherRequest'].includes(String(reason))
    ? t(`fees:refused.${String(reason)}`)
    : undefined;
}
