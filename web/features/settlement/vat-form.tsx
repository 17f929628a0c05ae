import { Select, TextInput } from '@mantine/core';
import { type Currency, currencies, parseAmount } from '@mizan/contract/money.ts';
import {
  addVatInvoice,
  getVatReport,
  invoiceKinds,
  invoiceNumberMax,
  type VatReport,
} from '@mizan/contract/vat-report.ts';
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
import { formatMonth, inLanguage } from './settlement.words.ts';

interface VatFormProps {
  report: VatReport;
  onClose: () => void;
}

/** In minor units; null where it is no amount. A credit note of VAT alone has no fees, so zero is one. */
function minorOf(text: string): number | null {
  const parsed = parseAmount(text);
  if (parsed.ok) return parsed.amountMinor;
  return parsed.problem === 'positive' && !/[-−]/.test(text) ? 0 : null;
}

function refusalOf(
  error: unknown,
  t: TFunction,
): string | { number: string } | { issuedOn: string } | undefined {
  if (!isApiError(error)) return undefined;
  const { reason, month } = error.details;
  if (reason === 'number') {
    return { number: t('settlement:vat.refused.number', { month: formatMonth(`${month}-15`) }) };
  }
  if (reason === 'future') return { issuedOn: t('settlement:vat.refused.future') };
  return reason === 'tooMany' ? t('settlement:vat.refused.tooMany') : undefined;
}

const startOf = ({ banks }: VatReport) => ({
  bankId: banks[0]?.id ?? '',
  kind: 'INVOICE' as (typeof invoiceKinds)[number],
  number: '',
  issuedOn: null as string | null,
  base: '',
  vat: '',
  currency: 'SAR' as Currency,
});
type Values = ReturnType<typeof startOf>;

function problemsOf({ number, issuedOn, base, vat }: Values, today: string, t: TFunction) {
  const [baseMinor, vatMinor] = [minorOf(base), minorOf(vat)];
  const isNothing = baseMinor === 0 && vatMinor === 0;
  return {
    number: number.trim() === '' && t('common:validation.required'),
    issuedOn: !isWholeDay(issuedOn)
      ? t('common:validation.required')
      : issuedOn > today && t('settlement:vat.refused.future'),
    base: baseMinor === null && t('common:validation.amount'),
    vat:
      (vatMinor === null && t('common:validation.amount')) || (isNothing && t('settlement:vat.refused.zero')),
  };
}

function useVatForm({ report, onClose }: VatFormProps) {
  const { t } = useTranslation(['settlement', 'common']);
  const attempt = useRef(attempts());
  return useForm({
    start: startOf(report),
    check: (values) => problemsOf(values, report.today, t),
    send: async ({ base, vat, number, issuedOn, ...values }) => {
      const body = {
        ...values,
        requestId: '',
        month: report.month,
        number: number.trim(),
        issuedOn: issuedOn ?? '',
        baseMinor: minorOf(base) ?? 0,
        vatMinor: minorOf(vat) ?? 0,
      };
      try {
        const made = await call(addVatInvoice, attempt.current.with(addVatInvoice, { body }));
        attempt.current.answered(null);
        return made;
      } catch (error) {
        attempt.current.answered(error);
        throw error;
      }
    },
    changes: [getVatReport],
    refusal: (error) => refusalOf(error, t),
    onSent: ({ number }) => {
      showToast({ tone: 'success', title: t('settlement:vat.saved', { number }) });
      onClose();
    },
  });
}

/** A bank's invoice for the month that shows. */
export default function VatForm(props: VatFormProps) {
  const { report, onClose } = props;
  const { t } = useTranslation(['settlement', 'common', 'units']);
  const form = useVatForm(props);
  return (
    <FormDialog
      form={form}
      title={t('settlement:vat.title')}
      submitLabel={t('settlement:vat.save')}
      onClose={onClose}
    >
      <p className={classes['help']}>
        {t('settlement:vat.month')} {formatMonth(`${report.month}-15`)}. {t('settlement:vat.formHelp')}
      </p>
      <div className={classes['two']}>
        <Select
          label={t('common:fields.bank')}
          data={report.banks.map((bank) => ({ value: bank.id, label: inLanguage(bank) }))}
          allowDeselect={false}
          {...form.field('bankId')}
        />
        <Select
          label={t('settlement:vat.kind')}
          data={invoiceKinds.map((each) => ({ value: each, label: t(`settlement:vat.kinds.${each}`) }))}
          allowDeselect={false}
          {...form.field('kind')}
        />
        <TextInput
          label={t('settlement:vat.number')}
          maxLength={invoiceNumberMax}
          dir="auto"
          data-autofocus
          {...form.field('number')}
        />
        <DayInput label={t('settlement:vat.issuedOn')} {...form.field('issuedOn')} />
        <TextInput label={t('settlement:vat.base')} inputMode="decimal" dir="ltr" {...form.field('base')} />
        <TextInput label={t('settlement:vat.vat')} inputMode="decimal" dir="ltr" {...form.field('vat')} />
        <Select
          label={t('settlement:deposit.currency')}
          data={currencies.map((each) => ({ value: each, label: t(`units:currency.${each}`) }))}
          allowDeselect={false}
          {...form.field('currency')}
        />
      </div>
    </FormDialog>
  );
}
