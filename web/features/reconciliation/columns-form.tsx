import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import {
  type BankFileDetail,
  confirmLayout,
  getBankFile,
  type LayoutProposal,
} from '@mizan/contract/reconciliation.ts';
import { type DateOrder, dateOrders } from '@mizan/contract/reconciliation-terms.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Form } from '../../ui/form.tsx';
import { assignField, missingFields } from './columns-choice.ts';
import { ColumnsTable } from './columns-table.tsx';
import classes from './reconciliation.module.css';
import { useUploadProblem } from './upload.words.ts';

/** The columns that were found, with the values below them, to be confirmed or corrected by hand. */
export function ColumnsForm({ detail, proposal }: { detail: BankFileDetail; proposal: LayoutProposal }) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const wordsOf = useUploadProblem();
  const client = useQueryClient();
  const form = useForm({
    start: {
      fields: proposal.columns.map(({ field }) => field),
      dateOrder: proposal.dateOrder,
      decimalComma: proposal.decimalComma,
      utc: proposal.utc,
      bankName: '',
      remember: true,
    },
    check: ({ fields }) => ({ fields: missingFields(fields).length > 0 && t('common:validation.required') }),
    send: ({ fields, bankName, ...others }) => {
      const columns = proposal.columns.map(({ key }, index) => ({ key, field: fields[index] ?? null }));
      const body = { columns, ...others, bankName: bankName.trim() };
      return call(confirmLayout, { params: { id: detail.id }, body });
    },
    refusal: (error) => wordsOf(isApiError(error) ? error : null),
    // The answer is the bank file as it goes on.
    onSent: (next) =>
      client.setQueryData(routeQuery(getBankFile, { params: { id: detail.id } }).queryKey, next),
  });
  const { fields, bankName, remember, ...formats } = form.values;
  return (
    <Form form={form} submitLabel={t('reconciliation:mapping.confirm')} shape="page">
      <h1 className={classes['progressTitle']}>{t('reconciliation:mapping.title')}</h1>
      <p className={classes['quiet']}>{t('reconciliation:mapping.help')}</p>
      <ColumnsTable
        columns={proposal.columns}
        fields={fields}
        onChange={(index, field) => form.change({ fields: assignField(fields, index, field) })}
      />
      <FormatFields formats={formats} onChange={form.change} />
      <div className={classes['columnsFoot']}>
        <TextInput label={t('common:fields.bank')} maxLength={80} {...form.field('bankName')} />
        <Checkbox
          checked={remember}
          onChange={(event) => form.change({ remember: event.currentTarget.checked })}
          label={
            bankName.trim() === ''
              ? t('reconciliation:mapping.rememberAny')
              : t('reconciliation:mapping.remember', { bank: bankName.trim() })
          }
        />
      </div>
      <div role="alert" className={classes['missing']}>
        {missingFields(fields).map((field) => (
          <p key={field}>
            {t('reconciliation:mapping.missing', { field: t(`reconciliation:bankField.${field}`) })}
          </p>
        ))}
      </div>
    </Form>
  );
}

interface Formats {
  dateOrder: DateOrder;
  decimalComma: boolean;
  utc: boolean;
}

/** How values are written, where that is a question: the order of day and month, the decimal mark, the clock. */
function FormatFields({
  formats,
  onChange,
}: {
  formats: Formats;
  onChange: (part: Partial<Formats>) => void;
}) {
  const { t } = useTranslation('reconciliation');
  return (
    <div className={classes['columnsFoot']}>
      <NativeSelect
        label={t('reconciliation:mapping.dateOrder.label')}
        value={formats.dateOrder}
        onChange={(event) => onChange({ dateOrder: event.currentTarget.value as DateOrder })}
        data={dateOrders.map((value) => ({ value, label: t(`reconciliation:mapping.dateOrder.${value}`) }))}
      />
      <NativeSelect
        label={t('reconciliation:mapping.decimal.label')}
        value={formats.decimalComma ? 'comma' : 'point'}
        onChange={(event) => onChange({ decimalComma: event.currentTarget.value === 'comma' })}
        data={['point', 'comma'].map((value) => ({
          value,
          label: t(`reconciliation:mapping.decimal.${value}`),
        }))}
      />
      <NativeSelect
        label={t('reconciliation:mapping.clock.label')}
        value={formats.utc ? 'utc' : 'riyadh'}
        onChange={(event) => onChange({ utc: event.currentTarget.value === 'utc' })}
        data={['riyadh', 'utc'].map((value) => ({
          value,
          label: t(`reconciliation:mapping.clock.${value}`),
        }))}
      />
    </div>
  );
}
