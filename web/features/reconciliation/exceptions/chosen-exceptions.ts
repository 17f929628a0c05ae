import {
  canBeAccepted,
  type ExceptionRow,
  type ExceptionState,
  exceptionCan,
  listExceptions,
  type StateSum,
} from '@mizan/contract/exceptions.ts';
import { type TogetherAct, togetherMax } from '@mizan/contract/exceptions-together.ts';
import { pageLimit } from '@mizan/contract/page.ts';
import { call } from '../../../platform/api-client.ts';
import { filterOf } from './exceptions.queries.ts';
import type { ExceptionsSearch } from './exceptions.search.ts';

/** Several exceptions that somebody chose, as they stood on the screen. */
export type Chosen = ReadonlyMap<string, ExceptionRow>;

const may: Readonly<Record<TogetherAct, (row: ExceptionRow) => boolean>> = {
  ASSIGN: ({ state }) => exceptionCan.assign(state),
  ACCEPT: ({ state, outcome }) => exceptionCan.accept(state) && canBeAccepted(outcome),
  APPROVE: ({ state }) => exceptionCan.decide(state),
  REFUSE: ({ state }) => exceptionCan.decide(state),
  REOPEN: ({ state }) => exceptionCan.reopen(state),
};

/** Those of them with which this can be done. */
export const thoseFor = (act: TogetherAct, chosen: Chosen): ExceptionRow[] =>
  [...chosen.values()].filter(may[act]);

export interface CurrencySum {
  currency: ExceptionRow['currency'];
  differenceMinor: number;
}

/** What they come to in each currency, signed minor units. */
export const sumsOf = (rows: readonly ExceptionRow[]): CurrencySum[] =>
  [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    differenceMinor: of.reduce((sum, { differenceMinor }) => sum + differenceMinor, 0),
  }));

const toDo: readonly ExceptionState[] = ['OPEN', 'ASKED'];

/** How many the filter finds, also those that the list has not drawn yet. */
export const foundCount = (sums: readonly StateSum[], state: ExceptionState | undefined): number =>
  sums
    .filter((each) => (state === undefined ? toDo.includes(each.state) : each.state === state))
    .reduce((sum, { count }) => sum + count, 0);

/** All that the filter finds, at most `togetherMax`, the oldest. */
export async function allFound(search: ExceptionsSearch): Promise<Chosen> {
  const found = new Map<string, ExceptionRow>();
  let cursor: string | undefined;
  do {
    const page = await call(listExceptions, {
      query: { state: search.state, ...filterOf(search), limit: pageLimit.max, cursor },
    });
    for (const row of page.rows) if (found.size < togetherMax) found.set(row.id, row);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.size < togetherMax);
  return found;
}
