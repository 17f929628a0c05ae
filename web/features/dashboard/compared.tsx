import { Button, SegmentedControl } from '@mantine/core';
import { type ComparedBy, comparedBy } from '@mizan/contract/dashboard.ts';
import { type Comparison, comparedDaysMax } from '@mizan/contract/dashboard-insights.ts';
import { paymentsBehind } from '@mizan/contract/dashboard-payments.ts';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  formatDayRange,
  formatMoment,
  formatNumber,
  formatTime,
  formatWeekday,
} from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { Section } from '../../ui/page.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { type ComparedRow, comparedRows, hasFewBefore } from './compared-rows.tsx';
import { useDashboard } from './dashboard.search.ts';
import classes from './insights.module.css';
import type { Insights } from './insights.queries.ts';
import { PaymentsLink } from './payments-link.tsx';
import { changeText, comparableCount } from './period-text.ts';

/** The few that changed most; the others come when they are asked for. */
const shownFirst = 8;

/** Sales against the same days of the week before, by one thing at a time; each figure opens its payments. */
export function Compared({ insights }: { insights: Insights }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { by, change } = useDashboard();
  const { comparison, noComparison } = insights;
  return (
    <Section title={t('dashboard:compared.title')}>
      {comparison === null ? (
        <p className={classes['note']}>
          {t(`dashboard:compared.${noComparison}`, { count: comparedDaysMax })}
        </p>
      ) : (
        <>
          <p className={classes['note']}>{periodText(insights, comparison, t)}</p>
          <div className={classes['by']}>
            <SegmentedControl
              size="sm"
              aria-label={t('dashboard:compared.by')}
              value={by}
              onChange={(value) => change({ by: value as ComparedBy }, true)}
              data={comparedBy.map((value) => ({ value, label: t(`dashboard:compared.${value}`) }))}
            />
          </div>
          <ComparedTable key={by} by={by} insights={insights} comparison={comparison} />
        </>
      )}
    </Section>
  );
}

const daysText = (from: string, to: string): string =>
  from === to ? formatWeekday(from) : formatDayRange(from, to);

/** Which days, and where they still run until when on both sides. */
function periodText({ from, to }: Insights, comparison: Comparison, t: TFunction): string {
  const { until, previousFrom, previousTo, previousUntil } = comparison;
  const days = { days: daysText(from, to), before: daysText(previousFrom, previousTo) };
  if (until === null || previousUntil === null) return t('dashboard:compared.days', days);
  const format = from === to ? formatTime : formatMoment;
  return t('dashboard:compared.until', {
    ...days,
    until: format(until),
    beforeUntil: format(previousUntil),
  });
}

interface ComparedTableProps {
  by: ComparedBy;
  insights: Insights;
  comparison: Comparison;
}

function ComparedTable({ by, insights, comparison }: ComparedTableProps) {
  const { t } = useTranslation(['dashboard', 'transactions', 'units']);
  const [isWhole, setWhole] = useState(false);
  if (by === 'hour' && comparison.hours.length === 0) {
    return <p className={classes['note']}>{t('dashboard:compared.hoursOfOneDay')}</p>;
  }
  const rows = comparedRows(by, comparison, t);
  if (rows.length === 0) return <p className={classes['note']}>{t('dashboard:compared.none')}</p>;
  const shown = isWhole || by === 'hour' ? rows : rows.slice(0, shownFirst);
  const now = { from: insights.from, to: insights.to };
  const before = { from: comparison.previousFrom, to: comparison.previousTo };
  return (
    <>
      <PlainTable label={`${t('dashboard:compared.title')}: ${t(`dashboard:compared.${by}`)}`}>
        <thead>
          <tr>
            <th scope="col">{t(`dashboard:compared.${by}`)}</th>
            {(['dashboard:kpi.sales', 'dashboard:compared.before', 'dashboard:compared.change'] as const).map(
              (key) => (
                <th key={key} scope="col" data-align="figure">
                  {t(key)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key}>
              <th scope="row" className={classes['reason']}>
                {row.name}
              </th>
              <SalesCell sales={row.now} filter={row.filter} days={now} span={row.nowSpan} />
              <SalesCell sales={row.before} filter={row.filter} days={before} span={row.beforeSpan} />
              <td data-align="figure">
                <bdi dir="ltr">{changeText(row.now, row.before)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {shown.some(hasFewBefore) && (
        <p className={classes['note']}>{t('dashboard:compared.few', { count: comparableCount })}</p>
      )}
      {shown.length < rows.length && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          {t('dashboard:compared.all', { count: rows.length })}
        </Button>
      )}
    </>
  );
}

interface SalesCellProps {
  sales: ComparedRow['now'];
  filter: object;
  days: { from: string; to: string };
  span: object;
}

/** What was sold and in how many payments: both are one way to them. */
function SalesCell({ sales, filter, days, span }: SalesCellProps): ReactNode {
  return (
    <td data-align="figure" className={classes['sales']}>
      <PaymentsLink filter={{ ...paymentsBehind.sales, currency: ['SAR'], ...filter, ...span }} days={days}>
        <Amount amountMinor={sales.salesMinor} />
        <span>{formatNumber(sales.count)}</span>
      </PaymentsLink>
    </td>
  );
}
