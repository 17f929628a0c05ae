import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import {
  archiveFindings,
  databaseFindings,
  diskFinding,
  dropFinding,
  type Finding,
  findingsOf,
  findingText,
  inspectDatabase,
  mailFinding,
  scannerFinding,
  versionsFinding,
} from './doctor.ts';
import { removeFolder, temporaryFolder } from './platform/postgres/stand-in-portals.ts';
import { emptyDatabase, testDatabase, testSecret } from './platform/testing/database.ts';

const healthOf = (findings: readonly Finding[]): Record<string, string> =>
  Object.fromEntries(findings.map(({ what, health }) => [what, health]));

test('a database as portals leave it is well; its clock is this machine’s, which nothing is compared with', async () => {
  const { url } = await testDatabase();
  expect(healthOf(await inspectDatabase(url, testSecret, true))).toEqual({
    database: 'well',
    schema: 'well',
    rights: 'well',
    connections: 'well',
    clock: 'unknown',
    secret: 'well',
    jobs: 'well',
  });
  const other = await inspectDatabase(url, `${testSecret}x`, false);
  expect(healthOf(other)).toMatchObject({ secret: 'ill', clock: 'well' });
  // Looking with a wrong secret changed no password.
  expect(healthOf(await inspectDatabase(url, testSecret, true))).toMatchObject({ secret: 'well' });
});

test('a database where no portal ever started says so, and is not filled by being looked at', async () => {
  const { url } = await emptyDatabase();
  for (let look = 0; look < 2; look += 1) {
    const findings = await inspectDatabase(url, testSecret, true);
    expect(findings).toContainEqual(
      expect.objectContaining({ what: 'schema', says: 'empty: the first start fills it' }),
    );
    expect(healthOf(findings)).toMatchObject({ secret: 'unknown' });
  }
});

test('a server that is away is said to be, with what to look at', async () => {
  const [away] = await inspectDatabase('postgres://owner@127.0.0.1:1/mizan', testSecret, false);
  expect(away).toMatchObject({
    what: 'database',
    health: 'ill',
    todo: expect.stringContaining('DATABASE_URL'),
  });
});

test('a database that is away, or does not start, keeps nothing else from being said, and nobody waits for it', async () => {
  const here = { DATA_DIR: await temporaryFolder() };
  const none = (): Promise<never> => Promise.reject(new Error('PostgreSQL did not start'));
  const away = readConfig({
    ...here,
    DATABASE_URL: 'postgres://owner@127.0.0.1:1/mizan',
    MIZAN_SECRET: testSecret,
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  expect(healthOf(await findingsOf(away, none))).toMatchObject({
    database: 'ill',
    archive: 'unknown',
    mail: 'ill',
    scanner: 'watch',
  });
  await mkdir(join(here.DATA_DIR, 'postgres-18'));
  const broken = await findingsOf(readConfig(here), none);
  expect(healthOf(broken)).toMatchObject({ database: 'ill', mail: 'well', scanner: 'watch' });
  expect(broken).toContainEqual(expect.objectContaining({ says: 'PostgreSQL did not start' }));
  await removeFolder(here.DATA_DIR);
});

const state = {
  versionNumber: 180_004,
  version: '18.4',
  newestMigration: 80,
  mayMakeRoles: true,
  sizeBytes: 0,
  connections: 10,
  connectionsMost: 100,
  clockAheadMs: 0,
  clockWithinMs: 1,
};

test.each<[string, Partial<typeof state>, string, string]>([
  ['an old PostgreSQL', { versionNumber: 140_011 }, 'database', 'ill'],
  ['a PostgreSQL that nobody tried', { versionNumber: 190_000 }, 'database', 'ill'],
  ['migrations to come', { newestMigration: 79 }, 'schema', 'watch'],
  ['migrations of a newer program', { newestMigration: 81 }, 'schema', 'watch'],
  ['an owner without rights', { mayMakeRoles: false }, 'rights', 'watch'],
  ['eight tenths of the connections', { connections: 80 }, 'connections', 'watch'],
  ['a clock ahead', { clockAheadMs: 2_600, clockWithinMs: 500 }, 'clock', 'ill'],
  ['a clock behind', { clockAheadMs: -2_600, clockWithinMs: 500 }, 'clock', 'ill'],
  ['a slow answer that explains it', { clockAheadMs: 2_400, clockWithinMs: 500 }, 'clock', 'well'],
])('%s', (_, changed, what, health) => {
  expect(healthOf(databaseFindings({ ...state, ...changed }, 80, false))).toMatchObject({ [what]: health });
});

test('disk: room, little room, and a folder that cannot be', async () => {
  expect(await diskFinding(tmpdir(), 1)).toMatchObject({ health: 'well' });
  expect(await diskFinding(tmpdir(), Infinity)).toMatchObject({ health: 'watch' });
  expect(await diskFinding(tmpdir(), Infinity, Infinity)).toMatchObject({ health: 'ill' });
  expect(await diskFinding(import.meta.filename)).toMatchObject({ health: 'ill' });
  const later = join(tmpdir(), `mizan-${randomUUID()}`);
  expect(await diskFinding(join(later, 'data'), 1)).toMatchObject({ health: 'well' });
  expect(existsSync(later), 'it is made by a start, and not by looking').toBe(false);
});

test('mail, scanner and drop folder: asked, and nothing is sent', async () => {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (data) => {
      heard.push(data.toString());
      socket.write('250 here\r\n');
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  expect(await mailFinding(`smtp://127.0.0.1:${port}`)).toMatchObject({ health: 'well' });
  expect(heard.join('')).not.toContain('MAIL FROM');
  await new Promise((resolve) => server.close(resolve));
  expect(await mailFinding(`smtp://127.0.0.1:${port}`)).toMatchObject({ health: 'ill' });
  expect(await scannerFinding({ virusScanner: null })).toMatchObject({ health: 'watch' });
  expect(await scannerFinding({ virusScanner: { host: '127.0.0.1', port, tls: false } })).toMatchObject({
    health: 'ill',
  });
  expect(await dropFinding(null)).toBeNull();
  expect(await dropFinding(import.meta.filename)).toMatchObject({ health: 'ill' });
});

test('a line a finding, and what to do below it; no secret of an address', async () => {
  expect(findingText(versionsFinding('0.1.0', 'v26.10.0'))).toBe(
    'ok    versions     Mizan 0.1.0 on Node v26.10.0',
  );
  expect(findingText(versionsFinding('0.1.0', 'v18.0.0'))).toContain('\n                   Run it by npm');
  const text = findingText(await mailFinding('smtp://user:pa55@127.0.0.1:1'));
  expect(text).not.toContain('pa55');
});

test('an archive is well where WAL is kept and a copy is there to go on from', () => {
  const [earlier, later] = [new Date('2026-11-26T10:00:00Z'), new Date('2026-11-26T11:00:00Z')];
  const kept = { on: true, keptAt: later, failedAt: earlier };
  const bases = ['2026-11-20T00:00:00.000Z', '2026-11-26T00:00:00.000Z'];
  expect(healthOf(archiveFindings(kept, bases))).toEqual({ archive: 'well', base: 'well' });
  expect(healthOf(archiveFindings(kept, []))).toEqual({ archive: 'well', base: 'ill' });
  expect(healthOf(archiveFindings(kept, null))).toEqual({ archive: 'well' });
  expect(healthOf(archiveFindings({ ...kept, keptAt: earlier, failedAt: later }, null))).toEqual({
    archive: 'ill',
  });
  expect(healthOf(archiveFindings({ ...kept, keptAt: null }, null))).toEqual({ archive: 'ill' });
  expect(healthOf(archiveFindings({ on: false, keptAt: null, failedAt: null }, null))).toEqual({
    archive: 'watch',
  });
});
