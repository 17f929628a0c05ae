import { rateOn, ratesByVat, rateWithout, usualPaidWithin } from '@mizan/contract/agreed-rate.ts';
import { businessDayOf, dueDayOf, riyadhDay } from '@mizan/contract/business-day.ts';
import type { Rate } from '@mizan/contract/money.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { vatOn } from '@mizan/contract/vat.ts';
import type { Tx } from '../../platform/database/database.ts';
import { vatRates } from '../../platform/settings/vat.ts';
import { selectAgreedRates, selectClosedSpans } from './agreement.queries.ts';
import type { Agreement } from './agreement.service.ts';
import { selectBankIds, selectCutoffs, selectPlaces } from './banks.queries.ts';

/** The agreements of a merchant, read once for many payments: it answers what `agreementOn` would answer for each. */
export interface AgreementBook {
  on: (of: { terminalId: string; scheme: Scheme; at: Date }) => Agreement;
  /** Where bank and business day are known. */
  onDay: (of: { bankId: string; scheme: Scheme; businessDay: string }) => Agreement;
}

const termsOf = ({ mdrBps, vatBps, capLimitMinor, processingFeeMinor }: Rate): Rate => ({
  mdrBps,
  vatBps,
  capLimitMinor,
  processingFeeMinor,
});

/** In the tenant's transaction. */
export async function agreementBook(tx: Tx): Promise<AgreementBook> {
  const [banks, cutoffs, places, agreedRates, vat, closed] = await Promise.all([
    selectBankIds(tx),
    selectCutoffs(tx),
    selectPlaces(tx),
    selectAgreedRates(tx),
    vatRates(tx),
    selectClosedSpans(tx),
  ]);
  const rates = ratesByVat(agreedRates, vat);
  const onlyBank = banks.length === 1 ? banks[0]?.id : undefined;
  const bankOf = (terminalId: string, scheme: Scheme, day: string): string => {
    const begun = places.filter((each) => each.terminalId === terminalId && each.validFrom <= day);
    const place =
      begun.findLast((each) => each.scheme === scheme) ?? begun.findLast((each) => each.scheme === null);
    return place?.bankId ?? onlyBank ?? '0';
  };
  const onDay: AgreementBook['onDay'] = ({ bankId, scheme, businessDay }) => {
    const agreed = rateOn(rates, { bankId, scheme }, businessDay);
    return {
      bankId,
      businessDay,
      rate: agreed ? termsOf(agreed) : rateWithout(scheme, vatOn(vat, businessDay)),
      dueDay: dueDayOf(businessDay, agreed?.paidWithin ?? usualPaidWithin(scheme), closed),
    };
  };
  return {
    onDay,
    on: ({ terminalId, scheme, at }) => {
      const day = riyadhDay(at);
      const bankId = bankOf(terminalId, scheme, day);
      const cutoff = cutoffs.findLast((each) => each.bankId === bankId && each.validFrom <= day)?.cutoff;
      return onDay({ bankId, scheme, businessDay: businessDayOf(at, cutoff ?? '00:00') });
    },
  };
}
