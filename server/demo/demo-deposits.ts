import { randomUUID } from 'node:crypto';
import { addDays, addWorkingDays, riyadhDay } from '@mizan/contract/business-day.ts';
import { type LoadedDeposit, loadDeposits } from '../features/deposits/load-deposits.service.ts';
import type { Tx } from '../platform/database/database.ts';
import { selectFileBank, selectFilePayments } from './demo-bank-file.queries.ts';
import { demoFileDays, keptByFile } from './demo-bank-file.ts';
import { asMerchant, type ConfirmedCell, selectConfirmed, selectOwner } from './demo-deposits.queries.ts';

/** So many days of deposits: the month that a newcomer opens, and a part of the one before. */
const depositDays = 40;
/** What the short one lacks. */
const shortMinor = 5_808;

/** The due days of a bank with what it pays on each, as they stand in an account: a bank pays all that is due in one sum. */
function payouts(cells: readonly ConfirmedCell[], bankAt: number): LoadedDeposit[] {
  const days = [...Map.groupBy(cells, ({ dueDay }) => dueDay)];
  return days.map(([dueDay, ofDay], at) => ({
    requestId: randomUUID(),
    bankId: ofDay[0]?.bankId ?? '',
    valueDate: dueDay,
    amountMinor: ofDay.reduce((sum, { netMinor }) => sum + netMinor, 0),
    currency: 'SAR',
    reference: `${bankAt === 0 ? 'NJD' : 'THM'}-${118_100 + bankAt * 700 + at}`,
    note: '',
    source: 'HAND',
    shares: ofDay.map(({ day, scheme, netMinor }) => ({ day, scheme, amountMinor: netMinor })),
  }));
}

const without = (deposit: LoadedDeposit, minor: number): LoadedDeposit => {
  const largest = deposit.shares.toSorted((a, b) => b.amountMinor - a.amountMinor)[0];
  return {
    ...deposit,
    amountMinor: deposit.amountMinor - minor,
    shares: deposit.shares.map((each) =>
      each === largest ? { ...each, amountMinor: each.amountMinor - minor } : each,
    ),
  };
};

/**
 * Most days paid as the files of the bank say. Of the first bank one day is short, and one deposit pays two days; of the second
 * one came two working days late, and the last waits for somebody to say what it pays.
 */
function told(deposits: LoadedDeposit[], bankAt: number): LoadedDeposit[] {
  const fromEnd = (back: number) => deposits.length - back;
  if (bankAt === 0) {
    const [first, second] = [deposits[fromEnd(8)], deposits[fromEnd(7)]];
    return deposits.flatMap((each, at) => {
      if (at === fromEnd(4)) return [without(each, shortMinor)];
      if (each === first && second) return [];
      if (each !== second || !first) return [each];
      const amountMinor = first.amountMinor + second.amountMinor;
      return [{ ...second, amountMinor, shares: [...first.shares, ...second.shares] }];
    });
  }
  return deposits.map((each, at) => {
    if (at === fromEnd(5)) return { ...each, valueDate: addWorkingDays(each.valueDate, 2) };
    return at === fromEnd(1) ? { ...each, shares: [] } : each;
  });
}

/** What arrived at a demo merchant; the transaction is the merchant's from here on. */
export async function makeDeposits(tx: Tx, merchantId: string, now: Date): Promise<void> {
  const today = riyadhDay(now);
  const fileBank = await selectFileBank(tx, merchantId);
  if (!fileBank) throw new Error('the merchant of the demo has two banks');
  const days = demoFileDays(today);
  const kept = keptByFile(await selectFilePayments(tx, merchantId, fileBank, days));
  const owed = await selectConfirmed(tx, merchantId, {
    from: addDays(today, -depositDays),
    before: today,
    coming: { bankId: fileBank, ...days },
  });
  // What a bank pays is what its file says, its mistakes included.
  const cells = owed.map((cell) => ({
    ...cell,
    netMinor: cell.netMinor - (cell.bankId === fileBank ? (kept.get(`${cell.day} ${cell.scheme}`) ?? 0) : 0),
  }));
  const owner = await selectOwner(tx, merchantId);
  if (!owner) throw new Error('a demo merchant has an owner');
  const ofBanks = [...Map.groupBy(cells, ({ bankId }) => bankId).values()];
  const deposits = ofBanks.flatMap((ofBank, at) => told(payouts(ofBank, at), at));
  await asMerchant(tx, merchantId);
  await loadDeposits(
    tx,
    owner,
    now,
    deposits
      .filter(({ amountMinor, valueDate }) => amountMinor > 0 && valueDate <= today)
      .toSorted((a, b) => a.valueDate.localeCompare(b.valueDate)),
  );
}
