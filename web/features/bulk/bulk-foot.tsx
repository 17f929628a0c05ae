import { Button, Progress } from '@mantine/core';
import {
  type BulkRun,
  bulkCan,
  cancelBulk,
  discardBulk,
  downloadBulkErrors,
  downloadBulkLinks,
  startBulk,
} from '@mizan/contract/bulk.ts';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { formatNumber } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import classes from './bulk.module.css';
import { bulkChanges } from './bulk.queries.ts';
import type { BulkSearchState } from './bulk.search.ts';
import { conflictText } from './bulk.words.ts';
import { Undo } from './bulk-side.tsx';
import { useSaving } from './saving.ts';

const downloadIcon = <IconDownload size={16} stroke={1.6} aria-hidden="true" />;

/** What can be done with the open file: the primary says how many lines it writes. */
export function Foot({ run, address }: { run: BulkRun; address: BulkSearchState }) {
  const { t } = useTranslation('bulk');
  const save = useSaving();
  const { id } = run;
  const discard = useCommand(discardBulk, {
    changes: bulkChanges,
    refusal: (error) => conflictText(error, t),
    done: () => t('bulk:discarded'),
    onDone: () => address.changeIfStill({ run: undefined, verdict: undefined }),
  });
  return (
    <div className={classes['foot']}>
      <Register run={run} />
      {run.linksWaiting > 0 && (
        <Button
          leftSection={downloadIcon}
          onClick={() =>
            save(() => download(downloadBulkLinks, { params: { id }, query: { lang: language } }))
          }
        >
          {t('bulk:links.download', { count: run.linksWaiting, number: formatNumber(run.linksWaiting) })}
        </Button>
      )}
      {run.state !== 'RUNNING' && run.counts.REJECTED > 0 && (
        <Button
          variant="default"
          leftSection={downloadIcon}
          onClick={() =>
            save(() => download(downloadBulkErrors, { params: { id }, query: { lang: language } }))
          }
        >
          {t('bulk:download')}
        </Button>
      )}
      <span className={classes['end']}>
        {bulkCan.discard(run.state) ? (
          <CommandButton command={discard} args={{ params: { id } }} variant="subtle">
            {t('bulk:discard')}
          </CommandButton>
        ) : (
          run.state !== 'RUNNING' && (
            <>
              <Undo run={run} />
              <Button variant="subtle" onClick={() => address.go({})}>
                {t('bulk:another')}
              </Button>
            </>
          )
        )}
      </span>
    </div>
  );
}

function Register({ run }: { run: BulkRun }) {
  const { t } = useTranslation('bulk');
  const start = useCommand(startBulk, {
    changes: bulkChanges,
    refusal: (error) => conflictText(error, t),
  });
  const cancel = useCommand(cancelBulk, {
    changes: bulkChanges,
    refusal: (error) => conflictText(error, t),
  });
  const { id } = run;
  const isWhole = run.counts.REJECTED === 0;
  if (bulkCan.cancel(run.state)) {
    return (
      <>
        <Progress
          className={classes['progress'] ?? ''}
          value={run.toWrite === 0 ? 0 : (run.written / run.toWrite) * 100}
          aria-label={t('bulk:state.RUNNING', {
            done: formatNumber(run.written),
            total: formatNumber(run.toWrite),
          })}
        />
        <CommandButton
          command={cancel}
          args={{ params: { id } }}
          variant="default"
          question={{
            title: t('bulk:register.cancelQuestion'),
            help: t(isWhole ? 'bulk:register.cancelWhole' : 'bulk:register.cancelHelp'),
            confirmLabel: t('bulk:register.cancel'),
            danger: true,
          }}
        >
          {t('bulk:register.cancel')}
        </CommandButton>
      </>
    );
  }
  if (!bulkCan.start(run.state) || run.toWrite === 0) return null;
  return (
    <CommandButton command={start} args={{ params: { id }, body: { lines: isWhole ? 'all' : 'valid' } }}>
      {t(isWhole ? 'bulk:register.all' : 'bulk:register.valid', { number: formatNumber(run.toWrite) })}
    </CommandButton>
  );
}
