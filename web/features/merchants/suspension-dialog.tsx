import { Textarea } from '@mantine/core';
import { suspensionReasonMax } from '@mizan/contract/suspension.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './merchants.module.css';
import { changedBySuspension, type Suspension, sendSuspension } from './suspension.queries.ts';

interface SuspensionDialogProps {
  merchantId: string;
  change: Suspension;
  onClose: () => void;
}

/** Says what a suspension, its end or a logout does, and asks for the reason that the audit log keeps. */
export default function SuspensionDialog({ merchantId, change, onClose }: SuspensionDialogProps) {
  const { t } = useTranslation(['merchants', 'common', 'errors']);
  const { name, kind, verb } = change;
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' && t('common:validation.required') }),
    send: ({ reason }) => sendSuspension(merchantId, change, reason.trim()),
    changes: changedBySuspension,
    refusal: (error) => refusalText(error, t),
    onSent: () => {
      showToast({ tone: 'success', title: t(`merchants:${verb}.done`, { name }) });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(`merchants:${verb}.title`, { name })}
      submitLabel={t(`merchants:${verb}.confirm`)}
      danger={verb === 'suspend'}
      onClose={onClose}
    >
      <p className={classes['help']}>{t(`merchants:${verb}.${kind}`)}</p>
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

/** Why the portal refused: an owner too few, or somebody decided meanwhile. */
function refusalText(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error)) return undefined;
  if (error.code === 'notFound') return t('errors:notFound');
  if (error.code !== 'conflict') return undefined;
  return t(error.details['reason'] === 'lastOwner' ? 'merchants:suspend.lastOwner' : 'errors:conflict');
}
