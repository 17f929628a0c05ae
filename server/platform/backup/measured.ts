import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

export interface Measure {
  bytes: number;
  /** Of COPY's text a line is a row: ends of lines inside of values are written as \n. */
  lines: number;
  /** Of everything that passed, in hex. */
  sha256: string;
}

const lineFeed = 0x0a;

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) lines += 1;
  return lines;
}

/** Lets everything pass, and says afterwards what it was. */
export function measured(): Transform & { result(): Measure } {
  const hash = createHash('sha256');
  let bytes = 0;
  let lines = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      lines += linesIn(chunk);
      done(null, chunk);
    },
  });
  return Object.assign(through, { result: () => ({ bytes, lines, sha256: hash.digest('hex') }) });
}
