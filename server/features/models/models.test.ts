import { randomUUID } from 'node:crypto';
import { changedMeanwhile } from '@mizan/contract/as-seen.ts';
import { listChangesOf } from '@mizan/contract/audit.ts';
import * as districts from '@mizan/contract/districts.ts';
import { isOtherModel } from '@mizan/contract/mada-packages.ts';
import * as models from '@mizan/contract/models.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import * as vendors from '@mizan/contract/vendors.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

const portal = await testPortal();
const { db } = portal;
const shop = await openShop(db, 4);
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const token = await portal.tokenOf(admin?.id ?? '');
const as = { token };

const report = (
  index: number,
  {
    brand,
    model,
    pack,
    reported = null,
    msp = null,
  }: Record<'brand' | 'model' | 'pack', string> & {
    reported?: string | null;
    msp?: string | null;
  },
) =>
  platformRows(
    db,
    `UPDATE terminals SET brand = $2, model = $3, reported_model = $5, msp = $6,
            telemetry = jsonb_build_object('madaPackage', $4::text) WHERE id = $1`,
    [shop.terminals[index]?.id, brand, model, pack, reported, msp],
  );
type AskedTable = Parameters<typeof portal.call<typeof models.getFitTable>>[1]['query'];
const table = async (query: AskedTable = { limit: 200 }) =>
  (await portal.call(models.getFitTable, { query }, as)).json<RouteOutput<typeof models.getFitTable>>();
const modelId = async (brand: string, name: string): Promise<string> => {
  const answer = await portal.call(models.listModels, { query: { search: `${brand} ${name}` } }, as);
  return answer.json<RouteOutput<typeof models.listModels>>().rows[0]?.id ?? '';
};

test('sums of rows and columns are all terminals, whatever they are and report', async () => {
  const dx = { brand: 'Ingenico', model: 'AXIUM DX8000' };
  await report(0, { ...dx, pack: '2026.03', msp: 'Geidea' });
  await report(1, { ...dx, pack: '2026.03', reported: 'A920Pro', msp: 'Geidea' });
  await report(2, { ...dx, pack: '2031.99' });
  await report(3, { brand: 'Nobody', model: 'Unknown 1', pack: '2026.10' });
  const { rows, packages, terminals, unknown, warnings } = await table();
  const [all] = await platformRows<{ count: number }>(
    db,
    "SELECT count(*) FROM terminals WHERE status <> 'RETIRED'",
  );
  expect(terminals).toBe(all?.count);
  expect(rows.reduce((sum, row) => sum + row.terminals, 0)).toBe(terminals);
  expect(packages.reduce((sum, each) => sum + each.terminals, unknown)).toBe(terminals);
  for (const row of rows)
    expect(row.cells.reduce((sum, each) => sum + each.terminals, row.unknown)).toBe(row.terminals);
  // One runs what does not fit; the other calls itself another model, of which the table says nothing.
  expect(warnings).toBe(1);
  expect(packages.find(({ name }) => name === '2031.99')).toMatchObject({ isKept: false, terminals: 1 });
  expect(rows.find(({ model }) => model === 'Unknown 1')).toMatchObject({ modelId: null, terminals: 1 });
});

test('the table page by page and by what is looked for: each model once, and sums of what is found', async () => {
  const whole = await table();
  expect(whole.nextCursor).toBeNull();
  expect(whole.total).toBe(whole.rows.length);
  const nameOf = ({ brand, model }: { brand: string; model: string }): string => `${brand} ${model}`;
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await table({ limit: 3, ...(cursor !== undefined && { cursor }) });
    expect([page.terminals, page.total, page.packages]).toEqual([
      whole.terminals,
      whole.total,
      whole.packages,
    ]);
    expect(page.rows.length).toBeLessThanOrEqual(3);
    seen.push(...page.rows.map(nameOf));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(whole.rows.map(nameOf));
  expect(new Set(seen).size).toBe(seen.length);

  const found = await table({ search: 'ingenico axium' });
  expect(found.rows.map(nameOf)).toEqual(seen.filter((name) => name.startsWith('Ingenico AXIUM')));
  expect(found.rows.reduce((sum, row) => sum + row.terminals, 0)).toBe(found.terminals);
  expect(found.packages.reduce((sum, each) => sum + each.terminals, found.unknown)).toBe(found.terminals);
  expect([found.terminals, found.warnings]).toEqual([3, 1]);
  expect((await table({ search: 'unknown 1' })).rows).toMatchObject([{ modelId: null, terminals: 1 }]);
  expect(await table({ search: 'no such thing' })).toMatchObject({ rows: [], terminals: 0, warnings: 0 });
  const badCursor = await portal.call(models.getFitTable, { query: { cursor: 'PAX' } }, as);
  expect(badCursor.statusCode).toBe(400);
});

test('a change of a pair is said before it is made, and vendors carry the same misfits', async () => {
  const id = await modelId('Ingenico', 'AXIUM DX8000');
  const query = { modelId: id, package: '2026.03' };
  const before = (await portal.call(models.getFit, { query }, as)).json<RouteOutput<typeof models.getFit>>();
  expect(before).toMatchObject({ fit: 'DOES_NOT_FIT', terminals: 2, warned: 1, warnedMerchants: 1 });
  const vendor = async () =>
    (await portal.call(vendors.listVendors, { query: { search: 'Geidea' } }, as))
      .json<RouteOutput<typeof vendors.listVendors>>()
      .rows.map(({ terminals, misfits }) => [terminals, misfits]);
  expect(await vendor()).toEqual([[2, 1]]);
  const body = { ...query, fit: 'FITS', source: 'Letter of the vendor' } as const;
  expect((await portal.call(models.setFit, { body }, as)).statusCode).toBe(200);
  expect((await table()).warnings).toBe(before.fit === 'DOES_NOT_FIT' ? 1 - before.warned : 1);
  expect(await vendor()).toEqual([[2, 0]]);
  const asked = { query: { type: 'model', id } } as const;
  const told = (await portal.call(listChangesOf, asked, as)).json<RouteOutput<typeof listChangesOf>>();
  expect(told.rows[0]).toMatchObject({ action: 'models.fitSet', actorName: 'Huda Al-Faisal' });
  expect(told.rows[0]?.after).toMatchObject({ fit: 'FITS', source: 'Letter of the vendor' });
  const unset = { ...query, fit: 'NOT_SET', source: '' } as const;
  await portal.call(models.setFit, { body: unset }, as);
  const after = (await portal.call(models.getFit, { query }, as)).json<RouteOutput<typeof models.getFit>>();
  expect(after).toMatchObject({ fit: 'NOT_SET', saidByName: null });
});

test('database and contract agree on which device is another model', async () => {
  const names = [
    'AXIUM DX8000',
    'Ingenico AXIUM DX8000',
    'axium-dx8000',
    'AXIUM DX4000',
    '',
    ' A ',
    'AXIUMDX8000!',
  ];
  for (const reported of [...names, null]) {
    await report(0, { brand: 'Ingenico', model: 'AXIUM DX8000', pack: '2026.03', reported });
    await report(1, { brand: 'Sunmi', model: 'P2', pack: '2026.07' });
    const query = { modelId: await modelId('Ingenico', 'AXIUM DX8000'), package: '2026.03' };
    const answer = await portal.call(models.getFit, { query }, as);
    const { terminals, warned } = answer.json<RouteOutput<typeof models.getFit>>();
    const isOther = isOtherModel({ brand: 'Ingenico', model: 'AXIUM DX8000', reportedModel: reported });
    expect([reported, terminals - warned]).toEqual([reported, isOther ? 1 : 0]);
  }
});

/** What the form of a model starts with. */
async function modelSeen(id: string) {
  const row = (await portal.call(models.getModel, { params: { id } }, as)).json<models.ModelRow>();
  const { brandId, name, reports, status } = row;
  return { brandId, name, reports, status };
}

test('409: a name that terminals have stays, one that is taken is not given twice', async () => {
  const id = await modelId('Ingenico', 'AXIUM DX8000');
  const seen = await modelSeen(id);
  const body = { ...seen, name: 'DX9', reports: [], seen };
  const renamed = await portal.call(models.changeModel, { params: { id }, body }, as);
  expect([renamed.statusCode, renamed.json<{ details: object }>().details]).toEqual([409, { name: 'inUse' }]);
  // Test terminals are counted nowhere, and have the name all the same.
  await platformRows(db, "UPDATE terminals SET is_test = true WHERE model = 'AXIUM DX8000'");
  expect((await portal.call(models.changeModel, { params: { id }, body }, as)).statusCode).toBe(409);
  const { terminals } = (await portal.call(models.getModel, { params: { id } }, as)).json<models.ModelRow>();
  expect(terminals).toBe(0);
  await platformRows(db, "UPDATE terminals SET is_test = false WHERE model = 'AXIUM DX8000'");
  const twice = { ...seen, name: 'axium dx8000' };
  expect((await portal.call(models.addModel, { body: twice }, as)).statusCode).toBe(409);
  const kept = { ...body, name: 'AXIUM DX8000', reports: ['wifi' as const] };
  expect((await portal.call(models.changeModel, { params: { id }, body: kept }, as)).statusCode).toBe(200);
});

test('what a model reports is read back as it was chosen: in itself, in the list, in the table and in its record', async () => {
  const id = await modelId('Ingenico', 'AXIUM DX8000');
  for (const reports of [['battery', 'paper', 'mada'], [], ['bluetooth']] as models.ModelReport[][]) {
    const seen = await modelSeen(id);
    const body = { ...seen, reports, seen };
    expect((await portal.call(models.changeModel, { params: { id }, body }, as)).statusCode).toBe(200);
    const one = (await portal.call(models.getModel, { params: { id } }, as)).json<models.ModelRow>();
    const list = await portal.call(models.listModels, { query: { search: 'dx8000' } }, as);
    const { rows } = list.json<RouteOutput<typeof models.listModels>>();
    const inTable = (await table()).rows.find(({ modelId: of }) => of === id);
    expect([one.reports, rows[0]?.reports, inTable?.reports]).toEqual([reports, reports, reports]);
  }
  const asked = { query: { type: 'model', id } } as const;
  const told = (await portal.call(listChangesOf, asked, as)).json<RouteOutput<typeof listChangesOf>>();
  expect(told.rows[0]).toMatchObject({ action: 'models.changed' });
  expect(JSON.stringify(told.rows[0])).toContain('bluetooth');
});

test('a place that something names is deactivated, never deleted; one that nothing names goes', async () => {
  const find = async (kind: districts.PlaceKind, search: string) =>
    (await portal.call(districts.listPlaces, { query: { kind, search } }, as)).json<
      RouteOutput<typeof districts.listPlaces>
    >().rows[0]?.id ?? '';
  const city = await find('CITY', 'Jeddah');
  const names = { nameEn: 'Test Quarter', nameAr: 'حي الاختبار' };
  const made = await portal.call(districts.addPlace, { body: { parentId: city, ...names } }, as);
  expect(made.statusCode).toBe(201);
  const { id } = made.json<{ id: string }>();
  expect((await portal.call(districts.addPlace, { body: { parentId: city, ...names } }, as)).statusCode).toBe(
    409,
  );
  await platformRows(db, "UPDATE branches SET city = 'Jeddah', district = 'test quarter' WHERE id = $1", [
    shop.branchId,
  ]);
  const detail = (await portal.call(districts.getPlace, { params: { id } }, as)).json<
    RouteOutput<typeof districts.getPlace>
  >();
  expect(detail.uses).toMatchObject({ branches: 1, merchants: 1, places: 0, applications: 0 });
  expect((await portal.call(districts.deletePlace, { params: { id } }, as)).statusCode).toBe(409);
  const off = { params: { id }, body: { status: 'INACTIVE' as const } };
  expect((await portal.call(districts.setPlaceStatus, off, as)).statusCode).toBe(200);
  await platformRows(db, "UPDATE branches SET city = '', district = ''");
  expect((await portal.call(districts.deletePlace, { params: { id } }, as)).statusCode).toBe(200);
  expect(await find('DISTRICT', 'Test Quarter')).toBe('');
});

test('a brand, a model, a vendor and a place are changed, and the log of each says so', async () => {
  const changesOf = async (type: 'brand' | 'model' | 'vendor' | 'place', id: string) =>
    (await portal.call(listChangesOf, { query: { type, id } }, as))
      .json<RouteOutput<typeof listChangesOf>>()
      .rows.map(({ action }) => action);
  const made = (answer: { statusCode: number; json: () => unknown }): string => {
    expect(answer.statusCode).toBe(201);
    return (answer.json() as { id: string }).id;
  };
  const brand = { name: 'Test Brand', manufacturer: 'Test', status: 'ACTIVE' as const };
  const brandId = made(await portal.call(models.addBrand, { body: brand }, as));
  const other = { params: { id: brandId }, body: { ...brand, name: 'Test Brand II', seen: brand } };
  expect((await portal.call(models.changeBrand, other, as)).statusCode).toBe(200);
  expect(await changesOf('brand', brandId)).toContain('models.brandChanged');
  const model = { brandId, name: 'T-1', reports: [], status: 'ACTIVE' as const };
  const modelMade = made(await portal.call(models.addModel, { body: model }, as));
  expect(await changesOf('model', modelMade)).toEqual(['models.added']);
  const vendor: vendors.VendorBody = {
    nameEn: 'Test Vendor',
    nameAr: 'Test Vendor',
    contactName: '',
    contactMobile: null,
    contactEmail: null,
    banks: [],
    modelIds: [],
    packages: [],
    status: 'ACTIVE',
  };
  const vendorId = made(await portal.call(vendors.addVendor, { body: vendor }, as));
  const changed = { params: { id: vendorId }, body: { ...vendor, nameEn: 'Test Vendor II', seen: vendor } };
  expect((await portal.call(vendors.changeVendor, changed, as)).statusCode).toBe(200);
  expect(await changesOf('vendor', vendorId)).toContain('vendors.changed');
  const query = { kind: 'DISTRICT' as const, search: 'Malaz' };
  const found = (await portal.call(districts.listPlaces, { query }, as)).json<
    RouteOutput<typeof districts.listPlaces>
  >().rows[0];
  for (const status of ['INACTIVE', 'ACTIVE'] as const) {
    const asked = { params: { id: found?.id ?? '' }, body: { status } };
    expect((await portal.call(districts.setPlaceStatus, asked, as)).statusCode).toBe(200);
  }
  expect(await changesOf('place', found?.id ?? '')).toContain('districts.activated');
});

test('the log says each field that was changed, before and after; what is saved as it was is no entry', async () => {
  const entriesOf = async (type: 'brand' | 'model' | 'vendor', id: string) =>
    (await portal.call(listChangesOf, { query: { type, id } }, as))
      .json<RouteOutput<typeof listChangesOf>>()
      .rows.filter(({ before }) => before !== null);
  const idOf = (answer: { json: () => unknown }): string => (answer.json() as { id: string }).id;
  const [one, two] = [`Brand ${randomUUID()}`, `Brand ${randomUUID()}`];
  const brand = { name: one, manufacturer: 'Test', status: 'ACTIVE' as const };
  const brandId = idOf(await portal.call(models.addBrand, { body: brand }, as));
  const otherId = idOf(await portal.call(models.addBrand, { body: { ...brand, name: two } }, as));
  await portal.call(models.changeBrand, { params: { id: brandId }, body: { ...brand, seen: brand } }, as);
  expect(await entriesOf('brand', brandId)).toEqual([]);
  const model = { brandId, name: 'M-1', reports: [], status: 'ACTIVE' as const };
  const id = idOf(await portal.call(models.addModel, { body: model }, as));
  for (const body of [model, { ...model, brandId: otherId }]) {
    const changed = { params: { id }, body: { ...body, seen: model } };
    expect((await portal.call(models.changeModel, changed, as)).statusCode).toBe(200);
  }
  const moved = await entriesOf('model', id);
  expect(moved).toMatchObject([{ before: { brand: one }, after: { brand: two } }]);
  const vendor: vendors.VendorBody = {
    nameEn: `Vendor ${randomUUID()}`,
    nameAr: `Vendor ${randomUUID()}`,
    contactName: 'Turki',
    contactMobile: '0551047730',
    contactEmail: null,
    banks: [],
    modelIds: [],
    packages: [],
    status: 'ACTIVE',
  };
  const vendorId = idOf(await portal.call(vendors.addVendor, { body: vendor }, as));
  const reached = { ...vendor, contactMobile: '0551047731', contactEmail: 'turki@najd.example' };
  for (const body of [vendor, reached]) {
    const changed = { params: { id: vendorId }, body: { ...body, seen: vendor } };
    expect((await portal.call(vendors.changeVendor, changed, as)).statusCode).toBe(200);
  }
  expect(await entriesOf('vendor', vendorId)).toMatchObject([
    {
      before: { mobile: '0551047730', email: null },
      after: { mobile: '0551047731', email: 'turki@najd.example' },
    },
  ]);
});

test('409: a save over what another window saved meanwhile undoes nothing, and the same save again is one', async () => {
  const idOf = (answer: { json: () => unknown }): string => (answer.json() as { id: string }).id;
  const brand = { name: `Brand ${randomUUID()}`, manufacturer: 'Test', status: 'ACTIVE' as const };
  const brandId = idOf(await portal.call(models.addBrand, { body: brand }, as));
  const model = { brandId, name: 'M-1', reports: ['wifi' as const], status: 'ACTIVE' as const };
  const modelOf = idOf(await portal.call(models.addModel, { body: model }, as));
  const vendor = { ...vendors.addVendor.example?.body, nameEn: `V ${randomUUID()}`, nameAr: randomUUID() };
  const vendorId = idOf(await portal.call(vendors.addVendor, { body: vendor as vendors.VendorBody }, as));
  const query = { kind: 'CITY' as const, search: 'Dammam' };
  const [city] = (await portal.call(districts.listPlaces, { query }, as)).json<
    RouteOutput<typeof districts.listPlaces>
  >().rows;
  const names = { nameEn: city?.nameEn ?? '', nameAr: city?.nameAr ?? '' };
  const windows = [
    [models.changeBrand, brandId, brand, { status: 'INACTIVE' }, { manufacturer: 'Other' }],
    [models.changeModel, modelOf, model, { reports: [] }, { status: 'INACTIVE' }],
    [vendors.changeVendor, vendorId, vendor, { contactName: 'Sami' }, { contactEmail: 'turki@najd.example' }],
    [districts.renamePlace, city?.id ?? '', names, { nameEn: 'Ad Dammam' }, { nameAr: 'الدمّام' }],
  ] as const;
  for (const [route, id, seen, first, second] of windows) {
    const save = async (change: object, from: object) => {
      const args = { params: { id }, body: { ...from, ...change, seen: from } };
      const answer = await portal.call(route, args as never, as);
      return [answer.statusCode, (answer.json() as { details?: object }).details];
    };
    expect([route.id, ...(await save(first, seen))]).toEqual([route.id, 200, undefined]);
    expect(await save(first, seen)).toEqual([200, undefined]);
    expect(await save(second, seen)).toEqual([409, { reason: changedMeanwhile }]);
    expect(await save(second, { ...seen, ...first })).toEqual([200, undefined]);
  }
});
