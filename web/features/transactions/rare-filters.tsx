import { Button, Radio } from '@mantine/core';
import { type Currency, currencies } from '@mizan/contract/money.ts';
import { getBankFile } from '@mizan/contract/reconciliation.ts';
import { rateFilters } from '@mizan/contract/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { FilterMenu } from '../../ui/filter-menu.tsx';
import { declineReasonText } from '../../ui/outcome-words.ts';
import { clockField, clockFieldMs } from '../../ui/riyadh-clock.ts';
import classes from './transactions.module.css';
import { hasInstants, type TransactionSearchState } from './transactions.search.ts';
import { paidText } from './transactions-totals.tsx';

type State = { state: TransactionSearchState };

/** Filters with which figures of other screens open the list, as chips that say them and take them away. */
export default function RareFilters({ state }: State) {
  const { t } = useTranslation(['transactions', 'units']);
  const { filter, change } = state;
  return (
    <>
      {hasInstants(filter) && <PaidFilter state={state} />}
      {filter.currency && (
        <FilterMenu
          label={t('transactions:rare.currency')}
          options={currencies.map((value) => {
            const text = t(`units:currency.${value}`);
            return { value, text, label: text };
          })}
          selected={filter.currency}
          onChange={(currency) => change({ currency: currency as Currency[] })}
        />
      )}
      {filter.rate && <RateChip state={state} />}
      {filter.reason && <ReasonChip state={state} reason={filter.reason} />}
      {filter.bankFileId && <FileChip state={state} name="bankFileId" id={filter.bankFileId} />}
      {filter.otherBankFileId && (
        <FileChip state={state} name="otherBankFileId" id={filter.otherBankFileId} />
      )}
    </>
  );
}

/** Why they were declined, in words; another one is chosen where the reasons are counted. */
function ReasonChip({ state, reason }: State & { reason: string }) {
  const { t } = useTranslation('transactions');
  const text = declineReasonText(reason, t);
  return (
    <FilterChip
      label={t('transactions:rare.reason')}
      value={text}
      onClear={() => state.change({ reason: undefined })}
    >
      {() => <p className={classes['counts']}>{text}</p>}
    </FilterChip>
  );
}

function RateChip({ state: { filter, change } }: State) {
  const { t } = useTranslation('transactions');
  return (
    <FilterChip
      label={t('transactions:rare.rate')}
      value={filter.rate && t(`transactions:rare.rates.${filter.rate}`)}
      onClear={() => change({ rate: undefined })}
    >
      {(close) => (
        <Radio.Group
          aria-label={t('transactions:rare.rate')}
          value={filter.rate ?? null}
          onChange={(value) => {
            change({ rate: rateFilters.find((each) => each === value) });
            close();
          }}
        >
          <div className={classes['choices']}>
            {rateFilters.map((rate) => (
              <Radio key={rate} size="sm" value={rate} label={t(`transactions:rare.rates.${rate}`)} />
            ))}
          </div>
        </Radio.Group>
      )}
    </FilterChip>
  );
}

/** By its name, which the address does not hold. */
function FileChip({
  state,
  name,
  id,
}: State & {
  name: 'bankFileId' | 'otherBankFileId';
  id: string;
}) {
  const { t } = useTranslation('transactions');
  const fileName = useQuery(routeQuery(getBankFile, { params: { id } })).data?.fileName ?? '…';
  const text = t(`transactions:rare.${name}`, { file: fileName });
  return (
    <FilterChip
      label={t('transactions:rare.bankFile')}
      value={text}
      onClear={() => state.change({ [name]: undefined })}
    >
      {() => <p className={classes['counts']}>{text}</p>}
    </FilterChip>
  );
}

/** The moments by the clock of Riyadh; one that is not typed anew stays exact to the millisecond. */
function PaidFilter({ state: { filter, change } }: State) {
  const { t } = useTranslation('transactions');
  return (
    <FilterChip
      label={t('transactions:paid.label')}
      value={paidText(filter, t, formatMoment)}
      onClear={() => change({ paidFrom: undefined, paidBefore: undefined })}
    >
      {(close) => (
        <PaidForm
          filter={filter}
          onApply={(part) => {
            change(part);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

const bounds = ['paidFrom', 'paidBefore'] as const;
type Bounds = Partial<Record<(typeof bounds)[number], string | undefined>>;

const fieldOf = (instant: string | undefined): string | null =>
  instant === undefined ? null : clockField(Date.parse(instant));

function PaidForm({
  filter,
  onApply,
}: {
  filter: TransactionSearchState['filter'];
  onApply: (part: Bounds) => void;
}) {
  const { t } = useTranslation('transactions');
  const [typed, setTyped] = useState<Partial<Record<(typeof bounds)[number], string | null>>>({});
  const valueOf = (name: (typeof bounds)[number]): string | undefined => {
    const local = typed[name];
    if (local === undefined) return filter[name];
    return local === null ? undefined : new Date(clockFieldMs(local)).toISOString();
  };
  return (
    <form
      className={classes['amounts']}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(Object.fromEntries(bounds.map((name) => [name, valueOf(name)])));
      }}
    >
      {bounds.map((name) => (
        <DayInput
          key={name}
          withTime
          label={t(`transactions:paid.${name}`)}
          value={name in typed ? (typed[name] ?? null) : fieldOf(filter[name])}
          onChange={(local) => setTyped({ ...typed, [name]: local })}
        />
      ))}
      <Button type="submit">{t('transactions:filters.apply')}</Button>
    </form>
  );
}
