import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { secretChars } from './config.ts';
import { keptSecret } from './secret-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-secret-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('made once, long enough, for its owner alone, and the same at the next start', async () => {
  const made = await keptSecret(folder);
  expect(made.length).toBeGreaterThanOrEqual(secretChars);
  expect(await keptSecret(folder)).toBe(made);
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe(`${made}\n`);
});

test('portals that start at once on one folder get one secret and leave no drafts', async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => keptSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(folder)).toEqual(['secret']);
});
