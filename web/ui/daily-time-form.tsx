import { TextInput } from '@mantine/core';
import { latinDigits } from '@mizan/contract/money.ts';
import type { AnyRoute } from '@mizan/contract/route.ts';
import { useTranslation } from 'react-i18next';
import { useForm } from '../platform/form.ts';
import classes from './daily-line.module.css';
import { FormDialog } from './form-dialog.tsx';
import { showToast } from './toasts.tsx';

/** Arabic keyboards type Arabic digits. */
const timeOf = (typed: string): string => latinDigits(typed).trim();
const shape = /^([01]\d|2[0-3]):[0-5]\d$/;

interface DailyTimeFormProps {
  title: string;
  help: string;
  /** An example in the empty field. */
  placeholder: string;
  time: string | null;
  send: (time: string | null) => Promise<unknown>;
  changes: readonly AnyRoute[];
  onClose: () => void;
}

/** A time of each day; left empty, there is none. */
export default function DailyTimeForm({
  title,
  help,
  placeholder,
  time,
  send,
  changes,
  onClose,
}: DailyTimeFormProps) {
  const { t } = useTranslation(['reconcile', 'common']);
  const form = useForm({
    edits: true,
    start: { time: time ?? '' },
    check: ({ time: typed }) => ({
      time: timeOf(typed) !== '' && !shape.test(timeOf(typed)) && t('reconcile:daily.problem'),
    }),
    send: ({ time: typed }) => send(timeOf(typed) || null),
    changes,
    onSent: () => {
      showToast({ tone: 'success', title: t('common:toast.saved') });
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={title} submitLabel={t('common:actions.save')} onClose={onClose}>
      <p className={classes['note']}>{help}</p>
      <TextInput
        label={t('reconcile:daily.field')}
        dir="ltr"
        data-autofocus
        placeholder={placeholder}
        {...form.field('time')}
      />
    </FormDialog>
  );
}
