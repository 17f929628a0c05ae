import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import {
  type BankDay,
  lockDays,
  type OwedCell,
  selectArrived,
  selectOwed,
  setDeposit,
} from './paid.queries.ts';

/**
 * The second field of an expectation, whether its money arrived: what is owed in a cell is paid while the shares of
 * deposits reach its net, and open otherwise (docs/decisions/0062-deposits-and-shares.md). It follows in the
 * transaction that changes either side: a share that comes or goes, or what is owed.
 */
export type { BankDay, OwedCell };

export const cellKey = ({ bankId, businessDay, scheme, currency }: OwedCell): string =>
  [bankId, businessDay, scheme, currency].join(' ');

/** Whoever is to say what arrived for these days has them alone until the end of the transaction. */
export const lockForDeposits = async (tx: Tx, days: readonly BankDay[]): Promise<void> =>
  void (await lockDays(tx, days, ''));

/** Whoever changes what is owed for these days: beside others who do, never beside a deposit. Before any row is locked. */
export const shareDays = async (tx: Tx, days: readonly BankDay[]): Promise<void> =>
  void (await lockDays(tx, days, '_shared'));

/** What is owed in a cell and what arrived for it; amounts in minor units, signed. */
export interface CellMoney extends OwedCell {
  netMinor: number;
  /** Payments of it without an agreed rate, which have no net. */
  unjudgedCount: number;
  /** What is owed at most: of payments without a rate their amount before fees. */
  mostMinor: number;
  arrivedMinor: number;
}

/** Of cells for which anything is owed or arrived, by `cellKey`. */
export async function moneyOfCells(tx: Tx, cells: readonly OwedCell[]): Promise<Map<string, CellMoney>> {
  const [owed, arrived] = await Promise.all([selectOwed(tx, cells), selectArrived(tx, cells)]);
  const money = new Map<string, CellMoney>();
  for (const each of owed) money.set(cellKey(each), { ...each, arrivedMinor: 0 });
  for (const { arrivedMinor, ...cell } of arrived) {
    const known = money.get(cellKey(cell)) ?? { ...cell, netMinor: 0, unjudgedCount: 0, mostMinor: 0 };
    money.set(cellKey(cell), { ...known, arrivedMinor });
  }
  return money;
}

/** Whether what arrived reaches what is owed; never while it is not known what is. */
const isPaid = ({ netMinor, unjudgedCount, arrivedMinor }: CellMoney): boolean =>
  unjudgedCount === 0 &&
  arrivedMinor !== 0 &&
  (netMinor >= 0 ? arrivedMinor >= netMinor : arrivedMinor <= netMinor);

/** The field of all that is owed in these cells follows their sums. */
export async function followDeposits(tx: Tx, cells: readonly OwedCell[]): Promise<void> {
  const money = await moneyOfCells(tx, cells);
  const wanted = [...money.values()].map((each) => ({
    ...each,
    deposit: isPaid(each) ? ('paid' as const) : ('open' as const),
  }));
  if (wanted.length > 0) await setDeposit(tx, wanted);
}

export const followDepositsJob = 'expectations.followDeposits';
export interface FollowWork {
  merchantId: string;
  cells: OwedCell[];
}

/**
 * What is owed changed after money for it arrived: a late approval, another rate. A job, written in the transaction that
 * changes it, has the field follow. A payment must not wait for the others of its day, whose sums it has locked already.
 */
export async function owedChanged(tx: Tx, cells: readonly OwedCell[]): Promise<void> {
  const touched = await selectArrived(tx, cells);
  if (touched.length === 0) return;
  const ofMerchant = { merchantId: tx.merchantId ?? '', cells: touched };
  await enqueue(tx, followDepositsJob, { ...ofMerchant });
}

/** Does what `owedChanged` left: run again, or by two at once, it ends the same. */
export const followAgain = (db: Database, { merchantId, cells }: FollowWork): Promise<void> =>
  inTenant(db, merchantId, async (tx) => {
    await lockForDeposits(tx, cells);
    await followDeposits(tx, cells);
  });
