import type { ImportRow } from '@mizan/contract/reconciliation.ts';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../platform/formats.ts';
import { RowList } from '../../ui/row-list.tsx';
import { Differences, daysOf } from './bank-files.columns.tsx';
import { ImportStateBadge } from './import-state.badge.tsx';

/** The list of bank files on a phone: two lines a file. */
export function BankFilesPhone({ rows, onOpen }: { rows: ImportRow[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation('reconciliation');
  return (
    <RowList
      label={t('reconciliation:tabs.bankFiles')}
      onOpen={onOpen}
      rows={rows.map((row) => ({
        id: row.id,
        title: <bdi>{row.fileName}</bdi>,
        detail: [daysOf(row) ?? formatMoment(row.createdAt), row.bankName]
          .filter((part) => part !== '')
          .join(' · '),
        figure: <Differences row={row} />,
        status: <ImportStateBadge row={row} />,
      }))}
    />
  );
}
