import { Textarea } from '@mantine/core';
import { observeMerchant, suspensionReasonMax } from '@mizan/contract/suspension.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { beginLookingOn } from '../../platform/looking-on.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import classes from './merchants.module.css';

interface ObserveDialogProps {
  merchantId: string;
  name: string;
  onClose: () => void;
}

/** Says what a look into a merchant's account is, and asks for the reason that its owners are told. */
export default function ObserveDialog({ merchantId, name, onClose }: ObserveDialogProps) {
  const { t } = useTranslation(['merchants', 'common', 'errors']);
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' && t('common:validation.required') }),
    send: ({ reason }) =>
      call(observeMerchant, { params: { id: merchantId }, body: { reason: reason.trim() } }),
    changes: [],
    refusal: (error) => refusalText(error, t),
    onSent: beginLookingOn,
  });
  return (
    <FormDialog
      form={form}
      title={t('merchants:observe.title', { name })}
      submitLabel={t('merchants:observe.confirm')}
      onClose={onClose}
    >
      <p className={classes['help']}>{t('merchants:observe.help')}</p>
      <Textarea
        label={t('merchants:observe.reason')}
        description={t('merchants:observe.reasonHelp')}
        maxLength={suspensionReasonMax}
        minRows={2}
        autosize
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  );
}

/** Why the portal refused: it is gone, or no owner may work there. */
function refusalText(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error)) return undefined;
  if (error.code === 'notFound') return t('errors:notFound');
  return error.code === 'conflict' ? t('merchants:observe.inactive') : undefined;
}
