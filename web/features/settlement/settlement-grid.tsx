import type { SettlementDay, SettlementMonth, SettlementRow } from '@mizan/contract/settlement.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatAmount, formatNumber } from '../../platform/formats.ts';
import { SchemeMark, schemeKey } from '../../ui/scheme-mark.tsx';
import { DayBars } from './day-bars.tsx';
import classes from './settlement.module.css';
import { cellText, type SettlementAddress } from './settlement.search.ts';
import {
  bankName,
  depositSaid,
  formatDayNumber,
  formatDayOfMonth,
  formatWeekdayLetter,
  groundOf,
  inLanguage,
} from './settlement.words.ts';
import { countOf, daysOf, netOf, ofCurrency, partsOfRow, unjudgedOf } from './settlement-sums.ts';
import { StillOpen } from './settlement-totals.tsx';
import { StateMark } from './state-look.tsx';
import { UnknownBankHelp } from './unknown-bank.tsx';

export interface SettlementGridProps {
  shown: SettlementMonth;
  address: SettlementAddress;
}

/** Rows of banks and card schemes, columns of days; each cell opens what it stands for, arrows go from one to the next. */
export function SettlementGrid({ shown, address }: SettlementGridProps) {
  const { t } = useTranslation(['settlement', 'transactions', 'units']);
  const days = daysOf(shown.month);
  const [stop, setStop] = useState<string | null>(null);
  const firstCell = shown.banks.flatMap(({ id }) => {
    const row = shown.rows.find(({ bankId }) => bankId === id);
    const [day] = row?.days ?? [];
    return row && day ? [cellText({ ...row, day: day.day })] : [];
  })[0];
  const tabStop = stop ?? address.state.cell ?? firstCell;
  return (
    <div className={classes['scroll']}>
      <table className={classes['grid']} aria-label={t('settlement:grid')} onKeyDown={moveBetweenCells}>
        <DayHeads days={days} shown={shown} />
        {shown.banks.map((bank) => (
          <tbody key={bank.id}>
            <tr className={classes['bank']}>
              <th colSpan={days.length + 2} scope="rowgroup">
                <strong>{bankName(bank.id, shown.banks, t)}</strong>{' '}
                <span>
                  {bank.id === unknownBank ? (
                    <UnknownBankHelp />
                  ) : (
                    bank.branches.map(inLanguage).join(t('settlement:and'))
                  )}
                </span>
              </th>
            </tr>
            {shown.rows
              .filter(({ bankId }) => bankId === bank.id)
              .map((row) => (
                <Row
                  key={`${row.scheme} ${row.currency}`}
                  row={row}
                  days={days}
                  shown={shown}
                  address={address}
                  tabStop={tabStop}
                  onStop={setStop}
                />
              ))}
          </tbody>
        ))}
        <DayBars shown={shown} days={days} />
      </table>
    </div>
  );
}

function DayHeads({ days, shown }: { days: readonly string[]; shown: SettlementMonth }) {
  const { t } = useTranslation('settlement');
  return (
    <thead>
      <tr>
        <td className={classes['schemeHead']} />
        {days.map((day) => (
          <th key={day} scope="col" data-today={day === shown.today || undefined}>
            <span className="mz-visually-hidden">
              {[formatDayOfMonth(day), groundOf(day, shown.closed, t)?.text].filter(Boolean).join(apart)}
            </span>
            <span aria-hidden="true" className={classes['weekday']}>
              {formatWeekdayLetter(day)}
            </span>
            <span aria-hidden="true" className={classes['dayNumber']}>
              {formatDayNumber(day)}
            </span>
          </th>
        ))}
        <th scope="col" className={classes['openHead']}>
          {t('settlement:totals.stillOpen')}
        </th>
      </tr>
    </thead>
  );
}

interface RowProps {
  row: SettlementRow;
  days: readonly string[];
  shown: SettlementMonth;
  address: SettlementAddress;
  tabStop: string | undefined;
  onStop: (cell: string) => void;
}

function Row({ row, days, shown, address, tabStop, onStop }: RowProps) {
  const { t } = useTranslation(['settlement', 'transactions', 'units']);
  const { bankId, scheme, currency } = row;
  const month = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const filter = { ...month, bankId: [bankId], scheme: [scheme], ...ofCurrency(shown, currency) };
  return (
    <tr>
      <th scope="row" className={classes['scheme']}>
        <SchemeMark scheme={scheme} named />
        {shown.totals.length > 1 && ` ${t(`units:currency.${currency}`)}`}
      </th>
      {days.map((day) => {
        const cell = row.days.find((each) => each.day === day);
        const ground = groundOf(day, shown.closed, t);
        const key = cellText({ bankId, scheme, currency, day });
        return (
          <td key={day} data-ground={ground?.kind} title={cell ? undefined : ground?.text}>
            {cell && (
              <button
                type="button"
                className={classes['cell']}
                aria-pressed={address.state.cell === key}
                aria-label={cellLabel(row, cell, shown, t)}
                title={cellLabel(row, cell, shown, t)}
                tabIndex={tabStop === key ? 0 : -1}
                onFocus={() => onStop(key)}
                onClick={() => address.change({ cell: key }, address.state.cell !== undefined)}
              >
                <StateMark state={cell.state} deposit={cell.deposit.state} />
              </button>
            )}
          </td>
        );
      })}
      <td className={classes['open']}>
        <StillOpen parts={partsOfRow(row)} filter={filter} />
      </td>
    </tr>
  );
}

/** 'Najd Bank, Visa, Monday, November 16: Overdue, 1,952.06, 15 transactions'. */
function cellLabel(row: SettlementRow, cell: SettlementDay, shown: SettlementMonth, t: TFunction): string {
  const unjudged = unjudgedOf(cell.parts);
  const ground = groundOf(cell.day, shown.closed, t);
  return t('settlement:cell.label', {
    place: [
      bankName(row.bankId, shown.banks, t),
      t(schemeKey(row.scheme)),
      formatDayOfMonth(cell.day),
      ground?.text,
    ]
      .filter(Boolean)
      .join(t('settlement:and')),
    said: [
      t(`settlement:state.${cell.state}`),
      ...depositSaid(cell, t),
      formatAmount(netOf(cell.parts), { currency: t(`units:currency.${row.currency}`) }),
      t('units:transaction', { count: countOf(cell.parts) }),
      ...(unjudged.count > 0
        ? [t('settlement:cell.unjudged', { count: unjudged.count, number: formatNumber(unjudged.count) })]
        : []),
    ].join(t('settlement:and')),
  });
}

/** Arrows, Home and End go to the next cell with something in it; empty days are passed over. */
function moveBetweenCells(event: KeyboardEvent<HTMLTableElement>): void {
  const cell = (event.target as HTMLElement).closest('td');
  const row = cell?.closest('tr');
  if (!cell || !row || !(event.target instanceof HTMLButtonElement)) return;
  const target = nextCell(event.key, cell, row, event.currentTarget);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

const buttonIn = (row: HTMLTableRowElement, at: number): HTMLButtonElement | null =>
  row.cells[at]?.querySelector('button') ?? null;

function nextCell(
  key: string,
  cell: HTMLTableCellElement,
  row: HTMLTableRowElement,
  table: HTMLTableElement,
): HTMLButtonElement | undefined {
  const inRow = [...row.querySelectorAll<HTMLButtonElement>('td button')];
  const onward = getComputedStyle(table).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const at = inRow.findIndex((button) => cell.contains(button));
  if (key === 'Home') return inRow[0];
  if (key === 'End') return inRow.at(-1);
  if (key === 'ArrowLeft' || key === 'ArrowRight') return inRow[at + (key === onward ? 1 : -1)];
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const rows = [...table.rows];
  const from = rows.indexOf(row);
  const ahead = key === 'ArrowDown' ? rows.slice(from + 1) : rows.slice(0, from).toReversed();
  return ahead.flatMap((each) => buttonIn(each, cell.cellIndex) ?? [])[0];
}
