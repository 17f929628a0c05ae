import { windowDays } from '@mizan/contract/page.ts';
import { filterOptions } from '@mizan/contract/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { nameIn } from '../../platform/language.ts';
import { routeQuery, seldomMs } from '../../platform/query-client.ts';
import { DateRangePicker } from '../../ui/date-range-picker.tsx';
import { FilterMenu } from '../../ui/filter-menu.tsx';
import { FilterSegments } from '../../ui/filter-segments.tsx';
import { type ShiftSearchState, shiftStates } from './shifts.search.ts';

const option = (value: string, text: string) => ({ value, text, label: text });

/** Days, open or closed, branch, cashier, terminal: all of it stands in the address. */
export function ShiftFilters({ state, today }: { state: ShiftSearchState; today: string }) {
  const { t } = useTranslation(['shifts', 'transactions', 'common']);
  const { filter, change } = state;
  const options = useQuery({ ...routeQuery(filterOptions, {}), staleTime: seldomMs }).data;
  const branches = options?.branches ?? [];
  return (
    <>
      <DateRangePicker
        label={t('transactions:filters.dates')}
        value={state.days(today)}
        today={today}
        maxDays={windowDays.max}
        onChange={({ from, to }) => change({ from, to })}
        {...(filter.from !== undefined && { onClear: () => change({ from: undefined, to: undefined }) })}
      />
      <FilterSegments
        label={t('shifts:columns.state')}
        allLabel={t('shifts:all')}
        options={shiftStates.map((each) => [each, t(`shifts:filter.${each}`)])}
        value={filter.state}
        onChange={(chosen) => change({ state: chosen })}
      />
      {branches.length > 1 && (
        <FilterMenu
          label={t('transactions:columns.branch')}
          options={branches.map(({ id, nameEn, nameAr }) => option(id, nameIn({ nameEn, nameAr })))}
          selected={filter.branchId ?? []}
          onChange={(branchId) => change({ branchId })}
        />
      )}
      <FilterMenu
        label={t('shifts:columns.cashier')}
        options={(options?.cashiers ?? []).map(({ id, fullName }) => option(id, fullName))}
        selected={filter.cashierId ?? []}
        onChange={(cashierId) => change({ cashierId })}
      />
      <FilterMenu
        label={t('transactions:columns.terminal')}
        options={(options?.terminals ?? []).map(({ id, tid }) => option(id, tid))}
        selected={filter.terminalId ?? []}
        onChange={(terminalId) => change({ terminalId })}
      />
    </>
  );
}
