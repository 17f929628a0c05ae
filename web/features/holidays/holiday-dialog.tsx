import { TextInput } from '@mantine/core';
import { addDays } from '@mizan/contract/business-day.ts';
import {
  addHoliday,
  decideHoliday,
  type Holiday,
  holidayDaysMax,
  holidayNameMax,
  listHolidays,
} from '@mizan/contract/holidays.ts';
import { getSettlementMonth } from '@mizan/contract/settlement.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { nameIn } from '../../platform/language.ts';
import { useToday } from '../../platform/today.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './holidays.module.css';

interface Values {
  from: string | null;
  to: string | null;
  nameEn: string;
  nameAr: string;
}

/** Other ends for a span, which confirms it, or one more span with its names. */
export default function HolidayDialog({
  holiday,
  onClose,
}: {
  holiday: Holiday | null;
  onClose: () => void;
}) {
  const { t } = useTranslation(['holidays', 'common']);
  const today = useToday();
  const form = useForm<Values, unknown>({
    start: holiday ?? { from: today, to: today, nameEn: '', nameAr: '' },
    check: (values) => problemsOf(values, holiday === null, t),
    send: ({ from, to, nameEn, nameAr }) =>
      holiday
        ? call(decideHoliday, {
            params: { id: holiday.id },
            body: { from: from ?? '', to: to ?? '', state: 'CONFIRMED' },
          })
        : call(addHoliday, {
            body: { from: from ?? '', to: to ?? '', nameEn: nameEn.trim(), nameAr: nameAr.trim() },
          }),
    changes: [listHolidays, getSettlementMonth],
    onSent: (_, values) => {
      const name = nameIn(values);
      showToast({ tone: 'success', title: t('holidays:done.CONFIRMED', { name }) });
      onClose();
    },
  });
  const name = holiday && nameIn(holiday);
  return (
    <FormDialog
      form={form}
      title={name === null ? t('holidays:addTitle') : t('holidays:changeTitle', { name })}
      submitLabel={t(holiday ? 'holidays:saveConfirmed' : 'holidays:add')}
      onClose={onClose}
    >
      <p className={classes['help']}>{t('holidays:moves')}</p>
      {holiday === null && (
        <>
          <TextInput
            label={t('holidays:nameEn')}
            dir="ltr"
            maxLength={holidayNameMax}
            {...form.field('nameEn')}
          />
          <TextInput
            label={t('holidays:nameAr')}
            dir="rtl"
            maxLength={holidayNameMax}
            {...form.field('nameAr')}
          />
        </>
      )}
      <div className={classes['days']}>
        <DayInput label={t('common:range.from')} {...form.field('from')} />
        <DayInput label={t('common:range.to')} {...form.field('to')} />
      </div>
    </FormDialog>
  );
}

function problemsOf({ from, to, nameEn, nameAr }: Values, isNew: boolean, t: TFunction) {
  const required = t('common:validation.required');
  const isBackwards = from !== null && to !== null && to < from;
  const isLong = from !== null && to !== null && to >= addDays(from, holidayDaysMax);
  return {
    from: from === null && required,
    to:
      (to === null && required) ||
      (isBackwards && t('holidays:backwards')) ||
      (isLong && t('holidays:tooLong', { count: holidayDaysMax })),
    nameEn: isNew && nameEn.trim() === '' && required,
    nameAr: isNew && nameAr.trim() === '' && required,
  };
}
