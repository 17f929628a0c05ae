import { NativeSelect, Textarea } from '@mantine/core';
import { fullNameMax } from '@mizan/contract/account.ts';
import { readMobile } from '@mizan/contract/mobile.ts';
import {
  askPersonalData,
  correctedFields,
  getPersonalData,
  wantedMax,
} from '@mizan/contract/personal-data.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './account.module.css';

interface AskDialogProps {
  kind: 'CORRECTION' | 'DELETION';
  onClose: () => void;
}

/** Asks for a correction, with what it should be, or for deletion, with what that means. */
export default function AskDialog({ kind, onClose }: AskDialogProps) {
  const { t } = useTranslation(['personalData', 'common']);
  const isCorrection = kind === 'CORRECTION';
  const form = useForm<{ field: string; wanted: string }, unknown>({
    start: { field: 'fullName', wanted: '' },
    check: ({ field, wanted }) => ({
      wanted:
        isCorrection &&
        ((wanted.trim() === '' && t('common:validation.required')) ||
          (field === 'mobile' && readMobile(wanted) === null && t('personalData:badMobile'))),
    }),
    send: (values) =>
      call(askPersonalData, { body: isCorrection ? correctionOf(values) : { kind: 'DELETION' } }),
    changes: [getPersonalData],
    onSent: () => {
      showToast({ tone: 'success', title: t('personalData:sent') });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(isCorrection ? 'personalData:correct' : 'personalData:delete')}
      submitLabel={t('personalData:send')}
      danger={!isCorrection}
      onClose={onClose}
    >
      {!isCorrection && <p className={classes['help']}>{t('personalData:deleteHelp')}</p>}
      {isCorrection && (
        <>
          <NativeSelect
            label={t('personalData:field')}
            data={correctedFields.map((value) => ({ value, label: t(`personalData:fields.${value}`) }))}
            {...form.field('field')}
          />
          <Textarea
            label={t('personalData:wanted')}
            maxLength={form.values.field === 'fullName' ? fullNameMax : wantedMax}
            autosize
            {...form.field('wanted')}
          />
        </>
      )}
    </FormDialog>
  );
}

function correctionOf({ field, wanted }: { field: string; wanted: string }) {
  const kind = 'CORRECTION' as const;
  if (field === 'mobile') return { kind, field: 'mobile', wanted: readMobile(wanted) ?? '' } as const;
  if (field === 'other') return { kind, field: 'other', wanted: wanted.trim() } as const;
  return { kind, field: 'fullName', wanted: wanted.trim() } as const;
}
