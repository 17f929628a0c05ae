import * as xlsx from '@e965/xlsx';
import { type ExportFormat, exportLimits } from '@mizan/contract/export-terms.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { wordsFor } from '../../platform/words.ts';
import { entryColumns } from './entries-export-rows.ts';
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
const headerIn = (language: 'en' | 'ar') => entryColumns(wordsFor(language)).map(({ name }) => name);
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
  const get = (query: { format: ExportFormat; lang?: 'en' | 'ar'; outcome?: contract.EntryFilter }) =>
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
  expect(header).toBe(`\ufeff${headerIn('en').join(',')}`);
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
  expect(rows[0]).toEqual(headerIn('ar'));
  expect(rows).toHaveLength(3);
  expect(rows[1]).toContain(`'${formula}`);
  expect(rows[1]).toContain(42);
});

test('409: a bank file without a verdict has nothing to export', async () => {
  const own = await anotherMerchant(world);
  const answer = await upload(own, csvOf(['88000001,1,1,2026-11-20,1234,1.00,0,0,1.00']));
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  const asked = await own.portal.call(
    contract.exportEntries,
    { params: { id }, query: { format: 'csv' } },
    { token: own.token },
  );
  expect(asked.statusCode).toBe(409);
  expect(asked.json()).toMatchObject({ code: 'bankFileNotReady' });
});

test('a PDF in Arabic: a download, with the figures of the entries and their sums in its digits', async () => {
  const { get } = await fileWithFormula();
  const answer = await get({ format: 'pdf', lang: 'ar', outcome: 'all' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('كشف نوفمبر-all.pdf');
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

test.each([
  ['pdf', exportLimits.pdfRowsMax],
  ['xlsx', exportLimits.directWorkbookRowsMax],
] as const)(
  '413: a %s of more rows than it takes at once says how many that are',
  async (format, maxRows) => {
    const { own, id, get } = await fileWithFormula();
    await platformRows(
      own.portal.db,
      `UPDATE bank_files SET summary = jsonb_set(summary, '{exceptionCount}', to_jsonb($2::int)) WHERE id = $1`,
      [id, maxRows + 1],
    );
    const answer = await get({ format });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'tooLarge', details: { maxRows } });
  },
);
