import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contract from '@mizan/contract/reconciliation.ts';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { exceptionBook } from '../exceptions/exception-book.ts';
import { makeMerchant } from '../transactions/testing/merchant-world.ts';
import { tellFolder } from './bank-file-folder.queries.ts';
import { folderIdOf } from './bank-file-folder.ts';
import { bankFilePath } from './bank-file-on-disk.ts';
import { threadEngine } from './bank-file-runner.deps.ts';
import { type BankFileRunner, startBankFileRunner } from './bank-file-runner.ts';
import { type BankWorld, confirm, csvLineOf, csvOf, detailOf, sell, upload } from './testing/bank-world.ts';

/** A file is in the database and not on the disk: deleted, restored without its folder, or in another one. */
const portal = await testPortal(new Date('2026-11-22T09:00:00Z'));
const started: { runner: BankFileRunner; folder: string }[] = [];
afterAll(async () => {
  await Promise.all(started.map(({ runner }) => runner.stop()));
  await Promise.all(started.map(({ folder }) => rm(folder, { recursive: true, force: true })));
});

/** A portal process of its own on the one database; it sees the folder of the upload or another one. */
function processOn(folder: string): BankFileRunner {
  const { db, clock } = portal;
  const log = createLog('silent');
  const runner = startBankFileRunner({
    db,
    clock,
    log,
    folder,
    engine: threadEngine,
    exceptions: exceptionBook,
  });
  started.push({ runner, folder });
  return runner;
}
const anotherFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'mizan-other-files-'));

/** Another merchant of the portal, whom no process serves yet. */
async function shop(): Promise<BankWorld> {
  const merchant = await makeMerchant(portal.db);
  const token = await portal.tokenOf(merchant.owner.userId);
  return { portal, runner: { wake() {}, idle: async () => {}, stop: async () => {} }, merchant, token };
}

async function uploaded(own: BankWorld): Promise<{ id: string; uuid: string; content: string }> {
  const content = csvOf((await sell(own, [{ amountMinor: 10_000 }])).map((sale) => csvLineOf(sale)));
  const answer = await upload(own, content);
  expect(answer.statusCode).toBe(201);
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  const { rows } = await portal.db.platform.query('SELECT uuid FROM bank_files WHERE id = $1', [id]);
  return { id, uuid: rows[0].uuid, content };
}
const lose = (uuid: string): Promise<void> => rm(bankFilePath(portal.bankFiles, uuid));

/** Lets a process look again and again, without the pauses between its attempts; answers how many it made. */
async function untilEnded(own: BankWorld, id: string, runner: BankFileRunner): Promise<number> {
  for (let look = 0; look < 20; look++) {
    await runner.idle();
    const { rows } = await portal.db.platform.query(
      `UPDATE bank_files SET lease_until = NULL WHERE id = $1 AND lease_holder IS NULL
       RETURNING attempts, state`,
      [id],
    );
    if (!contract.runningStates.includes((await detailOf(own, id)).state)) return rows[0]?.attempts ?? 0;
  }
  throw new Error('the bank file did not come to an end');
}
const gone = { state: 'REFUSED', refusal: { code: 'gone' } };

test('a file that is gone before it is read is refused for that after its attempts, and may come again', async () => {
  const own = await shop();
  const { id, uuid, content } = await uploaded(own);
  await lose(uuid);
  const runner = processOn(portal.bankFiles);
  expect(await untilEnded(own, id, runner)).toBe(4);
  expect(await detailOf(own, id)).toMatchObject(gone);
  const again = await upload(own, content);
  expect(again.statusCode).toBe(201);
  await runner.idle();
  const next = again.json<{ bankFile: { id: string } }>().bankFile.id;
  expect(await detailOf(own, next)).toMatchObject({ state: 'WAITING_LAYOUT' });
  await runner.stop();
});

test('a file that is gone while its columns are looked at is refused once they are confirmed', async () => {
  const own = await shop();
  const { id, uuid } = await uploaded(own);
  const runner = processOn(portal.bankFiles);
  await runner.idle();
  await lose(uuid);
  await confirm(own, await detailOf(own, id));
  await untilEnded(own, id, runner);
  expect(await detailOf(own, id)).toMatchObject(gone);
  await runner.stop();
});

test('a file whose reading does not end can be taken back, and the next one is read', async () => {
  const own = await shop();
  const { id, uuid, content } = await uploaded(own);
  await lose(uuid);
  const runner = processOn(portal.bankFiles);
  await runner.idle();
  expect((await detailOf(own, id)).state).toBe('READING');
  const undone = await portal.call(contract.undoBankFile, { params: { id } }, { token: own.token });
  expect(undone.json()).toMatchObject({ id, state: 'UNDONE' });
  const again = await upload(own, content);
  expect(again.statusCode).toBe(201);
  await runner.idle();
  expect(await detailOf(own, id)).toMatchObject({ state: 'UNDONE' });
  await runner.stop();
});

test('a database restored without its folder: the process that comes up refuses what was being read', async () => {
  const own = await shop();
  const { id } = await uploaded(own);
  const runner = processOn(await anotherFolder());
  expect(await untilEnded(own, id, runner)).toBe(4);
  expect(await detailOf(own, id)).toMatchObject(gone);
  await runner.stop();
});

test('a file in the folder of another running process is left to it, and refused once that one is gone', async () => {
  const own = await shop();
  const { id } = await uploaded(own);
  const itsProcess = randomUUID();
  await tellFolder(portal.db, itsProcess, await folderIdOf(portal.bankFiles));
  const runner = processOn(await anotherFolder());
  for (let look = 0; look < 6; look++) await runner.idle();
  expect(await detailOf(own, id)).toMatchObject({ state: 'RECEIVED', refusal: null });
  await portal.db.platform.query(
    "UPDATE bank_file_folders SET seen_at = now() - interval '20 seconds' WHERE process_id = $1",
    [itsProcess],
  );
  expect(await untilEnded(own, id, runner)).toBe(4);
  expect(await detailOf(own, id)).toMatchObject(gone);
  await runner.stop();
});

test('ready names a folder that another running process does not see, and one that cannot be used', async () => {
  const ready = async () => {
    const answer = await portal.app.inject('/ready');
    return [answer.statusCode, answer.json<{ bankFiles: string }>().bankFiles];
  };
  const shared = processOn(portal.bankFiles);
  await shared.idle();
  expect(await ready()).toEqual([200, 'ok']);
  const apart = processOn(await anotherFolder());
  await apart.idle();
  expect(await ready()).toEqual([200, 'notShared']);
  await apart.stop();
  expect(await ready()).toEqual([200, 'ok']);
  await shared.stop();
  await rm(portal.bankFiles, { recursive: true });
  await writeFile(portal.bankFiles, 'no folder');
  expect(await ready()).toEqual([200, 'unusable']);
  await rm(portal.bankFiles);
});
