import { Select, TextInput } from '@mantine/core';
import { addBank, type BankRow, bankNameMax, changeBank } from '@mizan/contract/banks.ts';
import { bankCodeOf, isSaudiIban, plainIban } from '@mizan/contract/iban.ts';
import { bankOf, saudiBanks } from '@mizan/contract/saudi-banks.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { type FormState, useForm } from '../../platform/form.ts';
import { language } from '../../platform/language.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { changedByAgreement } from './discounts.queries.ts';
import { refusalOf } from './refusal.words.ts';

const other = 'other';
const cutoffShape = /^([01]\d|2[0-3]):[0-5]\d$/;

const start = (bank: BankRow | null) => ({
  code: bank ? (bank.code ?? other) : '',
  nameEn: bank?.nameEn ?? '',
  nameAr: bank?.nameAr ?? '',
  iban: bank?.iban ?? '',
  cutoff: '00:00',
});
type Values = ReturnType<typeof start>;

const seenOf = ({ code, nameEn, nameAr, iban }: Values) => ({
  code: code === other ? null : code,
  nameEn,
  nameAr,
  iban: iban || null,
});

/** A known bank is called by its name, another one as somebody wrote it. */
function send(
  { code, iban, cutoff, ...names }: Values,
  seen: Values,
  bank: BankRow | null,
): Promise<{ id: string }> {
  const known = bankOf(code);
  const body = {
    nameEn: known?.en ?? names.nameEn.trim(),
    nameAr: known?.ar ?? names.nameAr.trim(),
    code: known?.code ?? null,
    iban: iban.trim() === '' ? null : plainIban(iban),
  };
  return bank
    ? call(changeBank, { params: { id: bank.id }, body: { ...body, seen: seenOf(seen) } })
    : call(addBank, { body: { ...body, cutoff } });
}

/** Adds a bank, or changes what it is called and where it pays from. */
export default function BankForm({ bank, onClose }: { bank: BankRow | null; onClose: () => void }) {
  const { t } = useTranslation(['discounts', 'common']);
  const form = useForm({
    edits: bank !== null,
    start: start(bank),
    check: ({ code, nameEn, nameAr, iban, cutoff }) => ({
      code: code === '' && t('common:validation.required'),
      nameEn: code === other && nameEn.trim() === '' && t('common:validation.required'),
      nameAr: code === other && nameAr.trim() === '' && t('common:validation.required'),
      iban: ibanProblem(iban, code, t),
      cutoff: !cutoffShape.test(cutoff) && t('discounts:bank.cutoffProblem'),
    }),
    send: (values, seen) => send(values, seen, bank),
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
      title={t(bank ? 'discounts:bank.change' : 'discounts:bank.add')}
      submitLabel={t('common:actions.save')}
      onClose={onClose}
    >
      <Select
        label={t('common:fields.bank')}
        searchable
        data={[
          ...saudiBanks.map(({ code, en, ar }) => ({ value: code, label: language === 'en' ? en : ar })),
          { value: other, label: t('discounts:bank.other') },
        ]}
        allowDeselect={false}
        {...form.field('code')}
        value={form.values.code === '' ? null : form.values.code}
      />
      {form.values.code === other && <NameFields form={form} />}
      <TextInput
        label={`${t('discounts:bank.iban')} (${t('common:words.optional')})`}
        description={t('discounts:bank.ibanHelp')}
        dir="ltr"
        {...form.field('iban')}
      />
      {!bank && (
        <TextInput
          label={t('discounts:bank.cutoffField')}
          description={t('discounts:bank.cutoffHelp')}
          dir="ltr"
          {...form.field('cutoff')}
        />
      )}
    </FormDialog>
  );
}

function NameFields({ form }: { form: FormState<Values> }) {
  const { t } = useTranslation('discounts');
  return (
    <>
      <TextInput
        label={t('discounts:bank.nameEn')}
        maxLength={bankNameMax}
        dir="ltr"
        {...form.field('nameEn')}
      />
      <TextInput
        label={t('discounts:bank.nameAr')}
        maxLength={bankNameMax}
        dir="rtl"
        {...form.field('nameAr')}
      />
    </>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

/** Wrong digits, or the IBAN of another bank than the one that was chosen. */
function ibanProblem(iban: string, code: string, t: Translate): string | false {
  if (iban.trim() === '') return false;
  if (!isSaudiIban(iban)) return t('discounts:bank.ibanProblem');
  const isOther = bankOf(code) !== undefined && bankCodeOf(iban) !== code;
  return isOther && t('discounts:bank.ibanOther');
}
