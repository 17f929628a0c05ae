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
  beforeAll(async () => {
    await Promise.resolve();
    afterAll(() => done.push('by a hook of the library'));
    atFileEnd(() => done.push('by the end of the file'));
  });
  test('is let go of at the end alone', () => expect(done).toEqual([]));
  // The setup file's own hook comes after every hook of the file: here it is asked before.
  afterAll(async () => {
    await endFile();
    expect(done).toEqual(['by the end of the file']);
  });
});
