import { once } from 'node:events';
import { expect, test } from 'vitest';
import { broadcastLimits, openBroadcast, type Receiver } from './broadcast.ts';
import { textFrame } from './text-frame.ts';

/** The texts in frames as a client would read them. */
function textsIn(frames: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < frames.length; ) {
    expect(frames[at]).toBe(0x81);
    const end = at + 2 + (frames[at + 1] ?? 0);
    texts.push(frames.toString('utf8', at + 2, end));
    at = end;
  }
  return texts;
}

function window(isPlain = false) {
  const texts: string[] = [];
  const told = new EventTarget();
  const receiver: Receiver = {
    isPlain,
    write(frames) {
      texts.push(...textsIn(frames));
      told.dispatchEvent(new Event('text'));
    },
  };
  const until = async (count: number): Promise<void> => {
    while (texts.length < count) await once(told, 'text');
  };
  return { receiver, texts, until };
}

test('every window hears every message, in order, whatever the slices', async () => {
  const broadcast = openBroadcast();
  const windows = Array.from({ length: broadcastLimits.socketsATurn * 3 + 7 }, () => window());
  for (const { receiver } of windows) broadcast.join('1', receiver);
  const spoken = Array.from({ length: broadcastLimits.messagesAPass + 20 }, (_, id) => `PAY1${id + 1}`);
  for (const text of spoken) broadcast.tell('1', text);
  await Promise.all(windows.map(({ until }) => until(spoken.length)));
  for (const { texts } of windows) expect(texts).toEqual(spoken);
});

test('a merchant with thousands of windows delays another by a slice', async () => {
  const broadcast = openBroadcast();
  const crowd = Array.from({ length: broadcastLimits.socketsATurn * 4 }, () => window());
  for (const { receiver } of crowd) broadcast.join('1', receiver);
  const single = window();
  broadcast.join('2', single.receiver);
  broadcast.tell('1', 'PAY11');
  broadcast.tell('2', 'PAY12');
  await single.until(1);
  expect(crowd.at(-1)?.texts).toEqual([]);
});

test("a client of the specification's own messages hears no others", async () => {
  const broadcast = openBroadcast();
  const [plain, full] = [window(true), window()];
  for (const { receiver } of [plain, full]) broadcast.join('1', receiver);
  for (const text of ['TRX5', 'PAY05', 'IMP3']) broadcast.tell('1', text);
  await full.until(3);
  expect(full.texts).toEqual(['TRX5', 'PAY05', 'IMP3']);
  expect(plain.texts).toEqual(['PAY05']);
});

test('who has left hears nothing more, also within a pass', async () => {
  const broadcast = openBroadcast();
  const [left, stays] = [window(), window()];
  broadcast.join('1', left.receiver);
  broadcast.join('1', stays.receiver);
  broadcast.tell('1', 'PAY11');
  broadcast.leave('1', left.receiver);
  await stays.until(1);
  expect(left.texts).toEqual([]);
});

test('a frame that would need a longer header is refused', () => {
  expect(textFrame('PAY1904133')).toEqual(Buffer.from('\x81\x0aPAY1904133', 'latin1'));
  expect(() => textFrame('x'.repeat(126))).toThrow('126 bytes');
});
