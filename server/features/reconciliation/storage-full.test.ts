import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { uploadBankFile } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { bankWorld, upload } from './testing/bank-world.ts';

const world = await bankWorld();
const run = promisify(execFile);
const folder = world.portal.bankFiles;
const smallBytes = 128 * 1024;

/**
 * A disk that takes no more than 128 KiB, while `work` runs: a small file system in the folder's place where we may
 * mount one, otherwise the kernel's limit on what this process writes into a file.
 */
async function onSmallDisk(work: () => Promise<void>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const mount = ['-t', 'tmpfs', '-o', `size=${smallBytes}`, 'tmpfs', folder];
  const isMounted = await run('mount', mount).then(
    () => true,
    () => false,
  );
  const own = ['--pid', String(process.pid)];
  if (!isMounted) await run('prlimit', [...own, `--fsize=${smallBytes}:`]);
  try {
    await work();
  } finally {
    await (isMounted ? run('umount', ['-l', folder]) : run('prlimit', [...own, '--fsize=unlimited:']));
  }
}

test('507: a disk without room for the file, which says so and keeps nothing; a smaller file goes on', async () => {
  await onSmallDisk(async () => {
    const before = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    const answer = await upload(world, Buffer.alloc(4 * smallBytes, 'Terminal ID,Amount\n'));
    expect(answer.statusCode).toBe(507);
    expect(answer.json()).toMatchObject({ code: 'storageFull', details: { fileError: 'diskFull' } });
    expect((await readdir(folder)).filter((name) => !name.startsWith('.'))).toEqual(before);
    const query = { fileName: 'small.csv' };
    const small = await world.portal.call(
      uploadBankFile,
      { query, body: Buffer.from('1,2,3\n4,5,6\n') },
      { token: world.token },
    );
    expect(small.statusCode).toBe(201);
    await world.runner.idle();
  });
});
