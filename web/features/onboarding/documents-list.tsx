import type { DocumentRow } from '@mizan/contract/onboarding.ts';
import { onboardingLimits } from '@mizan/contract/onboarding-rules.ts';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadProgress } from '../../platform/api-upload.ts';
import { apart, formatBytes } from '../../platform/formats.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { useProblem } from './form-field.tsx';
import { sendDocument } from './onboarding.calls.ts';
import classes from './onboarding.module.css';

const endings = ['.pdf', '.png', '.jpg', '.jpeg'];

interface DocumentsListProps {
  token: string;
  documents: readonly DocumentRow[];
  onAdded: (document: DocumentRow) => void;
  onRemoved: (id: string) => void;
}

/** Documents one by one: what is no PDF or picture, or too large, is said before and after it was sent. */
export function DocumentsList({ token, documents, onAdded, onRemoved }: DocumentsListProps) {
  const { t } = useTranslation('onboarding');
  const [said, setSaid] = useState<string | null>(null);
  const [sending, setSending] = useState<(UploadProgress & { name: string }) | undefined>();
  const [added, setAdded] = useState('');
  const missing = useProblem('documents');
  const list = useRef<HTMLDivElement>(null);

  /** How often the bar of progress, or a row with its button, has gone: the reader goes on where the next is chosen. */
  const [gone, setGone] = useState(0);
  useEffect(() => {
    if (gone > 0) list.current?.querySelector<HTMLElement>('input[type=file]')?.focus();
  }, [gone]);

  async function add(file: File): Promise<void> {
    if (file.size > onboardingLimits.documentBytes) return setSaid('onboarding:validation.documentTooLarge');
    setSaid(null);
    setAdded('');
    setSending({ name: file.name, sentBytes: 0, totalBytes: file.size });
    const outcome = await sendDocument(token, file, (progress) =>
      setSending({ name: file.name, ...progress }),
    );
    setSending(undefined);
    setGone((times) => times + 1);
    if (outcome.kind === 'done') {
      onAdded(outcome.answer);
      setAdded(outcome.answer.fileName);
    } else if (outcome.kind === 'refused')
      setSaid(`onboarding:validation.${outcome.problems['documents'] ?? ''}`);
    else setSaid(outcome.key === 'onboarding:failed.network' ? 'onboarding:documents.cut' : outcome.key);
  }
  function remove(id: string): void {
    setAdded('');
    onRemoved(id);
    setGone((times) => times + 1);
  }
  const error = said === null ? missing : t(said);
  return (
    <div ref={list} className={classes['form']}>
      <p role="status" className="mz-visually-hidden">
        {added && t('onboarding:documents.added', { name: added })}
      </p>
      <ul className={classes['rows']} aria-label={t('onboarding:fields.documents')}>
        {documents.map(({ id, fileName, sizeBytes }) => (
          <li key={id}>
            <span>
              <bdi>{fileName}</bdi>
              {apart}
              {formatBytes(sizeBytes)}
            </span>
            <button type="button" className={classes['link']} onClick={() => remove(id)}>
              <IconTrash size={16} stroke={1.6} aria-hidden="true" />
              {t('onboarding:actions.remove', { what: fileName })}
            </button>
          </li>
        ))}
      </ul>
      {documents.length < onboardingLimits.documents && (
        <FileDrop
          label={t('onboarding:documents.drop')}
          accept={endings}
          onFiles={([file]) => (file ? void add(file) : setSaid('onboarding:validation.documentInvalid'))}
          error={error}
          progress={sending}
        />
      )}
    </div>
  );
}
