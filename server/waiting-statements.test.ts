import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  listArrivedStatements,
  putAwayStatement,
  sendStatement,
} from '@mizan/contract/arrived-statements.ts';
import { getAskedOfMe } from '@mizan/contract/asked-of-me.ts';
import { setFilesLetterRecipients, setFilesLetterTime } from '@mizan/contract/files-letter.ts';
import { setWatchedFolder } from '@mizan/contract/watched-folder.ts';
import { afterAll, expect, test } from 'vitest';
import { statementTaker } from './features/deposits/statements/arrived-statements.service.ts';
import { depositsJobs } from './features/deposits/statements/waiting-statements.ts';
import { writeFilesLetters } from './features/files-letter/files-letter.service.ts';
import { anotherMerchant, type BankWorld, bankWorld } from './features/reconciliation/testing/bank-world.ts';
import { watchFolders } from './features/watched-folder/folder-watch.ts';
import { platformRows } from './platform/database/database.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { createLog } from './platform/log.ts';
import { openMailer } from './platform/mail/mailer.ts';

/** What came by itself and was taken by nobody: people hear of it by the bell, by one mail, and by the day's letter. */
const first = await bankWorld();
const { portal } = first;
const { db, clock, database } = portal;
const mailer = openMailer({ smtpUrl: null, host: 'localhost', clock });
const deps = { db, clock, mailer, linkBase: () => 'https://mizan.test' };
const root = await mkdtemp(join(tmpdir(), 'mizan-waits-'));
afterAll(() => rm(root, { recursive: true, force: true }));

interface Shop extends BankWorld {
  email: string;
  folder: string;
}
async function shop(): Promise<Shop> {
  const world = await anotherMerchant(first);
  const email = `${randomUUID()}@mizan.test`;
  const { merchantId, owner } = world.merchant;
  await platformRows(
    db,
    `UPDATE users SET email = $2, email_verified_at = now(), locale = 'en' WHERE id = $1`,
    [owner.userId, email],
  );
  const folder = join(root, merchantId);
  await mkdir(folder);
  await portal.call(setWatchedFolder, { body: { isOn: true } }, { token: world.token });
  return { ...world, email, folder };
}

/** One that nobody's IBAN is of, so that it waits. */
const statement = (name: string): Buffer =>
  Buffer.from(
    [
      ':20:S',
      ':25:SA5510000012300000123456',
      ':60F:C261115SAR0,00',
      `:61:261118C10,00NTRFNONREF//${name}`,
      ':86:POS',
      ':62F:C261118SAR10,00',
    ].join('\n'),
  );
const send = async ({ token }: Shop, fileName: string): Promise<void> => {
  const answer = await portal.call(
    sendStatement,
    { query: { fileName }, body: statement(fileName) },
    { token },
  );
  expect(answer.json()).toEqual({ waits: 'noBank' });
};
const bellOf = async ({ token }: Shop): Promise<number> =>
  (await portal.call(getAskedOfMe, {}, { token })).json<{ statements: { count: number } }>().statements.count;

async function mailsTo({ email }: Shop): Promise<{ subject: string; text: string; link: string }[]> {
  const worker = await startWorker({
    url: database.roles.platform,
    log: createLog('silent'),
    jobs: depositsJobs(deps),
  });
  const left = "SELECT 1 AS one FROM graphile_worker.jobs WHERE task_identifier = 'deposits.tellWaiting'";
  await expect.poll(async () => (await platformRows(db, left)).length).toBe(0);
  await worker.stop();
  return platformRows(
    db,
    'SELECT subject, body_text AS text, link FROM outbox_mails WHERE recipient = $1 ORDER BY id',
    [email],
  );
}

test('the first statement that waits is one mail, the next ones are counted by the bell', async () => {
  const world = await shop();
  expect(await bellOf(world)).toBe(0);
  await send(world, 'first.sta');
  await send(world, 'second.sta');
  expect(await bellOf(world)).toBe(2);
  const mails = await mailsTo(world);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    subject: 'An account statement waits for you in Mizan',
    link: 'https://mizan.test/settlement?view=deposits',
  });
  expect(mails[0]?.text).toContain('first.sta');
});

test('of one that was put away before the mail is written nobody hears, and neither does who went without', async () => {
  const world = await shop();
  await send(world, 'gone.sta');
  const { rows } = (await portal.call(listArrivedStatements, {}, { token: world.token })).json<{
    rows: { id: string }[];
  }>();
  await portal.call(putAwayStatement, { params: { id: rows[0]?.id ?? '' } }, { token: world.token });
  expect(await mailsTo(world)).toEqual([]);
  await platformRows(
    db,
    `INSERT INTO user_preferences (user_id, digits, calendar, muted_notices, sign_in_mail, asked_mail)
     VALUES ($1, 'language', 'gregorian', '{}', true, false)`,
    [world.merchant.owner.userId],
  );
  await send(world, 'again.sta');
  expect([await mailsTo(world), await bellOf(world)]).toEqual([[], 1]);
});

test("a refused file stands in the day's letter once, a statement that waits in each", async () => {
  const world = await shop();
  const { token } = world;
  const at = new Date(clock.now().getTime() + 60_000 + 3 * 3_600_000).toISOString().slice(11, 16);
  const userIds = [world.merchant.owner.userId];
  await portal.call(setFilesLetterRecipients, { body: { userIds } }, { token });
  await writeFile(join(world.folder, 'before.csv'), '');
  await lookTwice();
  // What came before there was a time, no letter tells.
  await portal.call(setFilesLetterTime, { body: { dailyTime: at } }, { token });
  await writeFile(join(world.folder, 'notes.docx'), 'x');
  await lookTwice();
  await send(world, 'waits.sta');
  await mailsTo(world);
  const letterAfter = async (days: number): Promise<{ subject: string; text: string }> => {
    clock.advance(61_000 + days * 86_400_000);
    await writeFilesLetters(deps);
    return (await mailsTo(world)).at(-1) ?? { subject: '', text: '' };
  };
  const letter = await letterAfter(0);
  expect(letter.subject).toBe('Bank files: no new file has come, and something needs a look');
  expect(letter.text).toContain('Watched folder, notes.docx: Not taken: bank files are CSV, XLSX or XLS.');
  expect(letter.text).toContain('1 account statement has been waiting for a person since Nov 22, 2026.');
  expect(letter.text).not.toContain('before.csv');
  const next = await letterAfter(1);
  expect(next.text).not.toContain('notes.docx');
  expect(next.text).toContain('1 account statement has been waiting');
});

async function lookTwice(): Promise<void> {
  const watch = watchFolders({
    db,
    clock,
    log: createLog('silent'),
    root,
    folder: portal.bankFiles,
    statements: statementTaker({ db, clock }),
    wake: () => undefined,
  });
  await watch.look();
  await watch.look();
  await watch.stop();
}

test('statements of more than 10 MB are refused as that; as large a file of payments is read as one', async () => {
  const world = await shop();
  const mt940 = [statement('large'), Buffer.from(`\n:86:${'POS settlement '.repeat(700_000)}`)];
  await writeFile(join(world.folder, 'a-large.sta'), Buffer.concat(mt940));
  const head = 'Date,Description,Reference,Debit,Credit,Balance,Currency';
  const rows = Array.from(
    { length: 170_000 },
    (_, at) => `17/11/2026,POS settlement of the terminals,T${at},,10.00,${(at + 1) * 10}.00,SAR`,
  );
  await writeFile(join(world.folder, 'b-large.csv'), [head, ...rows].join('\n'));
  const sold = Array.from(
    { length: 220_000 },
    (_, at) => `88501101,6326${100_000_000 + at},2026-11-16 10:00:00,10.00,0.08,0.01`,
  );
  const payments = ['Terminal ID,RRN,Transaction Date,Transaction Amount,Commission,VAT', ...sold].join('\n');
  expect(payments.length).toBeGreaterThan(10_000_000);
  await writeFile(join(world.folder, 'c-payments.csv'), payments);
  await lookTwice();
  const refused = (await readdir(join(world.folder, 'refused'))).filter((name) => name.endsWith('.txt'));
  expect(refused.map((name) => name.replace(/^\d+T\d+Z-/, '')).toSorted()).toEqual([
    'a-large.sta.statementTooLarge.txt',
    'b-large.csv.statementTooLarge.txt',
  ]);
  const files = await platformRows<{ name: string }>(
    db,
    'SELECT file_name AS name FROM bank_files WHERE merchant_id = $1',
    [world.merchant.merchantId],
  );
  expect(files).toEqual([{ name: 'c-payments.csv' }]);
});
