import { Button, Progress } from '@mantine/core';
import { exportCan, exportLimits } from '@mizan/contract/export-terms.ts';
import { cancelExport, type ExportJob } from '@mizan/contract/exports.ts';
import { askEverything, downloadEverything, listEverything } from '@mizan/contract/ownership.ts';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download, isApiError } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { apart, formatBytes, formatDateTime, formatNumber } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './ownership.module.css';

/** How often somebody who looks at a file on its way is told how far it is. */
const lookMs = 1_000;
const isOpen = ({ state }: ExportJob): boolean => state === 'WAITING' || state === 'RUNNING';

/** Takes everything that the merchant owns away, in one file. */
export function EverythingSection() {
  const { t } = useTranslation('ownership');
  const query = useQuery({
    ...routeQuery(listEverything, {}),
    refetchInterval: ({ state }) => (state.data?.rows.some(isOpen) ? lookMs : false),
  });
  const ask = useCommand(askEverything, {
    changes: [listEverything],
    done: () => t('ownership:everything.asked'),
    refusal: (error) =>
      isApiError(error) && error.code === 'conflict' && error.details['most'] !== undefined
        ? t('ownership:everything.most')
        : undefined,
  });
  return (
    <Section title={t('ownership:everything.title')}>
      <p className={classes['help']}>{t('ownership:everything.help')}</p>
      <p className={classes['help']}>{t('ownership:everything.without')}</p>
      <Loaded of={query} rows={3}>
        {({ rows }) => (
          <>
            {!rows.some(isOpen) && (
              <div>
                <CommandButton command={ask} args={{ body: { lang: language } }}>
                  {t('ownership:everything.ask')}
                </CommandButton>
              </div>
            )}
            {rows.length === 0 ? (
              <p className={classes['help']}>
                {t('ownership:everything.none', { count: exportLimits.keptHours })}
              </p>
            ) : (
              <ul className={classes['files']} aria-label={t('ownership:everything.mine')}>
                {rows.map((job) => (
                  <PreparedFile key={job.id} job={job} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function PreparedFile({ job }: { job: ExportJob }) {
  const { t } = useTranslation('ownership');
  const stop = useCommand(cancelExport, { changes: [listEverything] });
  const when = formatDateTime(job.createdAt);
  return (
    <li>
      <span className={classes['file']}>
        <strong>{t('ownership:everything.of', { when })}</strong>
        <small>{stateText(job, t)}</small>
        {job.state === 'RUNNING' && job.rowsTotal > 0 && (
          <Progress
            size="sm"
            aria-label={t('ownership:everything.of', { when })}
            value={Math.min(100, (100 * job.rowsDone) / job.rowsTotal)}
          />
        )}
      </span>
      {exportCan.download(job.state) && <Take job={job} />}
      {isOpen(job) && (
        <CommandButton command={stop} args={{ params: { id: job.id } }} variant="default">
          {t('ownership:everything.stop')}
        </CommandButton>
      )}
    </li>
  );
}

function Take({ job: { id } }: { job: ExportJob }) {
  const { t } = useTranslation(['ownership', 'common']);
  const [isTaking, setTaking] = useState(false);
  async function take(): Promise<void> {
    setTaking(true);
    try {
      await download(downloadEverything, { params: { id } });
    } catch (error) {
      // A question that was taken back has been answered already.
      const isTakenBack = isApiError(error) && error.code === 'freshSignInNeeded';
      if (!isTakenBack) showToast({ tone: 'error', title: t('ownership:everything.notTaken') });
    } finally {
      setTaking(false);
    }
  }
  return (
    <Button variant="default" loading={isTaking} onClick={() => void take()}>
      {t('ownership:everything.download')}
    </Button>
  );
}

function stateText({ state, rowsDone, rowsTotal, sizeBytes, expiresAt }: ExportJob, t: TFunction): string {
  if (state === 'RUNNING' && rowsTotal > 0) {
    return t('ownership:everything.progress', {
      done: formatNumber(rowsDone),
      total: formatNumber(rowsTotal),
    });
  }
  if (state === 'DONE') {
    return t('ownership:everything.ready', {
      apart,
      rows: formatNumber(rowsDone),
      size: formatBytes(sizeBytes ?? 0),
      when: expiresAt ? formatDateTime(expiresAt) : '',
    });
  }
  const texts = {
    WAITING: 'waiting',
    RUNNING: 'counting',
    FAILED: 'failed',
    CANCELED: 'canceled',
    EXPIRED: 'expired',
  } as const;
  return t(`ownership:everything.${texts[state]}`);
}
