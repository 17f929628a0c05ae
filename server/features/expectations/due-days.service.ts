import { usualPaidWithin } from '@mizan/contract/agreed-rate.ts';
import { dueDayOf } from '@mizan/contract/business-day.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { closedSpans } from '../banks/banks.service.ts';
import { selectCellsToReckon, selectMerchantsToReckon, updateDueDay } from './due-days.queries.ts';
import { selectTerms } from './expectations.queries.ts';

/** Further away than this no agreement reaches, closed days among its own. */
const daysBack = 120;

/**
 * Reckons anew until when what may be due in these days is due, for all merchants, after they were closed or opened.
 * Every expectation that is owed, also with a line: an undo opens it again. In short transactions, each moving some
 * expectations and their sums together; run again, or by two at once, it ends the same.
 */
export async function reckonDueDays(db: Database, from: string, to: string): Promise<void> {
  const merchants = await inPlatform(db, (tx) => selectMerchantsToReckon(tx, { from, to, daysBack }));
  for (const { merchantId } of merchants) {
    const [terms, closed, cells] = await inPlatform(db, async (tx) => [
      await selectTerms(tx, merchantId),
      await closedSpans(tx),
      await selectCellsToReckon(tx, merchantId, { from, to, daysBack }),
    ]);
    for (const cell of cells) {
      const term = terms.findLast(
        (one) =>
          one.bankId === cell.bankId && one.scheme === cell.scheme && one.validFrom <= cell.businessDay,
      );
      const dueDay = dueDayOf(cell.businessDay, term ?? usualPaidWithin(cell.scheme as Scheme), closed);
      if (dueDay === cell.dueDay) continue;
      while ((await inPlatform(db, (tx) => updateDueDay(tx, merchantId, cell, dueDay))) > 0);
    }
  }
}
