import { addDays, type ClosedSpan, riyadhDay } from '@mizan/contract/business-day.ts';
import { askingDepositStates, type DepositState } from '@mizan/contract/deposit-states.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type {
  getSettlementTable,
  SettlementTable,
  SettlementTableRow,
} from '@mizan/contract/settlement-table.ts';
import { schemes } from '@mizan/contract/transaction-states.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { banksOf, closedSpans } from '../banks/banks.service.ts';
import {
  type ArrivedRow,
  type RecordedRow,
  selectArrivedOf,
  selectMonthsPaidOn,
  selectRecorded,
} from './arrived.queries.ts';
import { depositStateOf, lateDaysOf } from './deposit-state.ts';
import { explainedShort } from './explained-short.ts';
import { selectChargedDays } from './journal.queries.ts';
import { totalsOf } from './settlement-sums.ts';
import {
  hasProcessingFee,
  type MdrRow,
  type OwedRow,
  selectMdr,
  selectOwedRows,
  selectWrittenOff,
} from './table.queries.ts';

type Asked = RouteInput<typeof getSettlementTable>['query'];
type Cell = Pick<OwedRow, 'bankId' | 'scheme' | 'currency' | 'day'>;

const cellKey = ({ bankId, scheme, currency, day }: Cell): string =>
  [bankId, scheme, currency, day].join(' ');

interface Book {
  arrived: ReadonlyMap<string, ArrivedRow>;
  recorded: readonly RecordedRow[];
  mdr: ReadonlyMap<string, MdrRow> | null;
  closed: readonly ClosedSpan[];
  today: string;
}

/** Money that arrived for a cell of which nothing is owed any more: it is over, and must not vanish. */
const owedNothing = ({ bankId, scheme, currency, day }: ArrivedRow): OwedRow => ({
  bankId,
  scheme,
  currency,
  day,
  dueDay: day,
  grossMinor: 0,
  refundsMinor: 0,
  feeMinor: 0,
  vatMinor: 0,
  netMinor: 0,
  unjudgedCount: 0,
  unjudgedMinor: 0,
});

function rowOf({ feeMinor, ...owed }: OwedRow, book: Book): SettlementTableRow {
  const came = book.arrived.get(cellKey(owed));
  const money = {
    netMinor: owed.netMinor,
    unjudgedCount: owed.unjudgedCount,
    unjudgedMinor: owed.unjudgedMinor,
    arrivedMinor: came?.arrivedMinor ?? 0,
    arrivedOn: came?.arrivedOn ?? null,
    dueDay: owed.dueDay,
    today: book.today,
    day: owed.day,
    scheme: owed.scheme,
    recorded:
      book.recorded.find(({ bankId, currency }) => bankId === owed.bankId && currency === owed.currency) ??
      null,
  };
  const state = depositStateOf(money);
  const mdrMinor = book.mdr ? (book.mdr.get(cellKey(owed))?.mdrMinor ?? 0) : feeMinor;
  return {
    ...owed,
    // Charges stand below zero, as they are taken from the gross.
    mdrMinor: taken(mdrMinor),
    processingMinor: taken(feeMinor - mdrMinor),
    vatMinor: taken(owed.vatMinor),
    arrivedMinor: money.arrivedMinor,
    arrivedOn: money.arrivedOn,
    valueDates: came?.valueDates ?? [],
    differenceMinor:
      owed.unjudgedCount > 0 || saysNothing.includes(state) ? null : money.arrivedMinor - owed.netMinor,
    state,
    lateDays: lateDaysOf(state, money, book.closed),
  };
}

/** Nothing has arrived, and nobody knows that it should have: a difference would be one that there is not. */
const saysNothing: readonly DepositState[] = ['NOT_DUE', 'DUE', 'UNRECORDED'];

/** No minus before a zero. */
const taken = (minor: number): number => (minor === 0 ? 0 : -minor);

const isWanted = (only: Asked['only'], state: DepositState): boolean =>
  only === undefined ||
  only === state ||
  (only === 'ASKING' && (askingDepositStates as readonly DepositState[]).includes(state));

async function bookOf(tx: Tx, from: string, to: string, today: string): Promise<Book> {
  const [arrived, recorded, closed, isSplit] = await Promise.all([
    selectArrivedOf(tx, from, to),
    selectRecorded(tx),
    closedSpans(tx),
    hasProcessingFee(tx),
  ]);
  const mdr = isSplit ? await selectMdr(tx, from, to) : null;
  return {
    arrived: new Map(arrived.map((each) => [cellKey(each), each])),
    recorded,
    mdr: mdr && new Map(mdr.map((each) => [cellKey(each), each])),
    closed,
    today,
  };
}

/** The settlements of the days from `from` to `to`, the newest day first; what is asked for narrows rows and sums alike. */
export async function settlementsOf(
  tx: Tx,
  { from, to, bankId, only, valueDate }: Omit<Asked, 'month'> & { from: string; to: string },
  now: Date,
): Promise<Omit<SettlementTable, 'month' | 'explained' | 'otherMonths'>> {
  const [owed, book, banks, given] = await Promise.all([
    selectOwedRows(tx, from, to),
    bookOf(tx, from, to, riyadhDay(now)),
    banksOf(tx),
    selectWrittenOff(tx, from, to),
  ]);
  const known = new Set(owed.map(cellKey));
  const lost = [...book.arrived.values()].filter((each) => !known.has(cellKey(each))).map(owedNothing);
  const all = [...owed, ...lost].map((each) => rowOf(each, book));
  const rows = all
    .filter(
      (row) =>
        (bankId === undefined || row.bankId === bankId) &&
        (valueDate === undefined || row.valueDates.includes(valueDate)) &&
        isWanted(only, row.state),
    )
    .toSorted(byDay);
  const there = new Set(all.map((row) => row.bankId));
  const shown = new Set(rows.map(cellKey));
  const named = banks.map(({ id, nameEn, nameAr }) => ({ id, nameEn, nameAr }));
  return {
    banks: [...named, { id: unknownBank, nameEn: '', nameAr: '' }].filter(({ id }) => there.has(id)),
    rows,
    writtenOff: given.filter((each) => shown.has(cellKey(each))),
    totals: totalsOf(rows),
  };
}

/** Due days and value dates of a month lie so many days behind it at most. */
const takenAfterDays = 31;

/** The settlements of a month. */
export async function settlementTable(
  db: Database,
  merchantId: string,
  { month: asked, ...narrowed }: Asked,
  now: Date,
): Promise<SettlementTable> {
  const month = asked ?? riyadhDay(now).slice(0, 7);
  const from = `${month}-01`;
  const to = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1);
  return inTenant(db, merchantId, async (tx) => {
    const table = await settlementsOf(tx, { from, to, ...narrowed }, now);
    // Lines of files are read only where something is short.
    const isShort = table.rows.some(({ state }) => state === 'SHORT');
    const charged = isShort ? await selectChargedDays(tx, from, addDays(to, takenAfterDays)) : [];
    const paidMonths =
      narrowed.valueDate === undefined ? [] : await selectMonthsPaidOn(tx, narrowed.valueDate);
    return {
      month,
      ...table,
      otherMonths: paidMonths.filter((each) => each !== month),
      explained: explainedShort(table.rows, charged, table.writtenOff),
    };
  });
}

const byDay = (a: SettlementTableRow, b: SettlementTableRow): number =>
  a.day === b.day
    ? a.bankId.localeCompare(b.bankId) || schemes.indexOf(a.scheme) - schemes.indexOf(b.scheme)
    : a.day < b.day
      ? 1
      : -1;
