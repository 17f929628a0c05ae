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

/** A message with its number, as the bus hands it on. */
const said = (text: string, seq = 1, cashierIds: string[] = []) => ({ seq, text, cashierIds });

function window(isPlain = false, cashierId: string | null = null) {
  const texts: string[] = [];
  const told = new EventTarget();
  const receiver: Receiver = {
    isPlain,
    cashierId,
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
  const spoken = Array.from({ length: broadcastLimits.messagesAPass + 20 }, (_, id) => `TRX${id + 1}`);
  for (const text of spoken) broadcast.tell('1', said(text));
  await Promise.all(windows.map(({ until }) => until(spoken.length)));
  for (const { texts } of windows) expect(texts).toEqual(spoken);
});

test('a merchant with thousands of windows delays another by a slice', async () => {
  const broadcast = openBroadcast();
  const crowd = Array.from({ length: broadcastLimits.socketsATurn * 4 }, () => window());
  for (const { receiver } of crowd) broadcast.join('1', receiver);
  const single = window();
  broadcast.join('2', single.receiver);
  broadcast.tell('1', said('PAY11'));
  broadcast.tell('2', said('PAY12'));
  await single.until(1);
  expect(crowd.at(-1)?.texts).toEqual([]);
});

test('a client of the messages of rules S4.5 hears no others', async () => {
  const broadcast = openBroadcast();
  const [plain, full] = [window(true), window()];
  for (const { receiver } of [plain, full]) broadcast.join('1', receiver);
  for (const text of ['TRX5', 'PAY05', 'FIL3']) broadcast.tell('1', said(text, 7));
  await full.until(4);
  expect(full.texts).toEqual(['TRX5', 'SEQ7', 'PAY05', 'FIL3']);
  expect(plain.texts).toEqual(['PAY05']);
});

test('a setting reaches every cashier, in its place among what is about their terminal', async () => {
  const broadcast = openBroadcast();
  const [own, other, owner] = [window(false, '41'), window(false, '42'), window()];
  for (const { receiver } of [own, other, owner]) broadcast.join('1', receiver);
  broadcast.tell('1', said('TRX1', 1, ['41']));
  broadcast.tell('1', said('SET', 2));
  broadcast.tell('1', said('TRX3', 3, ['41']));
  broadcast.tell('1', said('TRX4', 4, ['42']));
  await Promise.all([own.until(3), other.until(2), owner.until(4)]);
  expect(own.texts).toEqual(['TRX1', 'SET', 'TRX3']);
  expect(other.texts).toEqual(['SET', 'TRX4']);
  expect(owner.texts).toEqual(['TRX1', 'SET', 'TRX3', 'TRX4']);
});

test('a cashier hears what is about their own terminal, and nothing else that is about none', async () => {
  const broadcast = openBroadcast();
  const [till, plainTill, other, owner] = [
    window(false, '41'),
    window(true, '41'),
    window(false, '42'),
    window(),
  ];
  for (const { receiver } of [till, plainTill, other, owner]) broadcast.join('1', receiver);
  broadcast.tell('1', said('PAY11', 1, ['42']));
  broadcast.tell('1', said('FIL3', 2));
  broadcast.tell('1', said('PAY12', 3, ['41', '43']));
  await owner.until(5);
  expect(till.texts).toEqual(['SEQ3', 'PAY12']);
  expect(plainTill.texts).toEqual(['PAY12']);
  expect(other.texts).toEqual(['SEQ1', 'PAY11']);
});

test('who has left hears nothing more, also within a pass', async () => {
  const broadcast = openBroadcast();
  const [left, stays] = [window(), window()];
  broadcast.join('1', left.receiver);
  broadcast.join('1', stays.receiver);
  broadcast.tell('1', said('PAY11'));
  broadcast.leave('1', left.receiver);
  await stays.until(1);
  expect(left.texts).toEqual([]);
});

test('a frame that would need a longer header is refused', () => {
  expect(textFrame('PAY1904133')).toEqual(Buffer.from('\x81\x0aPAY1904133', 'latin1'));
  expect(() => textFrame('x'.repeat(126))).toThrow('126 bytes');
});
