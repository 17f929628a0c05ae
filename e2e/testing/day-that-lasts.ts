import { setTimeout as delay } from 'node:timers/promises';
import { addDays, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';

/** Longer than such a test takes, also on a busy machine. */
const neededMs = 60_000;

/**
 * Before a test that calls a day 'today' or 'yesterday' and means the same one to its end: waits where midnight in Riyadh
 * would come between, at most a minute, once a day.
 */
export async function dayThatLasts(): Promise<void> {
  const tomorrow = startOfRiyadhDay(addDays(riyadhDay(new Date()), 1));
  const leftMs = tomorrow.getTime() - Date.now();
  // A moment more: the portal's day turns by another process' clock.
  if (leftMs < neededMs) await delay(leftMs + 1_000);
}
