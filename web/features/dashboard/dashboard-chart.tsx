import { Button } from '@mantine/core';
import type { Dashboard } from '@mizan/contract/dashboard.ts';
import { paymentsBehind } from '@mizan/contract/dashboard-payments.ts';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  formatAmount,
  formatCompact,
  formatDay,
  formatNumber,
  formatTime,
  riyadhDay,
} from '../../platform/formats.ts';
import { ghostBars as classes } from '../../ui/ghost-bars.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { scaleOf } from '../../ui/round-scale.ts';
import { type Bar, barsOf, labelEvery } from './chart-scale.ts';
import { PaymentsLink } from './payments-link.tsx';
import { previousDays } from './period-text.ts';

const hourOf = (at: string): string => formatNumber((new Date(at).getUTCHours() + 3) % 24);

/**
 * Sales by hour or day, the period before as ghosts behind them. The time axis mirrors in Arabic because the
 * bars are a row of boxes; a table with the same figures is there for those who read it instead.
 */
export function SalesChart({ dashboard, isToday }: { dashboard: Dashboard; isToday: boolean }) {
  const { t } = useTranslation('dashboard');
  const [asTable, setAsTable] = useState(false);
  const bars = barsOf(dashboard);
  const byHour = dashboard.barUnit === 'hour';
  const before = previousDays(dashboard.previous);
  const label = (bar: Bar): string => (byHour ? hourOf(bar.at) : formatDay(bar.at));
  return (
    <figure className={classes['figure']} aria-label={t('dashboard:chart.overTime')}>
      <figcaption className={classes['legend']}>
        <span data-mark="now">{t(byHour ? 'dashboard:chart.byHour' : 'dashboard:chart.byDay')}</span>
        <span data-mark="before">{before}</span>
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => setAsTable(!asTable)}
          aria-pressed={asTable}
        >
          {t('dashboard:chart.asTable')}
        </Button>
      </figcaption>
      <BarPicture bars={bars} label={label} asOf={isToday ? dashboard.asOf : null} byHour={byHour} />
      {/* A hidden table would keep its height and lengthen the page: what hides it is a box around it. */}
      <div className={asTable ? undefined : 'mz-visually-hidden'}>
        <BarTable bars={bars} byHour={byHour} before={before} />
      </div>
    </figure>
  );
}

function BarTable({ bars, byHour, before }: { bars: readonly Bar[]; byHour: boolean; before: string }) {
  const { t } = useTranslation('dashboard');
  return (
    <PlainTable label={t('dashboard:chart.overTime')}>
      <thead>
        <tr>
          <th scope="col">{t('dashboard:chart.time')}</th>
          <th scope="col" data-align="figure">
            {t('dashboard:kpi.sales')}
          </th>
          <th scope="col" data-align="figure">
            {t('dashboard:kpi.payments')}
          </th>
          <th scope="col" data-align="figure">
            {before}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.at}>
            <th scope="row">{byHour ? formatTime(bar.at) : formatDay(bar.at)}</th>
            <td data-align="figure">
              <PaymentsOfBar bar={bar} byHour={byHour}>
                {formatAmount(bar.salesMinor)}
              </PaymentsOfBar>
            </td>
            <td data-align="figure">
              <PaymentsOfBar bar={bar} byHour={byHour}>
                {formatNumber(bar.count)}
              </PaymentsOfBar>
            </td>
            <td data-align="figure">{formatAmount(bar.previousMinor)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

/** A day opens its payments; the list knows no hours, so an hour opens none. */
function PaymentsOfBar({ bar, byHour, children }: { bar: Bar; byHour: boolean; children: ReactNode }) {
  if (byHour) return children;
  const day = riyadhDay(bar.at);
  return (
    <PaymentsLink filter={paymentsBehind.sales} days={{ from: day, to: day }}>
      {children}
    </PaymentsLink>
  );
}

interface BarPictureProps {
  bars: Bar[];
  label: (bar: Bar) => string;
  /** The hour or day that is not over yet stands in the lighter colour. */
  asOf: string | null;
  byHour: boolean;
}

function BarPicture({ bars, label, asOf, byHour }: BarPictureProps) {
  const lines = scaleOf(Math.max(...bars.flatMap((bar) => [bar.salesMinor, bar.previousMinor])));
  const top = lines.at(-1) || 1;
  const every = labelEvery(bars.length);
  const height = (minor: number): CSSProperties => ({ blockSize: `${(minor / top) * 100}%` });
  const unitMs = byHour ? 3_600_000 : 86_400_000;
  const isOpen = (bar: Bar): boolean => {
    const since = asOf === null ? -1 : Date.parse(asOf) - Date.parse(bar.at);
    return since >= 0 && since < unitMs;
  };
  return (
    <div className={classes['picture']} aria-hidden="true">
      {lines.map((line) => (
        <div key={line} className={classes['line']} style={{ insetBlockEnd: `${(line / top) * 100}%` }}>
          <span>{formatCompact(line / 100)}</span>
        </div>
      ))}
      <div className={classes['bars']}>
        {bars.map((bar, index) => (
          <div
            key={bar.at}
            className={classes['slot']}
            title={`${label(bar)}: ${formatAmount(bar.salesMinor)}`}
          >
            {bar.previousMinor > 0 && <div className={classes['ghost']} style={height(bar.previousMinor)} />}
            {bar.salesMinor > 0 && (
              <div
                className={classes['bar']}
                data-open={isOpen(bar) || undefined}
                style={height(bar.salesMinor)}
              />
            )}
            {index % every === 0 && <span className={classes['tick']}>{label(bar)}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
