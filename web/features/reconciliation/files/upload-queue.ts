import { uploadBankFile } from '@mizan/contract/reconciliation.ts';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../platform/api-client.ts';
import { upload } from '../../../platform/api-upload.ts';
import { formatBytes, formatDate } from '../../../platform/formats.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { refreshFiles, untilRead } from '../bank-file/reconciliation.queries.ts';
import { useReconciliationSearch } from '../bank-file/reconciliation.search.ts';
import { useUploadProblem } from '../bank-file/upload.words.ts';

/** A file on its way: it waits, is sent, is read by the portal (`bankFileId` tells how far), or did not get there. */
export interface Upload {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'reading' | 'ended' | 'notSent';
  sentBytes: number;
  bankFileId: string | null;
  problem: string | null;
}

export interface Uploads {
  files: readonly Upload[];
  /** The one that is being sent. */
  sending: Upload | null;
  /** Whether any of them is still to be sent. */
  busy: boolean;
  add: (files: readonly File[]) => void;
  /** Stops what is being sent, and sends nothing of what waits. */
  stop: () => void;
}

const isUnsent = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';

/**
 * Sends files one after another, each once the portal has read the one before: it reads one file of a merchant at
 * a time. Nothing of it outlives the screen: who leaves it stops what was not sent, and the browser asks first.
 */
export function useUploads(): Uploads {
  const { openFile } = useReconciliationSearch();
  const [files, setFiles] = useState<readonly Upload[]>([]);
  const queue = useRef<Upload[]>([]);
  const isRunning = useRef(false);
  const nextKey = useRef(1);
  const abort = useRef(new AbortController());
  const send = useSend((key, part) => change(key, part));

  function change(key: number, part: Partial<Upload>): void {
    queue.current = queue.current.map((each) => (each.key === key ? { ...each, ...part } : each));
    setFiles(queue.current);
  }

  async function run(): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    const next = () => queue.current.find(({ state }) => state === 'waiting');
    for (let each = next(); each; each = next()) {
      const bankFileId = await send(each, abort.current.signal);
      // A single file opens at once; several are followed in their list.
      if (bankFileId !== null && queue.current.length === 1) {
        queue.current = [];
        setFiles([]);
        openFile(bankFileId);
      } else if (bankFileId !== null) {
        change(each.key, { state: 'reading', bankFileId });
        await untilRead(bankFileId, abort.current.signal).catch(() => undefined);
        change(each.key, { state: 'ended' });
      }
    }
    isRunning.current = false;
  }

  function add(added: readonly File[]): void {
    // What has ended makes room for what comes; what is under way stays in sight.
    const kept = isRunning.current ? queue.current : [];
    const fresh = added.map(
      (file): Upload => ({
        key: nextKey.current++,
        file,
        state: 'waiting',
        sentBytes: 0,
        bankFileId: null,
        problem: null,
      }),
    );
    queue.current = [...kept, ...fresh];
    setFiles(queue.current);
    void run();
  }

  function stop(): void {
    abort.current.abort(new Error('the upload was cancelled'));
    abort.current = new AbortController();
    const isAlone = queue.current.length === 1;
    queue.current = isAlone
      ? []
      : queue.current.map((each) => (isUnsent(each) ? { ...each, state: 'notSent' } : each));
    setFiles(queue.current);
  }

  const busy = files.some(isUnsent);
  useAskBeforeLeaving(busy);
  useEffect(() => {
    abort.current = new AbortController();
    return () => {
      queue.current = [];
      abort.current.abort(new Error('the screen was left'));
    };
  }, []);
  return { files, sending: files.find(({ state }) => state === 'sending') ?? null, busy, add, stop };
}

/** Sends one file; answers the bank file's number, or null where it did not get there and why was said. */
function useSend(change: (key: number, part: Partial<Upload>) => void) {
  const { t } = useTranslation('reconciliation');
  const wordsOf = useUploadProblem();
  return async ({ key, file }: Upload, signal: AbortSignal): Promise<string | null> => {
    const fail = (problem: string): null => {
      change(key, { state: 'notSent', problem });
      return null;
    };
    if (file.size === 0) return fail(t('reconciliation:fileError.empty'));
    const max = bankFileLimits.textBytesMax;
    if (file.size > max) return fail(t('reconciliation:fileError.tooLarge', { max: formatBytes(max) }));
    change(key, { state: 'sending' });
    try {
      const query = { fileName: file.name, sizeBytes: file.size };
      const onProgress = ({ sentBytes }: { sentBytes: number }) => change(key, { sentBytes });
      const answer = await upload(uploadBankFile, { query }, file, { onProgress, signal });
      if (answer.same) {
        const date = formatDate(answer.bankFile.createdAt);
        showToast({ tone: 'info', title: t('reconciliation:fileError.same', { date }) });
      }
      void refreshFiles();
      return answer.bankFile.id;
    } catch (error) {
      return signal.aborted ? null : fail(wordsOf(isApiError(error) ? error : null));
    }
  };
}

/** The browser asks before a window with files that are not sent is closed or reloaded. */
function useAskBeforeLeaving(busy: boolean): void {
  useEffect(() => {
    if (!busy) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [busy]);
}
