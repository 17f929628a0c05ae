import type { Dashboard } from '@mizan/contract/dashboard.ts';
import { paymentsUnconfirmed } from '@mizan/contract/dashboard-payments.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import classes from './dashboard.module.css';
import { PaymentsLink } from './payments-link.tsx';

interface NotInBankProps {
  unconfirmed: Dashboard['unconfirmed'];
  currency: Dashboard['currency'];
}

/** Money that no matched bank line has confirmed, by cause; the parts are the whole. */
export function NotInBank({ unconfirmed, currency }: NotInBankProps) {
  const { t } = useTranslation(['dashboard', 'units']);
  const parts = unconfirmed.parts.filter((part) => part.count > 0);
  return (
    <section aria-labelledby="dashboard-bank">
      <h2 id="dashboard-bank" className={classes['heading']}>
        {t('dashboard:kpi.unconfirmed')}
      </h2>
      {unconfirmed.nothing === null || unconfirmed.nothing === 'ALL_CONFIRMED' ? (
        <PaymentsLink filter={paymentsUnconfirmed(unconfirmed)} days={unconfirmed}>
          <Amount amountMinor={unconfirmed.totalMinor} currency={currency} size="h2" />
        </PaymentsLink>
      ) : (
        // Nothing sold is no 0.00 that somebody paid.
        <p className={classes['dash']}>—</p>
      )}
      {unconfirmed.nothing !== null ? (
        <p className={classes['quiet']}>
          {t(`dashboard:bank.${unconfirmed.nothing}`, { days: formatNumber(unconfirmed.days) })}
        </p>
      ) : (
        <>
          <p className={classes['quiet']}>{t('dashboard:bank.what')}</p>
          <div className={classes['stack']} aria-hidden="true">
            {parts.map((part) => (
              <span
                key={part.cause}
                data-cause={part.cause}
                style={{ flexGrow: Math.max(1, part.amountMinor) }}
              />
            ))}
          </div>
          <dl className={classes['parts']}>
            {parts.map((part) => (
              <div key={part.cause}>
                <dt>
                  <span className={classes['swatch']} data-cause={part.cause} aria-hidden="true" />
                  <span>
                    <span className={classes['term']}>
                      <PaymentsLink filter={paymentsUnconfirmed(unconfirmed, part.cause)} days={unconfirmed}>
                        {t(`dashboard:bank.${part.cause}.title`)}
                      </PaymentsLink>
                    </span>
                    <span className={classes['quiet']}>{t(`dashboard:bank.${part.cause}.help`)}</span>
                  </span>
                </dt>
                <dd>
                  <Amount amountMinor={part.amountMinor} />
                  <span className={classes['quiet']}>{t('units:transaction', { count: part.count })}</span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
