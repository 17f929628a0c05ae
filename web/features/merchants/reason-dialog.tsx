import { Textarea } from '@mantine/core';
import { suspensionReasonMax } from '@mizan/contract/suspension.ts';
import { useTranslation } from 'react-i18next';
import { type FormOptions, useForm } from '../../platform/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import classes from './merchants.module.css';

interface ReasonDialogProps<Answer>
  extends Pick<FormOptions<{ reason: string }, Answer>, 'changes' | 'refusal' | 'onSent'> {
  title: string;
  help: string;
  /** Whose words ask for the reason: who reads it. */
  reasonOf: 'suspend' | 'signOut' | 'observe' | 'reopen';
  submitLabel: string;
  danger?: boolean;
  send: (reason: string) => Promise<Answer>;
  onClose: () => void;
}

/** Says what a step against or into an account does, and asks for its reason, without which it is not taken. */
export function ReasonDialog<Answer>(props: ReasonDialogProps<Answer>) {
  const { title, help, reasonOf, submitLabel, danger, send, onClose, ...rest } = props;
  const { t } = useTranslation(['merchants', 'common']);
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' && t('common:validation.required') }),
    send: ({ reason }) => send(reason.trim()),
    ...rest,
  });
  return (
    <FormDialog
      form={form}
      title={title}
      submitLabel={submitLabel}
      danger={danger ?? false}
      onClose={onClose}
    >
      <p className={classes['help']}>{help}</p>
      <Textarea
        label={t(`merchants:${reasonOf}.reason`)}
        description={t(`merchants:${reasonOf}.reasonHelp`)}
        maxLength={suspensionReasonMax}
        minRows={2}
        autosize
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
