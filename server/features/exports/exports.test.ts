import { readdir } from 'node:fs/promises';
import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import { exportLimits } from '@mizan/contract/export-terms.ts';
import * as contract from '@mizan/contract/exports.ts';
import { exportEntries } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { exportSources } from '../../export-sources.ts';
import { platformRows } from '../../platform/database/database.ts';
import type { ExportRow } from '../../platform/exports/export-sheet.ts';
import { Failure } from '../../platform/failure.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import type { ExportSources } from './exports.deps.ts';
import { exportsJobs, tidyExportsJob } from './exports.jobs.ts';
import { attemptsMax, runExportJob } from './exports.service.ts';

const world = await bankWorld();
const { db, clock, exportsFolder: folder } = world.portal;
const dayMs = 86_400_000;

/** A bank file of another merchant, judged, and hands that ask for its entries. */
async function judged() {
  const own = await anotherMerchant(world);
  const [sale] = (await sell(own, [{ amountMinor: 10_000 }])) as [Sold];
  const stranger = csvLineOf(sale, { rrn: '999000111222', approvalCode: '777777', amountMinor: 4_200 });
  const { id: bankFileId } = await reconcile(own, csvOf([csvLineOf(sale), stranger]), 'كشف نوفمبر.csv');
  const subject = { kind: 'reconciliation.entries', bankFileId, outcome: 'all' } as const;
  const ask = (format: ExportFormat = 'csv') =>
    own.portal.call(contract.askExport, { body: { subject, format, lang: 'ar' } }, { token: own.token });
  return { own, bankFileId, ask };
}

const jobsWith = (sources: ExportSources) =>
  exportsJobs({ db, clock, folder, sources, everything: () => Promise.reject(new Error('not asked for')) });
const jobs = jobsWith(exportSources({ db, clock }));
const run = ({ merchant }: BankWorld, exportId: string, by = jobs): Promise<void> =>
  by[runExportJob]?.({ merchantId: merchant.merchantId, exportId }) ??
  Promise.reject(new Error('no such job'));

const look = async ({ portal, token }: BankWorld, id: string): Promise<contract.ExportJob> =>
  (await portal.call(contract.getExport, { params: { id } }, { token })).json();
const take = ({ portal, token }: BankWorld, id: string) =>
  portal.call(contract.downloadExport, { params: { id } }, { token });
const cancel = ({ portal, token }: BankWorld, id: string) =>
  portal.call(contract.cancelExport, { params: { id } }, { token });

test.each(['csv', 'xlsx', 'pdf'] as const)('a %s is prepared, told of, and downloaded', async (format) => {
  const { own, ask } = await judged();
  const asked = await ask(format);
  expect(asked.statusCode).toBe(201);
  const { id, ...rest } = asked.json<contract.ExportJob>();
  expect(rest).toMatchObject({
    state: 'WAITING',
    rowsDone: 0,
    rowsTotal: 2,
    fileName: `كشف نوفمبر-all.${format}`,
  });
  expect((await take(own, id)).json()).toMatchObject({ code: 'conflict', details: { state: 'WAITING' } });
  await run(own, id);
  expect(await look(own, id)).toMatchObject({
    state: 'DONE',
    rowsDone: 2,
    sizeBytes: expect.any(Number),
    expiresAt: new Date(clock.now().getTime() + exportLimits.keptHours * 3_600_000).toISOString(),
  });
  const file = await take(own, id);
  expect(file.statusCode).toBe(200);
  expect(file.rawPayload.length).toBeGreaterThan(100);
  expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(
    `كشف نوفمبر-all.${format}`,
  );
});

test('the prepared file is the one that the screen downloads', async () => {
  const { own, bankFileId, ask } = await judged();
  const { id } = (await ask()).json<contract.ExportJob>();
  await run(own, id);
  const direct = await own.portal.call(
    exportEntries,
    { params: { id: bankFileId }, query: { format: 'csv', lang: 'ar', outcome: 'all' } },
    { token: own.token },
  );
  expect((await take(own, id)).body).toBe(direct.body);
});

test('who asked, gave up and downloaded stands in the audit log', async () => {
  const { own, ask } = await judged();
  const { id } = (await ask()).json<contract.ExportJob>();
  await run(own, id);
  await take(own, id);
  await cancel(own, id);
  const entries = await platformRows<{ action: string }>(
    db,
    `SELECT action FROM audit_entries WHERE merchant_id = $1 AND subject_type = 'export' ORDER BY id`,
    [own.merchant.merchantId],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'exports.asked',
    'exports.downloaded',
    'exports.canceled',
  ]);
});

test('409: a third file while two are prepared; after one of them is given up it may be asked for', async () => {
  const { own, ask } = await judged();
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 201, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json()).toMatchObject({ code: 'conflict', details: { most: exportLimits.runningMax } });
  const { id } = answers.find(({ statusCode }) => statusCode === 201)?.json<contract.ExportJob>() ?? {
    id: '',
  };
  expect((await cancel(own, id)).json()).toMatchObject({ state: 'CANCELED' });
  expect((await ask()).statusCode).toBe(201);
});

test('404: another person of the same merchant', async () => {
  const { own, ask } = await judged();
  const { id } = (await ask()).json<contract.ExportJob>();
  await run(own, id);
  const [person] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (merchant_id, role, email, full_name, password_hash)
     VALUES ($1, 'MERCHANT', $2, 'Omar', '') RETURNING id::text`,
    [own.merchant.merchantId, `second-${own.merchant.merchantId}@mizan.test`],
  );
  const other = { ...own, token: await own.portal.tokenOf(person?.id ?? '') };
  for (const call of [take, cancel]) expect((await call(other, id)).statusCode).toBe(404);
  expect(await look(other, id)).toMatchObject({ code: 'notFound' });
  expect(await look(own, id)).toMatchObject({ state: 'DONE' });
});

/** Sources whose rows come one at a time, when `next` is called. */
function stepwise() {
  const real = exportSources({ db, clock });
  const steps: (() => void)[] = [];
  async function* rows(): AsyncGenerator<readonly ExportRow[]> {
    for (;;) {
      await new Promise<void>((resolve) => steps.push(resolve));
      yield [['a']];
    }
  }
  const sources: ExportSources = {
    ...real,
    'reconciliation.entries': async (...asked) => ({
      ...(await real['reconciliation.entries'](...asked)),
      rows: rows(),
    }),
  };
  return {
    sources,
    next: async (): Promise<void> => {
      await expect.poll(() => steps.length).toBeGreaterThan(0);
      steps.shift()?.();
    },
  };
}

test('an export that is given up stops, and leaves nothing on the disk', async () => {
  const { own, ask } = await judged();
  const { id } = (await ask()).json<contract.ExportJob>();
  const before = await readdir(folder);
  const { sources, next } = stepwise();
  const running = run(own, id, jobsWith(sources));
  await next();
  await expect.poll(async () => (await look(own, id)).rowsDone).toBe(1);
  expect(await look(own, id)).toMatchObject({ state: 'RUNNING' });
  await cancel(own, id);
  await next();
  await running;
  expect(await look(own, id)).toMatchObject({ state: 'CANCELED', sizeBytes: null });
  expect(await readdir(folder)).toEqual(before);
});

test('a job that another process took up goes on there alone', async () => {
  const { own, ask } = await judged();
  const { id } = (await ask()).json<contract.ExportJob>();
  const { sources, next } = stepwise();
  const first = run(own, id, jobsWith(sources));
  await next();
  await expect.poll(async () => (await look(own, id)).rowsDone).toBe(1);
  await run(own, id);
  await next();
  await first;
  expect(await look(own, id)).toMatchObject({ state: 'DONE', rowsDone: 2 });
  expect((await take(own, id)).statusCode).toBe(200);
});

const broken = (fault: Error): ExportSources => ({
  ...exportSources({ db, clock }),
  'reconciliation.entries': async () => {
    throw fault;
  },
});

test('what fails of itself is tried again, and then FAILED', async () => {
  const { own, ask } = await judged();
  const { id } = (await ask()).json<contract.ExportJob>();
  const faulty = jobsWith(broken(new Error('a fault of ours')));
  for (let attempt = 1; attempt < attemptsMax; attempt += 1) {
    await expect(run(own, id, faulty)).rejects.toThrow('a fault of ours');
    expect(await look(own, id)).toMatchObject({ state: 'RUNNING' });
  }
  await expect(run(own, id, faulty)).rejects.toThrow('a fault of ours');
  expect(await look(own, id)).toMatchObject({ state: 'FAILED' });
  await run(own, id);
  expect(await look(own, id)).toMatchObject({ state: 'FAILED' });
});

test('what is refused meanwhile is FAILED at once', async () => {
  const { own, ask } = await judged();
  const { id } = (await ask()).json<contract.ExportJob>();
  await run(own, id, jobsWith(broken(new Failure('bankFileNotReady'))));
  expect(await look(own, id)).toMatchObject({ state: 'FAILED' });
});

test('a file is there for a day; then housekeeping removes it, and after a month its row', async () => {
  const { own, ask } = await judged();
  const { id } = (await ask()).json<contract.ExportJob>();
  await run(own, id);
  const before = (await readdir(folder)).length;
  clock.advance(dayMs);
  const session = { ...own, token: await own.portal.tokenOf(own.merchant.owner.userId) };
  expect((await take(session, id)).json()).toMatchObject({ code: 'conflict', details: { state: 'EXPIRED' } });
  await jobs[tidyExportsJob]?.({});
  expect((await readdir(folder)).length).toBeLessThan(before);
  expect(await look(session, id)).toMatchObject({ state: 'EXPIRED' });
  clock.advance(exportLimits.knownDays * dayMs);
  await jobs[tidyExportsJob]?.({});
  const later = { ...own, token: await own.portal.tokenOf(own.merchant.owner.userId) };
  expect(await look(later, id)).toMatchObject({ code: 'notFound' });
});
