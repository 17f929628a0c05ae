import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import classes from './printed-sheet.module.css';
import { useIsPrinting } from './printing.ts';

/** Makes its content what the page prints, however printing is asked for: there only while it is printed. */
export function PrintedSheet({ children, roll = false }: { children: ReactNode; roll?: boolean }) {
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  return createPortal(
    <div className={classes['sheet']} data-roll={roll || undefined}>
      {children}
    </div>,
    document.body,
  );
}
