import { noHash } from './key-index.ts';
import type { Pass } from './pass.ts';

type Keys = Pick<Pass, 'lineKeys' | 'lineHash' | 'recordHash'>;

/** The payments of a pass by the hash of its key, of each as many as are looked at; of all or of some lines' keys. */
export function recordsByKey(
  pass: Keys,
  count: number,
  countMax: number,
  lines?: readonly number[],
): Map<number, number[]> {
  const wanted = lines && new Set(lines.flatMap((line) => hashesOf(pass, line)));
  const named = new Map<number, number[]>();
  for (let record = 0; record < count; record++) {
    const hash = pass.recordHash(record);
    if (hash === noHash || wanted?.has(hash) === false) continue;
    const known = named.get(hash);
    if (!known) named.set(hash, [record]);
    else if (known.length < countMax) known.push(record);
  }
  return named;
}

/** Those that a line has a key of; `fits` decides. */
export function keyedBy(pass: Keys, named: ReadonlyMap<number, number[]>, line: number): number[] {
  return [...new Set(hashesOf(pass, line).flatMap((hash) => named.get(hash) ?? []))];
}

export const hashesOf = (pass: Keys, line: number): number[] =>
  Array.from({ length: pass.lineKeys }, (_, key) => pass.lineHash(line, key)).filter(
    (hash) => hash !== noHash,
  );
