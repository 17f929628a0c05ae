import { usualPaidWithin } from '@mizan/contract/agreed-rate.ts';
import { dueDayOf } from '@mizan/contract/business-day.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import { closedSpans } from '../banks/banks.service.ts';
import { selectCellsToReckon, selectMerchantsToReckon, updateDueDay } from './due-days.queries.ts';
import { type DueRow, selectTerms } from './expectations.queries.ts';
import { judgeAgainJob, judgeTouched, type Touch } from './files-touched.service.ts';

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
    const moving = cells.flatMap((cell) => {
      const term = terms.findLast(
        (one) =>
          one.bankId === cell.bankId && one.scheme === cell.scheme && one.validFrom <= cell.businessDay,
      );
      const dueDay = dueDayOf(cell.businessDay, term ?? usualPaidWithin(cell.scheme as Scheme), closed);
      return dueDay === cell.dueDay ? [] : [{ cell, dueDay }];
    });
    const touch = daysOf(moving);
    for (const { cell, dueDay } of moving) {
      const move = async (tx: Tx): Promise<number> => {
        const moved = await updateDueDay(tx, merchantId, cell, dueDay);
        const cause = { kind: 'dueDaysMoved' } as const;
        if (moved > 0)
          await judgeTouched(
            tx,
            { merchantId, cause, touch },
            `${judgeAgainJob} ${merchantId} ${from} ${to}`,
          );
        return moved;
      };
      while ((await inPlatform(db, move)) > 0);
    }
  }
}

/** From the first day of sale to the last due day, as they were or will be, of what moves. */
function daysOf(moving: readonly { cell: DueRow; dueDay: string }[]): Touch {
  const sold = moving.map(({ cell }) => cell.businessDay).sort();
  const due = moving.flatMap(({ cell, dueDay }) => [cell.dueDay, dueDay]).sort();
  return { kind: 'days', from: sold[0] ?? '', to: due.at(-1) ?? '' };
}
