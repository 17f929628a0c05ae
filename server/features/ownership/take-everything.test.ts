import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contract from '@mizan/contract/exports.ts';
import { askEverything, downloadEverything } from '@mizan/contract/ownership.ts';
import { beforeAll, expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { exportSources } from '../../export-sources.ts';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { pngOf } from '../../platform/scanner/testing/document-files.ts';
import { addBankFile } from '../../testing/foreign-bank-file.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { exportsJobs } from '../exports/exports.jobs.ts';
import { runExportJob } from '../exports/exports.service.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';
import { type Manifest, takeEverything } from './take-everything.ts';

const portal = await testPortal();
const { db, clock, exportsFolder: folder, bankFiles } = portal;
const jobs = exportsJobs({
  db,
  clock,
  folder,
  sources: exportSources({ db, clock }),
  everything: takeEverything({ db, bankFiles }),
});
const bankBytes = Buffer.from('tid,amount\r\n88501158,10.00\r\n');
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
let world: MerchantWorld;
let stranger: MerchantWorld;
let token: string;

const logo = pngOf(32, 32);

async function lived(made: MerchantWorld): Promise<void> {
  const until = clock.now();
  const from = new Date(until.getTime() - 3_600_000);
  await inPlatform(db, (tx) => loadTransactions(tx, made, { count: 4_100, from, until }));
  await addBankFile(db, made, until);
  await platformRows(
    db,
    `INSERT INTO business_profiles (merchant_id, logo, logo_type, logo_version, set_at)
     VALUES ($1, $2, 'image/png', '0123456789abcdef', $3)`,
    [made.merchantId, logo, until],
  );
}

beforeAll(async () => {
  world = await makeMerchant(db);
  stranger = await makeMerchant(db);
  await lived(world);
  await lived(stranger);
  await platformRows(db, "UPDATE merchants SET name_en = 'Stranger Trading' WHERE id = $1", [
    stranger.merchantId,
  ]);
  const [file] = await platformRows<{ uuid: string }>(
    db,
    "UPDATE bank_files SET file_name = '../=cmd.csv' WHERE merchant_id = $1 RETURNING uuid::text",
    [world.merchantId],
  );
  await writeFile(join(bankFiles, file?.uuid ?? ''), bankBytes);
  await platformRows(
    db,
    'UPDATE users SET full_name = \'=HYPERLINK("https://evil.example")\' WHERE id = $1',
    [world.cashierIds[0]],
  );
  await platformRows(
    db,
    `INSERT INTO integrator_credentials (merchant_id, made_by, name, username, password_hash, created_at)
     VALUES ($1, $2, 'Shop', $3, 'hash-of-a-password', now())`,
    [world.merchantId, world.owner.userId, `api:${randomUUID()}`],
  );
  await platformRows(
    db,
    `INSERT INTO webhook_addresses (merchant_id, uuid, url, facts, made_by, created_at)
     VALUES ($1, gen_random_uuid(), 'https://shop.example.sa/in?key=hidden', '{payments.approved}', $2, now())`,
    [world.merchantId, world.owner.userId],
  );
  token = await portal.tokenOf(world.owner.userId);
});

const ask = () => portal.call(askEverything, { body: { lang: 'en' } }, { token });
const run = (exportId: string) =>
  jobs[runExportJob]?.({ merchantId: world.merchantId, exportId }) ?? Promise.reject(new Error('no job'));
const look = async (id: string): Promise<contract.ExportJob> =>
  (await portal.call(contract.getExport, { params: { id } }, { token })).json();
const take = (id: string) => portal.call(downloadEverything, { params: { id } }, { token });

/** The archive, unpacked. */
async function unpacked(zip: Buffer): Promise<Map<string, Buffer>> {
  const path = join(folder, `${randomUUID()}.zip`);
  await writeFile(path, zip);
  const opened = await openPromise(path, { autoClose: false, lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of opened.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await opened.openReadStreamPromise(entry)) parts.push(part as Buffer);
    files.set(entry.fileName, Buffer.concat(parts));
  }
  opened.close();
  return files;
}

async function taken(): Promise<{ files: Map<string, Buffer>; manifest: Manifest; job: contract.ExportJob }> {
  const asked = await ask();
  expect(asked.statusCode).toBe(201);
  const { id } = asked.json<contract.ExportJob>();
  await run(id);
  const answer = await take(id);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  const files = await unpacked(answer.rawPayload);
  const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest;
  return { files, manifest, job: await look(id) };
}

const linesOf = (csv: Buffer | undefined): string[] => String(csv).split('\r\n').slice(1, -1);

test('rows and hashes of the manifest are those of its files, and no file is there unnamed', async () => {
  const { files, manifest, job } = await taken();
  for (const { file, rows, sha256, bytes } of manifest.tables) {
    const content = files.get(file) ?? Buffer.alloc(0);
    expect([file, linesOf(content).length, content.length, hash(content)]).toEqual([
      file,
      rows,
      bytes,
      sha256,
    ]);
  }
  for (const { file, sha256 } of manifest.files)
    expect(hash(files.get(file) ?? Buffer.alloc(0))).toBe(sha256);
  const named = [...manifest.tables, ...manifest.files].map(({ file }) => file);
  expect([...files.keys()].toSorted()).toEqual([...named, 'README.txt', 'manifest.json'].toSorted());
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  expect(job).toMatchObject({ state: 'DONE', rowsDone: rows, rowsTotal: rows });
  expect(manifest.tables.find(({ table }) => table === 'transactions')?.rows).toBe(4_100);
});

test("every table's rows are all of the merchant's and none of another one's", async () => {
  const { files, manifest } = await taken();
  const [expected] = await platformRows<{ payments: number; people: number }>(
    db,
    `SELECT (SELECT count(*) FROM transactions WHERE merchant_id = $1) AS payments,
            (SELECT count(*) FROM users WHERE merchant_id = $1) AS people`,
    [world.merchantId],
  );
  const rowsOf = (table: string) => manifest.tables.find((each) => each.table === table)?.rows;
  expect({ payments: rowsOf('transactions'), people: rowsOf('users') }).toEqual(expected);
  const foreign = [
    'Stranger Trading',
    ...stranger.terminals.map(({ tid }) => tid),
    ...stranger.cashierIds.map((id) => `\r\n${id},`),
  ];
  for (const [name, content] of files) {
    const text = String(content);
    const people = name === 'tables/users.csv';
    expect([
      name,
      foreign.filter((each) => (people || !each.startsWith('\r\n')) && text.includes(each)),
    ]).toEqual([name, []]);
  }
});

test('originals are there byte for byte under names that lead nowhere, and what is missing is named', async () => {
  const { files, manifest } = await taken();
  const [bankFile] = manifest.files.filter(({ of }) => of === 'bank-files');
  expect(bankFile?.file).toMatch(/^files\/bank-files\/\d+-\.\. =cmd\.csv$/);
  expect(files.get(bankFile?.file ?? '')).toEqual(bankBytes);
  expect(manifest.files.map(({ of }) => of)).toContain('chargeback-evidence');
  const shown = manifest.files.find(({ of }) => of === 'logo');
  expect(shown?.file).toBe(`files/logo/${world.merchantId}-logo.png`);
  expect(files.get(shown?.file ?? '')).toEqual(logo);
  expect(manifest.notThere).toEqual([]);
});

test('no password, key or token is in it, and no text runs as a formula', async () => {
  const { files } = await taken();
  const all = [...files.values()].map(String).join('\n');
  expect(all).not.toContain('hash-of-a-password');
  expect(all).not.toContain('key=hidden');
  expect(all).toContain('https://shop.example.sa/in');
  expect(String(files.get('tables/users.csv'))).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(all).not.toMatch(/(?:^|,|")[=@](?:HYPERLINK)/m);
});

test('a file that cannot be read is named as missing, and the rest is there', async () => {
  await platformRows(db, 'UPDATE bank_files SET uuid = $2 WHERE merchant_id = $1', [
    world.merchantId,
    randomUUID(),
  ]);
  const { manifest, files } = await taken();
  expect(manifest.notThere).toMatchObject([{ of: 'bank-files', name: '../=cmd.csv' }]);
  expect(String(files.get('README.txt'))).toContain('1 file could not be read');
});

test('who asked for everything and took it stands in the audit log', async () => {
  await taken();
  const entries = await platformRows<{ action: string }>(
    db,
    `SELECT action FROM audit_entries WHERE merchant_id = $1 AND subject_type = 'export' ORDER BY id DESC LIMIT 2`,
    [world.merchantId],
  );
  expect(entries.map(({ action }) => action)).toEqual(['exports.downloaded', 'exports.everythingAsked']);
});

test('404: the route of lists hands nobody the file of everything', async () => {
  const { id } = (await ask()).json<contract.ExportJob>();
  await run(id);
  expect((await portal.call(contract.downloadExport, { params: { id } }, { token })).statusCode).toBe(404);
});

test('403: everybody but the owner; 403 without a fresh sign-in, also to download', async () => {
  const { id } = (await ask()).json<contract.ExportJob>();
  await run(id);
  for (const place of ['manager', 'accountant', 'branchManager'] as const) {
    portal.callAs(place);
    expect([place, (await ask()).statusCode, (await take(id)).statusCode]).toEqual([place, 403, 403]);
  }
  portal.callAs(null);
  const former = token;
  clock.advance(16 * 60_000);
  expect((await ask()).json()).toMatchObject({ code: 'freshSignInNeeded' });
  expect((await take(id)).json()).toMatchObject({ code: 'freshSignInNeeded' });
  token = await portal.tokenOf(world.owner.userId);
  expect(token).not.toBe(former);
});

test('an export of everything that is given up ends, and leaves nothing on the disk', async () => {
  const { id } = (await ask()).json<contract.ExportJob>();
  await portal.call(contract.cancelExport, { params: { id } }, { token });
  await run(id);
  expect(await look(id)).toMatchObject({ state: 'CANCELED', sizeBytes: null });
});

test('one at a time, and a new one takes the place of the one before', async () => {
  const first = await ask();
  expect((await ask()).json()).toMatchObject({ code: 'conflict' });
  const { id } = first.json<contract.ExportJob>();
  await run(id);
  expect((await take(id)).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(201);
  const { expiresAt } = await look(id);
  expect(Date.parse(expiresAt ?? '')).toBeLessThanOrEqual(portal.clock.now().getTime());
});
