import { getRetention, lastingKinds } from '@mizan/contract/retention.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../platform/query-client.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './platform-settings.module.css';

/** What is kept how long and why. It is set where the portal is started, not here. */
export default function RetentionSection() {
  const { t } = useTranslation('portal');
  const query = useQuery(routeQuery(getRetention, {}));
  return (
    <section className={classes['part']} aria-labelledby="portal-retention">
      <h2 id="portal-retention">{t('portal:retention.title')}</h2>
      <p className={classes['quiet']}>{t('portal:retention.help')}</p>
      <Loaded of={query} rows={8}>
        {({ rows }) => (
          <ul className={classes['rows']}>
            {lastingKinds.map((kind) => (
              <Kept key={kind} what={t(`portal:retention.kind.${kind}`)} time={t('portal:retention.never')}>
                {t(`portal:retention.why.${kind}`)}
              </Kept>
            ))}
            {rows.map(({ kind, days, setting, least, most }) => (
              <Kept
                key={kind}
                what={t(`portal:retention.kind.${kind}`)}
                time={t('portal:retention.days', { count: days })}
              >
                {t('portal:retention.why.timed', { least, most })} <Identifier>{setting}</Identifier>
              </Kept>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function Kept({ what, time, children }: { what: string; time: string; children: ReactNode }) {
  return (
    <li>
      <span className={classes['rowText']}>
        <span className={classes['term']}>{what}</span>
        <span className={classes['quiet']}>{children}</span>
      </span>
      <span>{time}</span>
    </li>
  );
}
