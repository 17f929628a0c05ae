import type { ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import type { LedgerProps } from './ledger.tsx';
import { ListView, type ListViewProps, MoreRows } from './list-view.tsx';

export interface ListTableProps<Row extends object>
  extends Omit<ListViewProps<Row>, 'children'>,
    Omit<LedgerProps<Row>, 'rows' | 'totalRows' | 'footer'> {
  /** The table fills the window and scrolls in its own box, as its `Page` does. */
  fill?: boolean;
  /** The rows where the columns have no room: `onPhone && <Rows />`. */
  small?: ReactNode;
}

/** A list as a ledger, or as rows of its own where the screen is small, with the way to the next page below. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { list, skeletonRows, onClear, empty, small, ...table } = props;
  const more = <MoreRows list={list} />;
  return (
    <ListView list={list} skeletonRows={skeletonRows ?? 8} onClear={onClear} empty={empty}>
      {(rows) =>
        small ? (
          <>
            {small}
            {more}
          </>
        ) : (
          <DataTable {...table} rows={rows} totalRows={list.hasMore ? -1 : rows.length} footer={more} />
        )
      }
    </ListView>
  );
}
