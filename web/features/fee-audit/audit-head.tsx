import { Button } from '@mantine/core';
import type { FeeAudit } from '@mizan/contract/fee-audit.ts';
import type { Currency } from '@mizan/contract/money.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import { IconEqual } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../ui/amount.tsx';
import { AuditFigure } from './audit-figure.tsx';
import classes from './fee-audit.module.css';
import type { FeeAuditAddress } from './fee-audit.search.ts';
import { bankName, foreign } from './fee-audit.words.ts';

/** 'Overcharged by 47.88 = Najd Bank 30.86 + Tihama Bank 17.02', for each currency. */
export function AuditHead({ audit, address }: { audit: FeeAudit; address: FeeAuditAddress }) {
  const { t } = useTranslation(['fees', 'units']);
  return audit.totals.map(({ currency, overMinor, overCount, count }) => {
    if (overCount === 0)
      return (
        <p key={currency} className={classes['none']}>
          {count === 0
            ? t('fees:nothingJudged')
            : t('fees:noOvercharge', { lines: t('units:line', { count }) })}{' '}
          {count > 0 && (
            <AuditFigure address={address} of={{ all: currency }} side="judged">
              {t('fees:lines.show')}
            </AuditFigure>
          )}
        </p>
      );
    const ofBanks = audit.banks
      .map((bank) => ({
        bank,
        minor: audit.rows
          .filter((row) => row.bankId === bank.id && row.currency === currency)
          .reduce((sum, row) => sum + row.overMinor, 0),
      }))
      .filter(({ minor }) => minor !== 0);
    return (
      <div key={currency} className={classes['head']}>
        <dl data-main>
          <dt>{t('fees:overchargedBy')}</dt>
          <dd>
            <AuditFigure address={address} of={{ all: currency }} side="over">
              <Amount amountMinor={overMinor} size="md" currency={currency} />
            </AuditFigure>
          </dd>
        </dl>
        {ofBanks.length > 1 && <IconEqual size={18} stroke={2} aria-hidden="true" />}
        {ofBanks.length > 1 &&
          ofBanks.map(({ bank, minor }) => (
            <dl key={bank.id}>
              <dt>{bankName(bank.id, audit.banks, t)}</dt>
              <dd>
                <button
                  type="button"
                  onClick={() =>
                    address.change({
                      bank: bank.id,
                      all: currency,
                      side: 'over',
                      row: undefined,
                      sums: undefined,
                      cause: undefined,
                    })
                  }
                >
                  <Amount amountMinor={minor} size="md" currency={foreign(currency)} />
                </button>
              </dd>
            </dl>
          ))}
        <ClaimButtons audit={audit} address={address} currency={currency} />
      </div>
    );
  });
}

interface ButtonsProps {
  audit: FeeAudit;
  address: FeeAuditAddress;
  currency: Currency;
}

/** For each bank that has lines of this currency which no claim has: a claim to it. */
function ClaimButtons({ audit, address, currency }: ButtonsProps) {
  const { t } = useTranslation(['fees', 'units']);
  const isFree = (bankId: string): boolean =>
    audit.rows.some(
      (row) =>
        row.bankId === bankId &&
        row.currency === currency &&
        row.causes.some(({ side, count, claimedCount }) => side === 'over' && count > claimedCount),
    );
  const banks = audit.banks.filter(({ id }) => id !== unknownBank && isFree(id));
  return (
    <div className={classes['claims']}>
      {banks.map(({ id }) => (
        <Button
          key={id}
          onClick={() => address.change({ draft: id, draftCurrency: foreign(currency), claim: undefined })}
        >
          {currency === 'SAR'
            ? t('fees:claims.to', { bank: bankName(id, audit.banks, t) })
            : t('fees:claims.toIn', {
                bank: bankName(id, audit.banks, t),
                currency: t(`units:currency.${currency}`),
              })}
        </Button>
      ))}
    </div>
  );
}
