import { Button } from '@mantine/core';
import { may } from '@mizan/contract/may.ts';
import { getRetention, lastingKinds, type RetentionRow, setRetention } from '@mizan/contract/retention.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { useSession } from '../../platform/session.store.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './platform-settings.module.css';

const RetentionForm = lazyPart(() => import('./retention-form.tsx'));

/** What is kept how long and why: what the law asks for stays, the rest goes after days that are set here or at the start. */
export default function RetentionSection() {
  const { t } = useTranslation('portal');
  const query = useQuery(routeQuery(getRetention, {}, { live: ['SET'] }));
  const mayChange = may(useSession(), setRetention);
  const [changed, setChanged] = useState<RetentionRow | null>(null);
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
            {rows.map((row) => (
              <Timed key={row.kind} row={row} onChange={mayChange ? () => setChanged(row) : null} />
            ))}
          </ul>
        )}
      </Loaded>
      {changed && (
        <Suspense>
          <RetentionForm row={changed} onClose={() => setChanged(null)} />
        </Suspense>
      )}
    </section>
  );
}

function Timed({ row, onChange }: { row: RetentionRow; onChange: (() => void) | null }) {
  const { t } = useTranslation('portal');
  const { kind, days, next, setting, isFixed, least, most } = row;
  const what = t(`portal:retention.kind.${kind}`);
  return (
    <Kept what={what} time={t('portal:retention.days', { count: days })}>
      {isFixed ? (
        <>
          {t('portal:retention.why.fixed')} <Identifier>{setting}</Identifier>
        </>
      ) : (
        t('portal:retention.why.timed', { least, most })
      )}
      {next && (
        <>
          <br />
          {t('portal:retention.next', {
            days: t('portal:retention.days', { count: next.days }),
            when: formatDateTime(next.from),
          })}
        </>
      )}
      {!isFixed && onChange && (
        <Button
          size="xs"
          variant="default"
          className={classes['change']}
          aria-label={t('portal:retention.changeNamed', { what })}
          onClick={onChange}
        >
          {t('portal:retention.change')}
        </Button>
      )}
    </Kept>
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
