import { Button } from '@mantine/core';
import { type BulkVerdict, bulkVerdicts } from '@mizan/contract/bulk.ts';
import {
  downloadPlacesTemplate,
  importPlaces,
  type PlaceLine,
  type PlacePreview,
  type PlaceProblem,
  placeFileLimits,
  previewPlaces,
} from '@mizan/contract/district-import.ts';
import { IconDownload, IconEqual, IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download, isApiError } from '../../platform/api-client.ts';
import { type UploadProgress, upload } from '../../platform/api-upload.ts';
import { failureText } from '../../platform/failure.words.ts';
import { limitsOf, together, unreadText } from '../../platform/filled-file.words.ts';
import { useForm } from '../../platform/form.ts';
import { apart, formatNumber } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Form } from '../../ui/form.tsx';
import { TabLine } from '../../ui/tab-line.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { changes } from './district-changes.ts';
import classes from './place-import.module.css';

/** How a file may be named; what it is, its content tells. */
const endings = ['.csv', '.xlsx', '.xls'];
const linesAtOnce = 100;

interface Read {
  file: File;
  preview: PlacePreview;
}

/** The chosen file with the verdict of each line, or why it cannot be read. */
function usePreview() {
  const { t } = useTranslation(['bulk', 'common']);
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const [sending, setSending] = useState<({ name: string } & UploadProgress) | undefined>();
  const stop = useRef<AbortController | null>(null);
  async function take(file: File): Promise<void> {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setProblem(undefined);
    setRead(null);
    const onProgress = (progress: UploadProgress) => setSending({ name: file.name, ...progress });
    onProgress({ sentBytes: 0, totalBytes: file.size });
    try {
      const query = { fileName: file.name.slice(0, 255) };
      setRead({ file, preview: await upload(previewPlaces, { query }, file, { signal, onProgress }) });
    } catch (error) {
      if (!signal.aborted) setProblem(unreadText(error, t, placeFileLimits) ?? failureText(error, t));
    } finally {
      setSending(undefined);
    }
  }
  return { read, problem, sending, take, setProblem, cancel: () => stop.current?.abort() };
}

/** Places of a file: each line with its verdict first, then those that are good. */
export function PlaceImport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['districts', 'bulk', 'common']);
  const { read, problem, sending, take, setProblem, cancel } = usePreview();
  const isSent = sending !== undefined && sending.sentBytes >= sending.totalBytes;
  const saveTemplate = () =>
    void download(downloadPlacesTemplate, { query: { lang: language } }).catch((error: unknown) =>
      showToast({ tone: 'error', title: failureText(error, t) }),
    );
  return (
    <DockedDrawer title={t('districts:import.title')} onClose={onClose}>
      <div className={classes['body']}>
        <p className={classes['quiet']}>{t('districts:import.help')}</p>
        <Button
          variant="subtle"
          className={classes['template'] ?? ''}
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          onClick={saveTemplate}
        >
          {t('districts:import.template')}
        </Button>
        <FileDrop
          label={t(read ? 'districts:import.another' : 'districts:import.drop')}
          help={t('districts:import.formats', limitsOf(placeFileLimits))}
          accept={endings}
          error={problem}
          progress={sending}
          onFiles={([file], refused) => {
            if (file) void take(file);
            else if (refused.length > 0) setProblem(t('bulk:refused.format'));
          }}
          onCancel={cancel}
        />
        {isSent && <p role="status">{t('districts:import.reading')}</p>}
        {read && (
          <Seen key={read.preview.seen} read={read} onAgain={() => void take(read.file)} onClose={onClose} />
        )}
      </div>
    </DockedDrawer>
  );
}

function Seen({
  read: { file, preview },
  onAgain,
  onClose,
}: {
  read: Read;
  onAgain: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['districts', 'bulk', 'common']);
  const [verdict, setVerdict] = useState<BulkVerdict | 'ALL'>('ALL');
  const count = (of: BulkVerdict): number => preview.lines.filter((line) => line.verdict === of).length;
  const toWrite = count('NEW') + count('CHANGED');
  const rejected = count('REJECTED');
  const form = useForm({
    start: {},
    send: () =>
      upload(importPlaces, { query: { fileName: file.name.slice(0, 255), seen: preview.seen } }, file),
    changes,
    onSent: ({ added, changed }) => {
      const counts = { added: formatNumber(added), changed: formatNumber(changed) };
      showToast({ tone: 'success', title: t('districts:import.done', counts) });
      onClose();
    },
    refusal: (error) => {
      if (!isApiError(error) || error.code !== 'conflict') return undefined;
      showToast({ tone: 'error', title: t('districts:import.changedSince') });
      onAgain();
      return t('districts:import.changedSince');
    },
  });
  return (
    <>
      <TabLine
        label={t('districts:import.lines')}
        chosen={verdict}
        tabs={[
          ['ALL', t('bulk:tabs.all'), formatNumber(preview.lines.length)],
          ...bulkVerdicts.map(
            (each) => [each, t(`bulk:verdict.${each}`), formatNumber(count(each))] as const,
          ),
        ]}
        onChange={setVerdict}
      />
      <Lines
        key={verdict}
        lines={verdict === 'ALL' ? preview.lines : preview.lines.filter((line) => line.verdict === verdict)}
      />
      {toWrite === 0 ? (
        <p role="status">{t(rejected > 0 ? 'districts:import.nothingGood' : 'districts:import.nothing')}</p>
      ) : (
        <Form
          form={form}
          submitLabel={t('districts:import.write', { count: toWrite, number: formatNumber(toWrite) })}
        >
          {rejected > 0 && (
            <p role="status" className={classes['wrong']}>
              {t('districts:import.leftOut', { count: rejected, number: formatNumber(rejected) })}
            </p>
          )}
        </Form>
      )}
    </>
  );
}

const icons = { NEW: IconPlus, CHANGED: IconPencil, SAME: IconEqual, REJECTED: IconX } as const;

function Lines({ lines }: { lines: readonly PlaceLine[] }) {
  const { t } = useTranslation(['districts', 'bulk', 'branches']);
  const [shown, setShown] = useState(linesAtOnce);
  if (lines.length === 0) return <p className={classes['quiet']}>{t('bulk:noneOfVerdict')}</p>;
  return (
    <>
      <ol className={classes['lines']} aria-label={t('districts:import.lines')}>
        {lines.slice(0, shown).map((line) => (
          <Line key={line.line} line={line} t={t} />
        ))}
      </ol>
      {lines.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + linesAtOnce)}>
          {t('districts:import.more')}
        </Button>
      )}
    </>
  );
}

/** Names of the columns as this screen has them. */
const fieldText = (field: PlaceProblem['field'], t: TFunction): string =>
  field === 'kind' ? t('districts:import.kind') : t(`districts:columns.${field}`);

function problemText({ field, code, value, nearest, line }: PlaceProblem, t: TFunction): string {
  const said = t(`districts:problem.${code}`, {
    field: fieldText(field, t),
    value: together(value),
    line: line === null ? '' : formatNumber(line),
  });
  return nearest === null ? said : `${said} ${t('bulk:nearest', { nearest: together(nearest) })}`;
}

function valueText(field: PlaceProblem['field'], value: string, t: TFunction): string {
  if (value === '') return t('bulk:empty');
  return field === 'status' ? t(`branches:status.${value.toLowerCase()}`) : value;
}

function Line({ line, t }: { line: PlaceLine; t: TFunction }) {
  const Icon = icons[line.verdict];
  const [first, second] = language === 'ar' ? [line.nameAr, line.nameEn] : [line.nameEn, line.nameAr];
  return (
    <li value={line.line}>
      <span className={classes['head']}>
        <span className={classes['quiet']}>{formatNumber(line.line)}</span>
        <strong>
          <bdi>{first || second}</bdi>
        </strong>
        <span className={classes['verdict']} data-verdict={line.verdict}>
          <Icon size={14} stroke={2} aria-hidden="true" />
          {t(`bulk:verdict.${line.verdict}`)}
        </span>
      </span>
      <span className={classes['quiet']}>
        {line.kind === null ? t('bulk:noKind') : t(`districts:one.${line.kind}`)}
        {second !== '' && (
          <>
            {apart}
            <bdi>{second}</bdi>
          </>
        )}
        {line.above !== '' && (
          <>
            {apart}
            <bdi>{line.above}</bdi>
          </>
        )}
      </span>
      {line.problem && <span className={classes['wrong']}>{problemText(line.problem, t)}</span>}
      {line.changes.map(({ field, was, now }) => (
        <span key={field}>
          {t('districts:import.change', { field: fieldText(field, t) })}{' '}
          {was !== '' && (
            <>
              <del>
                <bdi>{valueText(field, was, t)}</bdi>
              </del>{' '}
            </>
          )}
          <ins>
            <bdi>{valueText(field, now, t)}</bdi>
          </ins>
        </span>
      ))}
    </li>
  );
}
