import { Select } from '@mantine/core';
import { addDays, daysBetween } from '@mizan/contract/business-day.ts';
import {
  listSettlementStatements,
  makeSettlementStatement,
  statementDaysMax,
} from '@mizan/contract/settlement-statements.ts';
import type { TFunction } from 'i18next';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { attempts } from '../../platform/command.ts';
import { useForm } from '../../platform/form.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './deposit.module.css';
import { isWholeDay } from './deposit-values.ts';
import { daysOf } from './settlement-sums.ts';

interface PaperFormProps {
  /** By the portal's clock. */
  today: string;
  /** 'YYYY-MM' of the screen. */
  shown: string;
  banks: readonly { id: string; name: string }[];
  onClose: () => void;
}

function refusalOf(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error)) return undefined;
  if (error.details['reason'] === 'future') return t('settlement:paper.refused.future');
  if (error.details['reason'] === 'otherRequest') return t('settlement:paper.refused.otherRequest');
  if (error.details['reason'] === 'perDay') return t('settlement:paper.refused.tooMany');
  return error.code === 'tooLarge' ? t('settlement:paper.refused.tooLarge') : undefined;
}

/** The days of the month that shows, as far as they have come. */
function startOf({ shown, today }: PaperFormProps) {
  const days = daysOf(shown);
  const first = days[0] ?? today;
  const last = days.at(-1) ?? today;
  const to: string | null = last < today ? last : addDays(today, -1);
  const from: string | null = first < to ? first : to;
  return { from: from as string | null, to: to as string | null, bankId: '' };
}

/** A statement of a span of days: what is asked is its days and its bank, all else is as it is. */
export default function PaperForm(props: PaperFormProps) {
  const { banks, today, onClose } = props;
  const { t } = useTranslation(['settlement', 'common']);
  const attempt = useRef(attempts());
  const form = useForm({
    start: startOf(props),
    check: ({ from, to }) => ({
      from: !isWholeDay(from) && t('common:validation.required'),
      to: !isWholeDay(to)
        ? t('common:validation.required')
        : to > today
          ? t('settlement:paper.refused.future')
          : isWholeDay(from) &&
            (from > to || daysBetween(from, to) >= statementDaysMax) &&
            t('settlement:paper.refused.days'),
    }),
    send: async ({ from, to, bankId }) => {
      const body = { requestId: '', from: from ?? '', to: to ?? '', ...(bankId !== '' && { bankId }) };
      try {
        const made = await call(
          makeSettlementStatement,
          attempt.current.with(makeSettlementStatement, { body }),
        );
        attempt.current.answered(null);
        return made;
      } catch (error) {
        attempt.current.answered(error);
        throw error;
      }
    },
    changes: [listSettlementStatements],
    refusal: (error) => refusalOf(error, t),
    onSent: ({ number }) => {
      showToast({ tone: 'success', title: t('settlement:paper.made', { number }) });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('settlement:paper.title')}
      submitLabel={t('settlement:paper.save')}
      onClose={onClose}
    >
      <p className={classes['help']}>{t('settlement:paper.help')}</p>
      <div className={classes['two']}>
        <DayInput label={t('settlement:paper.from')} {...form.field('from')} />
        <DayInput label={t('settlement:paper.to')} {...form.field('to')} />
      </div>
      <Select
        label={t('settlement:paper.bank')}
        data={[
          { value: '', label: t('settlement:banks.all') },
          ...banks.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        allowDeselect={false}
        {...form.field('bankId')}
      />
    </FormDialog>
  );
}
