/**
 * Rows as columns of typed arrays: a million lines of twenty values are twenty arrays and no objects.
 * `grow` doubles them; a reader that knows its size asks for the right capacity at once.
 */
type Column = Float64Array | Uint32Array | Int32Array | Uint16Array | Int16Array | Uint8Array;
export type Columns = Record<string, Column>;

/** The same columns with room for `capacity` rows. */
export function withCapacity<T extends Columns>(columns: T, capacity: number): T {
  const grown = Object.entries(columns).map(([name, column]) => {
    const larger = new (column.constructor as new (length: number) => Column)(capacity);
    larger.set(column as never);
    return [name, larger];
  });
  return Object.fromEntries(grown) as T;
}

/** Bytes of many texts in one buffer; a text is its offset and length. */
export interface TextArena {
  bytes: Uint8Array;
  used: number;
}

export const newArena = (): TextArena => ({ bytes: new Uint8Array(64 * 1024), used: 0 });

/** Keeps a slice; returns where it begins. Letters A-Z become small, because references are compared without case. */
export function keepLowered(arena: TextArena, bytes: Uint8Array, start: number, end: number): number {
  const needed = arena.used + end - start;
  if (needed > arena.bytes.length) {
    const larger = new Uint8Array(Math.max(needed, arena.bytes.length * 2));
    larger.set(arena.bytes.subarray(0, arena.used));
    arena.bytes = larger;
  }
  const offset = arena.used;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    arena.bytes[arena.used++] = byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte;
  }
  return offset;
}
