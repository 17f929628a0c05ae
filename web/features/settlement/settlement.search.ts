import { depositFilters } from '@mizan/contract/deposits.ts';
import { currencies } from '@mizan/contract/money.ts';
import type { CellParams } from '@mizan/contract/settlement.ts';
import type { tableFilters } from '@mizan/contract/settlement-table.ts';
import { schemes } from '@mizan/contract/transaction-states.ts';
import { useAddress } from '../../platform/address.ts';
import { day, oneOf, readFields, rowId, text } from '../../platform/search.ts';

interface SettlementSearch {
  /** 'YYYY-MM'; the portal's present month where it is absent. */
  month?: string;
  /** The cell that is open: bank, scheme, currency and day. */
  cell?: string;
  /** What stands on the screen in place of the calendar. */
  view?: SettlementView;
  /** The deposit that is open. */
  deposit?: string;
  /** Of deposits: those of which a part pays nothing yet, or those that were taken back. */
  only?: DepositFilter;
  /** Of the table: those that ask, or those in one state. */
  which?: (typeof shownTableFilters)[number];
  /** Of the table and of deposits: those that came, or that something of came, on this value date. */
  valueDate?: string;
  /** On a phone: the day below the month, and the one bank that shows. */
  day?: string;
  bank?: string;
}

export const settlementViews = ['table', 'deposits', 'papers', 'vat'] as const;
/** What the table can be narrowed to on the screen. */
export const shownTableFilters = [
  'ASKING',
  'PAID',
  'UNRECORDED',
] as const satisfies (typeof tableFilters)[number][];
type SettlementView = (typeof settlementViews)[number];
type DepositFilter = (typeof depositFilters)[number];

const bankShape = /^(unknown|[1-9]\d{0,18})$/;
const readSearch = (raw: Record<string, unknown>): SettlementSearch =>
  readFields<SettlementSearch>(raw, {
    month: text(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/),
    cell: (value) => (typeof value === 'string' && readCell(value) ? value : undefined),
    view: oneOf(settlementViews),
    deposit: rowId,
    only: oneOf(depositFilters),
    which: oneOf(shownTableFilters),
    valueDate: day,
    day,
    bank: text(bankShape),
  });

/** A cell as it stands in the address: '3.Visa.SAR.2026-11-16'. */
export const cellText = (cell: CellParams): string =>
  [cell.bankId, cell.scheme, cell.currency, cell.day].join('.');

export function readCell(written: string): CellParams | null {
  const [bank, schemeName, currencyCode, dayText] = written.split('.');
  const scheme = oneOf(schemes)(schemeName);
  const currency = oneOf(currencies)(currencyCode);
  const ofDay = day(dayText);
  if (!bank || !bankShape.test(bank) || !scheme || !currency || !ofDay) return null;
  return { bankId: bank, scheme, currency, day: ofDay };
}

/** The month that an address asks for, before the screen is there. */
export const readMonth = (raw: Record<string, unknown>): string | undefined => readSearch(raw).month;

export const useSettlementSearch = () => useAddress(readSearch);
export type SettlementAddress = ReturnType<typeof useSettlementSearch>;
