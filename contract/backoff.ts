export interface Waits {
  readonly firstMs: number;
  readonly mostMs: number;
}

/**
 * The wait before a new try, in milliseconds: doubled from the first to the most with every try, then cut by up to a half, so that
 * many who lost the same portal do not come back in one moment. `chance` from 0 to 1 is the caller's.
 */
export function backoffMs({ firstMs, mostMs }: Waits, tries: number, chance: number): number {
  const ceiling = Math.min(mostMs, firstMs * 2 ** tries);
  return ceiling / 2 + (chance * ceiling) / 2;
}
