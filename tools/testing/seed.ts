/**
 * The seed of random tests: MIZAN_SEED where somebody set it, else one of this moment. What fails prints it, by the name of
 * the test or as fast-check's own `seed`, and the same value in MIZAN_SEED plays the same again.
 */
export const seedOf = (set: string | undefined, nowMs: number): number => {
  const seed = set === undefined || set.trim() === '' ? nowMs % 2 ** 31 : Number(set);
  if (!Number.isSafeInteger(seed)) throw new Error(`MIZAN_SEED is no whole number: ${set}`);
  return seed;
};

export const seed = seedOf(process.env['MIZAN_SEED'], Date.now());
