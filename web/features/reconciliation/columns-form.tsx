import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { BankFileDetail, LayoutProposal } from '@mizan/contract/reconciliation.ts';
import { type BankField, type DateOrder, dateOrders } from '@mizan/contract/reconciliation-terms.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { assignField, missingFields } from './columns-choice.ts';
import { ColumnsTable } from './columns-table.tsx';
import classes from './reconciliation.module.css';
import { useConfirmLayout } from './reconciliation.queries.ts';
import { useUploadProblem } from './upload.words.ts';

/** The columns that were found, with the values below them, to be confirmed or corrected by hand. */
export function ColumnsForm({ detail, proposal }: { detail: BankFileDetail; proposal: LayoutProposal }) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const wordsOf = useUploadProblem();
  const confirm = useConfirmLayout(detail.id);
  const [fields, setFields] = useState<(BankField | null)[]>(proposal.columns.map(({ field }) => field));
  const [formats, setFormats] = useState({
    dateOrder: proposal.dateOrder,
    decimalComma: proposal.decimalComma,
    utc: proposal.utc,
  });
  const [bankName, setBankName] = useState('');
  const [remember, setRemember] = useState(true);
  const missing = missingFields(fields);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (missing.length > 0) return;
    const columns = proposal.columns.map(({ key }, index) => ({ key, field: fields[index] ?? null }));
    confirm.mutate({ columns, ...formats, bankName: bankName.trim(), remember });
  }

  return (
    <form className={classes['columns']} onSubmit={submit}>
      <h1 className={classes['progressTitle']}>{t('reconciliation:mapping.title')}</h1>
      <p className={classes['quiet']}>{t('reconciliation:mapping.help')}</p>
      <ColumnsTable
        columns={proposal.columns}
        fields={fields}
        onChange={(index, field) => setFields(assignField(fields, index, field))}
      />
      <FormatFields formats={formats} onChange={setFormats} />
      <div className={classes['columnsFoot']}>
        <TextInput
          label={t('common:fields.bank')}
          value={bankName}
          maxLength={80}
          onChange={(event) => setBankName(event.currentTarget.value)}
        />
        <Checkbox
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
          label={
            bankName.trim() === ''
              ? t('reconciliation:mapping.rememberAny')
              : t('reconciliation:mapping.remember', { bank: bankName.trim() })
          }
        />
      </div>
      <div role="alert" className={classes['formProblem']}>
        {missing.map((field) => (
          <p key={field}>
            {t('reconciliation:mapping.missing', { field: t(`reconciliation:bankField.${field}`) })}
          </p>
        ))}
        {confirm.isError && <p>{wordsOf(isApiError(confirm.error) ? confirm.error : null)}</p>}
      </div>
      <div className={classes['formFoot']}>
        <Button type="submit" loading={confirm.isPending} disabled={missing.length > 0}>
          {t('reconciliation:mapping.confirm')}
        </Button>
      </div>
    </form>
  );
}

interface Formats {
  dateOrder: DateOrder;
  decimalComma: boolean;
  utc: boolean;
}

/** How values are written, where that is a question: the order of day and month, the decimal mark, the clock. */
function FormatFields({ formats, onChange }: { formats: Formats; onChange: (formats: Formats) => void }) {
  const { t } = useTranslation('reconciliation');
  return (
    <div className={classes['columnsFoot']}>
      <NativeSelect
        label={t('reconciliation:mapping.dateOrder.label')}
        value={formats.dateOrder}
        onChange={(event) => onChange({ ...formats, dateOrder: event.currentTarget.value as DateOrder })}
        data={dateOrders.map((value) => ({ value, label: t(`reconciliation:mapping.dateOrder.${value}`) }))}
      />
      <NativeSelect
        label={t('reconciliation:mapping.decimal.label')}
        value={formats.decimalComma ? 'comma' : 'point'}
        onChange={(event) => onChange({ ...formats, decimalComma: event.currentTarget.value === 'comma' })}
        data={['point', 'comma'].map((value) => ({
          value,
          label: t(`reconciliation:mapping.decimal.${value}`),
        }))}
      />
      <NativeSelect
        label={t('reconciliation:mapping.clock.label')}
        value={formats.utc ? 'utc' : 'riyadh'}
        onChange={(event) => onChange({ ...formats, utc: event.currentTarget.value === 'utc' })}
        data={['riyadh', 'utc'].map((value) => ({
          value,
          label: t(`reconciliation:mapping.clock.${value}`),
        }))}
      />
    </div>
  );
}
