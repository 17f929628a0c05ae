import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What a load found: all times in milliseconds, from the write of a request to the last byte of its answer. */
export interface LoadResult {
  requests: number;
  seconds: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** The mean size of a body. */
  bodyBytes: number;
}

export interface LoadPlan {
  port: number;
  connections: number;
  warmUpSeconds: number;
  seconds: number;
  /** The next request's path; called for each one. */
  path: () => string;
  headers?: Readonly<Record<string, string>>;
  /** How long a connection rests between an answer and its next request; without it, not at all. */
  pauseMs?: number;
}

const headEnd = Buffer.from('\r\n\r\n');

interface Asker {
  /** Writes a request and waits for the whole answer; the size of its body. */
  ask(text: string): Promise<number>;
  close(): void;
}

interface Answer {
  /** Of head and body; unknown until the head is there. */
  wantedBytes: number;
  bodyBytes: number;
}

/** The sizes that an answer's head tells, or null where it has not all arrived. Throws where it is no success. */
function readHead(received: Buffer): Answer | null {
  const end = received.indexOf(headEnd);
  if (end < 0) return null;
  const head = received.toString('latin1', 0, end);
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`answered ${received.toString('utf8', 0, 400)}`);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (length === undefined) throw new Error('the answer has no Content-Length');
  return { wantedBytes: end + headEnd.length + Number(length), bodyBytes: Number(length) };
}

/** One connection that asks and waits in turn: HTTP/1.1 and Content-Length are all that it knows. */
function openAsker(port: number): Asker {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let waiting = Promise.withResolvers<number>();
  let received: Buffer[] = [];
  let receivedBytes = 0;
  let answer: Answer | null = null;

  function take(chunk: Buffer): void {
    received.push(chunk);
    receivedBytes += chunk.length;
    answer ??= readHead(received.length === 1 ? chunk : Buffer.concat(received));
    if (!answer || receivedBytes < answer.wantedBytes) return;
    waiting.resolve(answer.bodyBytes);
    received = [];
    receivedBytes = 0;
    answer = null;
  }
  const fail = (error: unknown): void => waiting.reject(error);
  socket.on('data', (chunk) => {
    try {
      take(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    } catch (error) {
      fail(error);
    }
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  return {
    ask: (text) => {
      waiting = Promise.withResolvers<number>();
      socket.write(text);
      return waiting.promise;
    },
    close: () => {
      // Nobody waits any more: the close that follows is our own.
      waiting.promise.catch(() => undefined);
      socket.destroy();
    },
  };
}

/** Keeps so many connections busy for a while. Throws at the first answer that is no success. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const headers = Object.entries({ host: `localhost:${plan.port}`, ...plan.headers });
  const tail = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const request = () => `GET ${plan.path()} HTTP/1.1\r\n${tail}\r\n`;
  const start = performance.now();
  const countFrom = start + plan.warmUpSeconds * 1_000;
  const end = countFrom + plan.seconds * 1_000;
  const times: number[] = [];
  let bytes = 0;
  await Promise.all(
    Array.from({ length: plan.connections }, async () => {
      const asker = openAsker(plan.port);
      for (let asked = performance.now(); asked < end; ) {
        const bodyBytes = await asker.ask(request());
        const answered = performance.now();
        if (asked >= countFrom) {
          times.push(answered - asked);
          bytes += bodyBytes;
        }
        if (plan.pauseMs) await delay(plan.pauseMs);
        asked = plan.pauseMs ? performance.now() : answered;
      }
      asker.close();
    }),
  );
  times.sort((a, b) => a - b);
  const seconds = (performance.now() - countFrom) / 1_000;
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    requests: times.length,
    seconds,
    perSecond: times.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    bodyBytes: Math.round(bytes / Math.max(1, times.length)),
  };
}

export const loadColumns = ['requests/s', 'p50 ms', 'p99 ms', 'max ms', 'body bytes'] as const;
export const loadCells = (result: LoadResult): string[] => [
  result.perSecond.toFixed(0),
  result.p50Ms.toFixed(1),
  result.p99Ms.toFixed(1),
  result.maxMs.toFixed(1),
  String(result.bodyBytes),
];
