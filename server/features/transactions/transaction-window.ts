import { addDays, daysBetween, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import { windowDays } from '@mizan/contract/page.ts';
import { storedBankId } from '@mizan/contract/settlement.ts';
import { type BankFilter, servesAllTime } from '@mizan/contract/transactions.ts';
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
    search: string;
  }
>;

/** The days that a query is about; null for all time. Failure 'badRequest' also where no index serves all time. */
export function listWindow(asked: Asked, own: OwnScope | null, now: Date): DayWindow | null {
  const unasked = asked.from === undefined && asked.to === undefined;
  if (asked.range === 'all' && !(unasked && servesAllTime(asked, own !== null))) {
    throw new Failure('badRequest', 'All time is shown with one other filter at most.', { field: 'range' });
  }
  if (unasked && (asked.range === 'all' || asked.search)) return null;
  return dayWindow(asked, windowDays.default, now);
}

/** No payment is older than the first instant, or of a later day than today. */
const firstInstant = new Date(0);

/** A query of the contract as the filter of a statement. */
export function filterOf(asked: Asked, own: OwnScope | null, now: Date): TransactionFilter {
  const search = asked.search ? searchKeys(asked.search) : null;
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
  } = asked;
  const days = asked.days && window ? window : undefined;
  const created = days && instantsOf(days);
  return {
    createdFrom: created?.from ?? (window ? startOfRiyadhDay(window.from) : firstInstant),
    createdBefore: created?.before ?? startOfRiyadhDay(addDays(window?.to ?? today, 1)),
    type,
    bank:
      bank || bankId?.length || days
        ? { which: bank, bankId: bankId?.map(storedBankId), days, today }
        : undefined,
    status,
    scheme,
    terminalId,
    branchId,
    cashierId,
    startedById,
    minAmountMinor,
    maxAmountMinor,
    search,
    own,
  };
}
