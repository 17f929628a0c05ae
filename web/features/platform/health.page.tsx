import { getHealth, type Health } from '@mizan/contract/platform.ts';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber, formatPercent } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { figureText, lastWeekdayWithin } from './figure.words.ts';
import classes from './health.module.css';
import { useHealthSearch } from './health.search.ts';
import { HealthTable } from './health-table.tsx';
import { HourChart } from './hour-chart.tsx';
import { JobsDrawer } from './jobs-drawer.tsx';
import { LatestEntries } from './latest-entries.tsx';
import { MisfitsDrawer } from './misfits-drawer.tsx';
import { Needs } from './needs.tsx';
import { Versions } from './versions.tsx';

/** How often the figures are asked for anew. */
const pollMs = 30_000;
/** Below so many a percentage of last week says nothing. */
const comparableCount = 20;
const wholeBps = 10_000;

/** The index of the admin area (rules S2): how the platform is, and what needs an administrator. */
export function HealthPage() {
  const { t } = useTranslation(['admin', 'platform']);
  const { state, change } = useHealthSearch();
  const query = useQuery({ ...routeQuery(getHealth, {}), refetchInterval: pollMs });
  const onClose = () => change({ open: undefined });
  return (
    <Page
      title={t('admin:title')}
      summary={query.data && formatDateTime(query.data.asOf)}
      drawer={
        (state.open === 'jobs' && <JobsDrawer onClose={onClose} />) ||
        (state.open === 'packages' && <MisfitsDrawer onClose={onClose} />)
      }
    >
      <Loaded of={query} rows={12}>
        {(health) => (
          <div className={classes['columns']}>
            <div className={classes['main']}>
              <Now health={health} />
              <HourChart health={health} />
              <HealthTable health={health} />
            </div>
            <div className={classes['side']}>
              <Needs needs={health.needs} />
              <Versions versions={health.versions} />
              <LatestEntries />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** One live figure, and what stands around it. */
function Now({ health }: { health: Health }) {
  const { t } = useTranslation('platform');
  const payments = health.figures.find(({ id }) => id === 'payments')?.now ?? null;
  const { terminals, merchants } = health;
  const facts: [string, string, string][] = [
    [t('platform:today'), formatNumber(health.today.count), compared(health, t)],
    [
      t('platform:terminals.connected'),
      t('platform:terminals.of', {
        connected: formatNumber(terminals.connected),
        total: formatNumber(terminals.total),
      }),
      connectedBefore(health, t),
    ],
    [
      t('platform:merchants.title'),
      formatNumber(merchants.total),
      [
        t('platform:merchants.added', { count: merchants.added }),
        t('platform:merchants.suspended', { count: merchants.suspended }),
      ].join(t('platform:comma')),
    ],
  ];
  return (
    <section aria-labelledby="platform-now">
      <h2 id="platform-now" className={classes['heading']}>
        {t('platform:now')}
      </h2>
      <div className={classes['now']}>
        <p className={classes['hero']}>
          {/* A zero of Arabic alone is a dot. */}
          {payments === 0 ? t('platform:noneNow') : figureText('payments', payments, t)}
        </p>
        <dl className={classes['facts']}>
          {facts.map(([term, value, help]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
              <dd className={classes['quiet']}>{help}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function compared({ asOf, today: { count, lastWeekCount } }: Health, t: TFunction): string {
  const day = lastWeekdayWithin(asOf, t);
  if (lastWeekCount < comparableCount)
    return t('platform:compare.few', { day, figure: formatNumber(lastWeekCount) });
  const bps = Math.round(((count - lastWeekCount) / lastWeekCount) * wholeBps);
  if (bps === 0) return t('platform:compare.same', { day });
  return t(bps > 0 ? 'platform:compare.up' : 'platform:compare.down', {
    day,
    percent: formatPercent(Math.abs(bps)),
  });
}

function connectedBefore({ asOf, terminals }: Health, t: TFunction): string {
  if (terminals.lastWeekConnected === null) return t('platform:compare.notKept');
  const more = terminals.connected - terminals.lastWeekConnected;
  const day = lastWeekdayWithin(asOf, t);
  if (more === 0) return t('platform:compare.same', { day });
  return t(more > 0 ? 'platform:compare.more' : 'platform:compare.fewer', {
    day,
    figure: formatNumber(Math.abs(more)),
  });
}
