import { addDays, daysBetween, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import { windowDays } from '@mizan/contract/page.ts';
import { storedBankId } from '@mizan/contract/settlement.ts';
import type { SearchKind } from '@mizan/contract/transaction-search.ts';
import {
  type BankFilter,
  isShortSearch,
  type RateFilter,
  servesAllTime,
  servesInstants,
} from '@mizan/contract/transactions.ts';
import { Failure } from '../../platform/failure.ts';
import { instantsOf } from './transaction-bank.queries.ts';
import type { OwnScope, TransactionFilter } from './transaction-filter.queries.ts';
import { searchKeys } from './transaction-search.ts';

/** Whole days in Asia/Riyadh, both included. */
export interface DayWindow {
  from: string;
  to: string;
}

/**
 * The days that a list or a dashboard is about: as chosen, else `unaskedDays` up to today. Failure
 * 'badRequest' where they run backwards or are longer than the longest window.
 */
export function dayWindow(
  asked: { from?: string | undefined; to?: string | undefined },
  unaskedDays: number,
  now: Date,
): DayWindow {
  const to = asked.to ?? riyadhDay(now);
  const from = asked.from ?? addDays(to, 1 - unaskedDays);
  const length = daysBetween(from, to) + 1;
  if (length < 1) {
    throw new Failure('badRequest', 'The first day lies after the last.', { field: 'from' });
  }
  if (length > windowDays.max) {
    throw new Failure('badRequest', `At most ${windowDays.max} days can be shown at once.`, {
      field: 'from',
      maxDays: windowDays.max,
    });
  }
  return { from, to };
}

type Asked = Partial<
  Omit<TransactionFilter, 'createdFrom' | 'createdBefore' | 'bank' | 'search' | 'own'> & {
    from: string;
    to: string;
    range: 'all';
    bank: BankFilter;
    bankId: readonly string[];
    days: 'bank';
    rate: RateFilter;
    paidFrom: string;
    paidBefore: string;
    search: string;
    searchAs: SearchKind;
  }
>;

/** Whether instants stand in the place of days. */
const isByInstants = ({ from, to, paidFrom, paidBefore }: Asked): boolean =>
  from === undefined && to === undefined && (paidFrom !== undefined || paidBefore !== undefined);

/**
 * The days that a query is about; null for all time, and where instants stand in their place. Failure 'badRequest' also
 * where no index serves so long a time.
 */
export function listWindow(asked: Asked, own: OwnScope | null, now: Date): DayWindow | null {
  if (isByInstants(asked)) {
    if (servesInstants(asked, own !== null)) return null;
    throw new Failure('badRequest', `At most ${windowDays.max} days can be shown at once.`, {
      field: 'paidFrom',
      maxDays: windowDays.max,
    });
  }
  const unasked = asked.from === undefined && asked.to === undefined;
  if (asked.range === 'all' && !(unasked && servesAllTime(asked, own !== null))) {
    throw new Failure('badRequest', 'All time is shown with one other filter at most.', { field: 'range' });
  }
  if (unasked && (asked.range === 'all' || isShortSearch(asked))) return null;
  return dayWindow(asked, windowDays.default, now);
}

/** No payment is older than the first instant, or of a later day than today. */
const firstInstant = new Date(0);

/** What both bounds leave: days, or the instants that stand in their place or narrow them. */
function spanOf(
  { paidFrom, paidBefore }: Asked,
  from: Date,
  before: Date,
): Pick<TransactionFilter, 'createdFrom' | 'createdBefore'> {
  const start = paidFrom === undefined ? from.getTime() : Date.parse(paidFrom);
  const end = paidBefore === undefined ? before.getTime() : Date.parse(paidBefore);
  return {
    createdFrom: new Date(Math.max(start, from.getTime())),
    createdBefore: new Date(Math.min(end, before.getTime())),
  };
}

/** A query of the contract as the filter of a statement. */
export function filterOf(asked: Asked, own: OwnScope | null, now: Date): TransactionFilter {
  const search = asked.search ? searchKeys(asked.search, asked.searchAs) : null;
  const window = listWindow(asked, own, now);
  const today = riyadhDay(now);
  const {
    type,
    bank,
    bankId,
    status,
    scheme,
    terminalId,
    branchId,
    cashierId,
    startedById,
    minAmountMinor,
    maxAmountMinor,
    currency,
    bankFileId,
    otherBankFileId,
    rate,
    reason,
  } = asked;
  const days = asked.days && window ? window : undefined;
  const created = days && instantsOf(days);
  return {
    ...spanOf(
      asked,
      created?.from ?? (window ? startOfRiyadhDay(window.from) : firstInstant),
      created?.before ?? startOfRiyadhDay(addDays(window?.to ?? today, 1)),
    ),
    type,
    bank:
      bank || bankId?.length || days || rate
        ? { which: bank, bankId: bankId?.map(storedBankId), days, rate, today }
        : undefined,
    status,
    scheme,
    terminalId,
    branchId,
    cashierId,
    startedById,
    currency,
    bankFileId,
    otherBankFileId,
    reason,
    isWithinDay: asked.paidFrom !== undefined || asked.paidBefore !== undefined,
    minAmountMinor,
    maxAmountMinor,
    search,
    own,
  };
}
