import type { Dashboard } from '@mizan/contract/dashboard.ts';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../ui/amount.tsx';
import classes from './dashboard.module.css';

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
      <Amount amountMinor={unconfirmed.totalMinor} currency={currency} size="h2" />
      {parts.length === 0 ? (
        <p className={classes['quiet']}>{t('dashboard:bank.nothing')}</p>
      ) : (
        <>
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
                    <span className={classes['term']}>{t(`dashboard:bank.${part.cause}.title`)}</span>
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
