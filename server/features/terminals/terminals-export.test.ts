import { askExport } from '@mizan/contract/exports.ts';
import { beforeAll, expect, test } from 'vitest';
import { exportSources } from '../../export-sources.ts';
import { platformRows } from '../../platform/database/database.ts';
import type { ExportTable } from '../../platform/exports/export-sheet.ts';
import { openShop, type Shop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

/** The list of terminals as a file: what the screen shows, each figure of health beside when it was said. */
const portal = await testPortal();
const { db, clock } = portal;
const sources = exportSources({ db, clock });
let shop: Shop;
let rival: Shop;

beforeAll(async () => {
  shop = await openShop(db, 3);
  rival = await openShop(db, 1);
  await platformRows(db, "UPDATE terminals SET label = '=1+1' WHERE id = $1", [shop.terminals[0]?.id]);
  await platformRows(db, "UPDATE terminals SET status = 'RETIRED' WHERE id = $1", [shop.terminals[2]?.id]);
});

/** Its rows by the names of its columns. */
async function rowsOf(table: ExportTable): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const page of table.rows) {
    rows.push(...page.map((row) => Object.fromEntries(table.columns.map(({ name }, at) => [name, row[at]]))));
  }
  expect(rows).toHaveLength(table.rowsTotal);
  return rows;
}
const tids = (...at: number[]) => at.map((place) => shop.terminals[place]?.tid);

test('those in service, those out of it, and of a filter those alone that show', async () => {
  const read = async (filter: object) =>
    (await rowsOf(await sources.terminals(shop.merchantId, { kind: 'terminals', filter }, 'en'))).map(
      (row) => row['Terminal ID'],
    );
  expect(await read({})).toEqual(tids(0, 1));
  expect(await read({ service: 'retired' })).toEqual(tids(2));
  expect(await read({ id: [shop.terminals[1]?.id] })).toEqual(tids(1));
  // Another merchant's is none, whoever names it.
  expect(await read({ id: [rival.terminals[0]?.id] })).toEqual([]);
});

test('every field of a terminal in the words of the reader; what it never said of its health is left out', async () => {
  const [row = {}] = await rowsOf(
    await sources.terminals(shop.merchantId, { kind: 'terminals', filter: {} }, 'en'),
  );
  expect(row).toMatchObject({
    Name: '=1+1',
    Branch: 'Olaya',
    Connection: 'Waiting to be paired',
    Brand: 'PAX',
    Model: 'A920',
    Manufacturer: 'PAX Technology',
    Battery: null,
    'Health reported': null,
    'Mada app': null,
    'Package and model': null,
  });
  const arabic = await sources.terminals(shop.merchantId, { kind: 'terminals', filter: {} }, 'ar');
  expect((await rowsOf(arabic))[0]).toMatchObject({ الفرع: 'العليا', الاتصال: 'بانتظار الربط' });
});

test('of a terminal that has spoken, each cell has what it said there, in both languages', async () => {
  const told = await openShop(db, 1);
  const [terminal] = told.terminals;
  const said = {
    battery: 83,
    charging: true,
    wifi: { ssid: 'shop', rssi: -60 },
    bluetooth: false,
    ip: '192.168.1.20',
    madaApp: '3.9.7',
    madaPackage: '2026.10',
    provider: 'Mizan',
    paper: true,
  };
  await platformRows(
    db,
    `UPDATE terminals SET label = 'Till', connection = 'CONNECTED', telemetry = $2, telemetry_at = '2026-11-28T09:05:00Z',
       last_seen_at = '2026-11-28T09:06:00Z', app_version = '1.4.2', reported_model = 'A920Pro', serial_number = 'S7'
      WHERE id = $1`,
    [terminal?.id, JSON.stringify(said)],
  );
  const read = async (language: 'en' | 'ar') =>
    (await rowsOf(await sources.terminals(told.merchantId, { kind: 'terminals', filter: {} }, language)))[0];
  expect(await read('en')).toEqual({
    'Terminal ID': terminal?.tid,
    Name: 'Till',
    Branch: 'Olaya',
    Cashier: 'Sami',
    Kind: null,
    Connection: 'Connected',
    'Last heard': '2026-11-28 12:06:00',
    Brand: 'PAX',
    Model: 'A920',
    Manufacturer: 'PAX Technology',
    'Serial number': 'S7',
    'Model by the device': 'A920Pro',
    Version: '1.4.2',
    Provider: 'Mizan',
    'Mada app': '3.9.7',
    'Mada package': '2026.10',
    'Package and model': 'Not set yet',
    'Health reported': '2026-11-28 12:05:00',
    Battery: '83%',
    'Wi-Fi network': 'shop',
    'Wi-Fi signal': '-60 dBm',
    Bluetooth: 'Off',
    'Receipt paper': 'Enough',
    'IP address': '192.168.1.20',
  });
  expect(Object.values((await read('ar')) ?? {})).toEqual([
    terminal?.tid,
    'Till',
    'العليا',
    'Sami',
    null,
    'متصل',
    '2026-11-28 12:06:00',
    'PAX',
    'A920',
    'PAX Technology',
    'S7',
    'A920Pro',
    '1.4.2',
    'Mizan',
    '3.9.7',
    '2026.10',
    'لم تُحدد بعد',
    '2026-11-28 12:05:00',
    '83%',
    'shop',
    '-60 dBm',
    'متوقف',
    'كافٍ',
    '192.168.1.20',
  ]);
});

test('a CSV and a workbook of it are prepared for the owner; a cashier gets none', async () => {
  const ask = async (userId: string, format: 'csv' | 'xlsx') => {
    const body = { subject: { kind: 'terminals' as const, filter: {} }, format, lang: 'ar' as const };
    const token = await portal.tokenOf(userId);
    return portal.call(askExport, { body }, { token });
  };
  for (const format of ['csv', 'xlsx'] as const) {
    const answer = await ask(shop.owner.userId, format);
    expect([answer.statusCode, answer.json().rowsTotal]).toEqual([201, 2]);
  }
  expect((await ask(shop.terminals[0]?.cashier.userId ?? '', 'csv')).statusCode).toBe(403);
});
