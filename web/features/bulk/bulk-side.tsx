import { Button } from '@mantine/core';
import {
  type BulkRun,
  bulkCan,
  bulkKinds,
  downloadBulkTemplate,
  getBulkRun,
  undoBulk,
} from '@mizan/contract/bulk.ts';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { formatDay, formatNumber } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import classes from './bulk.module.css';
import { bulkChanges, useRuns } from './bulk.queries.ts';
import type { BulkSearchState } from './bulk.search.ts';
import { conflictText } from './bulk.words.ts';
import { useSaving } from './saving.ts';

/** What the open file comes to by kind, the files before it, and what to fill in. */
export function Beside({ run, address }: { run: BulkRun | null; address: BulkSearchState }) {
  return (
    <>
      {run && <ByKind run={run} />}
      <Earlier address={address} />
      <Templates />
    </>
  );
}

/** Its figures are those of the check: where not all of it was written, they are not called registered. */
const titles = {
  CHECKED: 'title',
  RUNNING: 'title',
  DONE: 'titleDone',
  CANCELED: 'titleFile',
  FAILED: 'titleFile',
  UNDONE: 'titleFile',
} as const;

function ByKind({ run }: { run: BulkRun }) {
  const { t } = useTranslation('bulk');
  return (
    <Section title={t(`bulk:what.${titles[run.state]}`)}>
      <ul className={classes['side']}>
        {bulkKinds.map((kind) => {
          const { NEW, CHANGED, REJECTED } = run.byKind[kind];
          return (
            <li key={kind}>
              <strong>{t(`bulk:kinds.${kind}`)}</strong>
              <span className={classes['ends']}>
                <span className={classes['quiet']}>
                  {t('bulk:what.of', { new: formatNumber(NEW), changed: formatNumber(CHANGED) })}
                </span>
                {REJECTED > 0 && (
                  <span className={classes['wrong']}>
                    {t('bulk:what.rejected', { count: REJECTED, number: formatNumber(REJECTED) })}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Earlier({ address }: { address: BulkSearchState }) {
  const { t } = useTranslation('bulk');
  return (
    <Section title={t('bulk:earlier.title')}>
      <Loaded of={useRuns()} rows={2}>
        {(data) => {
          const rows = data.rows.filter(({ id }) => id !== address.state.run);
          if (rows.length === 0) return <p className={classes['quiet']}>{t('bulk:earlier.none')}</p>;
          return (
            <ul className={classes['side']}>
              {rows.map((run) => (
                <EarlierRun key={run.id} run={run} address={address} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <p className={classes['quiet']}>{t('bulk:earlier.help')}</p>
    </Section>
  );
}

function EarlierRun({ run, address }: { run: BulkRun; address: BulkSearchState }) {
  const { t } = useTranslation('bulk');
  return (
    <li>
      <span className={classes['ends']}>
        <button
          type="button"
          className={classes['file']}
          aria-label={t('bulk:earlier.open', { name: run.fileName })}
          onClick={() => address.go({ run: run.id })}
        >
          <bdi>{run.fileName}</bdi>
        </button>
        <span className={classes['quiet']}>{formatDay(run.createdAt)}</span>
      </span>
      <span className={classes['ends']}>
        <span className={classes['quiet']}>
          {bulkCan.undo(run.state)
            ? t('bulk:earlier.of', {
                registered: formatNumber(run.written),
                rejected: formatNumber(run.counts.REJECTED),
              })
            : t(`bulk:earlier.state.${run.state}`)}
        </span>
        <Undo run={run} />
      </span>
    </li>
  );
}

/** Undo of what was registered, or why not. */
export function Undo({ run }: { run: BulkRun }) {
  return bulkCan.undo(run.state) && run.written > 0 && <UndoWritten run={run} />;
}

function UndoWritten({ run }: { run: BulkRun }) {
  const { t } = useTranslation('bulk');
  const { data } = useQuery(routeQuery(getBulkRun, { params: { id: run.id } }));
  const undo = useCommand(undoBulk, {
    changes: bulkChanges,
    done: () => t('bulk:earlier.undone'),
    refusal: (error) => conflictText(error, t),
  });
  if (data === undefined || data.usedSince === null) return null;
  if (data.usedSince > 0) return <span className={classes['quiet']}>{t('bulk:earlier.inUse')}</span>;
  return (
    <CommandButton
      command={undo}
      args={{ params: { id: run.id } }}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconArrowBackUp size={16} stroke={1.6} aria-hidden="true" />}
      name={`${t('bulk:earlier.undo')}: ${run.fileName}`}
      question={{
        title: t('bulk:earlier.undoQuestion'),
        help: t('bulk:earlier.undoHelp'),
        confirmLabel: t('bulk:earlier.undo'),
        danger: true,
      }}
    >
      {t('bulk:earlier.undo')}
    </CommandButton>
  );
}

function Templates() {
  const { t } = useTranslation('bulk');
  const save = useSaving();
  return (
    <Section title={t('bulk:templates.title')}>
      <div className={classes['templates']}>
        {(['en', 'ar'] as const).map((lang) => (
          <Button
            key={lang}
            variant="subtle"
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => save(() => download(downloadBulkTemplate, { query: { lang } }))}
          >
            {t(`bulk:templates.${lang}`)}
          </Button>
        ))}
      </div>
    </Section>
  );
}
