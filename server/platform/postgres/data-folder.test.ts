import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultDataDir, prepareDataDir } from './data-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const nobody = { uid: 65_534, gid: 65_534 };

test('an ordinary user keeps its data in the clone, root in a folder per clone under /var/lib/mizan', () => {
  expect(defaultDataDir('/home/sara/mizan', false)).toBe('/home/sara/mizan/.data');
  const [one, other] = ['/root/mizan', '/root/mizan-2'].map((clone) => defaultDataDir(clone, true));
  expect(one).toMatch(/^\/var\/lib\/mizan\/[0-9a-f]{12}$/);
  expect(other).not.toBe(one);
});

test("a data folder that the server's account cannot reach is refused in one line that names the obstacle", async () => {
  await chmod(folder, 0o700);
  const refusal = prepareDataDir(join(folder, 'data'), nobody);
  await expect(refusal).rejects.toThrow(`lies under ${folder}, which only its owner may enter`);
});

test("a data folder is passed through by the server's account, and is the user's alone where there is none", async () => {
  await chmod(folder, 0o711);
  await prepareDataDir(join(folder, 'as-root'), nobody);
  expect((await stat(join(folder, 'as-root'))).mode & 0o777).toBe(0o711);
  await mkdir(join(folder, 'mine'), { mode: 0o755 });
  await prepareDataDir(join(folder, 'mine', 'new'), null);
  expect((await stat(join(folder, 'mine', 'new'))).mode & 0o777).toBe(0o700);
});
