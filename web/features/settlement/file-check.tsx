import type { CheckedStatement } from '@mizan/contract/settlement-statements.ts';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../ui/file-drop.tsx';
import classes from './statement-check.module.css';

const endings = ['.pdf', '.xlsx', '.csv'] as const;
/** Beyond it the file is read into the memory of a phone for nothing. */
const bytesMax = 32 * 1024 * 1024;

const hexOf = (hash: ArrayBuffer): string =>
  [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

type Problem = 'kind' | 'tooLarge' | 'insecure' | 'unread';
type Result = { name: string; format: string | null } | { problem: Problem };

async function compared(file: File, files: CheckedStatement['files']): Promise<Result> {
  if (file.size > bytesMax) return { problem: 'tooLarge' };
  if (!globalThis.crypto?.subtle) return { problem: 'insecure' };
  try {
    const hash = hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    const same = files.find(({ sha256 }) => sha256 === hash);
    return { name: file.name, format: same?.format.toUpperCase() ?? null };
  } catch {
    return { problem: 'unread' };
  }
}

/** Whether a file is, byte for byte, one that was made of the statement; it never leaves the device. */
export function FileCheck({ files }: { files: CheckedStatement['files'] }) {
  const { t } = useTranslation('papers');
  const [result, setResult] = useState<Result | null>(null);
  const problem = result && 'problem' in result ? t(`papers:file.${result.problem}`) : undefined;
  return (
    <section>
      <h2 className={classes['subtitle']}>{t('papers:file.title')}</h2>
      <FileDrop
        label={t('papers:file.drop')}
        help={t('papers:file.help')}
        accept={endings}
        error={problem}
        onFiles={([file]) => {
          setResult(file ? null : { problem: 'kind' });
          if (file) void compared(file, files).then(setResult);
        }}
      />
      <div role="status">
        {result && 'name' in result && (
          <p className={classes['result']} data-same={result.format !== null || undefined}>
            {result.format === null ? (
              <IconCircleX size={20} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconCircleCheck size={20} stroke={1.6} aria-hidden="true" />
            )}
            <span>
              <bdi>{result.name}</bdi>
              <br />
              {result.format === null
                ? t('papers:file.other')
                : t('papers:file.same', { format: result.format })}
            </span>
          </p>
        )}
      </div>
    </section>
  );
}
