import { type keptSubjects, listChangesOf } from '@mizan/contract/audit.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { factTitle } from '../../platform/facts.words.ts';
import { formatDateTime } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './audit.module.css';
import { AuditChange } from './audit-facts.tsx';

interface Changed {
  type: (typeof keptSubjects)[number];
  id: string;
  /** Below a drawer's title the third level, on a screen of its own the second. */
  heading?: 'h2' | 'h3';
}

/** Who changed one row that administrators keep, newest first. */
export default function ChangesOf({ type, id, heading: Heading = 'h3' }: Changed) {
  const { t } = useTranslation(['admin', 'facts', 'audit']);
  return (
    <section className={classes['changes']}>
      <Heading className={classes['changesTitle']}>{t('admin:changes.title')}</Heading>
      <Loaded of={useQuery(routeQuery(listChangesOf, { query: { type, id } }))} rows={2}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={classes['quiet']}>{t('admin:changes.none')}</p>
          ) : (
            <ol>
              {rows.map((row) => (
                <li key={row.id}>
                  <strong>{factTitle(t, row.action)}</strong>
                  <span className={classes['quiet']}>
                    <bdi>{row.actorName ?? t('admin:changes.system')}</bdi>
                    {' · '}
                    {formatDateTime(row.at)}
                  </span>
                  <AuditChange row={row} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  );
}
