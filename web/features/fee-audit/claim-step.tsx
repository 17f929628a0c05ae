import { TextInput } from '@mantine/core';
import {
  answerFeeClaim,
  type FeeClaimDetail,
  feeClaimLimits,
  sendFeeClaim,
} from '@mizan/contract/fee-claims.ts';
import { parseAmount } from '@mizan/contract/money.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { useToday } from '../../platform/today.ts';
import { AmountInput } from '../../ui/amount-input.tsx';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { changedByClaim } from './claims.queries.ts';

interface ClaimStepProps {
  step: 'send' | 'answer';
  claim: FeeClaimDetail;
  onClose: () => void;
  refusal: (error: unknown) => string | undefined;
}

const isDay = (value: string | null): value is string => value !== null && /^\d{4}-\d\d-\d\d$/.test(value);

/** What was paid; nothing at all is an answer as well, and no amount that a form takes. */
const paidOf = (text: string): number | null => {
  if (/^[0٠]+([.٫][0٠]*)?$/.test(text.trim())) return 0;
  const parsed = parseAmount(text);
  return parsed.ok ? parsed.amountMinor : null;
};

/** Notes when a claim was sent, or what the bank answered. */
export default function ClaimStep({ step, claim, onClose, refusal }: ClaimStepProps) {
  const { t } = useTranslation(['fees', 'common']);
  const today = useToday();
  const form = useForm({
    start: { day: today as string | null, words: '', paid: '' },
    check: ({ day, paid }) => ({
      day: !isDay(day) && t('common:validation.required'),
      paid: step === 'answer' && paidOf(paid) === null && t('common:validation.amount'),
    }),
    send: ({ day, words, paid }) => {
      const params = { id: claim.id };
      return step === 'send'
        ? call(sendFeeClaim, { params, body: { sentOn: day ?? '', bankReference: words.trim() } })
        : call(answerFeeClaim, {
            params,
            body: { answeredOn: day ?? '', paidMinor: paidOf(paid) ?? 0, note: words.trim() },
          });
    },
    changes: changedByClaim,
    refusal,
    onSent: () => {
      showToast({ tone: 'success', title: t(`fees:claims.${step}Done`, { name: claim.name }) });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(`fees:claims.${step}`)}
      submitLabel={t('fees:claims.save')}
      onClose={onClose}
    >
      <DayInput label={t(`fees:claims.${step}Day`)} {...form.field('day')} />
      {step === 'answer' && <AmountInput label={t('fees:claims.paid')} {...form.field('paid')} />}
      <TextInput
        label={t(step === 'send' ? 'fees:claims.reference' : 'fees:claims.note')}
        maxLength={step === 'send' ? feeClaimLimits.referenceMax : feeClaimLimits.noteMax}
        {...form.field('words')}
      />
    </FormDialog>
  );
}
