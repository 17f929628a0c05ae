import { Checkbox } from '@mantine/core';
import type { LetterPerson } from '@mizan/contract/daily-letter.ts';
import type { AnyRoute } from '@mizan/contract/route.ts';
import { useTranslation } from 'react-i18next';
import { useForm } from '../platform/form.ts';
import classes from './daily-line.module.css';
import { FormDialog } from './form-dialog.tsx';
import { showToast } from './toasts.tsx';

interface RecipientsFormProps {
  title: string;
  /** When the letter is written and what it says. */
  help: string;
  people: readonly LetterPerson[];
  hasTime: boolean;
  send: (userIds: string[]) => Promise<unknown>;
  changes: readonly AnyRoute[];
  onClose: () => void;
}

/** Who is written to at a daily time: people of the merchant whose e-mail is verified. */
export default function RecipientsForm({
  title,
  help,
  people,
  hasTime,
  send,
  changes,
  onClose,
}: RecipientsFormProps) {
  const { t } = useTranslation(['reconcile', 'common']);
  const form = useForm({
    edits: true,
    start: { ids: people.filter(({ isRecipient }) => isRecipient).map(({ id }) => id) },
    send: ({ ids }) => send(ids),
    changes,
    onSent: () => {
      showToast({ tone: 'success', title: t('common:toast.saved') });
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={title} submitLabel={t('common:actions.save')} onClose={onClose}>
      <p className={classes['note']}>{help}</p>
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
