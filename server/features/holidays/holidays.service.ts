import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { addHoliday, decideHoliday, Holiday } from '@mizan/contract/holidays.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { reckonDueDays } from '../expectations/due-days.service.ts';
import {
  deleteDueWork,
  type HolidayRow,
  insertDueWork,
  insertHoliday,
  insertProposed,
  lockHoliday,
  selectDueWork,
  selectHolidays,
  updateHoliday,
} from './holidays.queries.ts';
import { proposedHolidays } from './proposed-holidays.ts';

/**
 * Days on which banks are closed: the one owner of their table. Whatever changes them leaves a row of work, by which the
 * due days of what is expected are reckoned anew (docs/decisions/0052-a-calendar-of-days-and-banks.md).
 */
export interface HolidayDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export const dueDaysJob = 'holidays.dueDays';

const shown = ({ decidedAt, ...row }: HolidayRow): Holiday => ({
  ...row,
  decidedAt: decidedAt?.toISOString() ?? null,
});

/** All of them, the latest first. */
export const holidaysOf = async (db: Database): Promise<{ rows: Holiday[] }> => ({
  rows: (await selectHolidays(db)).map(shown),
});

/** In the transaction that changes the days from one to another. */
async function askForDueDays(tx: Tx, from: string, to: string, at: Date): Promise<void> {
  await insertDueWork(tx, from, to, at);
  await enqueue(tx, dueDaysJob, {});
}

/** Closes the banks for one more span. */
export const addOne = (
  { db, clock }: HolidayDeps,
  actor: Principal,
  body: RouteInput<typeof addHoliday>['body'],
) =>
  inPlatform(db, async (tx): Promise<{ holiday: Holiday }> => {
    const at = clock.now();
    const row = await insertHoliday(tx, { ...body, by: actor.fullName, at });
    await askForDueDays(tx, row.from, row.to, at);
    await happened(tx, actor, {
      fact: 'holidays.added',
      at,
      about: { type: 'holiday', id: row.id },
      params: { name: row.nameEn, from: row.from, to: row.to },
    });
    return { holiday: shown(row) };
  });

/** Confirms a span, as it stands or with other ends, or drops it. What is so already stays so, without an entry. */
export const decideOne = (
  { db, clock }: HolidayDeps,
  actor: Principal,
  id: string,
  { from, to, state }: RouteInput<typeof decideHoliday>['body'],
) =>
  inPlatform(db, async (tx): Promise<{ holiday: Holiday }> => {
    const before = await lockHoliday(tx, id);
    if (!before) throw notFound();
    if (before.state === state && before.from === from && before.to === to) return { holiday: shown(before) };
    const at = clock.now();
    const row = await updateHoliday(tx, id, { from, to, state, by: actor.fullName, at });
    await askForDueDays(tx, before.from < from ? before.from : from, before.to > to ? before.to : to, at);
    await happened(tx, actor, {
      fact: state === 'DROPPED' ? 'holidays.dropped' : 'holidays.confirmed',
      at,
      about: { type: 'holiday', id },
      params: { name: row.nameEn, from, to },
      was: { from: before.from, to: before.to },
    });
    return { holiday: shown(row) };
  });

/**
 * Proposes the holidays of this and the next year, those that never were; a span that somebody changed or dropped is not
 * proposed again. Processes that do so at once add each one once.
 */
export async function proposeHolidays({ db, clock }: HolidayDeps): Promise<void> {
  const year = Number(riyadhDay(clock.now()).slice(0, 4));
  for (const each of [...proposedHolidays(year), ...proposedHolidays(year + 1)]) {
    await inPlatform(db, async (tx) => {
      const added = await insertProposed(tx, each);
      // The job of every minute finds it: nothing waits for a holiday that is only proposed.
      if (added) await insertDueWork(tx, added.from, added.to, clock.now());
    });
  }
}

/**
 * Does what is left of the work: due days that already are right stay, so that whoever goes on after a kill, or at the
 * same time, ends where one alone would. A row goes with the first pass that began when no payment could still be written
 * by the days before.
 */
export async function workOnDueDays({ db, clock }: HolidayDeps): Promise<void> {
  const now = clock.now();
  for (const { id, from, to, isSettled } of await inPlatform(db, (tx) => selectDueWork(tx, now))) {
    await reckonDueDays(db, from, to);
    if (isSettled) await inPlatform(db, (tx) => deleteDueWork(tx, id));
  }
}
