import * as models from '@mizan/contract/models.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
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
