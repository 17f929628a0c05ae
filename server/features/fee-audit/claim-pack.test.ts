import { read, utils } from '@e965/xlsx';
import {
  type FeeClaimDetail,
  getFeeClaim,
  packFeeClaim,
  previewFeeClaim,
} from '@mizan/contract/fee-claims.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { drawnTexts } from '../../platform/exports/pdf-trial.ts';
import { bankWorld } from '../reconciliation/testing/bank-world.ts';
import { made, overcharged, since, until } from './testing/claim-world.ts';
import { chargesBy } from './testing/planted-fees.ts';

/** The workbook that a merchant sends to its bank, as another program opens it. */
const world = await bankWorld();

test.each(['en', 'ar'] as const)(
  'the workbook of a claim (%s) has the figures of the claim, and a text like a formula stays text',
  async (lang) => {
    const { own, bankId, sales } = await overcharged(world);
    const claim = await made(own, bankId);
    await platformRows(
      own.portal.db,
      `UPDATE fee_claim_lines SET approval_code = '=1+1' WHERE merchant_id = $1 AND claim_id = $2`,
      [own.merchant.merchantId, claim.id],
    );
    const query = { format: 'xlsx', lang } as const;
    const answer = await own.portal.call(packFeeClaim, { params: { id: claim.id }, query }, own);
    expect(answer.statusCode).toBe(200);
    const book = read(answer.rawPayload, { cellFormula: true, cellNF: true });
    expect(book.Workbook?.Views?.[0]?.RTL ?? false).toBe(lang === 'ar');
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
    expect(Object.values(sheet).filter((cell) => cell?.f !== undefined)).toEqual([]);
    const [names, ...rows] = utils.sheet_to_json<(string | number | null)[]>(sheet, {
      header: 1,
      defval: null,
    });
    expect(names?.filter((name) => /\p{Script=Arabic}/u.test(String(name)))).toHaveLength(
      lang === 'ar' ? 14 : 0,
    );
    const riyals = (minor: number): number => Number((minor / 100).toFixed(2));
    // By arithmetic of the test: as agreed, and by the rate of before.
    const lines = sales.slice(0, 2).map(({ sold, amountMinor }) => {
      const agreed = chargesBy(amountMinor, since);
      const charged = chargesBy(amountMinor, until);
      const all = charged.feeMinor + charged.vatMinor;
      const amounts = [
        amountMinor,
        agreed.feeMinor,
        agreed.vatMinor,
        charged.feeMinor,
        charged.vatMinor,
        all,
      ];
      return [
        [sold.id, '2026-11-16', expect.any(String), sold.tid, sold.rrn, "'=1+1", sold.lastFour],
        [...amounts, all - agreed.feeMinor - agreed.vatMinor].map(riyals),
      ].flat();
    });
    expect(rows).toEqual(lines);
    // The columns of the workbook come to what the letter claims.
    const sum = (at: number): number =>
      rows.reduce((total, row) => total + Math.round(Number(row[at]) * 100), 0);
    expect([sum(10) - sum(8), sum(11) - sum(9), sum(13)]).toEqual([
      claim.feeMinor,
      claim.vatMinor,
      claim.claimedMinor,
    ]);
    // What is written as an amount is a number with two decimals, in both languages.
    for (const cell of ['H2', 'M3', 'N2', 'N3']) expect(sheet[cell]).toMatchObject({ t: 'n', z: '#,##0.00' });
  },
);

test('the letter says its days in the calendar that is asked for, and with Umm al-Qura the Gregorian ones beside them', async () => {
  const { own, bankId } = await overcharged(world);
  const claim = await made(own, bankId);
  const textsOf = async (calendar: 'gregorian' | 'ummAlQura'): Promise<string> => {
    const query = { format: 'pdf', calendar } as const;
    const answer = await own.portal.call(packFeeClaim, { params: { id: claim.id }, query }, own);
    expect(answer.statusCode).toBe(200);
    // Glyphs stand apart by a line in what is read.
    return drawnTexts(answer.rawPayload)
      .flatMap((page) => page.map(({ text }) => text.replaceAll('|', '')))
      .join(' ');
  };
  // 16 November 2026 is 6 Jumada II 1448.
  const plain = await textsOf('gregorian');
  expect(plain).toContain('Nov 16, 2026');
  expect(plain).not.toMatch(/1448 AH|١٤٤٨/);
  const both = await textsOf('ummAlQura');
  expect(both).toMatch(/6, 1448 AH \(Nov 16, 2026\)/);
});

test('the draft and the claim on the screen say the days that the paper does, and the workbook has both beside each other', async () => {
  const { own, bankId } = await overcharged(world);
  const { portal } = own;
  const span = { bankId, from: '2026-11-01', to: '2026-11-30' };
  const drafted = async (calendar: 'gregorian' | 'ummAlQura') => {
    const answer = await portal.call(previewFeeClaim, { query: { ...span, calendar } }, own);
    return answer.json<{ letters: FeeClaimDetail['letters'] }>().letters;
  };
  expect((await drafted('ummAlQura')).en.paragraphs.join(' ')).toMatch(/6, 1448 AH \(Nov 16, 2026\)/);
  expect((await drafted('ummAlQura')).ar.paragraphs.join(' ')).toMatch(
    /٦ جمادى الآخرة ١٤٤٨ هـ \(١٦ نوفمبر ٢٠٢٦\)/,
  );
  expect((await drafted('gregorian')).en.paragraphs.join(' ')).not.toContain('1448');
  const claim = await made(own, bankId);
  const shown = await portal.call(
    getFeeClaim,
    { params: { id: claim.id }, query: { calendar: 'ummAlQura' } },
    own,
  );
  const { letters } = shown.json<FeeClaimDetail>();
  expect(letters.en.paragraphs.join(' ')).toMatch(/6, 1448 AH \(Nov 16, 2026\)/);
  const headings = async (calendar: 'gregorian' | 'ummAlQura') => {
    const query = { format: 'xlsx', calendar } as const;
    const answer = await portal.call(packFeeClaim, { params: { id: claim.id }, query }, own);
    const sheet = Object.values(read(answer.rawPayload).Sheets)[0] ?? {};
    return ['B', 'C'].map((letter) =>
      [1, 2].map((row) => String((sheet[`${letter}${row}`] as { v?: unknown })?.v)),
    );
  };
  expect(await headings('ummAlQura')).toEqual([
    ['Day', '2026-11-16'],
    ['Day (Umm al-Qura)', expect.stringMatching(/6, 1448 AH/)],
  ]);
  expect((await headings('gregorian'))[1]?.[0]).toBe('Card');
});
