import { isDeepStrictEqual } from 'node:util';
import { changedMeanwhile } from '@mizan/contract/as-seen.ts';
import { Failure } from './failure.ts';

/** Lists of a form are sets: who reads them brings them in another order. */
const inOrder = (values: object): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
  );

/**
 * Whether what is wanted stands already; what stands must otherwise be what the form was opened with.
 * @throws Failure 'conflict' 'changedMeanwhile'
 */
export function standsAlready<Values extends object>(
  kept: Values,
  wanted: NoInfer<Values>,
  seen: NoInfer<Values>,
): boolean {
  if (isDeepStrictEqual(inOrder(kept), inOrder(wanted))) return true;
  if (isDeepStrictEqual(inOrder(kept), inOrder(seen))) return false;
  throw new Failure('conflict', 'It was changed meanwhile.', { reason: changedMeanwhile });
}
