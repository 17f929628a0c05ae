import { isSoldHere } from '@mizan/contract/transaction-types.ts';
import type { TransactionRow } from '@mizan/contract/transactions.ts';
import { useTranslation } from 'react-i18next';
import { apart, formatDay, formatTime, riyadhDay } from '../../platform/formats.ts';
import { CardNumber } from '../../ui/identifier.tsx';
import { MoreRows, type ShownList } from '../../ui/list-view.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { typeKey } from '../../ui/type-words.ts';
import classes from './transactions.module.css';
import { inLanguage, noCardText, RowAmount, startedByAnother } from './transactions-columns.tsx';

export interface TransactionDaysProps {
  list: ShownList<TransactionRow>;
  onOpen: (id: string) => void;
  onTop: (atTop: boolean) => void;
}

function byDay(rows: readonly TransactionRow[]): [string, TransactionRow[]][] {
  const days = new Map<string, TransactionRow[]>();
  for (const row of rows) {
    const day = riyadhDay(row.createdAt);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days];
}

/** The list on a phone: two lines a row, under the heading of its day. */
export function TransactionDays({ list, onOpen, onTop }: TransactionDaysProps) {
  const { t } = useTranslation('transactions');
  return (
    <div className={classes['phone']} onScroll={(event) => onTop(event.currentTarget.scrollTop < 40)}>
      {byDay(list.rows).map(([day, ofDay]) => (
        <section key={day} aria-label={formatDay(day)}>
          <h2 className={classes['dayHead']}>
            <strong>{formatDay(day)}</strong>
          </h2>
          <RowList
            label={formatDay(day)}
            onOpen={onOpen}
            rows={ofDay.map((row) => ({
              id: row.id,
              mark: <SchemeMark scheme={row.scheme} />,
              title: row.lastFour ? <CardNumber lastFour={row.lastFour} /> : noCardText(row, t),
              detail: [
                !isSoldHere(row) && t(typeKey(row.type)),
                formatTime(row.createdAt),
                inLanguage(row),
                startedByAnother(row, t),
              ]
                .filter(Boolean)
                .join(apart),
              figure: <RowAmount row={row} />,
              status: <StatusBadge status={row.status} />,
            }))}
          />
        </section>
      ))}
      <MoreRows list={list} />
    </div>
  );
}
