import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import type * as contract from '@mizan/contract/deposits.ts';
import type { DepositDetail, DepositRow, DepositShare } from '@mizan/contract/deposits.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { sameOrRefused } from '../../platform/asked-again.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { namedBank } from '../banks/banks.service.ts';
import {
  type CellMoney,
  cellKey,
  followDeposits,
  lockForDeposits,
  moneyOfCells,
  type OwedCell,
} from '../expectations/paid.service.ts';
import type { Sender } from '../reconciliation/reconciliation.service.ts';
import {
  type Deposit,
  insertDeposit,
  insertShares,
  lockDepositsOf,
  type NewDeposit,
  selectAlike,
  selectByRequest,
  selectDeposit,
  selectDeposits,
  selectShares,
  undoShares,
  updateUndone,
} from './deposits.queries.ts';

/**
 * What arrived in the account and which settlements it pays, as people and statements say. A deposit and its shares are
 * never edited: taken back they stay on record and count no more, and the deposit field of what is owed follows in the
 * same transaction (docs/decisions/0062-deposits-and-shares.md).
 */
export interface DepositsDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** Refused for a reason that the screen has words for. */
const refused = (reason: string, more: Record<string, string> = {}): Failure =>
  new Failure('conflict', reason, { reason, ...more });

const onWire = ({ bankId, nameEn, nameAr, addedAt, undoneAt, ...deposit }: Deposit): DepositRow => ({
  ...deposit,
  bank: { id: bankId, nameEn, nameAr },
  addedAt: addedAt.toISOString(),
  undoneAt: undoneAt?.toISOString() ?? null,
});

async function detailOf(tx: Tx, deposit: Deposit): Promise<DepositDetail> {
  return { ...onWire(deposit), shares: await selectShares(tx, deposit.id) };
}

/** @throws Failure 'notFound' */
async function depositOf(tx: Tx, id: string): Promise<Deposit> {
  const deposit = await selectDeposit(tx, id);
  if (!deposit) throw notFound();
  return deposit;
}

export const listDeposits = (
  { db }: DepositsDeps,
  { merchantId }: Member,
  { bankId, state, valueDate, cursor, limit }: RouteInput<typeof contract.listDeposits>['query'],
): Promise<RouteOutput<typeof contract.listDeposits>> =>
  inTenant(db, merchantId, async (tx) => {
    const after = cursor === undefined ? null : readCursor(cursor);
    const found = await selectDeposits(tx, { bankId, state, valueDate, after, limit: limit + 1 });
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return { rows: rows.map(onWire), nextCursor: last ? writeCursor(last.addedAt, last.id) : null };
  });

export const getDeposit = (
  { db }: DepositsDeps,
  { merchantId }: Member,
  id: string,
): Promise<DepositDetail> => inTenant(db, merchantId, async (tx) => detailOf(tx, await depositOf(tx, id)));

const cellsOf = (
  { bankId, currency }: Pick<Deposit, 'bankId' | 'currency'>,
  shares: readonly DepositShare[],
): OwedCell[] => shares.map(({ day, scheme }) => ({ bankId, currency, businessDay: day, scheme }));

const sumOf = (shares: readonly DepositShare[]): number =>
  shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** Whether a share takes a settlement past what is owed; where some fees are not known, past what it would be without them. */
const overpays = (
  { netMinor, unjudgedCount, mostMinor, arrivedMinor }: CellMoney,
  share: DepositShare,
): boolean => {
  const after = arrivedMinor + share.amountMinor;
  if (unjudgedCount > 0) return share.amountMinor > 0 && after > Math.max(mostMinor, 0);
  return netMinor >= 0 ? after > netMinor || after < 0 : after < netMinor || after > 0;
};

/**
 * Adds shares to a deposit whose days are locked. @throws Failure 'conflict': 'exceeds' what is left of the deposit,
 * 'nothingOwed' for a day or card scheme, 'overpaid' where nobody said that more came than is owed
 */
async function share(
  tx: Tx,
  deposit: Deposit,
  wanted: { shares: readonly DepositShare[]; isOverpaid: boolean },
  by: Sender,
  at: Date,
): Promise<void> {
  const { shares, isOverpaid } = wanted;
  if (shares.length === 0) return;
  const sum = deposit.sharedMinor + sumOf(shares);
  const isWithin =
    deposit.amountMinor > 0 ? sum >= 0 && sum <= deposit.amountMinor : sum <= 0 && sum >= deposit.amountMinor;
  if (!isWithin) throw refused('exceeds');
  const cells = cellsOf(deposit, shares);
  const money = await moneyOfCells(tx, cells);
  for (const each of shares) {
    const cell = money.get(cellKey({ ...deposit, businessDay: each.day, scheme: each.scheme }));
    const named = { day: each.day, scheme: each.scheme };
    if (!cell) throw refused('nothingOwed', named);
    if (!isOverpaid && overpays(cell, each)) throw refused('overpaid', named);
  }
  await insertShares(tx, deposit, shares, by, at);
  await followDeposits(tx, cells);
}

const toldDeposit = (deposit: Deposit, shares: readonly DepositShare[]) => ({
  bankName: deposit.nameEn,
  valueDate: deposit.valueDate,
  amountMinor: deposit.amountMinor,
  currency: deposit.currency,
  reference: deposit.reference,
  sharesCount: shares.length,
  sharedMinor: sumOf(shares),
});

/** The bank's deposits and the days of some shares, for this transaction alone; always in this order. */
async function lock(
  tx: Tx,
  of: Pick<Deposit, 'bankId' | 'currency'>,
  shares: readonly DepositShare[],
): Promise<void> {
  await lockDepositsOf(tx, of.bankId);
  if (shares.length > 0) await lockForDeposits(tx, cellsOf(of, shares));
}

/** The bank's deposits for this transaction alone. */
export const lockBank = async (tx: Tx, bankId: string): Promise<void> =>
  void (await lockDepositsOf(tx, bankId));

/** By which a repeat of a person is known. Its shares are not compared: they may be others since. */
const asked = ['bankId', 'valueDate', 'amountMinor', 'currency', 'reference', 'note'] as const;

/** A deposit with its shares, in the tenant's transaction. The same `requestId` again answers with what the first made. */
export async function enterDeposit(
  tx: Tx,
  by: Sender,
  at: Date,
  wanted: NewDeposit & { shares: readonly DepositShare[]; isOverpaid: boolean; isAnother: boolean },
): Promise<DepositDetail> {
  await lock(tx, wanted, wanted.shares);
  const made = await selectByRequest(tx, wanted.requestId);
  if (made) return detailOf(tx, wanted.source === 'HAND' ? sameOrRefused(made, wanted, asked) : made);
  if (!(await namedBank(tx, wanted.bankId))) throw notFound();
  // A bank may say on its evening what counts from the next working day; further ahead is a slip of the pen.
  if (wanted.valueDate > addDays(riyadhDay(at), daysAheadMax)) throw refused('future');
  const alike = wanted.isAnother ? null : await selectAlike(tx, wanted);
  if (alike) throw refused('alike', { id: alike.id });
  const deposit = await depositOf(tx, await insertDeposit(tx, wanted, by, at));
  await share(tx, deposit, wanted, by, at);
  await happened(tx, by, {
    fact: 'deposits.added',
    at,
    about: { type: 'deposit', id: deposit.id },
    params: { ...toldDeposit(deposit, wanted.shares), note: wanted.note },
  });
  return detailOf(tx, await depositOf(tx, deposit.id));
}
/** An Eid with its weekends lies between a bank's word and its value date at most. */
const daysAheadMax = 14;

/** @throws Failure 'notFound' of the bank; 'conflict' 'otherRequest', 'future', 'alike', and those of `share` */
export const addDeposit = (
  { db, clock }: DepositsDeps,
  by: Sender,
  body: RouteInput<typeof contract.addDeposit>['body'],
): Promise<DepositDetail> =>
  inTenant(db, by.merchantId, async (tx) => {
    // Many repeats at once wait for nobody: one after the other behind the bank's lock they would run out of connections.
    const made = await selectByRequest(tx, body.requestId);
    if (made) return detailOf(tx, sameOrRefused(made, body, asked));
    return enterDeposit(tx, by, clock.now(), { ...body, source: 'HAND' });
  });

/** @throws Failure 'notFound'; 'conflict' 'undone', 'alreadyShared', and those of `share` */
export const matchDeposit = (
  { db, clock }: DepositsDeps,
  by: Sender,
  id: string,
  wanted: RouteInput<typeof contract.matchDeposit>['body'],
): Promise<DepositDetail> =>
  inTenant(db, by.merchantId, async (tx) => {
    await lock(tx, await depositOf(tx, id), wanted.shares);
    const deposit = await depositOf(tx, id);
    if (deposit.undoneAt) throw refused('undone');
    const before = new Map((await selectShares(tx, id)).map((each) => [`${each.day} ${each.scheme}`, each]));
    const known = wanted.shares.map((each) => before.get(`${each.day} ${each.scheme}`));
    // A repeat of what was done changes nothing.
    const isDone = known.every((each, at) => each?.amountMinor === wanted.shares[at]?.amountMinor);
    if (isDone) return detailOf(tx, deposit);
    if (known.some((each) => each !== undefined)) throw refused('alreadyShared');
    const at = clock.now();
    await share(tx, deposit, wanted, by, at);
    await happened(tx, by, {
      fact: 'deposits.matched',
      at,
      about: { type: 'deposit', id },
      params: toldDeposit(deposit, wanted.shares),
    });
    return detailOf(tx, await depositOf(tx, id));
  });

/**
 * Takes back what a deposit pays, and with `whole` the deposit itself, in the tenant's transaction. A repeat changes nothing.
 * @throws Failure 'notFound'
 */
export async function takeBack(
  tx: Tx,
  by: Sender,
  at: Date,
  { id, whole }: { id: string; whole: boolean },
): Promise<DepositDetail> {
  const { bankId } = await depositOf(tx, id);
  await lockDepositsOf(tx, bankId);
  const deposit = await depositOf(tx, id);
  const shares = await selectShares(tx, id);
  if (deposit.undoneAt || (!whole && shares.length === 0)) return detailOf(tx, deposit);
  const cells = cellsOf(deposit, shares);
  await lockForDeposits(tx, cells);
  await undoShares(tx, id, at);
  if (whole) await updateUndone(tx, id, by, at);
  if (cells.length > 0) await followDeposits(tx, cells);
  await happened(tx, by, {
    fact: whole ? 'deposits.undone' : 'deposits.released',
    at,
    about: { type: 'deposit', id },
    params: toldDeposit(deposit, shares),
  });
  return detailOf(tx, await depositOf(tx, id));
}

/** @throws Failure 'notFound' */
export const releaseDeposit = ({ db, clock }: DepositsDeps, by: Member, id: string): Promise<DepositDetail> =>
  inTenant(db, by.merchantId, (tx) => takeBack(tx, by, clock.now(), { id, whole: false }));

/** @throws Failure 'notFound' */
export const undoDeposit = ({ db, clock }: DepositsDeps, by: Member, id: string): Promise<DepositDetail> =>
  inTenant(db, by.merchantId, (tx) => takeBack(tx, by, clock.now(), { id, whole: true }));
