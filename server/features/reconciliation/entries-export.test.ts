import * as xlsx from '@e965/xlsx';
import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { wordsFor } from '../../platform/words.ts';
import { csvLine, safeText } from './entries-export.rows.ts';
import { exportHeader } from './entries-export.words.ts';
import {
  anotherMerchant,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
  upload,
} from './testing/bank-world.ts';

const world = await bankWorld();
const formula = '=HYPERLINK(A1)';

async function fileWithFormula() {
  const own = await anotherMerchant(world);
  const [sale] = (await sell(own, [{ amountMinor: 10_000 }])) as [Sold];
  const stranger = csvLineOf(sale, {
    tid: formula,
    rrn: '999000111222',
    approvalCode: '777777',
    amountMinor: 4_200,
  });
  const { id } = await reconcile(own, csvOf([csvLineOf(sale), stranger]), 'كشف نوفمبر.csv');
  const get = (query: { format: 'csv' | 'xlsx'; lang?: 'en' | 'ar'; outcome?: contract.EntryFilter }) =>
    own.portal.call(contract.exportEntries, { params: { id }, query }, { token: own.token });
  return { own, id, get };
}

test('a CSV of the exceptions: no cell begins a formula, amounts stay amounts, the name keeps its Arabic', async () => {
  const { get } = await fileWithFormula();
  const answer = await get({ format: 'csv' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(
    'كشف نوفمبر-exceptions.csv',
  );
  const [header, row, end] = answer.body.split('\r\n');
  expect(header).toBe(`\ufeff${exportHeader(wordsFor('en')).join(',')}`);
  expect(row).toContain(`Missing in portal`);
  expect(row).toContain(`'${formula}`);
  expect(row).toContain(',42.00,42.00,SAR,');
  expect(end).toBe('');
});

test('a workbook in Arabic: sheet from right to left, texts as texts, every entry', async () => {
  const { get } = await fileWithFormula();
  const answer = await get({ format: 'xlsx', lang: 'ar', outcome: 'all' });
  const workbook = xlsx.read(answer.rawPayload, { cellFormula: true });
  expect(workbook.Workbook?.Views?.[0]?.RTL).toBe(true);
  const sheet = workbook.Sheets['المطابقة'] ?? {};
  const cells = Object.entries(sheet).filter(([address]) => !address.startsWith('!'));
  expect(cells.filter(([, cell]) => (cell as xlsx.CellObject).f !== undefined)).toEqual([]);
  const rows = xlsx.utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
  expect(rows[0]).toEqual(exportHeader(wordsFor('ar')));
  expect(rows).toHaveLength(3);
  expect(rows[1]).toContain(`'${formula}`);
  expect(rows[1]).toContain(42);
});

test('409: an import without a verdict has nothing to export', async () => {
  const own = await anotherMerchant(world);
  const answer = await upload(own, csvOf(['88000001,1,1,2026-11-20,1234,1.00,0,0,1.00']));
  const { id } = answer.json<{ import: { id: string } }>().import;
  const asked = await own.portal.call(
    contract.exportEntries,
    { params: { id }, query: { format: 'csv' } },
    { token: own.token },
  );
  expect(asked.statusCode).toBe(409);
  expect(asked.json()).toMatchObject({ code: 'importNotReady' });
});

test('every sign that begins a formula is guarded, also its wide form', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
    expect(safeText(`${sign}1`)).toBe(`'${sign}1`);
  }
  expect(safeText('632400000001')).toBe('632400000001');
});

test('a cell with quotes, separators or line ends is quoted', () => {
  expect(csvLine(['a"b', 'c,d', 'e\nf', null, -12.5])).toBe('"a""b","c,d","e\nf",,-12.50\r\n');
});
