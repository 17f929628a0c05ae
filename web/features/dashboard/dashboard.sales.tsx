import type { Dashboard } from '@mizan/contract/dashboard.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import classes from './dashboard.module.css';

const wholeBps = 10_000;

/** How far the sales are above or below the period before, in basis points; null without one to compare. */
function changeBps({ salesMinor, previousSalesMinor }: Dashboard): number | null {
  if (previousSalesMinor === 0) return null;
  return Math.round(((salesMinor - previousSalesMinor) / previousSalesMinor) * wholeBps);
}

/** The one large figure, and what stands behind it. */
export function Sales({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { currency } = dashboard;
  const change = changeBps(dashboard);
  const facts: [string, ReactNode][] = [
    [t('dashboard:kpi.payments'), formatNumber(dashboard.salesCount)],
    [
      t('dashboard:kpi.approvalRate'),
      dashboard.approvalRateBps === null ? '—' : formatPercent(dashboard.approvalRateBps, 1),
    ],
    [t('dashboard:kpi.refunded'), <Amount key="refunded" amountMinor={dashboard.refundedMinor} size="md" />],
    [
      t('dashboard:kpi.fees'),
      <Amount key="fees" amountMinor={dashboard.feeMinor + dashboard.vatMinor} size="md" />,
    ],
    [t('dashboard:kpi.net'), <Amount key="net" amountMinor={dashboard.netMinor} size="md" />],
  ];
  return (
    <section aria-labelledby="dashboard-sales">
      <h2 id="dashboard-sales" className={classes['heading']}>
        {t('dashboard:kpi.approvedSales')}
      </h2>
      <div className={classes['sales']}>
        <div>
          <Amount amountMinor={dashboard.salesMinor} currency={currency} size="hero" />
          <p className={classes['compare']}>
            {change === null
              ? t('dashboard:compare.none')
              : t(change >= 0 ? 'dashboard:compare.up' : 'dashboard:compare.down', {
                  percent: formatPercent(Math.abs(change), 1),
                })}
          </p>
        </div>
        <dl className={classes['facts']}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
