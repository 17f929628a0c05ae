import { type KeptDaysOf, retentionTerms, type TimedKind } from '@mizan/contract/retention.ts';
import type { Clock } from '../clock.ts';
import type { Tx } from '../database/database.ts';
import { holdSettings } from '../settings/settings.queries.ts';
import { settingOf } from '../settings/settings.ts';

/**
 * How long is kept what may be set, by whole days (docs/runbook.md, How long things are kept): by whoever runs the portal when
 * it starts, otherwise by its administrators (docs/decisions/0431-how-long-is-set-by-administrators.md). Everything else keeps
 * its own time beside its code, or stays: tables.ts says which.
 */

/** Whole days. */
export type RetentionDays = Readonly<Record<TimedKind, number>>;

/** Where nobody says otherwise. */
export const usualDays: RetentionDays = {
  notices: retentionTerms.notices.usual,
  webhooks: retentionTerms.webhooks.usual,
  mails: retentionTerms.mails.usual,
  sessions: retentionTerms.sessions.usual,
  violations: retentionTerms.violations.usual,
};

/** With what a process was started. */
export interface Keeping {
  readonly keepDays: RetentionDays;
  /** What whoever runs the portal has set: no administrator's word counts beside it. None where left out. */
  readonly keepFixed?: readonly TimedKind[];
}

const dayMs = 24 * 60 * 60_000;

/** The instant before which it has had its time. */
export const endOfDays = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

/** For how many days a kind is kept at an instant. */
export function daysAt(
  { keepDays, keepFixed = [] }: Keeping,
  kept: KeptDaysOf,
  kind: TimedKind,
  now: Date,
): number {
  const said = kept[kind];
  if (said === null || keepFixed.includes(kind)) return keepDays[kind];
  return now.getTime() < Date.parse(said.from) ? said.before : said.days;
}

/**
 * The instant before which a kind has had its time, for one batch of deletions in this transaction: whoever sets another time
 * waits for the batch, and the next one goes by what was set.
 */
export async function timeIsUp(
  tx: Tx,
  kind: TimedKind,
  { clock, ...keeping }: Keeping & { clock: Clock },
): Promise<Date> {
  await holdSettings(tx);
  const now = clock.now();
  return endOfDays(now, daysAt(keeping, await settingOf(tx, 'keepDays'), kind, now));
}
