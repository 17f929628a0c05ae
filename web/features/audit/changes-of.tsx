import { exportChangesOf, type keptSubjects, listChangesOf } from '@mizan/contract/audit.ts';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { factTitle } from '../../platform/facts.words.ts';
import { apart, formatDateTime } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { listQuery, useList } from '../../platform/list.ts';
import { ListView, MoreRows } from '../../ui/list-view.tsx';
import { SaveMenu } from '../../ui/save-menu.tsx';
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
  const of = { type, id };
  const list = useList(listQuery(listChangesOf, { query: of }));
  return (
    <section className={classes['changes']} aria-label={t('admin:changes.title')}>
      <div className={classes['changesHead']}>
        <Heading className={classes['changesTitle']}>{t('admin:changes.title')}</Heading>
        {list.rows.length > 0 && (
          <SaveMenu
            onSave={(format) => download(exportChangesOf, { query: { ...of, format, lang: language } })}
          />
        )}
      </div>
      <ListView
        list={list}
        skeletonRows={2}
        onClear={false}
        empty={<p className={classes['quiet']}>{t('admin:changes.none')}</p>}
      >
        {(rows) => (
          <>
            <ol>
              {rows.map((row) => (
                <li key={row.id}>
                  <strong>{factTitle(t, row.action)}</strong>
                  <span className={classes['quiet']}>
                    <bdi>{row.actorName ?? t('admin:changes.system')}</bdi>
                    {apart}
                    {formatDateTime(row.at)}
                  </span>
                  <AuditChange row={row} />
                </li>
              ))}
            </ol>
            <MoreRows list={list} />
          </>
        )}
      </ListView>
    </section>
  );
}
