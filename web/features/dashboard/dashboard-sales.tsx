import type { Dashboard } from '@mizan/contract/dashboard.ts';
import { paymentsBehind } from '@mizan/contract/dashboard-payments.ts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatNumber, formatPercent } from '../../platform/formats.ts';
import type { HelpTerm } from '../../platform/help-terms.ts';
import { useSession } from '../../platform/session.store.ts';
import { Amount } from '../../ui/amount.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import classes from './dashboard.module.css';
import { PaymentsLink } from './payments-link.tsx';
import { comparableCount, previousPeriod } from './period-text.ts';

const wholeBps = 10_000;

/** How far the sales are above or below those of the period before, which is named with what was sold in it. */
function comparison({ salesMinor, previous }: Dashboard, t: TFunction): string {
  const period = previousPeriod(previous, t);
  if (previous.salesCount === 0) return t('dashboard:compare.none', { period });
  const amount = formatAmount(previous.salesMinor);
  if (previous.salesCount < comparableCount) {
    return t('dashboard:compare.few', {
      period,
      amount,
      payments: t('units:transaction', { count: previous.salesCount }),
    });
  }
  const change = Math.round(((salesMinor - previous.salesMinor) / previous.salesMinor) * wholeBps);
  return t(change >= 0 ? 'dashboard:compare.up' : 'dashboard:compare.down', {
    percent: formatPercent(Math.abs(change)),
    period,
    amount,
  });
}

const figure = (amountMinor: number): ReactNode => <Amount amountMinor={amountMinor} size="md" />;

/** The one large figure, and what stands behind it; each opens the payments it counts. */
export function Sales({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation(['dashboard', 'common', 'units']);
  const { currency, approvalRateBps } = dashboard;
  const facts: [string, object, ReactNode, HelpTerm?][] = [
    [t('dashboard:kpi.payments'), paymentsBehind.sales, formatNumber(dashboard.salesCount)],
    [
      t('dashboard:kpi.approvalRate'),
      paymentsBehind.attempts,
      approvalRateBps === null ? '—' : formatPercent(approvalRateBps),
    ],
    [t('dashboard:kpi.refunded'), paymentsBehind.refunded, figure(dashboard.refundedMinor)],
    [t('dashboard:kpi.fees'), paymentsBehind.net, figure(dashboard.feeMinor + dashboard.vatMinor), 'fee'],
    [t('dashboard:kpi.net'), paymentsBehind.net, figure(dashboard.netMinor), 'net'],
  ];
  return (
    <section aria-labelledby="dashboard-sales">
      <h2 id="dashboard-sales" className={classes['heading']}>
        {t('dashboard:kpi.approvedSales')}
      </h2>
      <div className={classes['sales']}>
        <div>
          <PaymentsLink filter={paymentsBehind.sales}>
            <Amount amountMinor={dashboard.salesMinor} currency={currency} size="hero" />
          </PaymentsLink>
          <p className={classes['compare']}>{comparison(dashboard, t)}</p>
        </div>
        <dl className={classes['facts']}>
          {facts.map(([term, filter, value, help]) => (
            <div key={term}>
              <dt>
                {term}
                {help && <TermHelp term={help} name={term} />}
              </dt>
              <dd>
                <PaymentsLink filter={filter}>{value}</PaymentsLink>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <WhatCashierCounts dashboard={dashboard} />
    </section>
  );
}

/** A cashier's day goes by the terminal, not by who started a payment: said, because both are known. */
function WhatCashierCounts({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const { t } = useTranslation('transactions');
  const role = useSession()?.role;
  const [own] = dashboard.terminals.branches.flatMap((branch) => branch.terminals);
  if (role !== 'CASHIER') return null;
  return (
    <p className={classes['counts']}>
      {own ? t('transactions:counts.terminal', { tid: own.tid }) : t('transactions:counts.noTerminal')}
    </p>
  );
}
