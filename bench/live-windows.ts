import { createInterface } from 'node:readline';
import { livePath, liveProtocol } from '@mizan/contract/live.ts';

/**
 * Windows of the live channel as a process of its own: file descriptors end at 20,000 a process on small machines, and both
 * ends of 15,000 sockets are twice that. Reads its task as one line, says 'open' once all of them are, writes down when which
 * message came, and says all of it at the second line. Times are of the machine's monotonic clock, which processes share.
 */
interface Task {
  port: number;
  tokens: string[];
  windowsOfToken: number;
}
const openAtOnce = 50;
const [triesMax, againAfterMs] = [20, 250];

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const nextLine = async (): Promise<string> => String((await lines.next()).value);
const { port, tokens, windowsOfToken } = JSON.parse(await nextLine()) as Task;

const came: [text: string, atMs: number][] = [];
let lost = 0;
/** Answers whether it was let in. */
function openWindow(token: string): Promise<boolean> {
  const window = new WebSocket(`ws://127.0.0.1:${port}${livePath}`, [liveProtocol, token]);
  return new Promise((resolve) => {
    window.addEventListener('error', () => resolve(false), { once: true });
    window.addEventListener('open', () => {
      resolve(true);
      window.addEventListener('close', () => (lost += 1));
    });
    window.addEventListener('message', ({ data }) => {
      // A heartbeat a second comes to each of them beside what is measured.
      if (String(data).startsWith('TRX')) came.push([String(data), Number(process.hrtime.bigint()) / 1e6]);
    });
  });
}

const wanted = tokens.flatMap((token) => Array.from({ length: windowsOfToken }, () => token));
for (let begun = 0; begun < wanted.length; begun += openAtOnce) {
  await Promise.all(
    wanted.slice(begun, begun + openAtOnce).map(async (token) => {
      // A portal that has too many handshakes at a time refuses one, and a window tries again.
      for (let tries = 0; tries < triesMax; tries += 1) {
        if (await openWindow(token)) return;
        await new Promise((again) => setTimeout(again, againAfterMs));
      }
      throw new Error('the live channel refuses a window');
    }),
  );
}
console.log('open');
await nextLine();
process.stdout.write(`${JSON.stringify({ came, lost })}\n`, () => process.exit(0));
