import { expect, test } from 'vitest';
import { oneAfterTheOther } from './in-turn.ts';

const here = (): AbortSignal => new AbortController().signal;

test('one piece of work runs at a time, and a failure holds nobody up', async () => {
  const inTurn = oneAfterTheOther();
  let [running, most] = [0, 0];
  const work = async (): Promise<number> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    return running--;
  };
  const failed = inTurn(here(), () => Promise.reject(new Error('unreadable')));
  const all = await Promise.allSettled([failed, inTurn(here(), work), inTurn(here(), work)]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(most).toBe(1);
});

test('whoever goes away is not worked for, and ends what runs for them', async () => {
  const inTurn = oneAfterTheOther();
  const [first, second] = [new AbortController(), new AbortController()];
  const runs = inTurn(
    first.signal,
    (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  let worked = 0;
  const waits = inTurn(second.signal, async () => (worked += 1));
  second.abort();
  first.abort();
  for (const each of [runs, waits]) await expect(each).rejects.toMatchObject({ code: 'unavailable' });
  expect(worked).toBe(0);
});

test('more than may wait are sent away at once', async () => {
  const inTurn = oneAfterTheOther();
  const first = new AbortController();
  const runs = inTurn(
    first.signal,
    (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  const waiting = Array.from({ length: 19 }, () => inTurn(here(), () => Promise.resolve()));
  await expect(inTurn(here(), () => Promise.resolve())).rejects.toMatchObject({ code: 'unavailable' });
  first.abort();
  await expect(runs).rejects.toMatchObject({ code: 'unavailable' });
  await Promise.all(waiting);
});
