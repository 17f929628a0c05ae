import * as xlsx from '@e965/xlsx';
import * as models from '@mizan/contract/models.ts';
import type { RouteArgs, RouteOutput } from '@mizan/contract/route.ts';
import * as vendors from '@mizan/contract/vendors.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

const portal = await testPortal();
const { db } = portal;
const shop = await openShop(db, 3);
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const as = { token: await portal.tokenOf(admin?.id ?? '') };

type Asked = Omit<RouteArgs<typeof vendors.exportVendors>['query'], 'format'>;
async function fileOf(asked: Asked): Promise<(string | null)[][]> {
  const answer = await portal.call(vendors.exportVendors, { query: { ...asked, format: 'xlsx' } }, as);
  expect(answer.statusCode).toBe(200);
  const { SheetNames, Sheets } = xlsx.read(answer.rawPayload);
  return xlsx.utils.sheet_to_json(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, defval: null });
}
const namesOf = async (asked: Asked) => (await fileOf(asked)).slice(1).map(([name]) => name);
const listed = async (query: Omit<Asked, 'lang'>) =>
  (await portal.call(vendors.listVendors, { query }, as))
    .json<RouteOutput<typeof vendors.listVendors>>()
    .rows.map(({ nameEn }) => nameEn);

const modelOf = async (name: string): Promise<string> =>
  (await portal.call(models.listModels, { query: { search: name } }, as)).json<
    RouteOutput<typeof models.listModels>
  >().rows[0]?.id ?? '';
const [dx, pax] = [await modelOf('AXIUM DX8000'), await modelOf('A920Pro')];

const add = async (body: Partial<vendors.VendorBody> & { nameEn: string; nameAr: string }) => {
  const whole = {
    contactName: '',
    contactMobile: null,
    contactEmail: null,
    banks: [],
    modelIds: [],
    packages: [],
    status: 'ACTIVE' as const,
    ...body,
  };
  expect((await portal.call(vendors.addVendor, { body: whole }, as)).statusCode).toBe(201);
};
await add({
  nameEn: 'Najd POS',
  nameAr: 'نجد لنقاط البيع',
  contactName: 'Turki Al-Harthi',
  contactMobile: '0551047730',
  contactEmail: 'turki@najd.test',
  banks: ['20', '80'],
  modelIds: [dx, pax],
  packages: ['2026.03', '2026.10'],
});
await add({
  nameEn: 'Tihama Devices',
  nameAr: 'أجهزة تهامة',
  banks: ['80'],
  modelIds: [pax],
  status: 'INACTIVE',
});
const [misfit, fit] = shop.terminals;
for (const [terminal, madaPackage] of [
  [misfit, '2026.03'],
  [fit, '2026.10'],
] as const)
  await platformRows(
    db,
    `UPDATE terminals SET brand = 'Ingenico', model = 'AXIUM DX8000', reported_model = NULL, msp = 'Najd POS',
            telemetry = jsonb_build_object('madaPackage', $2::text) WHERE id = $1`,
    [terminal?.id, madaPackage],
  );

test('vendors as a file: every cell of a vendor with banks, models and packages, in the words of each language', async () => {
  expect(await fileOf({ search: 'turki@najd.test', lang: 'en' })).toEqual([
    [
      'Name in English',
      'Name in Arabic',
      'Contact',
      'Mobile',
      'Banks served',
      'Models',
      'mada packages',
      'Terminals',
      'Packages that do not fit',
      'Status',
    ],
    [
      'Najd POS',
      'نجد لنقاط البيع',
      'Turki Al-Harthi',
      '0551047730',
      'Riyad Bank, Al Rajhi Bank',
      'Ingenico AXIUM DX8000, PAX A920Pro',
      '2026.03, 2026.10',
      '2',
      '1',
      'Active',
    ],
  ]);
  const [, row] = await fileOf({ search: 'Tihama', lang: 'ar' });
  expect([row?.[4], row?.[7], row?.[8]]).toEqual(['مصرف الراجحي', '0', '0']);
});

test('vendors by bank, model and status: the file has those of the list, and no other', async () => {
  for (const [asked, names] of [
    [{ bank: ['20'] }, ['Najd POS']],
    [{ bank: ['80'] }, ['Najd POS', 'Tihama Devices']],
    [{ bank: ['20', '80'], status: ['INACTIVE'] }, ['Tihama Devices']],
    [{ bank: ['95'] }, []],
    [{ modelId: [dx] }, ['Najd POS']],
    [{ modelId: [dx, pax], status: ['ACTIVE'] }, ['Najd POS']],
    [{ status: ['INACTIVE'] }, ['Tihama Devices']],
    // A bank is found by its name, too.
    [{ search: 'riyad bank' }, ['Najd POS']],
  ] as [Asked, string[]][]) {
    expect([asked, await namesOf(asked)]).toEqual([asked, names]);
    expect([asked, await listed(asked)]).toEqual([asked, names]);
  }
});

test('more vendors than a page of the export: each stands in the file once, in the order in which they came', async () => {
  await platformRows(
    db,
    `INSERT INTO vendors (name_en, name_ar, created_at)
     SELECT 'Many ' || n, 'كثير ' || n, now() FROM generate_series(1, 1001) n`,
  );
  const names = await namesOf({ search: 'many ' });
  expect(names).toEqual(Array.from({ length: 1_001 }, (_, n) => `Many ${n + 1}`));
});
