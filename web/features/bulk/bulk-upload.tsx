import { uploadBulk } from '@mizan/contract/bulk.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type UploadProgress, upload } from '../../platform/api-upload.ts';
import { failureText } from '../../platform/failure.words.ts';
import { useRefresh } from '../../platform/query-client.ts';
import { useLooksOn } from '../../platform/session.store.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import classes from './bulk.module.css';
import { bulkChanges } from './bulk.queries.ts';
import type { BulkSearchState } from './bulk.search.ts';
import { limitsText, refusalText } from './bulk.words.ts';

/** How a file may be named; what it is, its content tells. */
const endings = ['.csv', '.xlsx', '.xls'];

/** Takes one file: it is read and checked, and opens with the verdict of every line. */
export function Upload({ address }: { address: BulkSearchState }) {
  const { t } = useTranslation(['bulk', 'common']);
  const looksOn = useLooksOn();
  const [problem, setProblem] = useState<string | undefined>();
  const [sending, setSending] = useState<{ file: File; progress: UploadProgress } | null>(null);
  const stop = useRef<AbortController | null>(null);
  const refresh = useRefresh(bulkChanges);

  async function send(file: File): Promise<void> {
    setProblem(undefined);
    setSending({ file, progress: { sentBytes: 0, totalBytes: file.size } });
    stop.current = new AbortController();
    try {
      const { id } = await upload(uploadBulk, { query: { fileName: file.name.slice(0, 255) } }, file, {
        signal: stop.current.signal,
        onProgress: (progress) => setSending({ file, progress }),
      });
      await refresh();
      address.go({ run: id });
    } catch (error) {
      if (!stop.current.signal.aborted) setProblem(refusalText(error, t) ?? failureText(error, t));
    } finally {
      setSending(null);
    }
  }
  const isSent = sending !== null && sending.progress.sentBytes >= sending.progress.totalBytes;
  return (
    <section className={classes['upload']} aria-label={t('bulk:title')}>
      <p className={classes['lead']}>{t('bulk:upload.help')}</p>
      <FileDrop
        held={looksOn}
        label={t('bulk:upload.drop')}
        help={`${t('bulk:upload.formats')} ${limitsText(t)}`}
        accept={endings}
        error={problem}
        progress={sending ? { name: sending.file.name, ...sending.progress } : undefined}
        onFiles={([file], refused) => {
          if (file) void send(file);
          else if (refused.length > 0) setProblem(t('bulk:refused.format'));
        }}
        onCancel={() => stop.current?.abort()}
      />
      {isSent && <p role="status">{t('bulk:upload.reading')}</p>}
      <p className={classes['quiet']}>{t('bulk:upload.same')}</p>
    </section>
  );
}
