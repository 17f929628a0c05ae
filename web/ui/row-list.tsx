import type { ReactNode } from 'react';
import classes from './row-list.module.css';

export interface TwoLineRow {
  id: string;
  mark?: ReactNode;
  title: ReactNode;
  detail: ReactNode;
  figure: ReactNode;
  /** Whether the figure is words, as 'No terminals': they stand no larger than the others. */
  inWords?: boolean;
  status: ReactNode;
  /** What leads elsewhere, as a link to a map: behind the row's button, because no button may hold a link. */
  beside?: ReactNode;
  /** Whether it is chosen, where rows are. */
  pressed?: boolean | undefined;
}

/** A table on a phone: rows of two lines, each one a button of at least 44 px. */
export function RowList({
  label,
  rows,
  onOpen,
}: {
  label: string;
  rows: TwoLineRow[];
  onOpen?: (id: string) => void;
}) {
  // Kept free in every row, so that figures stay below each other.
  const hasBeside = rows.some(({ beside }) => Boolean(beside));
  return (
    <ul className={classes['list']} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} className={classes['item']}>
          <button
            type="button"
            className={classes['row']}
            aria-pressed={row.pressed}
            onClick={() => onOpen?.(row.id)}
          >
            {row.mark}
            <span className={classes['words']}>
              <span className={classes['title']}>{row.title}</span>
              <span className={classes['detail']}>{row.detail}</span>
            </span>
            <span className={classes['figures']}>
              <span className={classes['figure']} data-words={row.inWords || undefined}>
                {row.figure}
              </span>
              {row.status}
            </span>
          </button>
          {hasBeside && <span className={classes['beside']}>{row.beside}</span>}
        </li>
      ))}
    </ul>
  );
}
