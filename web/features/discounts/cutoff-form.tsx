import { TextInput } from '@mantine/core';
import { type BankRow, setCutoff } from '@mizan/contract/banks.ts';
import { addDays } from '@mizan/contract/business-day.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './discounts.module.css';
import { changedByAgreement } from './discounts.queries.ts';
import { refusalOf } from './refusal.words.ts';

const shape = /^([01]\d|2[0-3]):[0-5]\d$/;

/** When the day of a bank ends, from a day on. */
export default function CutoffForm(props: { bank: BankRow; today: string; onClose: () => void }) {
  const { bank, today, onClose } = props;
  const { t } = useTranslation(['discounts', 'common']);
  const form = useForm({
    start: { cutoff: '00:00', validFrom: addDays(today, 1) as string | null },
    check: ({ cutoff, validFrom }) => ({
      cutoff: !shape.test(cutoff) && t('discounts:bank.cutoffProblem'),
      validFrom:
        validFrom === null
          ? t('common:validation.required')
          : validFrom <= today && t('discounts:refused.dayBegun'),
    }),
    send: ({ cutoff, validFrom }) =>
      call(setCutoff, { params: { id: bank.id }, body: { cutoff, validFrom: validFrom ?? '' } }),
    changes: changedByAgreement,
    refusal: (error) => refusalOf(error, t),
    onSent: () => {
      showToast({ tone: 'success', title: t('common:toast.saved') });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('discounts:bank.setCutoff')}
      submitLabel={t('common:actions.save')}
      onClose={onClose}
    >
      <p className={classes['help']}>{t('discounts:bank.cutoffHelp')}</p>
      <TextInput label={t('discounts:bank.cutoffField')} dir="ltr" {...form.field('cutoff')} />
      <DayInput label={t('discounts:columns.validFrom')} {...form.field('validFrom')} />
    </FormDialog>
  );
}
