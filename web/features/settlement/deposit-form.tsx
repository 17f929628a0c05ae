import { Checkbox, Select, TextInput } from '@mantine/core';
import { addDeposit, depositNoteMax, matchDeposit, referenceMax } from '@mizan/contract/deposits.ts';
import { currencies } from '@mizan/contract/money.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { attempts } from '../../platform/command.ts';
import { type FormState, useForm } from '../../platform/form.ts';
import { formatAmount } from '../../platform/formats.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './deposit.module.css';
import { sumOf } from './deposit-choices.ts';
import { ByHand, DepositOptions } from './deposit-options.tsx';
import {
  amountOf,
  askedOf,
  type DepositFormProps,
  type DepositValues,
  isWholeDay,
  pickedOf,
  startOf,
} from './deposit-values.ts';
import { refusalOf } from './refusal.words.ts';
import { changedByDeposit, useReadings } from './settlement.queries.ts';

type Attempt = ReturnType<typeof attempts>;

async function send(values: DepositValues, props: DepositFormProps, attempt: Attempt) {
  const { deposit } = props;
  const shares = pickedOf(values, props).shares ?? [];
  const { bankId, currency, valueDate, reference, note, isOverpaid, isAnother } = values;
  if (deposit) return call(matchDeposit, { params: { id: deposit.id }, body: { shares, isOverpaid } });
  const entered = {
    bankId,
    currency,
    valueDate: valueDate ?? '',
    amountMinor: amountOf(values, deposit) ?? 0,
    reference: reference.trim(),
    note: note.trim(),
    shares,
    isOverpaid,
    isAnother,
  };
  try {
    const made = await call(addDeposit, attempt.with(addDeposit, { body: { ...entered, requestId: '' } }));
    attempt.answered(null);
    return made;
  } catch (error) {
    attempt.answered(error);
    throw error;
  }
}

function useDepositForm(props: DepositFormProps) {
  const { deposit, onClose } = props;
  const { t } = useTranslation(['settlement', 'common', 'units']);
  const attempt = useRef(attempts());
  return useForm({
    start: startOf(props),
    check: (values) => {
      const { choice, readings, shares, isOver } = pickedOf(values, props);
      const amountMinor = amountOf(values, deposit);
      const isTooMuch = choice?.id === 'hand' && sumOf(shares ?? []) > (amountMinor ?? 0);
      return {
        bankId: values.bankId === '' && t('common:validation.required'),
        valueDate: !isWholeDay(values.valueDate) && t('common:validation.required'),
        amount: amountMinor === null && t('common:validation.amount'),
        // What it may pay has to be on the screen before anything is kept.
        choice: !choice && t(readings ? 'settlement:deposit.choose' : 'settlement:deposit.reading'),
        typed:
          (shares === null && t('common:validation.amount')) ||
          (isTooMuch && t('settlement:refused.exceeds')),
        isOverpaid: isOver && !values.isOverpaid && t('settlement:deposit.sayOverpaid'),
      };
    },
    send: (values) => send(values, props, attempt.current),
    changes: changedByDeposit,
    refusal: (error) => refusalOf(error, t),
    onSent: ({ amountMinor, currency }) => {
      const amount = formatAmount(amountMinor, { currency: t(`units:currency.${currency}`) });
      showToast({
        tone: 'success',
        title: t(deposit ? 'settlement:deposit.matched' : 'settlement:deposit.added', { amount }),
      });
      onClose();
    },
  });
}

/** A deposit with what it pays, or what one that is on record pays: the proposal is seen before it is kept. */
export default function DepositForm(props: DepositFormProps) {
  const { deposit, onClose } = props;
  const { t } = useTranslation(['settlement', 'common', 'units']);
  const form = useDepositForm(props);
  const { values } = form;
  useReadings(askedOf(values, deposit));
  const amountMinor = amountOf(values, deposit);
  return (
    <FormDialog
      form={form}
      title={t(deposit ? 'settlement:deposit.match' : 'settlement:deposit.add')}
      submitLabel={t(deposit ? 'settlement:deposit.matchSave' : 'settlement:deposit.save')}
      onClose={onClose}
    >
      {deposit ? (
        <p className={classes['help']}>
          {t('settlement:deposit.toMatch', {
            amount: formatAmount(amountMinor ?? 0, { currency: t(`units:currency.${deposit.currency}`) }),
          })}
        </p>
      ) : (
        <DepositFields form={form} {...props} />
      )}
      {amountMinor !== null && <Pays form={form} amountMinor={amountMinor} {...props} />}
      {(values.isAnother || form.reason === 'alike') && (
        <Checkbox
          label={t('settlement:deposit.another')}
          checked={values.isAnother}
          onChange={(event) => form.change({ isAnother: event.currentTarget.checked })}
        />
      )}
    </FormDialog>
  );
}

type PartProps = DepositFormProps & { form: FormState<DepositValues> };

/** What it pays: proposed, chosen, or typed. */
function Pays({ form, amountMinor, ...props }: PartProps & { amountMinor: number }) {
  const { t } = useTranslation('settlement');
  const { values } = form;
  const { readings, choices, choice, isOver, named } = pickedOf(values, props);
  if (!readings) return null;
  return (
    <>
      <DepositOptions
        readings={readings}
        choices={props.deposit ? choices.filter(({ id }) => id !== 'later') : choices}
        chosen={choice?.id ?? null}
        onChoose={(id) => form.change({ choice: named(id), isOverpaid: false })}
        error={form.problems['choice'] || undefined}
      />
      {choice?.id === 'hand' && (
        <ByHand
          readings={readings}
          currency={values.currency}
          amountMinor={amountMinor}
          typed={values.typed}
          onType={(key, text) => form.change({ typed: { ...values.typed, [key]: text } })}
        />
      )}
      {isOver && (
        <Checkbox
          label={t('settlement:deposit.overpaid')}
          checked={values.isOverpaid}
          error={form.problems['isOverpaid']}
          onChange={(event) => form.change({ isOverpaid: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function DepositFields({ form, banks, cell }: PartProps) {
  const { t } = useTranslation(['settlement', 'common', 'units']);
  return (
    <div className={classes['two']}>
      <Select
        label={t('common:fields.bank')}
        data={banks.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        disabled={cell !== undefined}
        {...form.field('bankId')}
      />
      <Select
        label={t('settlement:deposit.currency')}
        data={currencies.map((each) => ({ value: each, label: t(`units:currency.${each}`) }))}
        allowDeselect={false}
        disabled={cell !== undefined}
        {...form.field('currency')}
      />
      <TextInput
        label={t('settlement:deposit.amount')}
        inputMode="decimal"
        dir="ltr"
        data-autofocus
        {...form.field('amount')}
      />
      <DayInput label={t('settlement:deposit.valueDate')} {...form.field('valueDate')} />
      <TextInput
        label={`${t('settlement:deposit.reference')} (${t('common:words.optional')})`}
        maxLength={referenceMax}
        dir="auto"
        {...form.field('reference')}
      />
      <TextInput
        label={`${t('settlement:deposit.note')} (${t('common:words.optional')})`}
        maxLength={depositNoteMax}
        dir="auto"
        {...form.field('note')}
      />
    </div>
  );
}
