import type { BankFileRow } from '@mizan/contract/reconciliation.ts';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../platform/formats.ts';
import { BankFileStateBadge } from '../../../ui/bank-file-state-badge.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import { bankOf, daysOf, ToClaim } from './bank-files-columns.tsx';

/** The list of bank files on a phone: two lines a file. */
export function BankFilesPhone({ rows, onOpen }: { rows: BankFileRow[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation('reconciliation');
  return (
    <RowList
      label={t('reconciliation:tabs.bankFiles')}
      onOpen={onOpen}
      rows={rows.map((row) => ({
        id: row.id,
        title: <bdi>{bankOf(row)}</bdi>,
        detail: daysOf(row) ?? formatMoment(row.createdAt),
        figure: <ClaimOf row={row} />,
        status: <BankFileStateBadge row={row} />,
      }))}
    />
  );
}

/** Without a column's head over it, the figure says itself what it is. */
function ClaimOf({ row }: { row: BankFileRow }) {
  const { t } = useTranslation('reconciliation');
  if (row.toClaim.length === 0) return null;
  return (
    <>
      <span className="mz-visually-hidden">{t('reconciliation:list.toClaim')} </span>
      <ToClaim row={row} />
    </>
  );
}
