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
