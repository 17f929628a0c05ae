import { useRef } from 'react';
import classes from './ledger.module.css';
import { type LedgerProps, LedgerTable, useActiveRow, useLedger } from './ledger.tsx';

export { columnsOf } from './ledger.tsx';

export interface DataTableProps<T extends object> extends LedgerProps<T> {
  /** Lets the table scroll in its own box, with its head standing. Otherwise it grows with its rows. */
  fill?: boolean;
}

/** A ledger: hairlines instead of boxes, figures in columns, reachable by keyboard. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const table = useLedger(props);
  const rowCount = table.getRowModel().rows.length;
  const [active, move] = useActiveRow(scroller, rowCount);
  const drawn = Array.from({ length: rowCount }, (_, index) => index);
  return (
    <div ref={scroller} className={classes['scroller']} data-fill={props.fill || undefined}>
      <LedgerTable props={props} table={table} drawn={drawn} active={active} onMove={move} />
      {props.footer}
    </div>
  );
}
