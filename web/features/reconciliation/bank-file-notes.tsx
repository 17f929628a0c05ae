import { Button } from '@mantine/core';
import type { BankFileDetail } from '@mizan/contract/reconciliation.ts';
import { IconArrowBackUp, IconFileAlert, IconReplace } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/states.tsx';
import { useReconciliationSearch } from './bank-file/reconciliation.search.ts';
import { refusalText } from './bank-file/upload.words.ts';
import classes from './bank-file.module.css';

const look = { size: 24, stroke: 1.6, 'aria-hidden': true } as const;

/** What is said of a file that came to nothing, or whose place another one took. */
export default function EndedNote({ detail }: { detail: BankFileDetail }) {
  if (detail.state === 'REFUSED') return <RefusedNote detail={detail} />;
  if (detail.state === 'UNDONE') return <UndoneNote detail={detail} />;
  return detail.state === 'REPLACED' && <ReplacedNote detail={detail} />;
}

/** The file could not be read: why, and what to do. Nothing of it was kept. */
function RefusedNote({ detail }: { detail: BankFileDetail }) {
  const { t } = useTranslation('reconciliation');
  return (
    <div className={classes['note']} role="alert">
      <h1 className="mz-visually-hidden">{detail.fileName}</h1>
      <EmptyState
        icon={<IconFileAlert {...look} />}
        title={t('reconciliation:refused.title')}
        help={detail.refusal && refusalText(t, detail.refusal)}
        action={<BackButton />}
      />
    </div>
  );
}

/** The file was taken back: its payments are open again. */
function UndoneNote({ detail }: { detail: BankFileDetail }) {
  const { t } = useTranslation('reconciliation');
  return (
    <div className={classes['note']}>
      <h1 className="mz-visually-hidden">{detail.fileName}</h1>
      <EmptyState
        icon={<IconArrowBackUp {...look} />}
        title={t('reconciliation:undo.done.title')}
        help={detail.verdict !== null && t('reconciliation:undo.done.help')}
        action={<BackButton />}
      />
    </div>
  );
}

/** A corrected file took its place, which an undo of that one gives back. */
function ReplacedNote({ detail }: { detail: BankFileDetail }) {
  const { t } = useTranslation('reconciliation');
  return (
    <div className={classes['note']}>
      <h1 className="mz-visually-hidden">{detail.fileName}</h1>
      <EmptyState
        icon={<IconReplace {...look} />}
        title={t('reconciliation:earlierFiles.replacedNote.title')}
        help={t('reconciliation:earlierFiles.replacedNote.help')}
        action={<BackButton />}
      />
    </div>
  );
}

function BackButton() {
  const { t } = useTranslation('reconciliation');
  const { backToList } = useReconciliationSearch();
  return (
    <Button variant="default" onClick={backToList}>
      {t('reconciliation:refused.another')}
    </Button>
  );
}
