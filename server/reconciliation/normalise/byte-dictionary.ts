/**
 * Texts as small numbers: equal bytes get equal ids. Terminals, type words, batches and odd references repeat
 * through a million lines; one number each keeps them comparable in one step and out of the heap.
 */
export interface ByteDictionary {
  /** The id of a text, new or known. */
  idOf: (bytes: Uint8Array, start: number, end: number) => number;
  idOfText: (text: string) => number;
  /** The id of a known text, or -1. */
  find: (bytes: Uint8Array, start: number, end: number) => number;
  text: (id: number) => string;
  equals: (id: number, bytes: Uint8Array, start: number, end: number) => boolean;
  size: () => number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** FNV-1a over a slice, finished so that its low bits can address a table. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

interface Store {
  count: number;
  bytes: Uint8Array;
  /** offsets[id] .. offsets[id + 1] */
  offsets: Uint32Array;
  hashes: Uint32Array;
  /** id + 1 by hash, 0 where free; a power of two long. */
  slots: Int32Array;
}

const initialSlots = 1024;
const initialBytes = 16 * 1024;

export function createDictionary(): ByteDictionary {
  const store: Store = {
    count: 0,
    bytes: new Uint8Array(initialBytes),
    offsets: new Uint32Array(initialSlots),
    hashes: new Uint32Array(initialSlots),
    slots: new Int32Array(initialSlots),
  };
  const slotOf = (bytes: Uint8Array, start: number, end: number, hash: number): number => {
    const mask = store.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = (store.slots[slot] as number) - 1;
      if (id < 0 || (store.hashes[id] === hash && sameBytes(store, id, bytes, start, end))) return slot;
    }
  };
  const find = (bytes: Uint8Array, start: number, end: number): number =>
    (store.slots[slotOf(bytes, start, end, hashBytes(bytes, start, end))] as number) - 1;
  const idOf = (bytes: Uint8Array, start: number, end: number): number => {
    const hash = hashBytes(bytes, start, end);
    const slot = slotOf(bytes, start, end, hash);
    const known = (store.slots[slot] as number) - 1;
    if (known >= 0) return known;
    store.slots[slot] = store.count + 1;
    return append(store, bytes, start, end, hash);
  };
  return {
    idOf,
    find,
    idOfText: (text) => {
      const bytes = encoder.encode(text);
      return idOf(bytes, 0, bytes.length);
    },
    text: (id) => decoder.decode(store.bytes.subarray(store.offsets[id], store.offsets[id + 1])),
    equals: (id, bytes, start, end) => sameBytes(store, id, bytes, start, end),
    size: () => store.count,
  };
}

function sameBytes(store: Store, id: number, bytes: Uint8Array, start: number, end: number): boolean {
  const from = store.offsets[id] as number;
  if ((store.offsets[id + 1] as number) - from !== end - start) return false;
  for (let at = start; at < end; at++) if (store.bytes[from + at - start] !== bytes[at]) return false;
  return true;
}

function append(store: Store, bytes: Uint8Array, start: number, end: number, hash: number): number {
  const id = store.count++;
  const from = store.offsets[id] as number;
  const to = from + end - start;
  if (to > store.bytes.length)
    store.bytes = enlarged(store.bytes, new Uint8Array(Math.max(to, store.bytes.length * 2)));
  for (let at = start; at < end; at++) store.bytes[from + at - start] = bytes[at] as number;
  if (id + 2 > store.offsets.length) {
    store.offsets = enlarged(store.offsets, new Uint32Array(store.offsets.length * 2));
    store.hashes = enlarged(store.hashes, new Uint32Array(store.hashes.length * 2));
  }
  store.offsets[id + 1] = to;
  store.hashes[id] = hash;
  if (store.count * 2 > store.slots.length) rehash(store);
  return id;
}

function enlarged<T extends Uint8Array | Uint32Array>(from: T, into: T): T {
  into.set(from);
  return into;
}

function rehash(store: Store): void {
  store.slots = new Int32Array(store.slots.length * 2);
  const mask = store.slots.length - 1;
  for (let id = 0; id < store.count; id++) {
    let slot = (store.hashes[id] as number) & mask;
    while (store.slots[slot] !== 0) slot = (slot + 1) & mask;
    store.slots[slot] = id + 1;
  }
}
