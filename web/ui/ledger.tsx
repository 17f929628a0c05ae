import {
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  type Row,
  type TableOptions,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import classes from './ledger.module.css';

export interface ColumnLook {
  /** 'figure' aligns physically right in both directions, so that decimal marks line up. */
  align?: 'start' | 'figure';
  /** A fixed width in px; without one the column takes what is left. */
  widthPx?: number;
}

/** What the tables of the product can do; column definitions are made for it by `columnsOf`. */
export const ledgerFeatures = tableFeatures({
  columnVisibilityFeature,
  columnMeta: metaHelper<ColumnLook>(),
});

/** `const column = columnsOf<Payment>()`, then `column.display({ id, header, cell, meta })`. */
export const columnsOf = <T extends object>() => createColumnHelper<typeof ledgerFeatures, T>();
type LedgerColumns<T extends object> = TableOptions<typeof ledgerFeatures, T>['columns'];

/** Row heights of the look, in px. */
export const rowHeights = { dense: 28, normal: 36, loose: 48 } as const;
export type Density = keyof typeof rowHeights;

/** What every table of the product takes. */
export interface LedgerProps<T extends object> {
  /** Read out before the table. */
  label: string;
  /** Stable between renders (module scope or useMemo). */
  columns: LedgerColumns<T>;
  /** Stable between renders. */
  rows: T[];
  rowId: (row: T) => string;
  density?: Density;
  hiddenColumns?: Readonly<Record<string, boolean>>;
  selectedId?: string | null;
  onOpen?: (row: T) => void;
  /** How many rows there are in all, where that is known; -1 where more may come. */
  totalRows?: number;
  /** Rows of sums, in the columns of the table. */
  sums?: ReactNode;
  /** Under the last row. */
  footer?: ReactNode;
}

type Ledger<T extends object> = ReturnType<typeof useLedger<T>>;

export function useLedger<T extends object>({ columns, rows, rowId, hiddenColumns }: LedgerProps<T>) {
  return useTable({
    features: ledgerFeatures,
    columns,
    data: rows,
    getRowId: rowId,
    state: { columnVisibility: { ...hiddenColumns } },
  });
}

/** One row of a table is in the tab order; the arrows move on from there. Answers it and the way to move it. */
export function useActiveRow(
  scroller: RefObject<HTMLElement | null>,
  rowCount: number,
  bringIntoSight?: (index: number) => void,
): [number, (index: number) => void] {
  const [active, setActive] = useState(0);
  function move(index: number): void {
    const next = Math.max(0, Math.min(rowCount - 1, index));
    setActive(next);
    bringIntoSight?.(next);
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-row-index="${next}"]`)?.focus();
    });
  }
  return [active, move];
}

interface LedgerTableProps<T extends object> {
  props: LedgerProps<T>;
  table: Ledger<T>;
  /** Which rows to draw; heights in px of those before and after that are not. */
  drawn: readonly number[];
  beforePx?: number;
  afterPx?: number;
  active: number;
  onMove: (index: number) => void;
}

export function LedgerTable<T extends object>(parts: LedgerTableProps<T>) {
  const { props, table, active, onMove } = parts;
  const rows = table.getRowModel().rows;
  return (
    <table
      className={classes['table']}
      data-density={props.density ?? 'normal'}
      aria-label={props.label}
      aria-rowcount={props.totalRows === -1 ? -1 : (props.totalRows ?? rows.length) + 1}
    >
      <TableHead table={table} />
      <tbody>
        <Spacer heightPx={parts.beforePx ?? 0} />
        {parts.drawn.map((index) => {
          const row = rows[index];
          return row ? (
            <LedgerRow
              key={row.id}
              row={row}
              table={table}
              index={index}
              selected={props.selectedId === row.id}
              inTabOrder={index === active}
              onOpen={props.onOpen}
              onMove={onMove}
              lastIndex={rows.length - 1}
            />
          ) : null;
        })}
        <Spacer heightPx={parts.afterPx ?? 0} />
      </tbody>
      {props.sums && <tfoot>{props.sums}</tfoot>}
    </table>
  );
}

function TableHead<T extends object>({ table }: { table: Ledger<T> }) {
  return (
    <>
      <colgroup>
        {table.getVisibleLeafColumns().map((column) => (
          <col key={column.id} style={{ inlineSize: column.columnDef.meta?.widthPx ?? 'auto' }} />
        ))}
      </colgroup>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} aria-rowindex={1}>
            {group.headers.map((header) => (
              <th key={header.id} scope="col" data-align={header.column.columnDef.meta?.align}>
                {header.isPlaceholder ? null : <table.FlexRender header={header} />}
              </th>
            ))}
          </tr>
        ))}
      </thead>
    </>
  );
}

interface LedgerRowProps<T extends object> {
  row: Row<typeof ledgerFeatures, T>;
  table: Ledger<T>;
  index: number;
  lastIndex: number;
  selected: boolean;
  inTabOrder: boolean;
  onOpen: ((row: T) => void) | undefined;
  onMove: (index: number) => void;
}

const pageOfRows = 10;

function LedgerRow<T extends object>(props: LedgerRowProps<T>) {
  const { row, table, index, selected, onOpen } = props;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    const targets: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + pageOfRows,
      PageUp: index - pageOfRows,
      Home: 0,
      End: props.lastIndex,
    };
    const target = targets[event.key];
    if (target !== undefined) props.onMove(target);
    else if (event.key === 'Enter' || event.key === ' ') onOpen?.(row.original);
    else return;
    event.preventDefault();
  }

  const reachable = onOpen && {
    'data-clickable': true,
    tabIndex: props.inTabOrder ? 0 : -1,
    onClick: () => onOpen(row.original),
    onKeyDown,
  };
  return (
    <tr
      aria-rowindex={index + 2}
      data-row-index={index}
      data-selected={selected || undefined}
      aria-current={selected || undefined}
      {...reachable}
    >
      {row.getVisibleCells().map((cell) => (
        <td key={cell.id} data-align={cell.column.columnDef.meta?.align}>
          <table.FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  );
}

/** Stands for the rows that are not drawn, so that the scroll bar tells the truth. */
function Spacer({ heightPx }: { heightPx: number }) {
  if (heightPx <= 0) return null;
  return <tr aria-hidden="true" style={{ blockSize: heightPx }} />;
}
