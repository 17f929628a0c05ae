import { Checkbox } from '@mantine/core';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { listTerminalStates, setReconcileRecipients } from '@mizan/contract/terminal-reconciliation.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './drawer.module.css';

interface RecipientsFormProps {
  people: RouteOutput<typeof listTerminalStates>['people'];
  hasTime: boolean;
  onClose: () => void;
}

/** Who is written to after the daily time: people of the merchant whose e-mail is verified. */
export default function RecipientsForm({ people, hasTime, onClose }: RecipientsFormProps) {
  const { t } = useTranslation(['reconcile', 'common']);
  const form = useForm({
    start: { ids: people.filter(({ isRecipient }) => isRecipient).map(({ id }) => id) },
    send: ({ ids }) => call(setReconcileRecipients, { body: { userIds: ids } }),
    changes: [listTerminalStates],
    onSent: () => {
      showToast({ tone: 'success', title: t('common:toast.saved') });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('reconcile:letter.form')}
      submitLabel={t('common:actions.save')}
      onClose={onClose}
    >
      <p className={classes['note']}>{t('reconcile:letter.help')}</p>
      {!hasTime && <p className={classes['note']}>{t('reconcile:letter.needsTime')}</p>}
      {people.length === 0 ? (
        <p>{t('reconcile:letter.noPeople')}</p>
      ) : (
        <Checkbox.Group label={t('reconcile:letter.people')} {...form.field('ids')}>
          <div className={classes['people']}>
            {people.map(({ id, name, email }) => (
              <Checkbox key={id} value={id} label={name} description={<bdi>{email}</bdi>} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </FormDialog>
  );
}
