import { addDays, daysBetween, riyadhDay } from '@mizan/contract/business-day.ts';
import { answerNoticeDays } from '@mizan/contract/chargebacks.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  countUnanswered,
  countWithoutDeadline,
  selectUnanswered,
  type UnansweredRecord,
  type UnansweredSums,
} from './chargebacks.queries.ts';

/**
 * Chargebacks of which nobody noted an answer, near or past the day by which the bank wants it. Read as they
 * are at the moment, by the bell and by the day's letter: one that is answered is named no more, and none is lost by being away.
 */
const namedMax = 20;

export interface UnansweredOfDay {
  /** The earliest deadlines; amounts in minor units, without a sign. */
  named: (UnansweredRecord & { daysLeft: number })[];
  hasMore: boolean;
  /** Of these no day is known. */
  withoutDeadline: number;
}

const lastDay = (today: string): string => addDays(today, answerNoticeDays);

/** What a letter names. `daysLeft` is 0 on the day itself and negative after it. */
export async function unansweredOfDay(tx: Tx, now: Date): Promise<UnansweredOfDay> {
  const today = riyadhDay(now);
  const found = await selectUnanswered(tx, lastDay(today), namedMax + 1);
  return {
    named: found.slice(0, namedMax).map((each) => ({
      ...each,
      daysLeft: daysBetween(today, each.deadlineDay),
    })),
    hasMore: found.length > namedMax,
    withoutDeadline: await countWithoutDeadline(tx),
  };
}

export async function unansweredSums(tx: Tx, now: Date): Promise<UnansweredSums> {
  const today = riyadhDay(now);
  const none: UnansweredSums = { soon: 0, soonId: null, missed: 0, missedId: null };
  return (await countUnanswered(tx, today, lastDay(today))) ?? none;
}
