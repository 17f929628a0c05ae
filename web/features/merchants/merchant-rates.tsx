import { listMerchantRates, type RatesOfMerchant } from '@mizan/contract/discounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apart, formatAmount, formatDay, formatPercent } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import classes from './merchants.module.css';

/** What a merchant has agreed with its banks: what holds today, and what begins later with its day. */
export default function MerchantRates({ merchantId }: { merchantId: string }) {
  const { t } = useTranslation('merchants');
  const query = useQuery(routeQuery(listMerchantRates, { params: { id: merchantId } }));
  return (
    <Loaded of={query} rows={8}>
      {({ banks, rates }) => (
        <>
          {banks.length === 0 && <p className={classes['note']}>{t('merchants:rates.noBank')}</p>}
          {banks.map((bank) => (
            <Bank key={bank.id} bank={bank} rates={rates.filter(({ bankId }) => bankId === bank.id)} />
          ))}
        </>
      )}
    </Loaded>
  );
}

function Bank({
  bank: { nameEn, nameAr, today },
  rates,
}: {
  bank: RatesOfMerchant['banks'][number];
  rates: RatesOfMerchant['rates'];
}) {
  const { t } = useTranslation(['merchants', 'transactions']);
  const name = language === 'en' ? nameEn : nameAr;
  return (
    <section className={classes['part']}>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      {rates.length === 0 && <p className={classes['note']}>{t('merchants:rates.none')}</p>}
      <ul className={classes['members']} aria-label={name}>
        {rates.map((rate) => (
          <li key={rate.id}>
            <span className={classes['who']}>
              <SchemeMark scheme={rate.scheme} />
              <span className={classes['detail']}>
                {rate.validFrom > today
                  ? t('merchants:rates.from', { day: formatDay(rate.validFrom) })
                  : t('merchants:rates.since', { day: formatDay(rate.validFrom) })}
              </span>
            </span>
            <span className={classes['who']} data-align="figure">
              <strong>{formatPercent(rate.mdrBps)}</strong>
              <span className={classes['detail']}>{termsText(rate)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );

  function termsText({
    capLimitMinor,
    processingFeeMinor,
    ownVatBps,
  }: RatesOfMerchant['rates'][number]): string {
    const parts: string[] = [];
    if (capLimitMinor !== null) parts.push(t('merchants:rates.cap', { amount: formatAmount(capLimitMinor) }));
    if (processingFeeMinor > 0)
      parts.push(t('merchants:rates.processing', { amount: formatAmount(processingFeeMinor) }));
    if (ownVatBps !== null) parts.push(t('merchants:rates.vat', { rate: formatPercent(ownVatBps) }));
    return parts.join(apart);
  }
}
