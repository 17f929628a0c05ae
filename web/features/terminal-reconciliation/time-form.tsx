import { TextInput } from '@mantine/core';
import { listTerminalStates, setReconcileTime } from '@mizan/contract/terminal-reconciliation.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './drawer.module.css';

const shape = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The daily time of all terminals; left empty, there is none. */
export default function TimeForm({ time, onClose }: { time: string | null; onClose: () => void }) {
  const { t } = useTranslation(['reconcile', 'common']);
  const form = useForm({
    start: { time: time ?? '' },
    check: ({ time: typed }) => ({
      time: typed.trim() !== '' && !shape.test(typed.trim()) && t('reconcile:daily.problem'),
    }),
    send: ({ time: typed }) => call(setReconcileTime, { body: { dailyTime: typed.trim() || null } }),
    changes: [listTerminalStates],
    onSent: () => {
      showToast({ tone: 'success', title: t('common:toast.saved') });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('reconcile:daily.title')}
      submitLabel={t('common:actions.save')}
      onClose={onClose}
    >
      <p className={classes['note']}>{t('reconcile:daily.help')}</p>
      <TextInput label={t('reconcile:daily.field')} dir="ltr" placeholder="23:55" {...form.field('time')} />
    </FormDialog>
  );
}
