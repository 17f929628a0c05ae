import { NativeSelect } from '@mantine/core';
import type { LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import { type BankField, bankFields } from '@mizan/contract/reconciliation-terms.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/formats.ts';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import classes from './columns.module.css';

interface ColumnsTableProps {
  columns: LayoutProposal['columns'];
  fields: readonly (BankField | null)[];
  onChange: (index: number, field: BankField | null) => void;
}

/** Its name, or its place in a file that names no columns. */
const titleOf = (t: TFunction, { title }: LayoutProposal['columns'][number], index: number): string =>
  title === '' ? t('reconciliation:mapping.place', { place: formatNumber(index + 1) }) : title;

/** Every column of the file: its name, the first values below it, and what it is taken for. */
export function ColumnsTable({ columns, fields, onChange }: ColumnsTableProps) {
  const { t } = useTranslation('reconciliation');
  const choices = useMemo(
    () => [
      { value: '', label: t('reconciliation:mapping.notUsed') },
      ...bankFields.map((field) => ({ value: field, label: t(`reconciliation:bankField.${field}`) })),
    ],
    [t],
  );
  return (
    <table className={classes['table']} aria-label={t('reconciliation:mapping.column')}>
      <thead>
        <tr>
          <th scope="col">{t('reconciliation:mapping.column')}</th>
          <th scope="col">{t('reconciliation:mapping.samples')}</th>
          <th scope="col">{t('reconciliation:mapping.field')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column, index) => (
          <tr key={column.key || index} data-used={fields[index] !== null || undefined}>
            <th scope="row">
              <bdi>{titleOf(t, column, index)}</bdi>
            </th>
            <td {...opensNothing('oneRow')}>
              {column.samples.map((sample, at) => (
                // The samples never move: their place is their identity.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <bdi key={at} className={classes['sample']}>
                  {sample}
                </bdi>
              ))}
            </td>
            <td>
              <NativeSelect
                aria-label={t('reconciliation:mapping.fieldOf', { column: titleOf(t, column, index) })}
                value={fields[index] ?? ''}
                data={choices}
                onChange={(event) => onChange(index, (event.currentTarget.value || null) as BankField | null)}
                description={
                  column.isByValues && fields[index] === column.field && t('reconciliation:mapping.byValues')
                }
                inputWrapperOrder={['label', 'input', 'description', 'error']}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
