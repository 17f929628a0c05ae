import { ActionIcon, Progress } from '@mantine/core';
import { exportCan, exportFormats } from '@mizan/contract/export-terms.ts';
import {
  askExport,
  cancelExport,
  downloadExport,
  type ExportJob,
  type ExportSubject,
  listExports,
} from '@mizan/contract/exports.ts';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { download, isApiError } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { formatDateTime, formatNumber } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './list-export.module.css';

/** How often somebody who looks at a file on its way is told how far it is. */
const lookMs = 1_000;
const isOpen = ({ state }: ExportJob): boolean => state === 'WAITING' || state === 'RUNNING';

function refusalOf(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error)) return undefined;
  const { maxRows, most } = error.details;
  if (error.code === 'tooLarge')
    return t('transactions:export.tooLarge', { rows: formatNumber(Number(maxRows)) });
  return error.code === 'conflict' && most !== undefined ? t('transactions:export.most') : undefined;
}

/** What is asked for, and how far the own files are. */
export default function ExportInside({ subject }: { subject: ExportSubject }) {
  const { t } = useTranslation('transactions');
  const ask = useCommand(askExport, {
    changes: [listExports],
    done: () => t('transactions:export.asked'),
    refusal: (error) => refusalOf(error, t),
  });
  return (
    <div className={classes['inside']}>
      <p className={classes['ask']}>{t('transactions:export.ask')}</p>
      <div className={classes['formats']}>
        {exportFormats.map((format) => (
          <CommandButton
            key={format}
            command={ask}
            args={{ body: { subject, format, lang: language } }}
            variant="default"
            size="compact-md"
          >
            {t(`transactions:export.${format}`)}
          </CommandButton>
        ))}
      </div>
      <OwnFiles kind={subject.kind} />
    </div>
  );
}

function OwnFiles({ kind }: Pick<ExportSubject, 'kind'>) {
  const { t } = useTranslation('transactions');
  const query = useQuery({
    ...routeQuery(listExports, { query: { kind } }),
    refetchInterval: ({ state }) => (state.data?.rows.some(isOpen) ? lookMs : false),
  });
  return (
    <Loaded of={query} rows={2}>
      {({ rows }) =>
        rows.length > 0 && (
          <section aria-label={t('transactions:export.mine')}>
            <h3 className={classes['mine']}>{t('transactions:export.mine')}</h3>
            <ul className={classes['files']}>
              {rows.map((job) => (
                <OwnFile key={job.id} job={job} />
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}

function OwnFile({ job }: { job: ExportJob }) {
  const { t } = useTranslation(['transactions', 'common']);
  const stop = useCommand(cancelExport, { changes: [listExports] });
  const name = job.fileName;
  const take = () =>
    download(downloadExport, { params: { id: job.id } }).catch(() =>
      showToast({ tone: 'error', title: t('transactions:export.failed') }),
    );
  return (
    <li>
      <span className={classes['file']}>
        <bdi>{inItsOrder(name)}</bdi>
        <small>{stateText(job, t)}</small>
        {job.state === 'RUNNING' && (
          <Progress
            size="sm"
            aria-label={name}
            value={Math.min(100, (100 * job.rowsDone) / Math.max(1, job.rowsTotal))}
          />
        )}
      </span>
      {exportCan.download(job.state) && (
        <ActionIcon
          size="lg"
          aria-label={t('transactions:export.download', { name })}
          onClick={() => void take()}
        >
          <IconDownload size={18} stroke={1.6} />
        </ActionIcon>
      )}
      {isOpen(job) && (
        <ActionIcon
          size="lg"
          aria-label={t('transactions:export.stop', { name })}
          disabled={stop.isWorking || stop.isRefused}
          onClick={() => void stop.run({ params: { id: job.id } })}
        >
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      )}
    </li>
  );
}

/** Behind an Arabic word the parts of a date would change places, and the ending would come before its point. */
const inItsOrder = (fileName: string): string =>
  fileName.replace(/\d{4}(?:-\d{2}){2}(?:\.\w+)?|\.\w+$/g, '\u2066$&\u2069');

function stateText({ state, rowsDone, rowsTotal, expiresAt }: ExportJob, t: TFunction): string {
  if (state === 'RUNNING')
    return t('transactions:export.progress', {
      done: formatNumber(rowsDone),
      total: formatNumber(rowsTotal),
    });
  if (state === 'DONE')
    return t('transactions:export.ready', {
      rows: formatNumber(rowsDone),
      when: expiresAt ? formatDateTime(expiresAt) : '',
    });
  const texts = { WAITING: 'waiting', FAILED: 'failed', CANCELED: 'canceled', EXPIRED: 'expired' } as const;
  return t(`transactions:export.${texts[state]}`);
}
