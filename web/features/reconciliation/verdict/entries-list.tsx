import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import type { BankFileDetail, BankFileResult, EntryFilter } from '@mizan/contract/reconciliation.ts';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { useIsTablet } from '../../../ui/screen-width.ts';
import { LoadingState } from '../../../ui/states.tsx';
import { useEntries } from '../bank-file/reconciliation.queries.ts';
import { useReconciliationSearch } from '../bank-file/reconciliation.search.ts';
import { entryColumns, quietColumns } from './entries-columns.tsx';
import { EntriesPhone } from './entries-phone.tsx';
import { figureKey, isFigure } from './verdict-figures.ts';

/** Few outcomes have no entry. */
const NoEntries = lazyPart(() => import('./no-entries.tsx'));

/** The entries of an outcome, page by page, each with its nearest records and the field that failed. */
export function EntriesList({
  detail,
  result,
  outcome,
  parts,
}: {
  detail: BankFileDetail;
  result: BankFileResult;
  outcome: EntryFilter;
  parts: EntryParts;
}) {
  const { t } = useTranslation(['reconciliation', 'common', 'transactions']);
  const { entry, openEntry } = useReconciliationSearch();
  const onTablet = useIsTablet();
  const list = useEntries(detail.id, outcome, parts);
  const counted = isFigure(outcome) ? outcome : 'here';
  const columns = useMemo(() => {
    const name = isFigure(outcome)
      ? figureKey(result, outcome, detail.setRight)
      : 'reconciliation:entries.difference';
    return outcome === 'already' ? quietColumns(t) : entryColumns(t, { name, of: counted });
  }, [t, outcome, counted, result, detail.setRight]);
  return (
    <ListTable
      list={list}
      onClear={false}
      empty={
        <Suspense fallback={<LoadingState rows={3} />}>
          <NoEntries detail={detail} outcome={outcome} />
        </Suspense>
      }
      label={t('reconciliation:entries.title')}
      columns={columns}
      rowId={(row) => String(row.seq)}
      selectedId={entry === undefined ? null : String(entry)}
      onOpen={(row) => openEntry(row.seq)}
      small={onTablet && <EntriesPhone rows={list.rows} counted={counted} onOpen={openEntry} />}
    />
  );
}
