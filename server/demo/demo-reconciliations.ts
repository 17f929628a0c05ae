import { addDays, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import type { SchemeTotals } from '@mizan/contract/terminal-link.ts';
import { nextMoment } from '../platform/daily-time.ts';
import type { Tx } from '../platform/database/database.ts';
import { demoDays } from './demo-payments.ts';
import {
  insertFilesLetterTime,
  insertReconciliations,
  insertTime,
  insertTotals,
  loseAnAnswer,
  selectUncounted,
} from './demo-reconciliations.queries.ts';

/** Five minutes before midnight. */
const atMs = (23 * 60 + 55) * 60_000;
const unbalanced = '88504871';
const leftOut = '88505713';
const leftOutDays = 3;

/** Every night of the demo, of every terminal; one was left out lately. Before the payments, which name them. */
export async function makeReconciliations(tx: Tx, merchantId: string, now: Date): Promise<void> {
  const today = riyadhDay(now);
  const endOf = (daysAgo: number): Date =>
    new Date(startOfRiyadhDay(addDays(today, -daysAgo)).getTime() + atMs);
  const ends = Array.from({ length: demoDays + 1 }, (_, at) => endOf(demoDays - at)).filter(
    (end) => end <= now,
  );
  await insertReconciliations(tx, merchantId, { ends, leftOut, leftOutFrom: endOf(leftOutDays - 1) });
  await insertTime(tx, merchantId, '23:55', endOf(now < endOf(0) ? 0 : -1));
  await insertFilesLetterTime(tx, merchantId, '18:00', nextMoment('18:00', now));
}

/** What they came to: one terminal has less than its host. */
export async function totalReconciliations(tx: Tx, merchantId: string): Promise<void> {
  await insertTotals(tx, merchantId, await loseAnAnswer(tx, merchantId, unbalanced));
}

/** What both sides of each terminal have counted since, by its number: the devices of the demo did not take it themselves. */
export async function uncountedTotals(tx: Tx, merchantId: string): Promise<Map<string, SchemeTotals[]>> {
  const rows = await selectUncounted(tx, merchantId);
  const ofTerminals = Map.groupBy(rows, ({ tid }) => tid);
  return new Map(
    [...ofTerminals].map(([tid, of]) => [
      tid,
      of.map(({ scheme, debitCount, debitMinor, creditCount, creditMinor }) => {
        const side = { debitCount, debitMinor, creditCount, creditMinor };
        return { scheme, host: side, terminal: side };
      }),
    ]),
  );
}
