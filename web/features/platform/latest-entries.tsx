import { type AuditRow, listAuditEntries } from '@mizan/contract/audit.ts';
import { inLanguage } from '@mizan/contract/fact-words.ts';
import { paths } from '@mizan/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { factTitle } from '../../platform/facts.words.ts';
import { apart, formatMoment } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './health.module.css';

const entriesMax = 5;

/** Whom or what it happened to, where the entry has its name. */
function About({ of: { before, after } }: { of: AuditRow }) {
  const name = inLanguage(after, language)?.['name'] ?? inLanguage(before, language)?.['name'];
  if (typeof name !== 'string' || name === '') return null;
  return (
    <>
      {apart}
      <bdi>{name}</bdi>
    </>
  );
}

/** The newest of the audit log. */
export function LatestEntries() {
  const { t } = useTranslation(['platform', 'facts', 'audit']);
  const query = useQuery(routeQuery(listAuditEntries, { query: { limit: entriesMax } }));
  return (
    <section aria-labelledby="platform-entries">
      <h2 id="platform-entries" className={classes['heading']}>
        {t('platform:entries.title')}
      </h2>
      <Loaded of={query} rows={3}>
        {({ rows }) => (
          <>
            {rows.length === 0 && <p className={classes['quiet']}>{t('platform:entries.none')}</p>}
            <ul className={classes['entries']}>
              {rows.map((row) => (
                <li key={row.id}>
                  <span className={classes['quiet']}>{formatMoment(row.at)}</span>
                  <span>
                    {factTitle(t, row.action)}
                    <About of={row} />
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <Link className={classes['more']} to={paths.adminAudit}>
        {t('platform:entries.all')}
      </Link>
    </section>
  );
}
