import type { Dashboard } from '@mizan/contract/dashboard.ts';
import { paymentsBehind } from '@mizan/contract/dashboard-payments.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { Section } from '../../ui/page.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import classes from './dashboard.module.css';
import { PaymentsLink } from './payments-link.tsx';

const wholeBps = 10_000;

/** Sales by card scheme: a table is its own chart, with each scheme's share as a bar. */
export function SchemeTable({ schemes }: { schemes: Dashboard['schemes'] }) {
  const { t } = useTranslation(['dashboard', 'transactions', 'common', 'units']);
  const used = schemes
    .filter((each) => each.attemptCount > 0)
    .toSorted((a, b) => b.salesMinor - a.salesMinor);
  const total = Math.max(
    1,
    used.reduce((sum, each) => sum + each.salesMinor, 0),
  );
  if (used.length === 0) return null;
  return (
    <Section title={t('dashboard:chart.byScheme')}>
      <PlainTable label={t('dashboard:chart.byScheme')}>
        <thead>
          <tr>
            <th scope="col">{t('transactions:columns.scheme')}</th>
            <th scope="col" data-align="figure">
              {t('dashboard:kpi.payments')}
            </th>
            <th scope="col" data-align="figure">
              {t('dashboard:kpi.approvedShare')}
            </th>
            <th scope="col" data-align="figure">
              {t('common:fields.amount')} <span className={classes['unit']}>{t('units:currency.SAR')}</span>
            </th>
            <th scope="col" className={classes['shareCell']}>
              {t('dashboard:chart.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {used.map((each) => (
            <tr key={each.scheme}>
              <th scope="row">
                <SchemeMark scheme={each.scheme} named />
              </th>
              <td data-align="figure">
                <PaymentsLink filter={{ ...paymentsBehind.sales, scheme: [each.scheme] }}>
                  {formatNumber(each.count)}
                </PaymentsLink>
              </td>
              <td data-align="figure">
                <PaymentsLink filter={{ ...paymentsBehind.attempts, scheme: [each.scheme] }}>
                  {formatPercent(Math.round((each.approvedCount / each.attemptCount) * wholeBps))}
                </PaymentsLink>
              </td>
              <td data-align="figure">
                <PaymentsLink filter={{ ...paymentsBehind.sales, scheme: [each.scheme] }}>
                  <strong>
                    <Amount amountMinor={each.salesMinor} />
                  </strong>
                </PaymentsLink>
              </td>
              <td className={classes['shareCell']}>
                <span className={classes['share']}>
                  {each.salesMinor > 0 && (
                    <span style={{ inlineSize: `${(each.salesMinor / total) * 100}%` }} />
                  )}
                </span>
                <span className="mz-visually-hidden">
                  {formatPercent(Math.round((each.salesMinor / total) * wholeBps))}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Section>
  );
}
