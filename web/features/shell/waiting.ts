import type { getAskedOfMe } from '@mizan/contract/asked-of-me.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { MenuScreen } from '@mizan/contract/screens.ts';

/** What waits behind entries of the menu for whoever reads it, and what it is made of: sentences of notifications.json. */
export interface Waiting {
  readonly count: number;
  readonly parts: readonly { readonly of: string; readonly count: number }[];
}
export type WaitingIn = Readonly<Partial<Record<MenuScreen, Waiting>>>;

function waitingOf(counts: Readonly<Record<string, number>>): Waiting | undefined {
  const parts = Object.entries(counts).flatMap(([of, count]) => (count > 0 ? [{ of, count }] : []));
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  return count === 0 ? undefined : { count, parts };
}

const shown = (entries: [MenuScreen, Waiting | undefined][]): WaitingIn =>
  Object.fromEntries(entries.filter(([, waiting]) => waiting !== undefined));

/** As the bell counts: an exception in one's own hands may be asked about too, and counts once. */
export const waitingForMember = ({
  refunds,
  approval,
  answerSoon,
  answerMissed,
  statements,
}: RouteOutput<typeof getAskedOfMe>): WaitingIn =>
  shown([
    ['refunds', waitingOf({ refunds: refunds.count })],
    [
      'reconciliation',
      waitingOf({
        answerMissed: answerMissed.count,
        answerSoon: answerSoon.count,
        approval: approval.count,
      }),
    ],
    ['settlement', waitingOf({ statements: statements.count })],
  ]);

export const waitingForAdmin = ({ count }: { count: number }): WaitingIn =>
  shown([['adminMerchants', waitingOf({ applications: count })]]);
