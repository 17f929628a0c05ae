import { Select } from '@mantine/core';
import type { SettlementMonth, SettlementPart, SettlementRow } from '@mizan/contract/settlement.ts';
import { isOpen } from '@mizan/contract/settlement.ts';
import { useTranslation } from 'react-i18next';
import { apart, formatAmount, formatNumber } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { SchemeMark, schemeKey } from '../../ui/scheme-mark.tsx';
import { DepositBadge } from './deposit-look.tsx';
import { type OwedFilter, OwedLink } from './owed-link.tsx';
import classes from './phone.module.css';
import { cellText, readCell, type SettlementAddress } from './settlement.search.ts';
import {
  bankName,
  formatDayNumber,
  formatDayOfMonth,
  formatWeekdayLetter,
  groundOf,
  lateText,
} from './settlement.words.ts';
import {
  countOf,
  daysOf,
  isAskingDeposit,
  judgedOnly,
  netOf,
  ofCurrency,
  partsOfRow,
  unjudgedOf,
  worstOf,
} from './settlement-sums.ts';
import { StateBadge, StateMark } from './state-look.tsx';

interface PhoneProps {
  shown: SettlementMonth;
  address: SettlementAddress;
}

/** The month as weeks, each day with what asks most of it, and below it the banks and schemes of the day chosen. */
export function SettlementPhone({ shown, address }: PhoneProps) {
  const { t } = useTranslation(['settlement', 'transactions', 'units']);
  const { bank } = address.state;
  const rows = shown.rows.filter(({ bankId }) => bank === undefined || bankId === bank);
  const days = daysOf(shown.month);
  const filter = {
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    ...(bank !== undefined && { bankId: [bank] }),
  };
  const day = chosenDay(rows, address, shown);
  return (
    <>
      {shown.banks.length > 1 && (
        <Select
          aria-label={t('settlement:banks.label')}
          value={bank ?? ''}
          allowDeselect={false}
          data={[
            { value: '', label: t('settlement:banks.all') },
            ...shown.banks.map(({ id }) => ({ value: id, label: bankName(id, shown.banks, t) })),
          ]}
          onChange={(id) => address.change({ bank: id || undefined }, true)}
        />
      )}
      {shown.totals.map(({ currency }) => (
        <PhoneHead
          key={currency}
          currency={currency}
          parts={rows.filter((row) => row.currency === currency).flatMap(partsOfRow)}
          filter={{ ...filter, ...ofCurrency(shown, currency) }}
        />
      ))}
      <Weeks shown={shown} rows={rows} day={day} address={address} />
      {day !== undefined && <Day day={day} rows={rows} shown={shown} address={address} />}
    </>
  );
}

/** What is still open of one currency, and what of it is overdue; each opens its payments. */
function PhoneHead({
  currency,
  parts,
  filter,
}: {
  currency: SettlementRow['currency'];
  parts: readonly SettlementPart[];
  filter: OwedFilter;
}) {
  const { t } = useTranslation('settlement');
  const open = parts.filter(({ state }) => isOpen(state));
  const overdue = parts.filter(({ state }) => state === 'OVERDUE');
  const unjudged = unjudgedOf(open);
  return (
    <>
      <div className={classes['phoneHead']}>
        <div>
          <span>{t('settlement:totals.stillOpen')}</span>
          <OwedLink filter={{ ...filter, bank: 'OPEN', ...judgedOnly(open) }}>
            <Amount amountMinor={netOf(open)} currency={currency} size="h2" />
          </OwedLink>
        </div>
        <div data-state={overdue.length > 0 ? 'OVERDUE' : undefined}>
          <span>{t('settlement:state.OVERDUE')}</span>
          <OwedLink filter={{ ...filter, bank: 'OVERDUE', ...judgedOnly(overdue) }}>
            <Amount amountMinor={netOf(overdue)} size="md" />
          </OwedLink>
        </div>
      </div>
      {unjudged.count > 0 && (
        <p className={classes['note']}>
          <OwedLink filter={{ ...filter, bank: 'OPEN', rate: 'none' }}>
            {t('settlement:totals.rowUnjudged', { amount: formatAmount(unjudged.grossMinor) })}
          </OwedLink>
        </p>
      )}
    </>
  );
}

/** The day in the address, that of the open cell, or the one that asks most and is newest. */
function chosenDay(
  rows: readonly SettlementRow[],
  { state }: SettlementAddress,
  { month }: SettlementMonth,
): string | undefined {
  const asked = state.day ?? (state.cell && readCell(state.cell)?.day);
  if (asked?.startsWith(month)) return asked;
  const cells = rows.flatMap(({ days }) => days);
  const worst = worstOf(cells);
  return cells
    .filter((each) => each.state === worst)
    .map(({ day }) => day)
    .toSorted()
    .at(-1);
}

/** 2026-11-01 was a Sunday, with which weeks begin. */
const weekdays = ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-11-${day}`);

function Weeks({
  shown,
  rows,
  day: chosen,
  address,
}: PhoneProps & { rows: readonly SettlementRow[]; day: string | undefined }) {
  const { t } = useTranslation('settlement');
  const days = daysOf(shown.month);
  const before = new Date(`${days[0]}T00:00:00Z`).getUTCDay();
  return (
    <>
      <div className={classes['weekdays']} aria-hidden="true">
        {weekdays.map((day) => (
          <span key={day}>{formatWeekdayLetter(day)}</span>
        ))}
      </div>
      <div className={classes['weeks']} role="group" aria-label={t('settlement:grid')}>
        {days.map((day, index) => {
          const state = worstOf(rows.flatMap((row) => row.days.filter((each) => each.day === day)));
          const ground = groundOf(day, shown.closed, t);
          const said = [formatDayOfMonth(day), state && t(`settlement:state.${state}`), ground?.text].filter(
            Boolean,
          );
          return (
            <button
              key={day}
              type="button"
              className={classes['weekDay']}
              data-ground={ground?.kind}
              data-today={day === shown.today || undefined}
              style={index === 0 ? { gridColumnStart: before + 1 } : undefined}
              disabled={state === null}
              aria-pressed={day === chosen}
              aria-label={said.join(t('settlement:and'))}
              onClick={() => address.change({ day }, true)}
            >
              <span className={classes['dayNumber']}>{formatDayNumber(day)}</span>
              {state && <StateMark state={state} />}
            </button>
          );
        })}
      </div>
    </>
  );
}

function Day({ day, rows, shown, address }: PhoneProps & { day: string; rows: readonly SettlementRow[] }) {
  const { t } = useTranslation(['settlement', 'transactions', 'units']);
  const cells = rows.flatMap((row) => {
    const cell = row.days.find((each) => each.day === day);
    return cell ? [{ row, cell }] : [];
  });
  const late = cells.flatMap(({ cell }) => cell.lateDays ?? []);
  const name = formatDayOfMonth(day);
  return (
    <section aria-label={name} className={classes['phoneDay']}>
      <div className={classes['phoneDayHead']}>
        <h2>{name}</h2>
        {late.length > 0 && <span className={classes['lateText']}>{lateText(Math.max(...late), t)}</span>}
      </div>
      <RowList
        label={name}
        onOpen={(id) => address.change({ cell: id, day })}
        rows={cells.map(({ row, cell }) => {
          const unjudged = unjudgedOf(cell.parts);
          return {
            id: cellText({ ...row, day }),
            mark: <SchemeMark scheme={row.scheme} />,
            title: t(schemeKey(row.scheme)),
            detail: [
              bankName(row.bankId, shown.banks, t),
              t('units:transaction', { count: countOf(cell.parts) }),
              ...(unjudged.count > 0
                ? [
                    t('settlement:cell.unjudged', {
                      count: unjudged.count,
                      number: formatNumber(unjudged.count),
                    }),
                  ]
                : []),
            ].join(apart),
            figure: <Amount amountMinor={netOf(cell.parts)} />,
            status: isAskingDeposit(cell.deposit.state) ? (
              <span className={classes['asksFor']}>
                <DepositBadge state={cell.deposit.state} />
                {cell.deposit.differenceMinor !== null && (
                  <Amount amountMinor={cell.deposit.differenceMinor} signed />
                )}
              </span>
            ) : (
              <StateBadge state={cell.state} quiet />
            ),
          };
        })}
      />
    </section>
  );
}
