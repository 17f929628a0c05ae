import { connect, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { connect as connectByTls } from 'node:tls';

/** Where a clamd listens. It speaks no TLS itself: a proxy before it does, where `tls` says so. */
export type ScannerAddress =
  | { readonly host: string; readonly port: number; readonly tls: boolean }
  | { readonly path: string };

/** What clamd says of a stream: null where it found nothing, or the name of what it found. */
export type Finding = string | null;

/** No answer is longer: a word, the name of a signature, a word. */
const answerBytesAtMost = 4_096;
const nul = 0;

function open(address: ScannerAddress): Socket {
  if ('path' in address) return connect(address.path);
  const { host, port } = address;
  return address.tls ? connectByTls({ host, port }) : connect({ host, port });
}

/** One command and its answer, each ended by a NUL, on a connection of its own (clamd(8), 'z' commands). */
async function ask(address: ScannerAddress, command: readonly Buffer[], limitMs: number): Promise<string> {
  const socket = addAbortSignal(AbortSignal.timeout(limitMs), open(address));
  try {
    for (const part of command) socket.write(part);
    let answer = Buffer.alloc(0);
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      answer = Buffer.concat([answer, chunk]);
      const end = answer.indexOf(nul);
      if (end >= 0) return answer.toString('utf8', 0, end);
      if (answer.length > answerBytesAtMost) throw new Error('clamd answers without an end');
    }
    throw new Error('clamd hung up before its answer was whole');
  } finally {
    socket.destroy();
  }
}

/** Chunks of a stream begin with their length in four bytes; one of none ends it. */
function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

/**
 * Has a clamd look through `content`. @throws whatever keeps it from an answer that says so or so: nobody is
 * there, it hangs up, it takes longer than `limitMs`, or it could not scan ('… ERROR').
 */
export async function scanByClamd(
  address: ScannerAddress,
  content: Buffer,
  limitMs: number,
): Promise<Finding> {
  const end = Buffer.alloc(0);
  const stream = [lengthOf(content), content, lengthOf(end)];
  const answer = await ask(address, [Buffer.from('zINSTREAM\0'), ...stream], limitMs);
  if (answer === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (found !== undefined) return found;
  throw new Error(`clamd could not scan: ${answer}`);
}

/** Whether a clamd answers at all. @throws where nobody is there, or the answer does not come in time */
export const pingClamd = async (address: ScannerAddress, limitMs: number): Promise<boolean> =>
  (await ask(address, [Buffer.from('zPING\0')], limitMs)) === 'PONG';
