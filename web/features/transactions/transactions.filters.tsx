import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { parseAmount } from '@mizan/contract/money.ts';
import { windowDays } from '@mizan/contract/page.ts';
import { schemes, transactionStatuses } from '@mizan/contract/transaction-states.ts';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountParts, formatAmount } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { AmountInput, amountProblemKeys } from '../../ui/amount-input.tsx';
import { DateRangePicker } from '../../ui/date-range-picker.tsx';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { FilterMenu, type FilterOption } from '../../ui/filter-menu.tsx';
import { SchemeMark, schemeKey } from '../../ui/scheme-mark.tsx';
import { StatusBadge, statusLooks } from '../../ui/status-badge.tsx';
import classes from './transactions.module.css';
import { useFilterOptions, useToday } from './transactions.queries.ts';
import type { ListFilter, TransactionSearchState } from './transactions.search.ts';

const typingMs = 350;

/** Every filter of the list as a chip; what they say stands in the address. */
export function TransactionFilters({
  state,
  forCashier,
}: {
  state: TransactionSearchState;
  forCashier: boolean;
}) {
  const { t } = useTranslation(['transactions', 'common']);
  const today = useToday();
  const options = useFilterOptions().data;
  const { filter, change } = state;
  const named = (rows: { id: string; nameEn: string; nameAr: string }[]): FilterOption[] =>
    rows.map(({ id, nameEn, nameAr }) => optionOf(id, language === 'ar' ? nameAr : nameEn));
  const menu = (name: ListFilter, label: string, choices: FilterOption[]) => (
    <FilterMenu
      label={label}
      options={choices}
      selected={(filter[name] as string[] | undefined) ?? []}
      onChange={(selected) => change({ [name]: selected })}
    />
  );
  const range = filter.from && filter.to ? { from: filter.from, to: filter.to } : undefined;
  return (
    <>
      <SearchField value={filter.search ?? ''} onChange={(search) => change({ search }, true)} />
      <DateRangePicker
        label={t('transactions:filters.dates')}
        value={range}
        today={today}
        maxDays={windowDays.max}
        onChange={({ from, to }) => change({ from, to })}
        onClear={() => change({ from: undefined, to: undefined })}
      />
      {menu(
        'status',
        t('common:words.status'),
        transactionStatuses.map((value) => ({
          value,
          text: t(statusLooks[value]?.textKey ?? ''),
          label: <StatusBadge status={value} />,
        })),
      )}
      {menu(
        'scheme',
        t('transactions:columns.scheme'),
        schemes.map((value) => ({
          value,
          text: t(schemeKey(value)),
          label: <SchemeMark scheme={value} named />,
        })),
      )}
      {!forCashier && (
        <>
          {menu('branchId', t('transactions:columns.branch'), named(options?.branches ?? []))}
          {menu(
            'terminalId',
            t('transactions:columns.terminal'),
            (options?.terminals ?? []).map(({ id, tid }) => optionOf(id, tid)),
          )}
          {menu(
            'cashierId',
            t('transactions:columns.cashier'),
            (options?.cashiers ?? []).map(({ id, fullName }) => optionOf(id, fullName)),
          )}
        </>
      )}
      <AmountFilter state={state} />
    </>
  );
}

const optionOf = (value: string, text: string): FilterOption => ({ value, text, label: <bdi>{text}</bdi> });

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('transactions');
  const [typed, setTyped] = useState(value);
  const send = useDebouncedCallback(onChange, typingMs);
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      type="search"
      className={classes['search'] ?? ''}
      aria-label={t('transactions:filters.search')}
      placeholder={t('transactions:filters.searchShort')}
      leftSection={<IconSearch size={16} stroke={1.6} />}
      maxLength={64}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}

type Bound = 'minAmountMinor' | 'maxAmountMinor';
const bounds = [
  { name: 'minAmountMinor', key: 'transactions:filters.minAmount' },
  { name: 'maxAmountMinor', key: 'transactions:filters.maxAmount' },
] as const;

function AmountFilter({ state: { filter, change } }: { state: TransactionSearchState }) {
  const { t } = useTranslation(['transactions', 'common']);
  const set = bounds.filter(({ name }) => filter[name] !== undefined);
  const value = set.map(({ name, key }) => `${t(key)} ${formatAmount(filter[name] ?? 0)}`).join(' ');
  return (
    <FilterChip
      label={t('common:fields.amount')}
      value={set.length > 0 ? value : undefined}
      onClear={() => change({ minAmountMinor: undefined, maxAmountMinor: undefined })}
    >
      {(close) => (
        <AmountForm
          start={Object.fromEntries(
            bounds.map(({ name }) => [
              name,
              filter[name] === undefined ? '' : amountParts(filter[name]).figure,
            ]),
          )}
          onApply={(part) => {
            change(part);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

interface AmountFormProps {
  start: Record<string, string>;
  onApply: (part: Record<Bound, number | undefined>) => void;
}

function AmountForm({ start, onApply }: AmountFormProps) {
  const { t } = useTranslation(['transactions', 'common']);
  const [texts, setTexts] = useState(start);
  const read = bounds.map(({ name }) => ({ name, parsed: texts[name] ? parseAmount(texts[name]) : null }));
  const wrong = read.some(({ parsed }) => parsed?.ok === false);

  function apply(event: { preventDefault: () => void }): void {
    event.preventDefault();
    if (wrong) return;
    const values = read.map(({ name, parsed }) => [name, parsed?.ok ? parsed.amountMinor : undefined]);
    onApply(Object.fromEntries(values) as Record<Bound, number | undefined>);
  }
  return (
    <form className={classes['amounts']} onSubmit={apply}>
      {bounds.map(({ name, key }, index) => {
        const parsed = read[index]?.parsed;
        return (
          <AmountInput
            key={name}
            label={t(key)}
            value={texts[name] ?? ''}
            onChange={(text) => setTexts({ ...texts, [name]: text })}
            error={parsed?.ok === false ? t(amountProblemKeys[parsed.problem]) : undefined}
          />
        );
      })}
      <Button type="submit" disabled={wrong}>
        {t('transactions:filters.apply')}
      </Button>
    </form>
  );
}
