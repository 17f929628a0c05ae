import { uploadsAtOnceMax } from '@mizan/contract/reconciliation-terms.ts';
import { bankFileEndings } from '@mizan/contract/upload-endings.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/formats.ts';
import { useLooksOn } from '../../../platform/session.store.ts';
import { FileDrop } from '../../../ui/file-drop.tsx';
import classes from './files.module.css';
import { UploadList } from './upload-list.tsx';
import type { Uploads } from './upload-queue.ts';

/** Of files that were not taken, so many are named. */
const namedMax = 5;

/** Takes files of a bank: one shows how far it is and opens, several are read one after another. */
export function UploadPanel({ uploads }: { uploads: Uploads }) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const looksOn = useLooksOn();
  const [refusal, setRefusal] = useState<string | undefined>();
  const { files, sending } = uploads;
  const [alone] = files.length === 1 ? files : [];

  function take(accepted: File[], refused: File[]): void {
    if (accepted.length > uploadsAtOnceMax) {
      return setRefusal(t('reconciliation:upload.tooMany', { max: formatNumber(uploadsAtOnceMax) }));
    }
    const names = refused.slice(0, namedMax).map(({ name }) => name);
    if (refused.length > namedMax) names.push('…');
    const files = names.join(t('reconciliation:absent.comma'));
    setRefusal(refused.length > 0 ? t('reconciliation:upload.refused', { files }) : undefined);
    if (accepted.length > 0) uploads.add(accepted);
  }

  return (
    <section className={classes['upload']} aria-label={t('reconciliation:upload.title')}>
      <FileDrop
        held={looksOn}
        multiple
        label={t('reconciliation:upload.drop')}
        help={t('reconciliation:upload.formats')}
        accept={bankFileEndings}
        error={refusal ?? alone?.problem ?? undefined}
        progress={
          alone && sending
            ? { name: sending.file.name, sentBytes: sending.sentBytes, totalBytes: sending.file.size }
            : undefined
        }
        onFiles={take}
        onCancel={uploads.stop}
      />
      {files.length > 1 && <UploadList uploads={uploads} />}
    </section>
  );
}
