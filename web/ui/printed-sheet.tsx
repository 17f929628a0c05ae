import { type ReactNode, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import classes from './printed-sheet.module.css';

/** Makes its content what the page prints, however printing is asked for: there only while it is printed. */
export function PrintedSheet({ children, roll = false }: { children: ReactNode; roll?: boolean }) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  if (!isPrinting) return null;
  return createPortal(
    <div className={classes['sheet']} data-roll={roll || undefined}>
      {children}
    </div>,
    document.body,
  );
}
