import { addDays, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import type { ExpectationState } from '@mizan/contract/settlement.ts';
import type { BankFilter, RateFilter } from '@mizan/contract/transactions.ts';
import { aLineOfCell, cellHasLine, stateOf } from '../expectations/expectation-state.ts';
import { outcomeUnknownSql } from './transaction-outcome.queries.ts';

/** What of a filter is about banks: their expectations of payments answer it. */
export interface BankScope {
  which: BankFilter | undefined;
  bankId: readonly string[] | undefined;
  /** The banks' business days, both included; undefined where the filter's days are the calendar's. */
  days: { from: string; to: string } | undefined;
  /** Where a rate was agreed, or where none was. */
  rate?: RateFilter | undefined;
  today: string;
}

type Bind = (value: unknown) => string;

/** A business day ends at most half a day before or after its midnight (businessDayOf). */
const halfDayMs = 12 * 3_600_000;

/** The instants between which payments of the banks' business days lie. */
export const instantsOf = ({ from, to }: { from: string; to: string }): { from: Date; before: Date } => ({
  from: new Date(startOfRiyadhDay(from).getTime() - halfDayMs),
  before: new Date(startOfRiyadhDay(addDays(to, 1)).getTime() + halfDayMs),
});

/** Which sums may hold expectations of a state; null of what most are in. */
const sumsOf = (state: ExpectationState, today: string): string | null => {
  switch (state) {
    case 'OVERDUE':
    case 'NO_FILE':
      return `line = 'none' AND due_day < ${today}`;
    case 'PARTLY':
    case 'NOT_DUE':
      return `line = 'none' AND due_day >= ${today}`;
    case 'DIFFERS':
      return "line IN ('differs', 'disputed')";
    case 'WRITTEN_OFF':
      return "line = 'writtenOff'";
    case 'CONFIRMED':
      return null;
  }
};

/** By how much the business days of the merchant's banks begin before or after midnight, at most. */
const shift = (which: 'least' | 'greatest', end: 'min' | 'max'): string => `
  (SELECT ${which}(interval '0', coalesce(${end}(
            CASE WHEN cutoff >= '12:00' THEN cutoff::interval - interval '24 hours' ELSE cutoff::interval END), interval '0'))
     FROM bank_cutoffs WHERE merchant_id = tenant_id())`;

/** From the first to the last day of a state: so far, and no further, the list is read for it. */
function boundsOf(state: ExpectationState, today: string): string[] {
  const sums = sumsOf(state, today);
  if (sums === null) return [];
  const told = stateOf({
    line: 'o.line',
    dueDay: 'o.due_day',
    isMissing: 'o.is_missing',
    hasLine: aLineOfCell('o'),
    today,
  });
  const edge = (end: 'min' | 'max'): string => `
    (SELECT ${end}(business_day) FROM (
       SELECT DISTINCT bank_id, business_day, scheme, currency, line, due_day, is_missing FROM expectation_days
        WHERE merchant_id = tenant_id() AND count <> 0 AND ${sums}) o WHERE (${told}) = '${state}')`;
  const from = `${edge('min')}::timestamp + ${shift('least', 'min')}`;
  const before = `${edge('max')}::timestamp + interval '1 day' + ${shift('greatest', 'max')}`;
  return [
    `t.created_at >= (${from}) AT TIME ZONE 'Asia/Riyadh'`,
    `t.created_at < (${before}) AT TIME ZONE 'Asia/Riyadh'`,
  ];
}

/** Confirmed in the list's own column, so that its index of what is open serves. */
const ofLine = (which: BankFilter | undefined): string => {
  if (which === undefined || which === 'WRITTEN_OFF') return "t.status = 'APPROVED'";
  const isClosed = which === 'CONFIRMED' || which === 'DIFFERS';
  return `t.status = 'APPROVED' AND t.bank_confirmed_at IS ${isClosed ? 'NOT ' : ''}NULL`;
};

/**
 * A filter by banks as conditions on `transactions t`: those that all hold, and, where what has no known outcome is asked
 * for beside what is open, alternatives that exclude each other.
 */
export function bankConditions(
  { which, bankId, days, rate, today }: BankScope,
  bind: Bind,
): { every: string[]; alternatives: string[] | null } {
  // Bound where it is asked for: a parameter that no condition names has no type.
  const narrowed = () => [
    ...(bankId?.length ? [`e.bank_id = ANY (${bind(bankId)}::bigint[])`] : []),
    ...(rate ? [`e.net_minor IS ${rate === 'agreed' ? 'NOT ' : ''}NULL`] : []),
    ...(days ? [`e.business_day BETWEEN ${bind(days.from)}::date AND ${bind(days.to)}::date`] : []),
  ];
  const owed = (conditions: readonly string[]): string => `EXISTS (
    SELECT 1 FROM expectations e
     WHERE ${['e.merchant_id = tenant_id()', 'e.transaction_id = t.id', 'e.is_owed', ...narrowed(), ...conditions].join(' AND ')})`;
  const open = (): string => `${ofLine('OPEN')} AND ${owed(["e.line = 'none'"])}`;
  const unknown = (): string => {
    // A payment that nobody approved is with no bank yet, and its day is that of the calendar.
    if (bankId?.length || rate) return 'false';
    if (!days) return outcomeUnknownSql;
    const from = bind(startOfRiyadhDay(days.from));
    const before = bind(startOfRiyadhDay(addDays(days.to, 1)));
    return `${outcomeUnknownSql} AND t.created_at >= ${from} AND t.created_at < ${before}`;
  };
  switch (which) {
    case undefined:
      return { every: [ofLine(which), owed([])], alternatives: null };
    case 'NOT_CONFIRMED':
      return { every: [], alternatives: [open(), unknown()] };
    case 'OPEN':
      return { every: [open()], alternatives: null };
    case 'OUTCOME_UNKNOWN':
      return { every: [unknown()], alternatives: null };
    default: {
      const now = `${bind(today)}::date`;
      const state = stateOf({
        line: 'e.line',
        dueDay: 'e.due_day',
        isMissing: 'e.missing_in_file_id IS NOT NULL',
        hasLine: cellHasLine('e'),
        today: now,
      });
      const every = [ofLine(which), ...boundsOf(which, now), owed([`(${state}) = '${which}'`])];
      return { every, alternatives: null };
    }
  }
}
