import { Button, Progress } from '@mantine/core';
import { bankFileStages } from '@mizan/contract/reconciliation.ts';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../platform/formats.ts';
import { BankFileStateBadge } from '../../../ui/bank-file-state-badge.tsx';
import { useBankFile } from '../bank-file/reconciliation.queries.ts';
import { useReconciliationSearch } from '../bank-file/reconciliation.search.ts';
import { refusalText } from '../bank-file/upload.words.ts';
import classes from './files.module.css';
import type { Upload, Uploads } from './upload-queue.ts';

/** Several files of one upload: which waits, how far each is, what became of it. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const { t } = useTranslation('reconciliation');
  return (
    <div className={classes['uploads']}>
      <ol aria-label={t('reconciliation:upload.queue')}>
        {uploads.files.map((each) => (
          <li key={each.key}>
            <UploadName upload={each} />
            <UploadState upload={each} />
          </li>
        ))}
      </ol>
      {uploads.busy && (
        <p className={classes['uploadsFoot']}>
          <span>{t('reconciliation:upload.keepOpen')}</span>
          <Button variant="default" size="compact-sm" onClick={uploads.stop}>
            {t('reconciliation:upload.stop')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** The file's name, which opens it once the portal has it. */
function UploadName({ upload: { file, bankFileId } }: { upload: Upload }) {
  const { openFile } = useReconciliationSearch();
  if (bankFileId === null) return <bdi className={classes['uploadName']}>{file.name}</bdi>;
  return (
    <button type="button" className={classes['uploadName']} onClick={() => openFile(bankFileId)}>
      <bdi>{file.name}</bdi>
    </button>
  );
}

function UploadState({ upload }: { upload: Upload }) {
  const { t } = useTranslation('reconciliation');
  const { state, file, sentBytes, bankFileId, problem } = upload;
  if (bankFileId !== null) return <ReadState id={bankFileId} name={file.name} />;
  if (state === 'sending') {
    const share = file.size === 0 ? 0 : sentBytes / file.size;
    const percent = formatPercent(Math.round(share * 10_000));
    return <Going name={file.name} share={share} text={t('reconciliation:upload.sending', { percent })} />;
  }
  if (problem !== null) return <span role="alert">{problem}</span>;
  return (
    <span className={classes['quiet']}>
      {t(`reconciliation:upload.${state === 'waiting' ? 'waiting' : 'notSent'}`)}
    </span>
  );
}

/** How far the portal is with a file, then its verdict or why it was refused. */
function ReadState({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('reconciliation');
  const { data } = useBankFile(id);
  if (!data) return null;
  if (data.state === 'REFUSED' && data.refusal) {
    return <span role="alert">{refusalText(t, data.refusal)}</span>;
  }
  if (data.state === 'READING' || data.state === 'MATCHING') {
    const { stagePart, stageTotal } = data;
    const share = stagePart !== null && stageTotal ? Math.min(1, stagePart / stageTotal) : null;
    return (
      <Going
        name={name}
        share={share}
        text={t(`reconciliation:progress.${data.stage ?? bankFileStages[0]}`)}
      />
    );
  }
  return <BankFileStateBadge row={data} />;
}

/** `share` is null where nobody can tell how far it is. */
function Going({ name, share, text }: { name: string; share: number | null; text: string }) {
  return (
    <span className={classes['uploadGoing']}>
      <span className={classes['quiet']}>{text}</span>
      <Progress
        value={share === null ? 100 : share * 100}
        animated={share === null}
        aria-label={name}
        className={classes['progressBar'] ?? ''}
      />
    </span>
  );
}
