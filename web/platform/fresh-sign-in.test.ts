import { expect, test } from 'vitest';
import { answerFreshSignIn, askFreshSignIn } from './fresh-sign-in.ts';

test('without a dialog nobody can be asked', async () => {
  expect(await askFreshSignIn()).toBe(false);
});

test('calls that are refused together ask once, and the next refusal asks again', async () => {
  let questions = 0;
  const stop = answerFreshSignIn(async () => {
    questions += 1;
    return questions === 1;
  });
  expect(await Promise.all([askFreshSignIn(), askFreshSignIn()])).toEqual([true, true]);
  expect(await askFreshSignIn()).toBe(false);
  expect(questions).toBe(2);
  stop();
  expect(await askFreshSignIn()).toBe(false);
  expect(questions).toBe(2);
});
