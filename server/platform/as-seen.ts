import { isDeepStrictEqual } from 'node:util';
import { changedMeanwhile } from '@mizan/contract/as-seen.ts';
import { Failure } from './failure.ts';

/** Lists of a form have no order: who reads them brings them in another one. */
const withSets = (values: object): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? new Set(value) : value]),
  );

/**
 * Whether what is wanted stands already; what stands must otherwise be what the form was opened with.
 * @throws Failure 'conflict' 'changedMeanwhile'
 */
export function standsAlready<Values extends object>(
  kept: Values,
  wanted: NoInfer<Values>,
  seen: object,
): boolean {
  if (isDeepStrictEqual(withSets(kept), withSets(wanted))) return true;
  if (isDeepStrictEqual(withSets(kept), withSets(seen))) return false;
  throw new Failure('conflict', 'It was changed meanwhile.', { reason: changedMeanwhile });
}

/** The same of a value that is kept whole: what is wanted. @throws Failure 'conflict' 'changedMeanwhile' */
export function savedOver<Values extends object>(
  kept: Values,
  wanted: NoInfer<Values>,
  seen: object,
): Values {
  standsAlready(kept, wanted, seen);
  return wanted;
}
