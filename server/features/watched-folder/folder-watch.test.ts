import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  getWatchedFolder as getRoute,
  setWatchedFolder,
  type WatchedFolder,
} from '@mizan/contract/watched-folder.ts';
import { afterAll, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log.ts';
import { anotherMerchant, type BankWorld, bankWorld } from '../reconciliation/testing/bank-world.ts';
import { bytesOfDropped, droppedIn, moveToDone } from './dropped-files.ts';
import { type FolderWatch, watchFolders } from './folder-watch.ts';

/** Files that are dropped into a folder: each is taken once, whole, and nothing else of the folder is touched. */
const first = await bankWorld();
// Nobody reads files here: one that was read and refused in the middle of a test might come again.
await first.runner.stop();
const { portal } = first;
const { db, clock } = portal;
const root = await mkdtemp(join(tmpdir(), 'mizan-drop-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const deps = { db, clock, log: createLog('silent'), root, dropFolder: root, folder: portal.bankFiles };
/** Statements are tried where they are taken (features/deposits); here every file is a list of payments. */
const statements = {
  headBytes: 1,
  isLarge: () => Promise.resolve(false),
  bytesMax: 1_000_000,
  take: () => Promise.resolve('NOT_STATEMENT' as const),
};
/** A process; its own looks are far apart, so that the test says when it looks. */
function process(): FolderWatch {
  const watch = watchFolders({ ...deps, statements, wake: () => undefined });
  afterAll(() => watch.stop());
  return watch;
}

async function shop() {
  const world = await anotherMerchant(first);
  const folder = join(root, world.merchant.merchantId);
  await mkdir(folder);
  await turn(world, true);
  return { world, folder, drop: (name: string, text: string) => writeFile(join(folder, name), text) };
}
const turn = ({ token }: BankWorld, isOn: boolean) =>
  portal.call(setWatchedFolder, { body: { isOn } }, { token });
const filesOf = ({ merchant }: BankWorld) =>
  platformRows<{ name: string; state: string; by: string }>(
    db,
    `SELECT file_name AS name, state, uploaded_by_name AS "by" FROM bank_files WHERE merchant_id = $1 ORDER BY id`,
    [merchant.merchantId],
  );
const refusedOf = async ({ merchant }: BankWorld): Promise<number> =>
  (await platformRows(db, `SELECT 1 FROM refused_drops WHERE merchant_id = $1`, [merchant.merchantId]))
    .length;
/** Says that the file under way is done, so that the next one may be taken. */
const readAll = () => platformRows(db, `UPDATE bank_files SET state = 'UNDONE' WHERE state = 'RECEIVED'`, []);
const plain = (names: readonly string[]) => names.map((name) => name.replace(/^\d+T\d+Z-/, ''));
const twice = async (watch: FolderWatch) => {
  await watch.look();
  await watch.look();
};

test('a file is taken once two looks found it the same, in the name of who turned the folder on', async () => {
  const [{ world, folder, drop }, watch] = [await shop(), process()];
  await drop('najd.csv', 'a,b,c\n1');
  await watch.look();
  expect(await filesOf(world)).toEqual([]);
  await drop('najd.csv', 'a,b,c\n1,2,3\n');
  await watch.look();
  expect(await filesOf(world)).toEqual([]);
  await watch.look();
  expect(await filesOf(world)).toEqual([
    { name: 'najd.csv', state: 'RECEIVED', by: expect.stringMatching(/^SFTP · ./) },
  ]);
  expect([await readdir(folder), plain(await readdir(join(folder, 'done')))]).toEqual([
    ['done'],
    ['najd.csv'],
  ]);
});

test.each(['najd.txt', 'najd.tsv', 'najd.ZIP'])('a file named %s is taken', async (name) => {
  const [{ world, folder, drop }, watch] = [await shop(), process()];
  await drop(name, `a|b|c\n${name}|2|3\n`);
  await twice(watch);
  expect(await filesOf(world)).toMatchObject([{ name, state: 'RECEIVED' }]);
  expect(plain(await readdir(join(folder, 'done')))).toEqual([name]);
});

test('the same bytes are one bank file, by two processes and after one that ended before it moved the file', async () => {
  const { world, folder, drop } = await shop();
  await drop('one.csv', 'a,b,c\n4,5,6\n');
  const processes = [process(), process()];
  for (const _ of [1, 2]) await Promise.all(processes.map((each) => each.look()));
  const [done = ''] = await readdir(join(folder, 'done'));
  // As it lies there where the portal ended between taking and moving.
  await rename(join(folder, 'done', done), join(folder, 'one.csv'));
  await platformRows(db, `UPDATE bank_files SET state = 'WAITING_LAYOUT' WHERE merchant_id = $1`, [
    world.merchant.merchantId,
  ]);
  await twice(process());
  expect((await filesOf(world)).length).toBe(1);
  expect(plain(await readdir(join(folder, 'done')))).toEqual(['one.csv']);
});

test('while one is being read the next one waits, and comes then', async () => {
  const [{ world, drop }, watch] = [await shop(), process()];
  await drop('a.csv', 'a,b,c\n7\n');
  await drop('b.csv', 'a,b,c\n8\n');
  await twice(watch);
  await watch.look();
  expect((await filesOf(world)).map(({ name }) => name)).toEqual(['a.csv']);
  await readAll();
  await watch.look();
  expect((await filesOf(world)).map(({ name }) => name)).toEqual(['a.csv', 'b.csv']);
});

test('links, hard links, folders, unfinished and hostile names take nothing that is not a file of the folder', async () => {
  const [{ world, folder, drop }, watch] = [await shop(), process()];
  const outside = join(root, 'secret.csv');
  await writeFile(outside, 'a,b,c\nsecret\n');
  await symlink(outside, join(folder, 'link.csv'));
  await link(outside, join(folder, 'hard.csv'));
  await mkdir(join(folder, 'folder.csv'));
  for (const name of ['.hidden.csv', 'half.csv.part', 'x.filepart']) await drop(name, 'a,b,c\n1\n');
  await drop('letter.pdf', 'no table');
  await drop('empty.csv', '');
  await drop('new\nline\u202e.csv', 'a,b,c\n9\n');
  await twice(watch);
  await watch.look();
  expect((await filesOf(world)).map(({ name }) => name)).toEqual(['new_line_.csv']);
  expect((await readdir(folder)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    '.hidden.csv',
    'done',
    'folder.csv',
    'half.csv.part',
    'refused',
    'x.filepart',
  ]);
  const refused = plain(await readdir(join(folder, 'refused')));
  expect(refused.filter((name) => name.endsWith('.txt')).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'empty.csv.empty.txt',
    'hard.csv.notFile.txt',
    'letter.pdf.format.txt',
    'link.csv.notFile.txt',
  ]);
  const answer = await shownTo(world);
  expect(answer).toMatchObject({ state: 'THERE', isOn: true, waiting: { count: 0 }, refused: { count: 4 } });
  expect(answer.refused.files).toContainEqual({ name: 'letter.pdf', reason: 'format' });
  const told = await platformRows<{ reason: string }>(
    db,
    `SELECT after->>'dropReason' AS reason FROM audit_entries
      WHERE merchant_id = $1 AND action = 'bankFiles.dropRefused' ORDER BY id`,
    [world.merchant.merchantId],
  );
  expect(told.length).toBe(4);
});

async function shownTo(world: BankWorld): Promise<WatchedFolder> {
  const { getWatchedFolder } = await import('./watched-folder.service.ts');
  const by = { merchantId: world.merchant.merchantId } as Parameters<typeof getWatchedFolder>[1];
  return getWatchedFolder(deps, by);
}

test('a name as long as a folder takes is moved like any other, and holds up none after it', async () => {
  const [{ world, folder, drop }, watch] = [await shop(), process()];
  const long = (letter: string, ending: string) => `${letter.repeat((255 - ending.length) / 2)}${ending}`;
  await drop(long('\u0645', '1.csv'), 'a,b,c\n30\n');
  await drop(long('\u0645', '1.pdf'), 'no table');
  await drop('\u064a.csv', 'a,b,c\n31\n');
  await twice(watch);
  await readAll();
  await watch.look();
  await watch.look();
  expect((await filesOf(world)).map(({ state }) => state)).toEqual(['UNDONE', 'RECEIVED']);
  expect((await readdir(folder)).toSorted()).toEqual(['done', 'refused']);
  expect((await readdir(join(folder, 'done'))).length).toBe(2);
  const [refused] = (await shownTo(world)).refused.files;
  expect(refused).toMatchObject({ reason: 'format', name: expect.stringMatching(/1\.pdf$/) });
});

test('a pipe that took the name of a file is not waited for', async () => {
  const { folder, drop } = await shop();
  await drop('a.csv', 'a,b,c\n32\n');
  const [seen] = await droppedIn(folder);
  if (!seen) throw new Error('it was dropped');
  await rm(seen.path);
  execFileSync('mkfifo', [seen.path]);
  await expect(bytesOfDropped(seen).toArray()).rejects.toThrow(/changed/);
});

test('a file that took the name of one that was just read is put back, and read at a later look', async () => {
  const [{ world, folder, drop }, watch] = [await shop(), process()];
  await drop('a.csv', 'a,b,c\n20\n');
  const [read] = await droppedIn(folder);
  if (!read) throw new Error('it was dropped');
  await writeFile(join(folder, 'next.part'), 'a,b,c\n21\n');
  await rename(join(folder, 'next.part'), join(folder, 'a.csv'));
  expect(await moveToDone(folder, read, clock.now())).toBe(false);
  expect(await moveToDone(folder, read, clock.now())).toBe(false);
  expect(await readdir(join(folder, 'done'))).toEqual([]);
  await twice(watch);
  expect((await filesOf(world)).map(({ name }) => name)).toEqual([expect.stringMatching(/-a\.csv$/)]);
});

test("a link instead of a folder leads nowhere, and neither does 'done' where it is one", async () => {
  const [{ world, folder, drop }, watch] = [await shop(), process()];
  const elsewhere = await mkdtemp(join(tmpdir(), 'mizan-elsewhere-'));
  await symlink(elsewhere, join(folder, 'done'));
  await drop('a.csv', 'a,b,c\n10\n');
  await twice(watch);
  expect(await readdir(elsewhere)).toEqual([]);
  expect(await filesOf(world)).toEqual([]);
  expect(await shownTo(world)).toMatchObject({ state: 'UNUSABLE' });
  const other = await anotherMerchant(first);
  await symlink(elsewhere, join(root, other.merchant.merchantId));
  await turn(other, true);
  await writeFile(join(elsewhere, 'b.csv'), 'a,b,c\n11\n');
  await twice(watch);
  expect(await filesOf(other)).toEqual([]);
  await rm(elsewhere, { recursive: true });
  await rm(join(folder, 'done'));
  await twice(watch);
  expect((await filesOf(world)).length).toBe(1);
});

test.each(['done', 'refused'])(
  "while '%s' is a file, nothing is taken and nothing refused, look after look",
  async (name) => {
    const [{ world, folder, drop }, watch] = [await shop(), process()];
    await drop(name, '');
    await drop('b.csv', 'a,b,c\n20\n');
    await drop('a.exe', 'none of ours');
    await twice(watch);
    await twice(watch);
    expect(await filesOf(world)).toEqual([]);
    expect(await shownTo(world)).toMatchObject({ state: 'UNUSABLE' });
    expect(await refusedOf(world)).toBe(0);
    await rm(join(folder, name));
    await twice(watch);
    expect((await filesOf(world)).length).toBe(1);
    expect(await refusedOf(world)).toBe(1);
  },
);

test('a folder that is off, or of a merchant out of business, is left alone, and a portal without a root says so', async () => {
  const [{ world, drop }, watch] = [await shop(), process()];
  await drop('a.csv', 'a,b,c\n12\n');
  await turn(world, false);
  await twice(watch);
  expect(await filesOf(world)).toEqual([]);
  await turn(world, true);
  await platformRows(db, `UPDATE merchants SET status = 'SUSPENDED' WHERE id = $1`, [
    world.merchant.merchantId,
  ]);
  await twice(watch);
  expect(await filesOf(world)).toEqual([]);
  expect(await shownTo(world)).toMatchObject({
    isOn: true,
    waiting: { count: 1, files: [{ name: 'a.csv' }] },
  });
  const answer = await portal.call(getRoute, {}, { token: first.token });
  expect(answer.json()).toMatchObject({ state: 'NO_ROOT', isOn: false, waiting: { count: 0 } });
});
