import { uploadBankFile } from '@mizan/contract/reconciliation.ts';
import { importLimits } from '@mizan/contract/reconciliation-terms.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api.client.ts';
import { type UploadProgress, upload } from '../../platform/api.upload.ts';
import { formatBytes, formatDate } from '../../platform/formats.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './reconciliation.module.css';
import { useReconciliationSearch } from './reconciliation.search.ts';
import { useUploadProblem } from './upload.words.ts';

/** CSV, XLSX and Excel (specification, section 5); delimited text comes under three endings. */
const endings = ['.csv', '.tsv', '.txt', '.xlsx', '.xls'] as const;

interface Sending extends UploadProgress {
  name: string;
}

/** Takes a bank's file, shows how far its sending is, and opens its result. */
export function UploadPanel() {
  const { t } = useTranslation(['reconciliation', 'common']);
  const { openFile } = useReconciliationSearch();
  const client = useQueryClient();
  const wordsOf = useUploadProblem();
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const abort = useRef<AbortController | null>(null);

  async function send(file: File): Promise<void> {
    setProblem(undefined);
    if (file.size === 0) return setProblem(t('reconciliation:fileError.empty'));
    if (file.size > importLimits.textBytesMax) {
      return setProblem(
        t('reconciliation:fileError.tooLarge', { max: formatBytes(importLimits.textBytesMax) }),
      );
    }
    const { signal } = (abort.current = new AbortController());
    setSending({ name: file.name, sentBytes: 0, totalBytes: file.size });
    try {
      const query = { fileName: file.name, sizeBytes: file.size };
      const onProgress = (progress: UploadProgress) => setSending({ name: file.name, ...progress });
      const answer = await upload(uploadBankFile, { query }, file, { onProgress, signal });
      if (answer.same) {
        const date = formatDate(answer.import.createdAt);
        showToast({ tone: 'info', title: t('reconciliation:fileError.same', { date }) });
      }
      void client.invalidateQueries({ predicate: ({ meta }) => meta?.live?.includes('IMP') ?? false });
      openFile(answer.import.id);
    } catch (error) {
      if (!signal.aborted) setProblem(wordsOf(isApiError(error) ? error : null));
    } finally {
      setSending(null);
    }
  }

  return (
    <section className={classes['upload']} aria-label={t('reconciliation:upload.title')}>
      <FileDrop
        label={t('reconciliation:upload.drop')}
        help={t('reconciliation:upload.formats')}
        accept={endings}
        error={problem}
        progress={sending ?? undefined}
        onFile={(file) => void send(file)}
        onRefused={() => setProblem(t('reconciliation:fileError.notTable'))}
        onCancel={() => abort.current?.abort(new Error('the upload was cancelled'))}
      />
    </section>
  );
}
