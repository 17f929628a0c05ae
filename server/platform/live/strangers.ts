import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { addressBlock } from '../http/address-block.ts';

/** What those who have not signed in may take of the process, each of them and all together. */
export interface StrangerLimits {
  /** Sockets at one time: of this process, and of one address. Who has signed in counts no more. */
  readonly atOnce: number;
  readonly ofOneAddress: number;
  /** Messages, pings and pongs of one of them. */
  readonly messagesPerSecond: number;
  /** What one may send in all, with `chunkBytes` for each piece that arrives. */
  readonly bytes: number;
  /** Of it this much is always there; the rest comes out of what all of them share. */
  readonly ownBytes: number;
  readonly sharedBytes: number;
}

/** What a piece of a message takes in memory beside its bytes, however short it is. */
const chunkBytes = 512;
const secondMs = 1_000;

/** One socket before its sign-in, or one that is only told that it has none. */
export interface Stranger {
  /** Ends the socket once it sends more than strangers may. */
  watch(socket: WebSocket, stream: Duplex): void;
  /** Signed in, or gone: what it held is free for others. */
  leave(): void;
}

export interface StrangerBook {
  /** Null where too many are here already. */
  enter(address: string): Stranger | null;
  readonly count: number;
}

/**
 * Counts those who are here without a sign-in, which anybody may be: a limit on how many there are at one time
 * and on what they send, and none on how many of one address sign in.
 */
export function strangerBook(limits: StrangerLimits): StrangerBook {
  const ofAddress = new Map<string, number>();
  let count = 0;
  let sharedBytes = 0;

  function enter(address: string): Stranger | null {
    const block = addressBlock(address);
    const here = ofAddress.get(block) ?? 0;
    if (count >= limits.atOnce || here >= limits.ofOneAddress) return null;
    count += 1;
    ofAddress.set(block, here + 1);
    let isHere = true;
    let bytes = 0;
    let unwatch = (): void => undefined;

    /** Whether so much more is still within what it may send. */
    function take(chunk: Buffer): boolean {
      const before = bytes;
      bytes += chunk.length + chunkBytes;
      sharedBytes += Math.max(0, bytes - limits.ownBytes) - Math.max(0, before - limits.ownBytes);
      return bytes <= limits.bytes && (bytes <= limits.ownBytes || sharedBytes <= limits.sharedBytes);
    }
    return {
      watch(socket, stream) {
        unwatch = watchSocket(socket, stream, take, limits.messagesPerSecond);
      },
      leave() {
        if (!isHere) return;
        isHere = false;
        unwatch();
        count -= 1;
        sharedBytes -= Math.max(0, bytes - limits.ownBytes);
        const others = (ofAddress.get(block) ?? 1) - 1;
        if (others > 0) ofAddress.set(block, others);
        else ofAddress.delete(block);
      },
    };
  }
  return {
    enter,
    get count() {
      return count;
    },
  };
}

/** Ends the socket at the first piece or message too many. Answers the way to stop watching. */
function watchSocket(
  socket: WebSocket,
  stream: Duplex,
  take: (chunk: Buffer) => boolean,
  messagesPerSecond: number,
): () => void {
  let secondFrom = performance.now();
  let messages = 0;
  const onData = (chunk: Buffer): void => {
    if (!take(chunk)) socket.terminate();
  };
  const onMessage = (): void => {
    const now = performance.now();
    if (now - secondFrom >= secondMs) {
      secondFrom = now;
      messages = 0;
    }
    messages += 1;
    if (messages > messagesPerSecond) socket.terminate();
  };
  // Before the library's own listeners: what is too much is neither kept nor answered.
  stream.prependListener('data', onData);
  for (const event of ['message', 'ping', 'pong'] as const) socket.prependListener(event, onMessage);
  return () => {
    stream.off('data', onData);
    for (const event of ['message', 'ping', 'pong'] as const) socket.off(event, onMessage);
  };
}
