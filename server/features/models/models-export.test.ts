import * as models from '@mizan/contract/models.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
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

const linesOf = (body: string): string[][] =>
  body
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));

test('the compatibility table as a file: its rows add up to every terminal and to every warning', async () => {
  const [misfit, silent] = shop.terminals;
  const pack = (id: string | undefined, telemetry: object) =>
    platformRows(
      db,
      `UPDATE terminals SET brand = 'Ingenico', model = 'AXIUM DX8000', reported_model = NULL, telemetry = $2 WHERE id = $1`,
      [id, JSON.stringify(telemetry)],
    );
  await pack(misfit?.id, { madaPackage: '2026.03' });
  await pack(silent?.id, {});
  const table = (await portal.call(models.getFitTable, { query: {} }, as)).json<
    RouteOutput<typeof models.getFitTable>
  >();
  const file = await portal.call(models.exportFitTable, { query: { format: 'csv' } }, as);
  const [head, ...rows] = linesOf(file.body);
  expect(head?.slice(1)).toEqual([
    'Manufacturer',
    'Model',
    'mada package',
    'Fits',
    'Terminals',
    'Terminals warned of',
  ]);
  const sumOf = (at: number): number => rows.reduce((sum, row) => sum + Number(row[at]), 0);
  expect([sumOf(5), sumOf(6)]).toEqual([table.terminals, table.warnings]);
  expect(table.warnings).toBe(1);
  expect(rows).toContainEqual([
    'Ingenico',
    expect.any(String),
    'AXIUM DX8000',
    '2026.03',
    'does not fit',
    '1',
    '1',
  ]);
  expect(rows).toContainEqual(['Ingenico', expect.any(String), 'AXIUM DX8000', 'No package', '', '1', '0']);
  const found = await portal.call(models.exportFitTable, { query: { format: 'csv', search: 'dx8000' } }, as);
  const ofModel = rows.filter((row) => row[2] === 'AXIUM DX8000');
  expect(ofModel.length).toBeGreaterThan(0);
  expect(linesOf(found.body).slice(1)).toEqual(ofModel);
  for (const format of ['xlsx', 'pdf'] as const) {
    const answer = await portal.call(models.exportFitTable, { query: { format, lang: 'ar' } }, as);
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe(format === 'pdf' ? '%P' : 'PK');
  }
});

test('brands as a file: those of the filter, page after page, with the figures of the list', async () => {
  const many = Array.from({ length: 501 }, (_, n) => `('Many ${n + 1}', 'Maker', 'INACTIVE', now())`);
  await platformRows(
    db,
    `INSERT INTO terminal_brands (name, manufacturer, status, created_at) VALUES ${many.join(', ')}`,
  );
  const fileOf = async (query: Parameters<typeof portal.call<typeof models.exportBrands>>[1]['query']) =>
    linesOf((await portal.call(models.exportBrands, { query }, as)).body).slice(1);
  const found = await fileOf({ format: 'csv', search: 'many ' });
  expect(new Set(found.map(([name]) => name)).size).toBe(501);
  expect(await fileOf({ format: 'csv', search: 'many ', status: ['ACTIVE'] })).toEqual([]);
  const { rows } = (await portal.call(models.listBrands, { query: { search: 'Ingenico' } }, as)).json<
    RouteOutput<typeof models.listBrands>
  >();
  const [brand] = rows;
  expect(await fileOf({ format: 'csv', search: 'Ingenico' })).toEqual([
    ['Ingenico', brand?.manufacturer, String(brand?.models), String(brand?.terminals), 'Active'],
  ]);
  expect(brand?.terminals).toBeGreaterThanOrEqual(2);
});

test('models as a file: every cell of one, by brand and status, and more than a page of the export', async () => {
  const added = await portal.call(
    models.addBrand,
    { body: { name: 'Landi', manufacturer: 'Fujian Landi', status: 'ACTIVE' } },
    as,
  );
  const { id: brandId } = added.json<{ id: string }>();
  const model = { brandId, name: 'M20', reports: ['battery', 'paper'], status: 'INACTIVE' } as const;
  const made = await portal.call(models.addModel, { body: { ...model, reports: [...model.reports] } }, as);
  const { id: modelId } = made.json<{ id: string }>();
  for (const [name, fit] of [
    ['2026.03', 'FITS'],
    ['2026.07', 'DOES_NOT_FIT'],
    ['2026.10', 'FITS'],
  ] as const) {
    const body = { modelId, package: name, fit, source: 'Letter of the vendor' };
    expect((await portal.call(models.setFit, { body }, as)).statusCode).toBe(200);
  }
  // A text with a comma is one cell.
  const cells = ['Landi', 'Fujian Landi', 'M20', '"2026.03, 2026.10"', '2026.07', '1', 'Inactive'].join(',');
  await platformRows(db, `UPDATE terminals SET brand = 'Landi', model = 'M20' WHERE id = $1`, [
    shop.terminals[2]?.id,
  ]);
  type Asked = Omit<RouteInput<typeof models.exportModels>['query'], 'format' | 'lang'>;
  const bodyOf = async (asked: Asked): Promise<string[]> => {
    const answer = await portal.call(models.exportModels, { query: { ...asked, format: 'csv' } }, as);
    return answer.body.trim().split(/\r?\n/);
  };
  const [head, ...rows] = await bodyOf({ brandId: [brandId] });
  expect(head?.split(',').slice(1)).toEqual([
    'Manufacturer',
    'Model',
    'Packages that fit',
    'Packages that do not fit',
    'Terminals',
    'Status',
  ]);
  expect(rows).toEqual([cells]);
  expect((await bodyOf({ brandId: [brandId], status: ['ACTIVE'] })).slice(1)).toEqual([]);
  expect((await bodyOf({ search: 'landi m20', status: ['INACTIVE'] })).slice(1)).toEqual([cells]);
  await platformRows(
    db,
    `INSERT INTO terminal_models (brand_id, name, status, created_at)
     SELECT $1, 'Many ' || n, 'ACTIVE', now() FROM generate_series(1, 1001) n`,
    [brandId],
  );
  const many = (await bodyOf({ brandId: [brandId], status: ['ACTIVE'] })).slice(1);
  expect(many.map((line) => line.split(',')[2])).toEqual(
    Array.from({ length: 1_001 }, (_, n) => `Many ${n + 1}`),
  );
});
