import type { getPerson } from '@mizan/contract/people.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber, isolateLtr } from '../../platform/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './management.module.css';
import { useBranchEffects } from './management.queries.ts';

/** What stops where branches are closed, counted, and what stays. */
export function BranchEffects({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('management');
  return (
    <Loaded of={useBranchEffects(ids)} rows={4}>
      {({ terminals, tids, people, openPayments, waitingRefunds }) => (
        <>
          <p>{t('management:effects.stops')}</p>
          <ul className={classes['effects']}>
            <li>
              {t('management:effects.terminals', { count: terminals, number: formatNumber(terminals) })}
              {tids.length > 0 && ` (${tids.map(isolateLtr).join(t('facts:comma'))})`}
            </li>
            <li>{t('management:effects.people', { count: people, number: formatNumber(people) })}</li>
          </ul>
          <p>
            {openPayments > 0 &&
              `${t('management:effects.openPayments', { count: openPayments, number: formatNumber(openPayments) })} `}
            {waitingRefunds > 0 &&
              `${t('management:effects.waitingRefunds', { count: waitingRefunds, number: formatNumber(waitingRefunds) })} `}
            {t('management:effects.branchStays')}
          </p>
        </>
      )}
    </Loaded>
  );
}

/** The same of a person who may not work any more. */
export function PersonEffects({ effects }: Pick<RouteOutput<typeof getPerson>, 'effects'>) {
  const { t } = useTranslation('management');
  const { sessions, tid, openPayments, waitingRefunds } = effects;
  return (
    <>
      <p>{t('management:effects.stops')}</p>
      <ul>
        {tid !== null && <li>{t('management:effects.seat', { tid: isolateLtr(tid) })}</li>}
        {sessions > 0 && (
          <li>{t('management:effects.sessions', { count: sessions, number: formatNumber(sessions) })}</li>
        )}
      </ul>
      <p>
        {openPayments > 0 &&
          `${t('management:effects.openPayments', { count: openPayments, number: formatNumber(openPayments) })} `}
        {waitingRefunds > 0 &&
          `${t('management:effects.waitingRefunds', { count: waitingRefunds, number: formatNumber(waitingRefunds) })} `}
        {t('management:effects.personStays')}
      </p>
    </>
  );
}
