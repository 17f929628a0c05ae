import { Select } from '@mantine/core';
import type { Dashboard } from '@mizan/contract/dashboard.ts';
import { windowDays } from '@mizan/contract/page.ts';
import type { TFunction } from 'i18next';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useSession } from '../../platform/session.store.ts';
import { DateRangePicker } from '../../ui/date-range-picker.tsx';
import { samePreset } from '../../ui/date-ranges.ts';
import { StandaloneDate } from '../../ui/date-text.tsx';
import { useFirstPaintOver } from '../../ui/first-paint.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import classes from './dashboard.module.css';
import { useDashboard } from './dashboard.search.ts';
import { Attention } from './dashboard-attention.tsx';
import { NotInBank } from './dashboard-bank.tsx';
import { SalesChart } from './dashboard-chart.tsx';
import { Sales } from './dashboard-sales.tsx';
import { SchemeTable } from './dashboard-schemes.tsx';
import { TerminalTiles } from './dashboard-terminals.tsx';
import { useFirstSteps } from './first-steps.queries.ts';
import { FirstStepsLeft, FirstStepsOr } from './first-steps.tsx';
import { PaymentsPlace } from './payments-link.tsx';

/** Cashiers alone load it. */
const OwnDay = lazyPart(() => import('./own-day.tsx'));

/** Merchants alone load it, after their figures. */
const Insights = lazyPart(() => import('./insights.tsx'));

/** The dashboard, or what leads to the first payment where there was none. */
export const DashboardPage = () => (
  <FirstStepsOr>
    <SoldAndOwed />
  </FirstStepsOr>
);

/** What was sold, what is not yet in the bank, and what needs a person. */
function SoldAndOwed() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { query, today, range, branchId, change } = useDashboard();
  const role = useSession()?.role;
  /** Whether figures stand here at all is on its way; until then nothing shows that would go again. */
  const isHeld = useFirstSteps().isPending;
  const preset = samePreset(range, today);
  const place = useMemo(
    () => ({ from: range.from, to: range.to, ...(branchId && { branchId: [branchId] }) }),
    [range.from, range.to, branchId],
  );
  const oneDay = range.from === range.to;
  const title = role === 'CASHIER' && preset === 'today' ? t('dashboard:myDay') : rangeTitle(preset, t);
  return (
    <Page
      title={title}
      summary={
        oneDay ? <StandaloneDate value={range.from} /> : `${formatDate(range.from)} – ${formatDate(range.to)}`
      }
      actions={
        <>
          {role === 'MERCHANT' && query.data && query.data.terminals.branches.length > 1 && (
            <BranchChoice
              branches={query.data.terminals.branches}
              value={branchId}
              onChange={(id) => change({ branchId: id })}
            />
          )}
          <DateRangePicker
            label={t('common:range.label')}
            value={range}
            today={today}
            maxDays={windowDays.max}
            onChange={({ from, to }) => change({ from, to })}
          />
        </>
      }
    >
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        (query.isPending || isHeld) && <LoadingState rows={16} />
      )}
      {query.data && !isHeld && (
        <PaymentsPlace value={place}>
          <Figures
            dashboard={query.data}
            isToday={preset === 'today'}
            forCashier={role === 'CASHIER'}
            insightsOf={role === 'MERCHANT' ? { ...range, ...(branchId && { branchId }) } : null}
          />
        </PaymentsPlace>
      )}
      <FirstStepsLeft />
    </Page>
  );
}

const rangeTitle = (preset: string | undefined, t: TFunction): string =>
  preset ? t(`common:range.${preset}`, { count: windowDays.default }) : t('dashboard:title');

interface BranchChoiceProps {
  branches: Dashboard['terminals']['branches'];
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

function BranchChoice({ branches, value, onChange }: BranchChoiceProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Select
      aria-label={t('dashboard:branch.label')}
      className={classes['branch'] ?? ''}
      value={value ?? ''}
      allowDeselect={false}
      data={[
        { value: '', label: t('dashboard:branch.all') },
        ...branches.map((each) => ({
          value: each.branchId,
          label: nameIn(each),
        })),
      ]}
      onChange={(id) => onChange(id === null || id === '' ? undefined : id)}
    />
  );
}

interface FiguresProps {
  dashboard: Dashboard;
  isToday: boolean;
  forCashier: boolean;
  /** Of which days and branch more is shown; null for whom nothing more is. */
  insightsOf: { from: string; to: string; branchId?: string } | null;
}

function Figures({ dashboard, isToday, forCashier, insightsOf }: FiguresProps) {
  const { t } = useTranslation('dashboard');
  const hasRest = useFirstPaintOver();
  const nothing = dashboard.attemptCount === 0 && dashboard.bars.every((bar) => bar.count === 0);
  return (
    <div className={classes['columns']}>
      <div className={classes['main']}>
        <Sales dashboard={dashboard} />
        {hasRest &&
          (nothing ? (
            <EmptyState title={t('dashboard:empty.title')} help={t('dashboard:empty.help')} />
          ) : (
            <SalesChart dashboard={dashboard} isToday={isToday} />
          ))}
        {hasRest && (
          <div className={classes['tables']}>
            <SchemeTable schemes={dashboard.schemes} />
            <TerminalTiles terminals={dashboard.terminals} hasList={!forCashier} />
          </div>
        )}
        {hasRest && insightsOf && (
          <Suspense fallback={<LoadingState rows={6} />}>
            <Insights asked={insightsOf} />
          </Suspense>
        )}
      </div>
      <div className={classes['side']}>
        {hasRest && forCashier && (
          <Suspense fallback={<LoadingState rows={8} />}>
            <OwnDay />
          </Suspense>
        )}
        {hasRest && !forCashier && (
          <>
            <NotInBank unconfirmed={dashboard.unconfirmed} currency={dashboard.currency} />
            <Attention items={dashboard.attention} count={dashboard.attentionCount} />
          </>
        )}
      </div>
    </div>
  );
}
