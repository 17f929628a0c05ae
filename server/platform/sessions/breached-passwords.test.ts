import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { breachedPasswordsIn } from './breached-passwords.ts';

const folder = mkdtempSync(join(tmpdir(), 'mizan-breached-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hashOf = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase();

function listOf(name: string, lines: readonly string[], end = '\n'): string {
  const path = join(folder, name);
  writeFileSync(path, lines.toSorted().join(end) + (lines.length > 0 ? end : ''));
  return path;
}

test.each([0, 1, 2, 3, 90, 5_000])('of a list of %d every password is found, and no other', async (count) => {
  const passwords = Array.from({ length: count }, (_, index) => `Leaked#${index}`);
  const lines = passwords.map((each, index) => `${hashOf(each)}:${(index * 7_919) % 100_000}`);
  const isBreached = breachedPasswordsIn(listOf(`list-${count}.txt`, lines));
  const asked = count > 100 ? passwords.filter((_, index) => index % 37 === 0) : passwords;
  const sorted = passwords.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));
  for (const each of [...asked, ...sorted.slice(0, 1), ...sorted.slice(-1)]) {
    expect(await isBreached(each)).toBe(true);
    expect(await isBreached(`${each}!`)).toBe(false);
  }
  expect(await isBreached('')).toBe(false);
});

test('without counts, in small letters, with the line ends of Windows', async () => {
  const lines = Array.from({ length: 200 }, (_, index) => hashOf(`Leaked#${index}`).toLowerCase());
  const isBreached = breachedPasswordsIn(listOf('other.txt', lines, '\r\n'));
  for (let index = 0; index < 200; index += 1) expect(await isBreached(`Leaked#${index}`)).toBe(true);
  expect(await isBreached('leaked#1')).toBe(false);
});

test('without a list no password is known', async () => {
  expect(await breachedPasswordsIn(null)('P@ssw0rd2027')).toBe(false);
});
