import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDayRange, formatLongDate, formatNumber } from '../../platform/formats.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FilterChip } from '../../ui/filter-chip.tsx';
import classes from './deposit.module.css';
import type { SettlementAddress } from './settlement.search.ts';
import { formatPlainDay } from './settlement.words.ts';

/** Days that a row names one by one; of more the first, the last, and how many. */
const namedDaysMax = 2;

/** On which days a settlement was paid, as one text; '' where nothing has arrived. */
export function valueDatesText(days: readonly string[], t: TFunction): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  if (days.length <= namedDaysMax) return days.map((day) => formatPlainDay(day)).join(t('settlement:and'));
  const count = t('settlement:valueDate.count', { count: days.length, number: formatNumber(days.length) });
  return `${formatDayRange(first, last)} (${count})`;
}

/** The days on which a settlement was paid; each opens the deposits of that day. */
export function ValueDates({ days }: { days: readonly string[] }) {
  const { t } = useTranslation('settlement');
  if (days.length === 0) return '—';
  const isLong = days.length > namedDaysMax;
  const named = isLong ? [days[0] ?? '', days.at(-1) ?? ''] : days;
  return (
    <span
      className={classes['days']}
      title={isLong ? days.map((day) => formatDate(day)).join('\n') : undefined}
    >
      {named.map((day) => (
        <Link
          key={day}
          className={classes['dayLink']}
          to={paths.settlement}
          search={{ view: 'deposits', valueDate: day } as never}
          onClick={(event) => event.stopPropagation()}
          // In full, as the words on it are a part of what it is called.
          aria-label={t('settlement:valueDate.open', { day: formatLongDate(day) })}
        >
          {formatPlainDay(day)}
        </Link>
      ))}
      {isLong && (
        <span className={classes['detail']}>
          {t('settlement:valueDate.count', { count: days.length, number: formatNumber(days.length) })}
        </span>
      )}
    </span>
  );
}

/** Narrows the table or the deposits to what came on one value date. */
export function ValueDateFilter({
  address: { state, change },
}: {
  address: Pick<SettlementAddress, 'state' | 'change'>;
}) {
  const { t } = useTranslation('settlement');
  const [typed, setTyped] = useState<string | null>(state.valueDate ?? null);
  const label = t('settlement:deposit.valueDate');
  return (
    <FilterChip
      label={label}
      value={state.valueDate && t('settlement:valueDate.is', { day: formatDate(state.valueDate) })}
      onClear={() => {
        setTyped(null);
        change({ valueDate: undefined });
      }}
    >
      {(close) => (
        <form
          className={classes['dayForm']}
          onSubmit={(event) => {
            event.preventDefault();
            change({ valueDate: typed ?? undefined });
            close();
          }}
        >
          <DayInput label={label} value={typed} onChange={setTyped} />
          <Button type="submit">{t('settlement:valueDate.apply')}</Button>
        </form>
      )}
    </FilterChip>
  );
}
