import * as z from 'zod';
import { dailyTime } from './daily-letter.ts';
import { rowId } from './page.ts';
import { defineRoute } from './route.ts';

/** When terminals reconcile by themselves: the merchant's time, that of a branch, that of a terminal; the nearest counts. */
export type TimeScope = 'MERCHANT' | 'BRANCH' | 'TERMINAL';

const place = { scope: z.enum(['BRANCH', 'TERMINAL']), placeId: rowId };

/** A time that a branch or terminal has of its own. */
export const placeTime = z.object({ ...place, dailyTime });
export type PlaceTime = z.infer<typeof placeTime>;

interface SaidTimes {
  /** The merchant's. */
  dailyTime: string | null;
  placeTimes: readonly PlaceTime[];
}

/** The time that counts for a terminal and whose it is; null where it reconciles by itself at no time. */
export function timeThatCounts(
  { dailyTime: merchants, placeTimes }: SaidTimes,
  { terminalId, branchId }: { terminalId: string; branchId: string },
): { scope: TimeScope; dailyTime: string } | null {
  const own = placeTimes.find(({ scope, placeId }) => scope === 'TERMINAL' && placeId === terminalId);
  const branchs = placeTimes.find(({ scope, placeId }) => scope === 'BRANCH' && placeId === branchId);
  const nearest = own ?? branchs;
  if (nearest) return { scope: nearest.scope, dailyTime: nearest.dailyTime };
  return merchants === null ? null : { scope: 'MERCHANT', dailyTime: merchants };
}

export const setPlaceTime = defineRoute({
  id: 'reconciliation.placeTime',
  method: 'PUT',
  path: '/terminal-reconciliations/place-times',
  allow: ['MERCHANT'],
  right: 'terminals.reconcileTimes',
  idempotency: 'natural',
  summary:
    'Says when the terminals of a branch, or one terminal, reconcile by themselves; with null the next wider time counts again',
  body: z.strictObject({ ...place, dailyTime: dailyTime.nullable() }),
  example: { body: { scope: 'BRANCH', placeId: '7', dailyTime: '02:30' } },
  output: z.object({ ...place, dailyTime: dailyTime.nullable() }),
  errors: ['notFound'],
});
