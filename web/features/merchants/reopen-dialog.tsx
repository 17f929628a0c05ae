import { Textarea } from '@mantine/core';
import { reopenAccount } from '@mizan/contract/ownership.ts';
import { suspensionReasonMax } from '@mizan/contract/suspension.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './merchants.module.css';
import { changedBySuspension } from './suspension.queries.ts';

interface ReopenDialogProps {
  merchantId: string;
  name: string;
  onClose: () => void;
}

/** Says what opening a closed account again does, and asks for the reason that the audit log keeps. */
export default function ReopenDialog({ merchantId, name, onClose }: ReopenDialogProps) {
  const { t } = useTranslation(['merchants', 'common', 'errors']);
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' && t('common:validation.required') }),
    send: ({ reason }) =>
      call(reopenAccount, { params: { id: merchantId }, body: { reason: reason.trim() } }),
    changes: changedBySuspension,
    refusal: (error) => refusalText(error, t),
    onSent: () => {
      showToast({ tone: 'success', title: t('merchants:reopen.done', { name }) });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('merchants:reopen.title', { name })}
      submitLabel={t('merchants:reopen.confirm')}
      onClose={onClose}
    >
      <p className={classes['help']}>{t('merchants:reopen.help')}</p>
      <Textarea
        label={t('merchants:suspend.reason')}
        description={t('merchants:suspend.reasonHelp')}
        maxLength={suspensionReasonMax}
        minRows={2}
        autosize
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  );
}

/** Why the portal refused: it is open already, or its days are over. */
function refusalText(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error)) return undefined;
  if (error.code === 'notFound') return t('errors:notFound');
  if (error.code !== 'conflict') return undefined;
  return t(error.details['reason'] === 'tooLate' ? 'merchants:reopen.tooLate' : 'merchants:reopen.notClosed');
}
