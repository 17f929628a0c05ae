import type { TerminalState } from '@mizan/contract/terminal-reconciliation.ts';

/** Which terminals have been left out: pure, by days in Asia/Riyadh. */

const dayMs = 86_400_000;
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);

/** Reconciled yesterday or today: 'ideally daily' allows the day that is still going on. */
export const isReconciled = (
  { last }: TerminalState,
  today: string,
  dayOf: (at: string) => string,
): boolean => last !== null && dayOf(last.at) >= dayBefore(today);

/** Has money that waits, and neither yesterday nor today was it reconciled. */
export const isLeftOut = (row: TerminalState, today: string, dayOf: (at: string) => string): boolean =>
  row.waiting.count > 0 && !isReconciled(row, today, dayOf);

/** Whether one is under way on it. */
export const isUnderWay = ({ asked }: TerminalState): boolean =>
  asked !== null && (asked.state === 'ASKED' || asked.state === 'SENT');

/**
 * What waits at terminals that were left out, by their ids. A payment of today alone makes none: its day is not over, and
 * a terminal that has just begun has had no night yet.
 */
export function leftOutTerminals(
  states: { today: string; rows: readonly TerminalState[] } | undefined,
  dayOf: (at: string) => string,
): ReadonlyMap<string, { count: number; totalMinor: number; since: string }> {
  const today = states?.today ?? '';
  return new Map(
    (states?.rows ?? []).flatMap((row) => {
      const { since, ...money } = row.waiting;
      const isOld = since !== null && dayOf(since) < today;
      return isOld && isLeftOut(row, today, dayOf) ? [[row.terminalId, { ...money, since }] as const] : [];
    }),
  );
}
