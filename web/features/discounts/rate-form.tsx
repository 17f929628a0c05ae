import { Button, Select, TextInput } from '@mantine/core';
import { type AgreedScheme, agreedSchemes } from '@mizan/contract/banks.ts';
import { addRate, askRestatement, type RateRow, rateNoteMax } from '@mizan/contract/discounts.ts';
import { decimalText } from '@mizan/contract/money.ts';
import type { RateProposal } from '@mizan/contract/rate-proposals.ts';
import { vatOn } from '@mizan/contract/vat.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { type FormState, useForm } from '../../platform/form.ts';
import { formatAmount, formatDate, formatPercent } from '../../platform/formats.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './discounts.module.css';
import { changedByAgreement, type Discounts, nameOf } from './discounts.queries.ts';
import { refusalOf } from './refusal.words.ts';
import { minorFrom, percentFrom } from './terms.words.ts';

interface RateFormProps {
  discounts: Discounts;
  /** The rate that is wrong: its correction is asked for, and another person decides. */
  wrong?: RateRow;
  onClose: () => void;
}

const start = (discounts: Discounts, wrong: RateRow | undefined) => ({
  bankId: wrong?.bankId ?? discounts.banks[0]?.id ?? '',
  scheme: (wrong?.scheme ?? 'Mada') as AgreedScheme,
  validFrom: (wrong?.validFrom ?? null) as string | null,
  mdr: wrong ? decimalText(wrong.mdrBps) : '',
  vat: wrong && wrong.ownVatBps !== null ? decimalText(wrong.ownVatBps) : '',
  cap: wrong && wrong.capLimitMinor !== null ? decimalText(wrong.capLimitMinor) : '',
  processing: wrong ? decimalText(wrong.processingFeeMinor) : '0.00',
  days: wrong ? String(wrong.paidWithin.days) : '',
  kind: wrong?.paidWithin.kind ?? ('WORKING' as 'WORKING' | 'CALENDAR'),
  note: '',
});
type Values = ReturnType<typeof start>;

const daysFrom = (text: string): number | null => {
  const days = minorFrom(text);
  return days !== null && days % 100 === 0 && days <= 6_000 ? days / 100 : null;
};

function send(values: Values, isCorrection: boolean): Promise<{ id: string }> {
  const { bankId, scheme, validFrom, kind, note } = values;
  const body = {
    bankId,
    scheme,
    validFrom: validFrom ?? '',
    mdrBps: percentFrom(values.mdr) ?? 0,
    vatBps: values.vat.trim() === '' ? null : percentFrom(values.vat),
    capLimitMinor: values.cap.trim() === '' ? null : minorFrom(values.cap),
    processingFeeMinor: minorFrom(values.processing) ?? 0,
    paidWithin: { days: daysFrom(values.days) ?? 0, kind },
  };
  return isCorrection
    ? call(askRestatement, { body: { ...body, reason: note.trim() } })
    : call(addRate, { body: { ...body, note: note.trim() } });
}

/** The form with what is wrong in it. */
function useRateForm({ discounts, wrong, onClose }: RateFormProps) {
  const { t } = useTranslation(['discounts', 'transactions', 'common']);
  const percent = (text: string) => percentFrom(text) === null && t('discounts:form.percent');
  const amount = (text: string) => minorFrom(text) === null && t('common:validation.amount');
  const firstDayOf = (bankId: string) => discounts.banks.find(({ id }) => id === bankId)?.firstDay ?? '';
  return useForm({
    start: start(discounts, wrong),
    check: (values) => ({
      validFrom:
        values.validFrom === null
          ? t('common:validation.required')
          : !wrong &&
            values.validFrom < firstDayOf(values.bankId) &&
            t('discounts:form.begun', { day: formatDate(firstDayOf(values.bankId)) }),
      mdr: percent(values.mdr),
      vat: values.vat.trim() !== '' && percent(values.vat),
      cap: values.cap.trim() !== '' && amount(values.cap),
      processing: amount(values.processing),
      days: daysFrom(values.days) === null && t('discounts:form.days'),
      note: wrong !== undefined && values.note.trim() === '' && t('common:validation.required'),
    }),
    send: (values) => send(values, wrong !== undefined),
    changes: changedByAgreement,
    refusal: (error) => refusalOf(error, t),
    onSent: () => {
      showToast({ tone: 'success', title: t(wrong ? 'discounts:restate.asked' : 'discounts:form.added') });
      onClose();
    },
  });
}

/** A new rate for days to come, or the right figures of one that was wrong. */
export default function RateForm(props: RateFormProps) {
  const { discounts, wrong, onClose } = props;
  const { t } = useTranslation(['discounts', 'transactions', 'common']);
  const form = useRateForm(props);
  const bank = discounts.banks.find(({ id }) => id === form.values.bankId);
  if (wrong && discounts.otherApprovers === 0) return <NobodyElse onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={t(wrong ? 'discounts:restate.title' : 'discounts:newRate')}
      submitLabel={t(wrong ? 'discounts:restate.send' : 'discounts:form.add')}
      onClose={onClose}
    >
      <p className={classes['help']}>{t(wrong ? 'discounts:restate.help' : 'discounts:form.help')}</p>
      <div className={classes['two']}>
        <Select
          label={t('common:fields.bank')}
          data={discounts.banks.map((each) => ({ value: each.id, label: nameOf(each) }))}
          allowDeselect={false}
          disabled={wrong !== undefined}
          {...form.field('bankId')}
        />
        <Select
          label={t('discounts:columns.card')}
          data={agreedSchemes.map((each) => ({ value: each, label: t(schemeKey(each)) }))}
          allowDeselect={false}
          disabled={wrong !== undefined}
          {...form.field('scheme')}
        />
      </div>
      <DayInput
        label={t('discounts:columns.validFrom')}
        {...(!wrong &&
          bank && { description: t('discounts:form.earliest', { day: formatDate(bank.firstDay) }) })}
        {...form.field('validFrom')}
      />
      {!wrong && <Proposal form={form} proposal={discounts.proposals[form.values.scheme]} />}
      <TermsFields form={form} vatBps={vatOn(discounts.vat, form.values.validFrom ?? bank?.firstDay ?? '')} />
      <TextInput
        label={t(wrong ? 'discounts:restate.reason' : 'discounts:form.note')}
        maxLength={rateNoteMax}
        {...form.field('note')}
      />
    </FormDialog>
  );
}

/** What is usual for the card, to be filled in by a click and held against the agreement: nothing is taken by itself. */
function Proposal({ form, proposal }: { form: FormState<Values>; proposal: RateProposal | null }) {
  const { t } = useTranslation('discounts');
  if (!proposal) return null;
  const { mdrBps, capLimitMinor, processingFeeMinor } = proposal;
  const cap =
    capLimitMinor === null
      ? t('discounts:noCap')
      : t('discounts:cap', { amount: formatAmount(capLimitMinor) });
  const fill = () => {
    form.field('mdr').onChange(decimalText(mdrBps));
    form.field('cap').onChange(capLimitMinor === null ? '' : decimalText(capLimitMinor));
    form.field('processing').onChange(decimalText(processingFeeMinor));
  };
  return (
    <div className={classes['proposal']}>
      <span className={classes['help']}>
        {t('discounts:form.proposal', {
          rate: formatPercent(mdrBps),
          cap,
          fee: formatAmount(processingFeeMinor),
        })}
      </span>
      <Button variant="default" onClick={fill}>
        {t('discounts:form.useProposal')}
      </Button>
    </div>
  );
}

function TermsFields({ form, vatBps }: { form: FormState<Values>; vatBps: number }) {
  const { t } = useTranslation('discounts');
  return (
    <div className={classes['two']}>
      <TextInput label={t('discounts:form.mdr')} inputMode="decimal" dir="ltr" {...form.field('mdr')} />
      <TextInput
        label={t('discounts:form.vat')}
        description={t('discounts:form.vatHelp', { vat: formatPercent(vatBps) })}
        inputMode="decimal"
        dir="ltr"
        {...form.field('vat')}
      />
      <TextInput
        label={t('discounts:columns.cap')}
        description={t('discounts:form.capHelp')}
        inputMode="decimal"
        dir="ltr"
        {...form.field('cap')}
      />
      <TextInput
        label={t('discounts:form.processing')}
        description={t('discounts:form.processingHelp')}
        inputMode="decimal"
        dir="ltr"
        {...form.field('processing')}
      />
      <TextInput label={t('discounts:form.paidWithin')} inputMode="numeric" {...form.field('days')} />
      <Select
        label={t('discounts:form.kind')}
        data={(['WORKING', 'CALENDAR'] as const).map((value) => ({
          value,
          label: t(`discounts:kind.${value}`),
        }))}
        allowDeselect={false}
        {...form.field('kind')}
      />
    </div>
  );
}

/** With nobody else to approve it, a correction is not asked for. */
function NobodyElse({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['discounts', 'common']);
  const form = useForm({ start: {}, send: async () => onClose() });
  return (
    <FormDialog
      form={form}
      title={t('discounts:restate.title')}
      submitLabel={t('common:actions.close')}
      onClose={onClose}
    >
      <p className={classes['help']}>{t('discounts:refused.noSecondPerson')}</p>
    </FormDialog>
  );
}
