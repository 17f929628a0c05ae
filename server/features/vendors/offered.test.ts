import * as bulk from '@mizan/contract/bulk.ts';
import * as models from '@mizan/contract/models.ts';
import { getOfferedDevices } from '@mizan/contract/offered-devices.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { addTerminal } from '@mizan/contract/terminal-manage.ts';
import * as vendors from '@mizan/contract/vendors.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { runBulk } from '../bulk/run-bulk.ts';

const portal = await testPortal();
const { db, clock } = portal;
const shop = await openShop(db, 1);
const owner = { token: await portal.tokenOf(shop.owner.userId) };
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const as = { token: await portal.tokenOf(admin?.id ?? '') };
const [bank] = await platformRows<{ id: string }>(
  db,
  'SELECT id::text FROM banks WHERE merchant_id = $1 LIMIT 1',
  [shop.merchantId],
);

const offered = async () =>
  (await portal.call(getOfferedDevices, {})).json<RouteOutput<typeof getOfferedDevices>>();
const added = async (answer: { statusCode: number; json: () => unknown }): Promise<string> => {
  expect(answer.statusCode).toBe(201);
  return (answer.json() as { id: string }).id;
};
const brand = { name: 'Nibras', manufacturer: 'Nibras Devices', status: 'ACTIVE' as const };
const brandId = await added(await portal.call(models.addBrand, { body: brand }, as));
const model = { brandId, name: 'N 1', reports: [], status: 'ACTIVE' as const };

let tids = 66_000_000;
/** What the form of a terminal is answered with. */
async function addOf(name: string): Promise<[number, unknown]> {
  tids += 1;
  const body = {
    tid: String(tids),
    model: name,
    branchId: shop.branchId,
    bankId: bank?.id ?? '',
    label: null,
    isTest: false,
  };
  const answer = await portal.call(addTerminal, { body }, owner);
  return [answer.statusCode, answer.json<{ details?: unknown }>().details ?? null];
}
const head = 'Kind,Branch code,Terminal ID,Model,Label';
async function upload(...lines: string[]): Promise<string> {
  const body = Buffer.from([head, ...lines].join('\n'));
  return added(await portal.call(bulk.uploadBulk, { query: { fileName: 'terminals.csv' }, body }, owner));
}
const linesOf = async (id: string) =>
  (await portal.call(bulk.listBulkLines, { params: { id }, query: { limit: 50 } }, owner))
    .json<RouteOutput<typeof bulk.listBulkLines>>()
    .rows.map(({ verdict, problems }) => [verdict, problems.map(({ field, code }) => `${field} ${code}`)]);
const [branch] = await platformRows<{ code: string }>(db, 'SELECT code FROM branches WHERE id = $1', [
  shop.branchId,
]);
const lineOf = (name: string): string => {
  tids += 1;
  return `Terminal,${branch?.code},${tids},${name},`;
};
async function setModel(id: string, status: 'ACTIVE' | 'INACTIVE'): Promise<void> {
  const seen = { ...model, status: status === 'ACTIVE' ? ('INACTIVE' as const) : ('ACTIVE' as const) };
  const body = { ...model, status, seen };
  expect((await portal.call(models.changeModel, { params: { id }, body }, as)).statusCode).toBe(200);
}

test('a model is offered from when it is added until it or its brand is out of use; what has it keeps it', async () => {
  expect((await offered()).models).toContain('PAX A920');
  expect(await addOf('Nibras N 1')).toEqual([400, { model: 'notOffered' }]);
  expect(await linesOf(await upload(lineOf('Nibras N 1')))).toEqual([['REJECTED', ['model unknown']]]);

  const id = await added(await portal.call(models.addModel, { body: model }, as));
  expect((await offered()).models).toContain('Nibras N 1');
  expect(await addOf('Nibras N 1')).toEqual([200, null]);
  const kept = String(tids);
  expect(await linesOf(await upload(lineOf('nibras n 1')))).toEqual([['NEW', []]]);

  await setModel(id, 'INACTIVE');
  expect((await offered()).models).not.toContain('Nibras N 1');
  expect(await addOf('Nibras N 1')).toEqual([400, { model: 'notOffered' }]);
  // The terminal that has it is as it was, and a file may say so.
  const again = `Terminal,${branch?.code},${kept},Nibras N 1,`;
  expect(await linesOf(await upload(lineOf('Nibras N 1'), again))).toEqual([
    ['REJECTED', ['model unknown']],
    ['SAME', []],
  ]);
  expect(
    await platformRows(db, 'SELECT brand, manufacturer, model FROM terminals WHERE tid = $1', [kept]),
  ).toEqual([{ brand: 'Nibras', manufacturer: 'Nibras Devices', model: 'N 1' }]);

  await setModel(id, 'ACTIVE');
  const off = { params: { id: brandId }, body: { ...brand, status: 'INACTIVE' as const, seen: brand } };
  expect((await portal.call(models.changeBrand, off, as)).statusCode).toBe(200);
  expect(await addOf('Nibras N 1')).toEqual([400, { model: 'notOffered' }]);
  const on = { params: { id: brandId }, body: { ...brand, seen: { ...brand, status: 'INACTIVE' as const } } };
  expect((await portal.call(models.changeBrand, on, as)).statusCode).toBe(200);
});

test('a model that goes out of use between the check of a file and its writing is refused at its line', async () => {
  const id = await added(await portal.call(models.addModel, { body: { ...model, name: 'N 2' } }, as));
  const run = await upload(lineOf('Nibras N 2'), lineOf('PAX A920'));
  const seen = { ...model, name: 'N 2' };
  const body = { ...seen, status: 'INACTIVE' as const, seen };
  await portal.call(models.changeModel, { params: { id }, body }, as);
  await portal.call(bulk.startBulk, { params: { id: run }, body: { lines: 'valid' } }, owner);
  const mailer = openMailer({ smtpUrl: null, host: 'mizan.test', clock });
  const deps = { db, clock, mailer, linkBase: () => 'https://mizan.test' };
  await runBulk(deps, { merchantId: shop.merchantId, runId: run });
  expect(await linesOf(run)).toEqual([
    ['REJECTED', ['model since']],
    ['NEW', []],
  ]);
});

test('a vendor is offered from when it is added until it is out of use', async () => {
  const vendor: vendors.VendorBody = {
    nameEn: 'Najd POS',
    nameAr: 'نجد لنقاط البيع',
    contactName: '',
    contactMobile: null,
    contactEmail: null,
    banks: [],
    modelIds: [],
    packages: [],
    status: 'ACTIVE',
  };
  const own = async () => (await offered()).vendors.filter(({ en }) => en === vendor.nameEn);
  expect(await own()).toEqual([]);
  const id = await added(await portal.call(vendors.addVendor, { body: vendor }, as));
  expect(await own()).toEqual([{ en: 'Najd POS', ar: 'نجد لنقاط البيع' }]);
  const off = { params: { id }, body: { ...vendor, status: 'INACTIVE' as const, seen: vendor } };
  expect((await portal.call(vendors.changeVendor, off, as)).statusCode).toBe(200);
  expect(await own()).toEqual([]);
});
