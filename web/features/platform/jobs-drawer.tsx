import { listJobKinds } from '@mizan/contract/platform.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMoment, formatNumber } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './health.module.css';

const pollMs = 10_000;

/** Which jobs wait, by their kind; the one with the oldest first. */
export function JobsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('platform');
  const query = useQuery({ ...routeQuery(listJobKinds, {}), refetchInterval: pollMs });
  return (
    <DockedDrawer isText title={t('platform:jobs.title')} onClose={onClose}>
      <Loaded of={query} rows={6}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t('platform:jobs.none')} help={t('platform:jobs.noneHelp')} />
          ) : (
            <ul className={classes['kinds']}>
              {rows.map((row) => (
                <li key={row.kind}>
                  <h3 className={classes['term']}>
                    <Identifier>{row.kind}</Identifier>
                  </h3>
                  <Facts
                    facts={[
                      [t('platform:jobs.waiting'), formatNumber(row.waiting)],
                      [t('platform:jobs.oldest'), row.oldestAt && formatMoment(row.oldestAt)],
                      [t('platform:jobs.failing'), row.failing > 0 && formatNumber(row.failing)],
                      [t('platform:jobs.running'), row.running > 0 && formatNumber(row.running)],
                      [t('platform:jobs.givenUp'), row.givenUp > 0 && formatNumber(row.givenUp)],
                    ]}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </DockedDrawer>
  );
}
