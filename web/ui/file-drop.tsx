import { Button, Progress } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatPercent } from '../platform/formats.ts';
import classes from './file-drop.module.css';

export interface FileDropProps {
  /** 'Drop the bank's file here or choose it'. */
  label: string;
  help?: string;
  /** Endings that are accepted, with their dots: ['.csv', '.xlsx']. The server judges the content. */
  accept: readonly string[];
  /** Whether several files may be dropped or chosen at once; otherwise the first of them counts. */
  multiple?: boolean;
  /** The files whose ending is one of `accept`, and the others. */
  onFiles: (accepted: File[], refused: File[]) => void;
  error?: string | undefined;
  /** While a file is under way: how far it is. */
  progress?: { name: string; sentBytes: number; totalBytes: number } | undefined;
  onCancel?: () => void;
  /** Whoever looks on as somebody else brings no file. */
  held?: boolean;
  /** A file is under way, and how far it is cannot be told: no other one is taken until it has its answer. */
  working?: boolean;
}

/** Files by dropping or choosing, and the progress of sending one. */
export function FileDrop(props: FileDropProps) {
  const { label, help, accept, multiple = false, held = false, working = false, error, progress } = props;
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const helpId = useId();

  function take(list: FileList | null): void {
    // Read before the field is emptied, which empties its list too.
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1);
    if (files.length === 0 || working) return;
    const isAccepted = ({ name }: File) => accept.some((ending) => name.toLowerCase().endsWith(ending));
    if (input.current) input.current.value = '';
    props.onFiles(
      files.filter(isAccepted),
      files.filter((file) => !isAccepted(file)),
    );
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }

  if (held) return <p className={classes['help']}>{t('common:toast.lookingOn')}</p>;
  if (progress) return <Sending progress={progress} onCancel={props.onCancel} />;
  return (
    <div
      className={classes['drop']}
      aria-busy={working}
      data-over={over || undefined}
      data-invalid={error !== undefined || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <IconFileUpload size={24} stroke={1.6} aria-hidden="true" />
      <label className={classes['label']}>
        <span>{label}</span>
        <input
          ref={input}
          type="file"
          multiple={multiple}
          className="mz-visually-hidden"
          accept={accept.join(',')}
          aria-describedby={helpId}
          aria-invalid={error !== undefined}
          onChange={(event) => take(event.currentTarget.files)}
        />
      </label>
      <p id={helpId} className={classes['help']}>
        {help}
        {error !== undefined && <span role="alert">{error}</span>}
      </p>
      <Button
        variant="default"
        loading={working}
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => input.current?.click()}
      >
        {t('common:actions.upload')}
      </Button>
    </div>
  );
}

function Sending({ progress, onCancel }: Pick<FileDropProps, 'progress' | 'onCancel'>) {
  const { t } = useTranslation('common');
  const box = useRef<HTMLDivElement>(null);
  // The field that had the focus is gone: it goes on here, and a reader hears which file is under way.
  useEffect(() => box.current?.focus(), []);
  if (!progress) return null;
  const share = progress.totalBytes === 0 ? 0 : progress.sentBytes / progress.totalBytes;
  return (
    <div ref={box} className={classes['drop']} role="group" aria-label={progress.name} tabIndex={-1}>
      <p className={classes['label']}>
        <bdi>{progress.name}</bdi>
      </p>
      <Progress value={share * 100} aria-label={progress.name} className={classes['bar'] ?? ''} />
      <p className={classes['help']}>
        {t('common:words.ofTotal', {
          part: formatBytes(progress.sentBytes),
          total: formatBytes(progress.totalBytes),
        })}{' '}
        ({formatPercent(Math.round(share * 10_000))})
      </p>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t('common:actions.cancel')}
        </Button>
      )}
    </div>
  );
}
