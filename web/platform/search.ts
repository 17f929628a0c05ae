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
/** A moment to the millisecond, in UTC. */
export const instant = text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/);
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

/** '?status=APPROVED&status=DECLINED' as fields: a name that stands twice is a list. */
export function parseAddress(search: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const before = fields[name];
    fields[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return fields;
}

/** The fields as they stand in an address, without the quotes that a number in a text would get as JSON. */
export function writeAddress(fields: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof each === 'string' || typeof each === 'number') search.append(name, String(each));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
