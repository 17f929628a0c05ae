/**
 * Records by the hash of a key: chains in arrays, in the order of the records. Only records whose hash some line
 * asks for go in, so that the later passes, with few lines left, cost one walk over the records and no more.
 */
export interface KeyIndex {
  /** First entry of a chain by hash, -1 for none. */
  heads: Int32Array;
  /** The next entry of the chain, by entry. */
  next: Int32Array;
  /** The record behind an entry. */
  owners: Int32Array;
  mask: number;
}

/** No key: the line or record has not what this pass compares. */
export const noHash = -1;

/** Mixes a value into a hash; all arithmetic stays in 32 bits. */
export function mixed(hash: number, value: number): number {
  let next = Math.imul(hash ^ (value | 0), 0x9e3779b1);
  next ^= next >>> 15;
  return Math.imul(next, 0x85ebca6b) ^ (next >>> 13);
}

/** A finished hash as a number that is never `noHash`. */
export const settled = (hash: number): number => (hash ^ (hash >>> 16)) & 0x7fff_ffff;

/** A power of two with room to spare for `count` entries. */
function tableSize(count: number): number {
  let size = 1024;
  while (size < count * 2) size *= 2;
  return size;
}

/** Which hashes the lines ask for, as bits. */
export function wantedBits(hashes: Int32Array): Uint8Array {
  const bits = new Uint8Array(tableSize(hashes.length * 4) / 8);
  const mask = bits.length * 8 - 1;
  for (const hash of hashes) {
    if (hash === noHash) continue;
    const byte = (hash & mask) >> 3;
    bits[byte] = (bits[byte] as number) | (1 << (hash & 7));
  }
  return bits;
}

/** The hashes that more than one of `count` owners has, as bits: a few are of one alone. */
export function sharedBits(count: number, hashOf: (owner: number) => number): Uint8Array {
  const [once, shared] = [new Uint8Array(tableSize(count * 8) / 8), new Uint8Array(tableSize(count * 8) / 8)];
  for (let owner = 0; owner < count; owner++) {
    const hash = hashOf(owner);
    if (hash === noHash) continue;
    const bits = hasBit(once, hash) ? shared : once;
    const byte = (hash & (bits.length * 8 - 1)) >> 3;
    bits[byte] = (bits[byte] as number) | (1 << (hash & 7));
  }
  return shared;
}

/** Whether such bits have a hash. */
export const hasBit = (bits: Uint8Array, hash: number): boolean =>
  hash !== noHash && (((bits[(hash & (bits.length * 8 - 1)) >> 3] as number) >> (hash & 7)) & 1) === 1;

/** Indexes `count` owners by `hashOf`, leaving out those that no wanted bit names. */
export function buildIndex(count: number, hashOf: (owner: number) => number, wanted: Uint8Array): KeyIndex {
  const wantedMask = wanted.length * 8 - 1;
  let owners = new Int32Array(1024);
  let hashes = new Int32Array(1024);
  let entries = 0;
  for (let owner = 0; owner < count; owner++) {
    const hash = hashOf(owner);
    if (hash === noHash || (((wanted[(hash & wantedMask) >> 3] as number) >> (hash & 7)) & 1) === 0) continue;
    if (entries === owners.length) {
      owners = doubled(owners);
      hashes = doubled(hashes);
    }
    owners[entries] = owner;
    hashes[entries++] = hash;
  }
  const mask = tableSize(entries) - 1;
  const heads = new Int32Array(mask + 1).fill(-1);
  const next = new Int32Array(entries);
  // From the back, so that chains begin with the earliest record.
  for (let entry = entries - 1; entry >= 0; entry--) {
    const slot = (hashes[entry] as number) & mask;
    next[entry] = heads[slot] as number;
    heads[slot] = entry;
  }
  return { heads, next, owners, mask };
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
