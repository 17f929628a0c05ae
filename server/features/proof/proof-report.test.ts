import * as xlsx from '@e965/xlsx';
import * as contract from '@mizan/contract/proof.ts';
import { expect, test } from 'vitest';
import { drawnTexts } from '../../platform/exports/pdf-trial.ts';
import type { Language } from '../../platform/words.ts';
import { wordsFor } from '../../platform/words.ts';
import { anotherMerchant, bankWorld } from '../reconciliation/testing/bank-world.ts';
import { proofReport, roomsOf } from './proof-report.ts';
import { plantedMonth, writePlantedMonth } from './testing/planted-month.ts';

const first = await bankWorld();
const world = await writePlantedMonth(first);
const { portal, merchant, token } = world;

async function reportOf(query: object) {
  const answer = await portal.call(
    contract.exportProof,
    { query: { month: plantedMonth, ...query } as never },
    { token },
  );
  expect([answer.statusCode, answer.statusCode === 200 ? null : answer.body]).toEqual([200, null]);
  return answer.rawPayload;
}
async function proofOf(query: object = {}): Promise<contract.Proof> {
  const answer = await portal.call(
    contract.getProof,
    { query: { month: plantedMonth, ...query } },
    { token },
  );
  return answer.json<contract.Proof>();
}

type Row = Record<string, string | number | undefined>;
async function workbookOf(query: object): Promise<Row[]> {
  const { Sheets, SheetNames } = xlsx.read(await reportOf({ format: 'xlsx', ...query }));
  return xlsx.utils.sheet_to_json<Row>(Sheets[SheetNames[0] ?? ''] ?? {});
}
const minor = (value: unknown): number => Math.round(100 * Number(value ?? 0));
const total = (rows: readonly Row[], column: string): number =>
  rows.reduce((sum, row) => sum + minor(row[column]), 0);

test.each(['en', 'ar'] as const)(
  'the workbook (%s) has each level, gap and cause of the screen, and the rows of a cause come to it',
  async (lang: Language) => {
    const { text } = wordsFor(lang);
    const named = (column: string): string => text(`exports:proof.column.${column}`);
    for (const query of [{}, { by: 'bank' as const }, { branchId: merchant.branchIds[1] }]) {
      const { total: whole } = await proofOf(query);
      const rows = await workbookOf({ lang, ...query });
      const all = text(`proof:all.${'by' in query ? query.by : 'branch'}`);
      const summary = rows.filter((row) => row[named('of')] === all);
      const listed = rows.filter((row) => row[named('amount')] !== undefined);
      for (const level of ['terminals', 'transactions', 'lines'] as const) {
        const row = summary.find((each) => each[named('level')] === text(`proof:column.${level}`));
        expect([level, minor(row?.[named('sum')])]).toEqual([level, whole[level]?.amountMinor ?? 0]);
      }
      for (const level of contract.proofLevels) {
        const between = text(`proof:between.${level}`);
        for (const { cause, amountMinor, count } of whole.gaps[level]?.causes ?? []) {
          const isOf = (row: Row): boolean =>
            row[named('level')] === between && row[named('cause')] === text(`proof:cause.${cause}`);
          const said = summary.filter(isOf);
          expect([cause, said.length, total(said, named('sum'))]).toEqual([cause, 1, amountMinor]);
          const own = listed.filter(isOf);
          expect([cause, total(own, named('amount'))]).toEqual([cause, amountMinor]);
          if (cause !== 'CHANGED_SINCE') expect([cause, own.length]).toEqual([cause, count]);
        }
      }
      expect(rows.some((row) => row[named('remark')] === text('exports:proof.leftOut'))).toBe(false);
      expect(rows.some((row) => row[named('remark')] === text('exports:proof.changed'))).toBe(false);
    }
  },
  60_000,
);

test('the filters stand in the file by name, and so does what the whole says', async () => {
  const rows = await workbookOf({ lang: 'en', branchId: merchant.branchIds[1] });
  const { branches } = await proofOf();
  const said = rows.map((row) => row['Of']).join('\n');
  expect(said).toContain('Business days from Nov 1, 2026 to Nov 30, 2026');
  expect(said).toContain(`${branches.find(({ id }) => id === merchant.branchIds[1])?.nameEn}`);
  expect(said).toContain('All banks · SAR');
  const arabic = (await workbookOf({ lang: 'ar', branchId: merchant.branchIds[1] })).map(
    (row) => row['الصف'],
  );
  expect(arabic.some((row) => `${row}`.includes('، كل البنوك، '))).toBe(true);
  expect(arabic.join('\n')).not.toContain('·');
});

test('the PDF in Arabic is joined, with its own figures, and in English it says the same sums', async () => {
  const { total: whole } = await proofOf();
  for (const lang of ['en', 'ar'] as const) {
    const words = wordsFor(lang);
    const texts = drawnTexts(await reportOf({ format: 'pdf', lang })).flat();
    const drawn = texts.map((each) => each.text.replaceAll('|', ''));
    // A minus is drawn apart from its figure.
    const figure = (amountMinor: number): string => words.amount(Math.abs(amountMinor));
    for (const { amountMinor } of whole.gaps.lines.causes) {
      expect([lang, drawn.some((each) => each.includes(figure(amountMinor)))]).toEqual([lang, true]);
    }
    // Word by word, its glyphs from left to right; one of them may be two letters.
    const [title = ''] = words.text('exports:proof.sheet').split(' ');
    const read = texts.map(({ text }) => {
      const glyphs = text.split('|');
      return (lang === 'ar' ? glyphs.toReversed() : glyphs).join('');
    });
    expect(read).toContain(title);
    expect(drawn.some((each) => /[0-9][.,][0-9]/.test(each))).toBe(lang === 'en');
  }
}, 60_000);

test('a file without room for every row says how many are left out, and they still come to the cause', async () => {
  const reader = 'en';
  const ask = { month: plantedMonth, by: 'branch' } as const;
  const all = await proofReport(portal, merchant.merchantId, ask, { reader, format: 'xlsx' });
  const tight = { reader, format: 'xlsx', rowsMax: all.rowsTotal - 10 } as const;
  const table = await proofReport(portal, merchant.merchantId, ask, tight);
  expect(table.rowsTotal).toBeLessThanOrEqual(tight.rowsMax);
  const names = table.columns.map(({ name }) => name);
  const at = (row: readonly unknown[], name: string): unknown => row[names.indexOf(name)];
  const rows = (await Array.fromAsync(table.rows)).flat();
  expect(rows.length).toBeLessThanOrEqual(tight.rowsMax);
  const left = rows.filter((row) => at(row, 'Remark') === 'More of them, not listed in this file');
  expect(left.length).toBeGreaterThan(0);
  const { total: whole } = await proofOf();
  for (const level of contract.proofLevels) {
    for (const { cause, amountMinor, count } of whole.gaps[level]?.causes ?? []) {
      const text = wordsFor('en').text(`proof:cause.${cause}`);
      const own = rows.filter((row) => at(row, 'Cause') === text && at(row, 'Amount of the row') !== null);
      const sum = own.reduce((so, row) => so + Number(at(row, 'Amount of the row')), 0);
      expect([cause, sum]).toEqual([cause, amountMinor]);
      const counted = own.reduce((so, row) => so + Number(at(row, 'Number') ?? 1), 0);
      if (cause !== 'CHANGED_SINCE') expect([cause, counted]).toEqual([cause, count]);
    }
  }
});

test('on paper stands what differs, at most a page of each cause; what agrees or is still to come is its number and sum', async () => {
  const reader = 'en';
  const ask = { month: plantedMonth, by: 'branch' } as const;
  const table = await proofReport(portal, merchant.merchantId, ask, { reader, format: 'pdf' });
  const names = table.columns.map(({ name }) => name);
  const at = (row: readonly unknown[], name: string): unknown => row[names.indexOf(name)];
  const rows = (await Array.fromAsync(table.rows)).flat();
  const { total: whole } = await proofOf();
  const causes = contract.proofLevels.flatMap((level) => whole.gaps[level]?.causes ?? []);
  expect(new Set(causes.map(({ tone }) => tone))).toEqual(new Set(contract.proofTones));
  for (const { cause, tone, count, amountMinor } of causes) {
    const text = wordsFor(reader).text(`proof:cause.${cause}`);
    const own = rows.filter((row) => at(row, 'Cause') === text && at(row, 'Amount of the row') !== null);
    const left = own.filter((row) => at(row, 'Remark') === 'More of them, listed in the workbook (XLSX)');
    expect([cause, own.reduce((sum, row) => sum + Number(at(row, 'Amount of the row')), 0)]).toEqual([
      cause,
      amountMinor,
    ]);
    const isSummed = tone === 'waits' || tone === 'quiet';
    if (isSummed) expect([cause, own.length, left.length]).toEqual([cause, 1, 1]);
    else expect([cause, own.length]).toEqual([cause, Math.min(count, 40) + left.length]);
  }
});

test('404: a branch of another merchant, in the file as on the screen', async () => {
  const other = await anotherMerchant(first);
  const answer = await portal.call(
    contract.exportProof,
    { query: { month: plantedMonth, format: 'pdf', branchId: other.merchant.branchIds[0] ?? '' } as never },
    { token },
  );
  expect(answer.statusCode).toBe(404);
});

test('small causes are whole, and the others share what room is left', () => {
  expect(roomsOf([3, 1_000, 0, 20], 100)).toEqual([3, 77, 0, 20]);
  expect(roomsOf([1_000, 1_000], 100)).toEqual([50, 50]);
  expect(roomsOf([5, 5], -3)).toEqual([0, 0]);
});
