import { type BranchRow, changeBranch, exportedBranches, getBranch } from '@mizan/contract/management.ts';
import { exportedPeople } from '@mizan/contract/people.ts';
import { expect, test } from 'vitest';
import { exportSources } from '../../export-sources.ts';
import { platformRows } from '../../platform/database/database.ts';
import { withoutCopy } from '../../platform/database/without-copy.ts';
import type { ExportCell, ExportTable } from '../../platform/exports/export-sheet.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { writeSales } from '../reconciliation/testing/sales.ts';
import { makeMerchant } from '../transactions/testing/merchant-world.ts';

/** Branches and people as files, cell by cell. Sunday 22 November 2026, noon in Riyadh. */
const portal = await testPortal();
const { db, clock } = portal;
const world = await makeMerchant(db);
const { merchantId } = world;
const owner = { token: await portal.tokenOf(world.owner.userId) };
const sources = exportSources({ db, clock });
const reader = { language: 'en', digits: 'latin', calendar: 'gregorian' } as const;
type Reader = Parameters<typeof sources.branches>[2];

async function cellsOf(table: ExportTable) {
  const rows: (readonly ExportCell[])[] = [];
  for await (const page of table.rows) rows.push(...page);
  expect(rows).toHaveLength(table.rowsTotal);
  return { names: table.columns.map(({ name }) => name), rows };
}
const branches = async (filter: unknown, as: Reader = reader) =>
  cellsOf(
    await sources.branches(merchantId, { kind: 'branches', filter: exportedBranches.parse(filter) }, as),
  );
const people = async (filter: unknown, as: Reader = reader) =>
  cellsOf(await sources.people(merchantId, { kind: 'people', filter: exportedPeople.parse(filter) }, as));
const firstCells = async (of: Promise<{ rows: (readonly ExportCell[])[] }>) =>
  (await of).rows.map(([cell]) => cell);

const [first = '', second = ''] = world.branchIds;
const body = {
  code: 'DC-01',
  nameEn: 'Al Malaz',
  nameAr: 'الملز',
  addressEn: 'Jarir St 12',
  addressAr: 'شارع جرير 12',
  region: 'SA-01',
  city: 'Riyadh',
  district: 'Al Malaz',
  mapUrl: 'https://maps.example.sa/malaz',
};
const { code, nameEn, nameAr, place } = (
  await portal.call(getBranch, { params: { id: first } }, owner)
).json<BranchRow>();
const seen = { code, nameEn, nameAr, ...place };
await portal.call(changeBranch, { params: { id: first }, body: { ...body, seen } }, owner);
await platformRows(db, `UPDATE branches SET status = 'INACTIVE' WHERE id = $1`, [second]);

test('branches as a file: every cell of one, in the words of each reader', async () => {
  await writeSales(db, world, [
    { amountMinor: 12_345, at: '2026-11-22 09:00' },
    { amountMinor: 1_000, at: '2026-11-22 10:00', scheme: 'Visa', terminal: 2 },
    // Of another day, of another branch, given back, and declined: none of it is sold here today.
    { amountMinor: 2_000, at: '2026-11-21 23:59' },
    { amountMinor: 4_000, at: '2026-11-22 11:00', terminal: 1 },
    { amountMinor: 500, at: '2026-11-22 11:30', type: 'REFUND' },
    { amountMinor: 8_000, at: '2026-11-22 11:40', status: 'DECLINED' },
  ]);
  const { names, rows } = await branches({});
  expect(names).toEqual([
    'Code',
    'Name',
    'Region',
    'City',
    'District',
    'Address',
    'Map link',
    'Terminals',
    'Cashiers',
    'Sales today SAR',
    'Status',
  ]);
  const place = ['Riyadh', 'Al Malaz', 'Jarir St 12', 'https://maps.example.sa/malaz'];
  expect(rows).toEqual([
    ['DC-01', 'Al Malaz', 'Riyadh', ...place, '2', '1', 13_345, 'Active'],
    ['B2', 'Branch 2', null, '', '', null, null, '1', '1', 4_000, 'Inactive'],
  ]);
  const arabic = await branches({ id: [first] }, { ...reader, language: 'ar' });
  expect(arabic.rows.map((row) => row.slice(0, 6))).toEqual([
    ['DC-01', 'الملز', 'منطقة الرياض', 'Riyadh', 'Al Malaz', 'شارع جرير 12'],
  ]);
});

test.each([
  [{ status: ['ACTIVE'] }, ['DC-01']],
  [{ status: ['INACTIVE'] }, ['B2']],
  [{ region: ['SA-01'] }, ['DC-01']],
  [{ region: ['SA-02'] }, []],
  [{ region: ['SA-01'], status: ['INACTIVE'] }, []],
  [{ search: 'malaz' }, ['DC-01']],
  [{ search: 'b2' }, ['B2']],
  [{ id: [second] }, ['B2']],
])('branches of %j: the file has those alone', async (filter, codes) => {
  expect(await firstCells(branches(filter))).toEqual(codes);
});

test('people as a file: every cell of each, in the words of the reader', async () => {
  clock.advance(3 * 60_000);
  await portal.tokenOf(world.cashiers[0]?.userId ?? '');
  await platformRows(db, `UPDATE users SET status = 'INACTIVE' WHERE id = $1`, [world.cashierIds[1]]);
  const { names, rows } = await people({});
  expect(names).toEqual(['Name', 'Username or email', 'Role', 'Branch', 'Terminal', 'Last used', 'Status']);
  const [one, two] = world.terminals;
  expect(rows).toEqual([
    [
      'Cashier 1',
      `cashier-${merchantId}-1`,
      'Cashier',
      'Al Malaz',
      one?.tid,
      '2026-11-22 12:03:00',
      'Active',
    ],
    ['Cashier 2', `cashier-${merchantId}-2`, 'Cashier', 'Branch 2', two?.tid, null, 'Inactive'],
    [
      'Sara Al-Qahtani',
      `owner-${merchantId}@mizan.test`,
      'Owner',
      null,
      null,
      '2026-11-22 12:00:00',
      'Active',
    ],
  ]);
  const arabic = await people({ search: 'cashier 1' }, { ...reader, language: 'ar' });
  expect(arabic.rows.map((row) => row[3])).toEqual(['الملز']);
});

test.each([
  [{ teamRole: ['cashier'] }, ['Cashier 1', 'Cashier 2']],
  [{ teamRole: ['owner', 'accountant'] }, ['Sara Al-Qahtani']],
  [{ teamRole: ['manager'] }, []],
  [{ branchId: [second] }, ['Cashier 2']],
  [{ status: ['INACTIVE'] }, ['Cashier 2']],
  [{ status: ['ACTIVE'], teamRole: ['cashier'] }, ['Cashier 1']],
  [{ search: 'sara' }, ['Sara Al-Qahtani']],
  [{ id: [world.cashierIds[0]] }, ['Cashier 1']],
])('people of %j: the file has those alone', async (filter, names) => {
  expect(await firstCells(people(filter))).toEqual(names);
});

test('more branches and people than a page of the file: each stands in it once, in the order in which they came', async () => {
  // Some within one millisecond of each other, and those with the higher id the older ones.
  await platformRows(
    db,
    `INSERT INTO branches (merchant_id, code, name_en, name_ar, created_at)
     SELECT $1, 'M' || n, 'Many', 'كثير', now() - n * interval '100 microseconds' FROM generate_series(1, 1001) n ${withoutCopy}`,
    [merchantId],
  );
  await platformRows(
    db,
    `INSERT INTO users (merchant_id, role, username, full_name, password_hash, branch_id, created_at)
     SELECT $1, 'CASHIER', 'many-' || $1::bigint || '-' || n, 'Many ' || n, '', $2::bigint,
            now() - n * interval '100 microseconds' FROM generate_series(1, 1001) n ${withoutCopy}`,
    [merchantId, first],
  );
  const codes = await firstCells(branches({ search: 'many' }));
  const names = await firstCells(people({ search: 'many' }));
  const all = Array.from({ length: 1_001 }, (_, n) => n + 1);
  expect(new Set(codes)).toEqual(new Set(all.map((n) => `M${n}`)));
  expect(new Set(names)).toEqual(new Set(all.map((n) => `Many ${n}`)));
  expect([codes.length, names.length]).toEqual([all.length, all.length]);
});
