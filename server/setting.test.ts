import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'mizan-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

let written = 0;
/** The path of a file as a vault mounts it. */
function mounted(content: string | Buffer): string {
  const path = join(folder, `secret-${(written += 1)}`);
  writeFileSync(path, content);
  return path;
}

const database = 'postgres://owner:pw@db.internal:5432/mizan?sslmode=verify-full';
const smtp = 'smtps://user:pw@mail.example.sa/';
const secret = 'x'.repeat(32);
const names = ['DATABASE_URL', 'SMTP_URL', 'MIZAN_SECRET'] as const;
const values = { DATABASE_URL: database, SMTP_URL: smtp, MIZAN_SECRET: secret };
/** A portal in production, but for one setting. */
const without = (name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([each]) => each !== name));
const whole = { databaseUrl: database, smtpUrl: smtp, secret };

test.each(names)('%s may come from a file, whose whitespace at the end is cut', (name) => {
  for (const end of ['', '\n', ' \r\n\n']) {
    const env = { ...without(name), [`${name}_FILE`]: mounted(values[name] + end) };
    expect(readConfig(env)).toMatchObject(whole);
  }
});

test('all of them from files, and empty names beside them, which are none', () => {
  const env = Object.fromEntries(
    names.flatMap((name) => [
      [name, ''],
      [`${name}_FILE`, mounted(values[name])],
    ]),
  );
  expect(readConfig(env)).toMatchObject(whole);
});

test.each(
  names.flatMap((name): [string, string, Record<string, string>, string][] => [
    [
      name,
      'set beside its file',
      { [name]: values[name], [`${name}_FILE`]: mounted('hunter2') },
      'is set beside',
    ],
    [
      name,
      'file that is not there',
      { [`${name}_FILE`]: '/nowhere/hunter2' },
      'must name a file that can be read',
    ],
    [name, 'file that is a folder', { [`${name}_FILE`]: folder }, 'must name a file that can be read'],
    [name, 'file that is empty', { [`${name}_FILE`]: mounted(' \n') }, 'names a file that is empty'],
    [
      name,
      'file that is no text',
      { [`${name}_FILE`]: mounted(Buffer.from('ff00', 'hex')) },
      'must name a file of text',
    ],
    [
      name,
      'file that is too long',
      { [`${name}_FILE`]: mounted('hunter2'.repeat(1_000)) },
      'must name a file of text',
    ],
  ]),
)('the start stops with one line that names %s, and repeats nothing: %s', (name, _, more, problem) => {
  const env = { ...without(name), ...more };
  expect(() => readConfig(env)).toThrow(`${name}_FILE ${problem}`);
  expect(() => readConfig(env)).toThrow(/^(?!.*hunter2)[^\n]+$/);
});

test('what a file holds is checked like a value, and not repeated where it is wrong', () => {
  const wrong = (name: string, content: string): Record<string, string> => ({
    [`${name}_FILE`]: mounted(content),
  });
  expect(() => readConfig(wrong('DATABASE_URL', 'mysql://u:hunter2@h/d'))).toThrow(
    /^DATABASE_URL must be an address like (?!.*hunter2)/,
  );
  expect(() => readConfig(wrong('SMTP_URL', 'ftp://u:hunter2@h'))).toThrow(/^SMTP_URL must be (?!.*hunter2)/);
  expect(() => readConfig(wrong('MIZAN_SECRET', 'hunter2'))).toThrow(/^MIZAN_SECRET must have 32 characters/);
});
