import type { ReactNode } from 'react';
import classes from './ledger.module.css';

/**
 * A short table that is drawn whole and opens nothing: the look of every table of the product. Figures stand in
 * cells with `data-align="figure"`.
 */
export function PlainTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <table className={classes['table']} aria-label={label}>
      {children}
    </table>
  );
}
