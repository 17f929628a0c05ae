import { compare } from 'semver';
import type { Advisory } from './advisories.ts';

/** What of package-lock.json is read here. */
export interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

/** Older than every version: what cannot be found in the lock is judged as if nobody had ever updated it. */
const neverUpdated = '0.0.0';

/** The oldest version of a package that the lock has where an advisory names it. */
export function lockedVersion({ packages }: Lock, { places }: Advisory): string {
  const versions = places.flatMap((place) => packages[place]?.version ?? []);
  return versions.toSorted(compare)[0] ?? neverUpdated;
}
