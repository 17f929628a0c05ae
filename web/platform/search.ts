/**
 * Reading a screen's state out of its address. Addresses are typed, shared and cut by hand: what does not fit
 * is left out and the rest is kept, so that an old link still opens the screen.
 */
type Reader<T> = (value: unknown) => T | undefined;

/** A text of the given shape; numbers that the router has already read become text again. */
export const text =
  (shape: RegExp): Reader<string> =>
  (value) => {
    const plain = typeof value === 'number' ? String(value) : value;
    return typeof plain === 'string' && shape.test(plain) ? plain : undefined;
  };

/** One value or several of a closed list, or of a shape. */
export const listOf =
  <T extends string>(one: Reader<T>): Reader<T[]> =>
  (value) => {
    const values = (Array.isArray(value) ? value : [value]).map(one).filter((each) => each !== undefined);
    return values.length > 0 ? values : undefined;
  };

export const oneOf =
  <T extends string>(known: readonly T[]): Reader<T> =>
  (value) =>
    known.find((each) => each === value);

export const day = text(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
export const rowId = text(/^[1-9]\d{0,18}$/);

/** A whole number of minor units, from 0. */
export const amountMinor: Reader<number> = (value) => {
  const number = Number(value);
  return value !== '' && value !== null && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};

/** The fields that could be read, each by its own reader; the others are absent. */
export function readFields<T extends object>(
  raw: Readonly<Record<string, unknown>>,
  readers: { [K in keyof T]-?: Reader<NonNullable<T[K]>> },
): T {
  const kept: Record<string, unknown> = {};
  for (const [name, reader] of Object.entries<Reader<unknown>>(readers)) {
    const value = raw[name] === undefined ? undefined : reader(raw[name]);
    if (value !== undefined) kept[name] = value;
  }
  return kept as T;
}
