import { expect, test } from 'vitest';
import { DatabaseStayedAway, patience } from './patience.ts';

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
function steps(errors: readonly Error[]) {
  const left = [...errors];
  return async (): Promise<string> => {
    const error = left.shift();
    if (error) throw error;
    return 'done';
  };
}
function loggedBy(forMs?: number) {
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) };
  return { lines, wait: patience(log as unknown as Parameters<typeof patience>[0], forMs) };
}

test('a step is done again while the database is away, and says so once', async () => {
  const { lines, wait } = loggedBy();
  const migration = new Error('Migration 0001 failed: Connection terminated', { cause: away });
  expect(await wait('migrations', steps([away, migration, away]))).toBe('done');
  expect(lines).toEqual([[{ step: 'migrations', err: away }, 'the start waits for the database']]);
});

test('what has nothing to do with waiting is thrown at once', async () => {
  const { lines, wait } = loggedBy();
  await expect(wait('roles', steps([new TypeError('a fault')]))).rejects.toThrow('a fault');
  expect(lines).toEqual([]);
});

test('a database that stays away ends the start when the time is up', async () => {
  const { wait } = loggedBy(100);
  await expect(wait('roles', steps(Array(10).fill(away)))).rejects.toThrow(DatabaseStayedAway);
});
