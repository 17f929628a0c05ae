import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import classes from './ledger.module.css';
import { type LedgerProps, LedgerTable, rowHeights, useActiveRow, useLedger } from './ledger.tsx';

import { PrintedPart } from './list-view.tsx';
import { useIsPrinting } from './printing.ts';

export interface LongTableProps<T extends object> extends LedgerProps<T> {
  /** Called when the last rows come into sight: load the next page. */
  onEnd?: () => void;
  /** Called as somebody scrolls: whether the first row is in sight. */
  onTop?: (atTop: boolean) => void;
}

const overscanRows = 12;
const nearEndRows = 8;
/** Before the box has been measured. */
const firstRect = { width: 800, height: 800 };

/** A ledger of any length in its own scroll box, drawn only where it is seen. */
export function LongTable<T extends object>(props: LongTableProps<T>) {
  const { onEnd, onTop } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const table = useLedger(props);
  const rowCount = table.getRowModel().rows.length;
  const heightPx = rowHeights[props.density ?? 'normal'];
  const virtual = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => heightPx,
    overscan: overscanRows,
    initialRect: firstRect,
  });
  const [active, move] = useActiveRow(scroller, rowCount, (index) => virtual.scrollToIndex(index));
  const isPrinting = useIsPrinting();
  // Paper does not scroll: every row that has come stands on it.
  const drawn = isPrinting
    ? Array.from({ length: rowCount }, (_, index) => index)
    : virtual.getVirtualItems().map((item) => item.index);
  const last = drawn.at(-1) ?? -1;

  useEffect(() => {
    if (!isPrinting && rowCount > 0 && last >= rowCount - nearEndRows) onEnd?.();
  }, [last, rowCount, onEnd, isPrinting]);

  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      data-fill
      onScroll={onTop && ((event) => onTop(event.currentTarget.scrollTop < heightPx))}
    >
      <LedgerTable
        props={props}
        table={table}
        drawn={drawn}
        beforePx={(drawn[0] ?? 0) * heightPx}
        afterPx={(rowCount - 1 - last) * heightPx}
        active={active}
        onMove={move}
      />
      {props.totalRows === -1 && <PrintedPart count={rowCount} />}
      {props.footer}
    </div>
  );
}
