import { addDays, daysBetween, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import { windowDays } from '@mizan/contract/page.ts';
import { Failure } from '../../platform/failure.ts';
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
  Omit<TransactionFilter, 'createdFrom' | 'createdBefore' | 'search' | 'own'> & {
    from: string;
    to: string;
    search: string;
  }
>;

/** A query of the contract as the filter of a statement. A search without days looks as far back as it may. */
export function filterOf(asked: Asked, own: OwnScope | null, now: Date): TransactionFilter {
  const search = asked.search ? searchKeys(asked.search) : null;
  const { from, to } = dayWindow(asked, search ? windowDays.max : windowDays.default, now);
  const { status, scheme, terminalId, branchId, cashierId, startedById, minAmountMinor, maxAmountMinor } =
    asked;
  return {
    createdFrom: startOfRiyadhDay(from),
    createdBefore: startOfRiyadhDay(addDays(to, 1)),
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
