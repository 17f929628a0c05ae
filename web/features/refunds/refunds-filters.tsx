import { windowDays } from '@mizan/contract/page.ts';
import { refundReasons } from '@mizan/contract/refund-terms.ts';
import { refundStates } from '@mizan/contract/refunds.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { useToday } from '../../platform/today.ts';
import { DateRangePicker } from '../../ui/date-range-picker.tsx';
import { FilterChip, PressChip } from '../../ui/filter-chip.tsx';
import { FilterMenu } from '../../ui/filter-menu.tsx';
import { useMayDecide } from './refund-rights.ts';
import { RefundBadge, stateText } from './refund-state.tsx';
import { useFilterOptions, useRefundTotals } from './refunds.queries.ts';
import type { RefundSearchState } from './refunds.search.ts';

const noDays = { from: undefined, to: undefined };

/** Days, state, reason, branch, and what waits for whoever looks: all of it stands in the address. */
export function RefundFilters({ state }: { state: RefundSearchState }) {
  const { t } = useTranslation(['refunds', 'transactions', 'common']);
  const today = useToday();
  const { filter, change } = state;
  const options = useFilterOptions().data;
  return (
    <>
      <DateRangePicker
        label={t('transactions:filters.dates')}
        value={state.days(today)}
        today={today}
        maxDays={windowDays.max}
        onChange={({ from, to }) => change({ from, to, waiting: undefined, originalId: undefined })}
        {...(filter.from !== undefined && { onClear: () => change(noDays) })}
      />
      <FilterMenu
        label={t('common:words.status')}
        options={refundStates.map((value) => ({
          value,
          text: stateText(value, t),
          label: <RefundBadge refund={{ state: value, underReview: false }} />,
        }))}
        selected={filter.state ?? []}
        onChange={(chosen) => change({ state: chosen as typeof filter.state })}
      />
      <FilterMenu
        label={t('refunds:columns.reason')}
        options={refundReasons.map((value) => {
          const text = t(`refunds:reason.${value}`);
          return { value, text, label: text };
        })}
        selected={filter.reason ?? []}
        onChange={(chosen) => change({ reason: chosen as typeof filter.reason })}
      />
      {(options?.branches.length ?? 0) > 1 && (
        <FilterMenu
          label={t('transactions:columns.branch')}
          options={(options?.branches ?? []).map(({ id, nameEn, nameAr }) => {
            const text = nameIn({ nameEn, nameAr });
            return { value: id, text, label: text };
          })}
          selected={filter.branchId ?? []}
          onChange={(branchId) => change({ branchId })}
        />
      )}
      {filter.originalId !== undefined && (
        <FilterChip
          label={t('refunds:columns.original')}
          value={t('refunds:ofPayment', { id: filter.originalId })}
          onClear={() => change({ originalId: undefined })}
        >
          {() => null}
        </FilterChip>
      )}
      <WaitingForMe state={state} />
    </>
  );
}

/** One press to what waits for one's own approval, whenever it was asked for. */
function WaitingForMe({ state }: { state: RefundSearchState }) {
  const { t } = useTranslation('refunds');
  const count = useRefundTotals({}).data?.waitsForMe ?? 0;
  const isSet = state.filter.waiting !== undefined;
  const mayDecide = useMayDecide();
  if (!mayDecide || (count === 0 && !isSet)) return null;
  return (
    <PressChip
      label={t('refunds:waitingForYou', { number: formatNumber(count) })}
      set={isSet}
      onPress={() => state.change({ ...noDays, waiting: isSet ? undefined : 'me' })}
    />
  );
}
