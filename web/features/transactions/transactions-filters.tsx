import { Button } from '@mantine/core';
import { parseAmount } from '@mizan/contract/money.ts';
import { windowDays } from '@mizan/contract/page.ts';
import { schemes, transactionStatuses } from '@mizan/contract/transaction-states.ts';
import { transactionTypes } from '@mizan/contract/transaction-types.ts';
import { noCashier, searchCharsMax } from '@mizan/contract/transactions.ts';
import { IconFilter } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountParts, formatAmount, formatNumber } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useToday } from '../../platform/today.ts';
import { AmountInput, amountProblemKeys } from '../../ui/amount-input.tsx';
import { DateRangePicker } from '../../ui/date-range-picker.tsx';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { FilterMenu, type FilterOption } from '../../ui/filter-menu.tsx';
import { ListSearch } from '../../ui/list-search.tsx';
import { SchemeMark, schemeKey } from '../../ui/scheme-mark.tsx';
import { StatusBadge, statusLooks } from '../../ui/status-badge.tsx';
import { typeKey } from '../../ui/type-words.ts';
import classes from './transactions.module.css';
import { useFilterOptions } from './transactions.queries.ts';
import {
  hasInstants,
  isAllTimePossible,
  type ListFilter,
  type TransactionSearchState,
} from './transactions.search.ts';

const typingMs = 350;

/** What figures of other screens ask for: their chips come with them. */
const rareFilters = [
  'paidFrom',
  'paidBefore',
  'currency',
  'rate',
  'reason',
  'bankFileId',
  'otherBankFileId',
] as const;
/** Loads with the first search. */
const SearchedAs = lazyPart(() => import('./searched-as.tsx'));
/** Loads when its chip is opened. */
const BankChoices = lazyPart(() => import('./bank-choices.tsx'));
const RareFilters = lazyPart(() => import('./rare-filters.tsx'));

export interface TransactionFiltersProps {
  state: TransactionSearchState;
  forCashier: boolean;
  onPhone: boolean;
}

/** Search and filters; on a phone the filters stand behind one button, which counts those that are set. */
export function TransactionFilters({ state, forCashier, onPhone }: TransactionFiltersProps) {
  const { t } = useTranslation('transactions');
  const [shown, setShown] = useState(false);
  const {
    search,
    searchAs: _searchAs,
    from: _from,
    to: _to,
    range: _range,
    days: _days,
    ...others
  } = state.filter;
  // The days stand beside the button and say themselves what they are.
  const set = Object.keys(others).length;
  return (
    <>
      <ListSearch
        className={classes['search']}
        label={t('transactions:filters.search')}
        placeholder={t('transactions:filters.searchShort')}
        charsMax={searchCharsMax}
        restMs={typingMs}
        value={search ?? ''}
        onChange={(text) => state.change({ search: text, searchAs: undefined }, true)}
      />
      {onPhone && (
        <Button
          variant={set > 0 ? 'light' : 'default'}
          className={classes['filterToggle'] ?? ''}
          aria-expanded={shown}
          aria-label={t('transactions:filters.toggle', { count: set })}
          onClick={() => setShown(!shown)}
        >
          <IconFilter size={18} stroke={1.6} />
          {set > 0 && formatNumber(set)}
        </Button>
      )}
      <DayFilter state={state} />
      {search !== undefined && (
        <Suspense fallback={null}>
          <SearchedAs state={state} search={search} />
        </Suspense>
      )}
      {(!onPhone || shown) && <FilterChips state={state} forCashier={forCashier} />}
    </>
  );
}

const noDays = { from: undefined, to: undefined, range: undefined, days: undefined };

/** The days of the list, always in sight: those it shows unasked, those that were chosen, or all time. */
function DayFilter({ state }: { state: TransactionSearchState }) {
  const { t } = useTranslation('transactions');
  const today = useToday();
  const { filter, change } = state;
  const days = state.days(today);
  const isChosen = filter.from !== undefined || filter.range !== undefined;
  return (
    <DateRangePicker
      label={t('transactions:filters.dates')}
      value={days}
      today={today}
      maxDays={windowDays.max}
      allTime={{
        // Moments, which have a chip of their own, stand in the place of days.
        isChosen: days === undefined && !hasInstants(filter),
        isPossible: isAllTimePossible(filter),
        onChoose: () => change({ ...noDays, range: 'all' }),
      }}
      onChange={({ from, to }) => change({ ...noDays, from, to })}
      {...(isChosen && { onClear: () => change(noDays) })}
    />
  );
}

/** Every other filter of the list as a chip; what they say stands in the address. */
function FilterChips({ state, forCashier }: { state: TransactionSearchState; forCashier: boolean }) {
  const { t } = useTranslation(['transactions', 'common']);
  return (
    <>
      <ListMenu
        state={state}
        name="type"
        label={t('transactions:columns.type')}
        options={transactionTypes.map((value) => {
          const text = t(typeKey(value));
          return { value, text, label: text };
        })}
      />
      <ListMenu
        state={state}
        name="status"
        label={t('common:words.status')}
        options={transactionStatuses.map((value) => ({
          value,
          text: t(statusLooks[value]?.textKey ?? ''),
          label: <StatusBadge status={value} />,
        }))}
      />
      <ListMenu
        state={state}
        name="scheme"
        label={t('transactions:columns.scheme')}
        options={schemes.map((value) => ({
          value,
          text: t(schemeKey(value)),
          label: <SchemeMark scheme={value} named />,
        }))}
      />
      <BankFilterChip state={state} />
      {!forCashier && <PlaceMenus state={state} />}
      <StarterMenu state={state} />
      <AmountFilter state={state} />
      {rareFilters.some((name) => state.filter[name] !== undefined) && (
        <Suspense fallback={null}>
          <RareFilters state={state} />
        </Suspense>
      )}
    </>
  );
}

interface ListMenuProps {
  state: TransactionSearchState;
  name: ListFilter;
  label: string;
  options: FilterOption[];
}

function ListMenu({ state, name, label, options }: ListMenuProps) {
  return (
    <FilterMenu
      label={label}
      options={options}
      selected={state.filter[name] ?? []}
      onChange={(selected) => state.change({ [name]: selected })}
    />
  );
}

/** Where and with whom: a cashier has one place and needs none of these. */
function PlaceMenus({ state }: { state: TransactionSearchState }) {
  const { t } = useTranslation('transactions');
  const options = useFilterOptions().data;
  const branches = options?.branches.map(({ id, nameEn, nameAr }) =>
    optionOf(id, nameIn({ nameEn, nameAr })),
  );
  const terminals = options?.terminals.map(({ id, tid }) => optionOf(id, tid));
  const cashiers = options?.cashiers.map(({ id, fullName }) => optionOf(id, fullName));
  const banks = options?.banks.map(({ id, nameEn, nameAr }) => optionOf(id, nameIn({ nameEn, nameAr })));
  return (
    <>
      <ListMenu
        state={state}
        name="bankId"
        label={t('transactions:columns.bankName')}
        options={banks ?? []}
      />
      <ListMenu
        state={state}
        name="branchId"
        label={t('transactions:columns.branch')}
        options={branches ?? []}
      />
      <ListMenu
        state={state}
        name="terminalId"
        label={t('transactions:columns.terminal')}
        options={terminals ?? []}
      />
      <ListMenu
        state={state}
        name="cashierId"
        label={t('transactions:columns.cashier')}
        options={cashiers ? [optionOf(noCashier, t('transactions:noCashier')), ...cashiers] : []}
      />
    </>
  );
}

/** Who asked for a payment in the portal, whosever terminal it was. */
function StarterMenu({ state }: { state: TransactionSearchState }) {
  const { t } = useTranslation('transactions');
  const starters = useFilterOptions().data?.starters ?? [];
  return (
    <ListMenu
      state={state}
      name="startedById"
      label={t('transactions:columns.startedBy')}
      options={starters.map(({ id, fullName }) => optionOf(id, fullName))}
    />
  );
}

/** What the bank has not confirmed, whole or by its cause: one of them at a time. */
function BankFilterChip({ state: { filter, change } }: { state: TransactionSearchState }) {
  const { t } = useTranslation('transactions');
  return (
    <FilterChip
      label={t('transactions:columns.bank')}
      value={filter.bank && t(`transactions:bankFilter.${filter.bank}`)}
      onClear={() => change({ bank: undefined })}
    >
      {(close) => (
        <Suspense fallback={null}>
          <BankChoices
            value={filter.bank}
            onChoose={(bank) => {
              change({ bank });
              close();
            }}
          />
        </Suspense>
      )}
    </FilterChip>
  );
}

const optionOf = (value: string, text: string): FilterOption => ({ value, text, label: <bdi>{text}</bdi> });

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
