import {
  addDays,
  type ClosedSpan,
  isWorkingDay,
  riyadhDay,
  workingDaysAfter,
} from '@mizan/contract/business-day.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import {
  type CellParams,
  expectationStates,
  type getSettlementCell,
  type getSettlementMonth,
  isOpen,
  type listSettlementPayments,
  type SettlementCell,
  type SettlementDay,
  type SettlementMonth,
  type SettlementPart,
} from '@mizan/contract/settlement.ts';
import { schemes } from '@mizan/contract/transaction-states.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import {
  type ArrivedRow,
  type RecordedRow,
  selectArrivedOf,
  selectDepositsOfCell,
  selectRecorded,
} from './arrived.queries.ts';
import { depositStateOf, lateDaysOf } from './deposit-state.ts';
import {
  type PartRow,
  selectBankOfCell,
  selectBanks,
  selectCell,
  selectCharges,
  selectClosed,
  selectMonth,
  selectPayments,
} from './settlement.queries.ts';

/** Holidays further away than the longest agreement move no due day that a strip of days shows. */
const daysAhead = 120;
/** A strip of days shows two weeks; how late it is says the number. */
const stripDaysMax = 14;

/** Every bank, card scheme and day of a month from the sums, in one transaction; the month of today unasked. */
export const monthOf = (
  db: Database,
  merchantId: string,
  { month }: RouteInput<typeof getSettlementMonth>['query'],
  now: Date,
): Promise<SettlementMonth> =>
  inTenant(db, merchantId, (tx) => monthIn(tx, month ?? riyadhDay(now).slice(0, 7), now));

/** The same within a transaction of the merchant. */
export async function monthIn(tx: Tx, month: string, now: Date): Promise<SettlementMonth> {
  const today = riyadhDay(now);
  const from = `${month}-01`;
  const to = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1);
  const until = today > to ? today : to;
  const [parts, banks, closed, arrived, recorded] = await Promise.all([
    selectMonth(tx, today, from, to),
    selectBanks(tx, from, to),
    selectClosed(tx, from, addDays(until, daysAhead)),
    selectArrivedOf(tx, from, to),
    selectRecorded(tx),
  ]);
  const book: DepositBook = { arrived, recorded, closed, today };
  const inOrder = parts.toSorted((a, b) => schemes.indexOf(a.scheme) - schemes.indexOf(b.scheme));
  const rows = [...Map.groupBy(inOrder, (each) => `${each.bankId} ${each.scheme} ${each.currency}`).values()];
  return {
    month,
    today,
    banks: banks.map(({ nameEn, nameAr, ...bank }) => ({
      ...bank,
      nameEn: nameEn ?? '',
      nameAr: nameAr ?? '',
    })),
    rows: rows.flatMap((ofRow) => {
      const [first] = ofRow;
      if (!first) return [];
      const { bankId, scheme, currency } = first;
      const days = [...Map.groupBy(ofRow, (each) => each.day)].map(([day, ofDay]) => ({
        day,
        ...cellOf(ofDay, book),
      }));
      return [{ bankId, scheme, currency, days }];
    }),
    totals: [...Map.groupBy(parts, (each) => each.currency)].map(([currency, ofCurrency]) => ({
      currency,
      parts: partsOf(ofCurrency),
      arrivedMinor: arrived
        .filter((each) => each.currency === currency)
        .reduce((sum, each) => sum + each.arrivedMinor, 0),
    })),
    closed,
  };
}

/** The sums by state, the state that asks most first. */
function partsOf(rows: readonly PartRow[]): SettlementPart[] {
  return expectationStates.flatMap((state) => {
    const same = rows.filter((row) => row.state === state);
    if (same.length === 0) return [];
    const sum = (of: 'count' | 'grossMinor' | 'netMinor' | 'unjudgedCount' | 'unjudgedMinor') =>
      same.reduce((total, row) => total + row[of], 0);
    return [
      {
        state,
        count: sum('count'),
        grossMinor: sum('grossMinor'),
        netMinor: sum('netMinor'),
        unjudgedCount: sum('unjudgedCount'),
        unjudgedMinor: sum('unjudgedMinor'),
      },
    ];
  });
}

/** What deposits say, and the days by which it is judged. */
interface DepositBook {
  arrived: readonly ArrivedRow[];
  recorded: readonly RecordedRow[];
  closed: readonly ClosedSpan[];
  today: string;
}

/** What arrived for the cell of these rows. */
function depositOf(rows: readonly PartRow[], book: DepositBook): SettlementDay['deposit'] {
  const [first] = rows;
  if (!first) throw new Error('a cell has a part');
  const { bankId, scheme, currency, day } = first;
  const isHere = (each: { bankId: string; currency: string }) =>
    each.bankId === bankId && each.currency === currency;
  const came = book.arrived.find((each) => isHere(each) && each.scheme === scheme && each.day === day);
  const money = {
    netMinor: rows.reduce((sum, row) => sum + row.netMinor, 0),
    unjudgedCount: rows.reduce((sum, row) => sum + row.unjudgedCount, 0),
    unjudgedMinor: rows.reduce((sum, row) => sum + row.unjudgedMinor, 0),
    arrivedMinor: came?.arrivedMinor ?? 0,
    arrivedOn: came?.arrivedOn ?? null,
    dueDay: rows.map((row) => row.dueDay).toSorted()[0] ?? day,
    today: book.today,
    day,
    scheme,
    recorded: book.recorded.find(isHere) ?? null,
  };
  const state = depositStateOf(money);
  return {
    state,
    arrivedMinor: money.arrivedMinor,
    differenceMinor: money.unjudgedCount > 0 ? null : money.arrivedMinor - money.netMinor,
    arrivedOn: money.arrivedOn,
    dueDay: money.dueDay,
    lateDays: lateDaysOf(state, money, book.closed),
  };
}

/** A cell is what the part of it is that asks most. */
function cellOf(rows: readonly PartRow[], book: DepositBook): Omit<SettlementDay, 'day'> {
  const { closed, today } = book;
  const parts = partsOf(rows);
  const [worst] = parts;
  if (!worst) throw new Error('a cell has a part');
  const due = rows.filter(({ state }) => isOpen(state)).map(({ dueDay }) => dueDay);
  const dueDay = due.toSorted()[0] ?? null;
  const isLate = dueDay !== null && dueDay < today;
  return {
    state: worst.state,
    parts,
    dueDay,
    lateDays: isLate ? workingDaysAfter(dueDay, today, closed) : null,
    deposit: depositOf(rows, book),
  };
}

/** One cell as one sum. @throws Failure 'notFound' where nothing is owed for it, as for another merchant's bank */
export async function cellDetail(
  db: Database,
  merchantId: string,
  cell: CellParams,
  now: Date,
): Promise<RouteOutput<typeof getSettlementCell>> {
  const today = riyadhDay(now);
  return inTenant(db, merchantId, async (tx) => {
    const [rows, charges, bank, closed, arrived, recorded, deposits] = await Promise.all([
      selectCell(tx, today, cell),
      selectCharges(tx, cell),
      selectBankOfCell(tx, cell),
      selectClosed(tx, cell.day, addDays(today > cell.day ? today : cell.day, daysAhead)),
      selectArrivedOf(tx, cell.day, cell.day),
      selectRecorded(tx),
      selectDepositsOfCell(tx, cell),
    ]);
    if (rows.length === 0) throw notFound();
    const shown = cellOf(rows, { arrived, recorded, closed, today });
    const sum = (of: 'feeMinor' | 'vatMinor' | 'netMinor') => rows.reduce((total, row) => total + row[of], 0);
    const judged = (isPurchase: boolean) => {
      const same = rows.filter((row) => row.isPurchase === isPurchase);
      return {
        count: same.reduce((total, row) => total + row.count - row.unjudgedCount, 0),
        grossMinor: same.reduce((total, row) => total + row.grossMinor - row.unjudgedMinor, 0),
      };
    };
    const { nameEn, nameAr, agreed } = bank;
    return {
      bank: { id: cell.bankId, nameEn: nameEn ?? '', nameAr: nameAr ?? '' },
      day: cell.day,
      ...shown,
      agreed,
      strip: stripOf(cell.day, shown, closed, today),
      purchases: judged(true),
      refunds: judged(false),
      mdrMinor: charges.mdrMinor,
      mdrBps: charges.mdrBps,
      ...processingOf(sum('feeMinor') - charges.mdrMinor, judged(true).count, charges.processingEachMinor),
      vatMinor: sum('vatMinor'),
      netMinor: sum('netMinor'),
      unjudged: {
        count: rows.reduce((total, row) => total + row.unjudgedCount, 0),
        grossMinor: rows.reduce((total, row) => total + row.unjudgedMinor, 0),
      },
      deposits,
    };
  });
}

/** The processing fees, and what each payment's is where that many of them are the whole. */
const processingOf = (processingMinor: number, purchases: number, eachMinor: number | null) => ({
  processingMinor,
  processingEachMinor: eachMinor !== null && eachMinor * purchases === processingMinor ? eachMinor : null,
});

/**
 * The days from the sale to the due day, and on to today where that has passed, or to the day on which the money came
 * late; none where nothing is open and nothing was late.
 */
function stripOf(
  sold: string,
  { dueDay: openSince, lateDays, deposit }: Omit<SettlementDay, 'day'>,
  closed: readonly ClosedSpan[],
  today: string,
): SettlementCell['strip'] {
  if (openSince === null && deposit.lateDays === null) return [];
  const dueDay = openSince ?? deposit.dueDay;
  const isSettled = deposit.state === 'PAID' || deposit.state === 'OVER';
  const lateUntil = openSince === null && isSettled ? (deposit.arrivedOn ?? today) : today;
  const last = openSince !== null && lateDays === null ? dueDay : lateUntil;
  const days: SettlementCell['strip'] = [{ day: sold, kind: 'SOLD', late: 0 }];
  let late = 0;
  for (let day = addDays(sold, 1); day <= last && days.length < stripDaysMax; day = addDays(day, 1)) {
    if (day === dueDay) days.push({ day, kind: 'DUE', late });
    else if (!isWorkingDay(day, closed)) days.push({ day, kind: 'CLOSED', late });
    else if (day < dueDay) days.push({ day, kind: 'WORK', late });
    else days.push({ day, kind: 'LATE', late: (late += 1) });
  }
  return days;
}

/** A page of a cell's payments that no line agrees with. @throws Failure 'notFound' as for the cell itself */
export async function paymentsOfCell(
  db: Database,
  merchantId: string,
  cell: CellParams,
  { cursor, limit }: RouteInput<typeof listSettlementPayments>['query'],
  now: Date,
): Promise<RouteOutput<typeof listSettlementPayments>> {
  const today = riyadhDay(now);
  const after = cursor === undefined ? null : readCursor(cursor);
  return inTenant(db, merchantId, async (tx: Tx) => {
    const [sums, rows] = await Promise.all([
      selectCell(tx, today, cell),
      selectPayments(tx, today, cell, { after, limit: limit + 1 }),
    ]);
    if (sums.length === 0) throw notFound();
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      rows: page.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
      nextCursor: last ? writeCursor(last.createdAt, last.transactionId) : null,
    };
  });
}
