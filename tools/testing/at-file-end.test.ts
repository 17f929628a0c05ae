import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atFileEnd, endFile } from '../../server/platform/testing/at-file-end.ts';

test('all is done, the last first, once, also where one fails, which the file then does', async () => {
  const done: string[] = [];
  atFileEnd(() => done.push('database'));
  atFileEnd(() => Promise.reject(new Error('the portal answered otherwise than it says')));
  atFileEnd(async () => done.push('window'));
  await expect(endFile()).rejects.toThrow('the portal answered otherwise');
  expect(done).toEqual(['window', 'database']);
  await endFile();
  expect(done).toHaveLength(2);
});

describe('what a hook opens', () => {
  const done: string[] = [];
  describe('while it is used', () => {
    beforeAll(async () => {
      await Promise.resolve();
      afterAll(() => done.push('by a hook of the library'));
      atFileEnd(() => done.push('by the end of the file'));
    });
    test('stays open', () => expect(done).toEqual([]));
  });
  test('is let go of at the end, and by that alone', async () => {
    await endFile();
    expect(done).toEqual(['by the end of the file']);
  });
});
