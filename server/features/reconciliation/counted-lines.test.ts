/** Before a verdict: the lines that each number of the table counts, read again from the file, add up to it. */
import { rm } from 'node:fs/promises';
import type { CoveredRow } from '@mizan/contract/bank-file-part.ts';
import { type CountedLine, type CountedSide, listCountedLines } from '@mizan/contract/counted-lines.ts';
import type { BankFileDetail } from '@mizan/contract/reconciliation.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { describe, expect, test } from 'vitest';
import { tenantRows } from '../../platform/database/database.ts';
import { bankFilePath } from './bank-file-on-disk.ts';
import { asProposed } from './testing/as-proposed.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  detailOf,
  sell,
  upload,
} from './testing/bank-world.ts';

const world = await bankWorld();

interface Page {
  rows: CountedLine[];
  nextAfter: number | null;
  count: number;
  totalMinor: number;
}

type Wanted = Pick<CoveredRow, 'currency' | 'kind' | 'value'> & {
  of?: CountedSide;
  after?: number;
  limit?: number;
};

const ask = ({ portal, token }: BankWorld, { id, proposal }: BankFileDetail, wanted: Wanted) =>
  portal.call(
    listCountedLines,
    { params: { id }, query: { reading: proposal?.reading ?? '', ...wanted } },
    { token },
  );

/** Walks every page and answers all rows, and what each page said of all of them. */
async function walked(own: BankWorld, detail: BankFileDetail, wanted: Wanted) {
  const rows: CountedLine[] = [];
  let after: number | null = 0;
  let said: Pick<Page, 'count' | 'totalMinor'> = { count: -1, totalMinor: -1 };
  while (after !== null) {
    const answer = await ask(own, detail, { ...wanted, after, limit: 3 });
    expect(answer.statusCode).toBe(200);
    const page: Page = answer.json();
    const { count, totalMinor } = page;
    if (after > 0) expect({ count, totalMinor }).toEqual(said);
    said = { count, totalMinor };
    rows.push(...page.rows);
    after = page.nextAfter;
  }
  return { rows, ...said };
}

async function uploaded(own: BankWorld, content: string): Promise<BankFileDetail> {
  const answer = await upload(own, content);
  expect(answer.statusCode).toBe(201);
  await own.runner.idle();
  return detailOf(own, answer.json<{ bankFile: { id: string } }>().bankFile.id);
}

/** Three days, two schemes, two terminals, a refund, two currencies, a rejected row, and sales without a line. */
async function plant(own: BankWorld): Promise<BankFileDetail> {
  const sold = await sell(
    own,
    ['15', '16', '17'].flatMap((day, index) => [
      { amountMinor: 10_000 + index, at: `2026-11-${day} 10:00` },
      { amountMinor: 20_000 + index, at: `2026-11-${day} 11:00`, scheme: 'Visa' as const },
      { amountMinor: 30_000 + index, at: `2026-11-${day} 12:00`, terminal: 1 },
      { amountMinor: 1_000 + index, at: `2026-11-${day} 13:00`, type: 'REFUND' as const },
      { amountMinor: 40_000 + index, at: `2026-11-${day} 14:00`, terminal: 1, scheme: 'Visa' as const },
    ]),
  );
  const isLeftOut = (index: number): boolean => index === 4 || index === 10;
  const lines = sold.flatMap((sale, index) =>
    isLeftOut(index) ? [] : [`${csvLineOf(sale)},SAR,${sale.scheme === 'Mada' ? 'MADA' : 'VISA'}`],
  );
  const [first] = sold;
  if (!first) throw new Error('nothing was sold');
  // Of nobody here: placed by what they say themselves.
  const dollars = ['15', '17'].map((day, index) => {
    const foreign = { rrn: `63250000000${index}`, approvalCode: `99999${index}`, at: `2026-11-${day} 15:00` };
    return `${csvLineOf(first, { ...foreign, amountMinor: 5_050, feeMinor: 0, vatMinor: 0 })},USD,VISA`;
  });
  const broken = `${csvLineOf(first).replace('100.00', 'x')},SAR,MADA`;
  return uploaded(own, [`${csvHeader},Currency,Card Scheme`, ...lines, broken, ...dollars, ''].join('\n'));
}

const sidesOf = ({ proposal }: BankFileDetail): readonly CoveredRow[] => proposal?.whole?.sides ?? [];

async function expectAllToAddUp(own: BankWorld, detail: BankFileDetail): Promise<void> {
  for (const { currency, kind, value, ...row } of sidesOf(detail))
    for (const [of, count, totalMinor] of [
      ['lines', row.lines, row.bankMinor],
      ['payments', row.payments, row.portalMinor],
      ['notInFile', row.notInFile, row.notInFileMinor],
    ] as const) {
      const { rows, ...said } = await walked(own, detail, { of, currency, kind, value });
      const about = { currency, kind, value, of };
      expect({ ...about, ...said }).toEqual({ ...about, count, totalMinor });
      const numbers = rows.map(({ seq }) => seq);
      expect({ ...about, numbers }).toEqual({
        ...about,
        numbers: [...new Set(numbers)].sort((a, b) => a - b),
      });
      expect({ ...about, count: rows.length }).toEqual({ ...about, count });
      expect(rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(totalMinor);
    }
}

describe('the lines behind the table before a verdict', () => {
  test('every number of every row is the count and the sum of its lines, also once the file is judged', async () => {
    const own = await anotherMerchant(world);
    const detail = await plant(own);
    expect(detail).toMatchObject({
      state: 'WAITING_LAYOUT',
      proposal: { whole: { lines: 15, rejected: 1 } },
    });
    const named = sidesOf(detail).map(({ currency, kind, value }) => `${currency} ${kind} ${value}`);
    const [tidA = '', tidB = ''] = own.merchant.terminals.map(({ tid }) => tid);
    for (const name of ['day 2026-11-16', 'scheme Visa', `terminal ${tidA}`, `terminal ${tidB}`, 'whole '])
      expect(named).toContain(`SAR ${name}`);
    for (const name of ['day 2026-11-17', 'whole ']) expect(named).toContain(`USD ${name}`);
    await expectAllToAddUp(own, detail);

    const body = asProposed(detail.proposal as never, 'Najd Bank', true);
    const { id } = detail;
    const confirmed = await own.portal.call(
      contract.confirmLayout,
      { params: { id }, body },
      { token: own.token },
    );
    expect(confirmed.statusCode).toBe(200);
    await own.runner.idle();
    const judged = await detailOf(own, id);
    expect(judged).toMatchObject({ state: 'DONE', proposal: { reading: detail.proposal?.reading } });
    await expectAllToAddUp(own, judged);
  }, 120_000);

  test('a rent line and a fee: the rows of the table add up to all lines that were read, and these two open', async () => {
    const own = await anotherMerchant(world);
    const sold = await sell(own, [
      { amountMinor: 10_000, at: '2026-11-15 10:00' },
      { amountMinor: 20_000, at: '2026-11-15 11:00' },
    ]);
    const tid = sold[0]?.tid ?? '';
    const other = (words: string, amount: string): string =>
      `${tid},,,2026-11-15 21:00:00,,${amount},0.00,0.00,${amount},${words}`;
    const content = [
      `${csvHeader},Transaction Type`,
      ...sold.map((sale) => `${csvLineOf(sale)},Purchase`),
      other('Terminal rent', '-150.00'),
      other('Monthly fee', '-20.00'),
      '',
    ].join('\n');
    const detail = await uploaded(own, content);
    const rows = sidesOf(detail);
    const linesOf = (wanted: CoveredRow['kind']): (readonly [number, number])[] =>
      rows.filter(({ kind }) => kind === wanted).map(({ lines, bankMinor }) => [lines, bankMinor] as const);
    expect([detail.proposal?.whole?.lines, linesOf('whole'), linesOf('others')]).toEqual([
      4,
      [[2, 30_000]],
      [[2, -17_000]],
    ]);
    expect(rows.find(({ kind }) => kind === 'others')).toMatchObject({
      payments: 0,
      notInFile: 0,
      judgedAs: null,
    });
    await expectAllToAddUp(own, detail);
    const opened = await walked(own, detail, { currency: 'SAR', kind: 'others', value: '' });
    expect(opened.rows.map(({ line, type, amountMinor }) => [line, type, amountMinor])).toEqual([
      [4, 'RENT', -15_000],
      [5, 'MONTHLY_FEE', -2_000],
    ]);
  }, 60_000);

  test('a line says what was read of it: its number, moment, type, amount, charge and keys', async () => {
    const own = await anotherMerchant(world);
    const detail = await plant(own);
    const day = { currency: 'SAR', kind: 'day', value: '2026-11-15' } as const;
    const { rows } = await walked(own, detail, day);
    expect(rows.map(({ line, type, amountMinor, minute }) => [line, type, amountMinor, minute])).toEqual([
      [2, 'PURCHASE', 10_000, 600],
      [3, 'PURCHASE', 20_000, 660],
      [4, 'PURCHASE', 30_000, 720],
      [5, 'REFUND', -1_000, 780],
    ]);
    expect(rows[1]).toMatchObject({
      day: '2026-11-15',
      transactionId: expect.any(String),
      rrn: expect.stringMatching(/^6324\d{8}$/),
      tid: own.merchant.terminals[0]?.tid,
      scheme: 'Visa',
      chargeMinor: 184,
    });
    const [missing] = (await walked(own, detail, { ...day, of: 'notInFile' })).rows;
    expect(missing).toMatchObject({
      line: null,
      transactionId: String(missing?.seq),
      amountMinor: 40_000,
      tid: own.merchant.terminals[1]?.tid,
    });
    const [dollar] = (await walked(own, detail, { ...day, currency: 'USD' })).rows;
    expect(dollar).toMatchObject({ transactionId: null, amountMinor: 5_050 });
  }, 60_000);

  test('409 for a table that was tried anew since, and the new one answers', async () => {
    const own = await anotherMerchant(world);
    const detail = await plant(own);
    const body = { ...asProposed(detail.proposal as never, 'Najd Bank', true), judge: false };
    const { id } = detail;
    const tried = await own.portal.call(
      contract.confirmLayout,
      { params: { id }, body },
      { token: own.token },
    );
    expect(tried.statusCode).toBe(200);
    await own.runner.idle();
    const whole = { currency: 'SAR', kind: 'whole', value: '' } as const;
    const stale = await ask(own, detail, whole);
    expect([stale.statusCode, stale.json()]).toEqual([409, expect.objectContaining({ code: 'conflict' })]);
    expect((await ask(own, await detailOf(own, id), whole)).statusCode).toBe(200);
  }, 60_000);

  test('404 for another merchant; 409 without a file to read: refused, gone from the folder, taken back', async () => {
    const own = await anotherMerchant(world);
    const detail = await plant(own);
    const whole = { currency: 'SAR', kind: 'whole', value: '' } as const;
    const stranger = await anotherMerchant(world);
    expect((await ask(stranger, detail, whole)).statusCode).toBe(404);

    const refused = await uploaded(stranger, 'nothing\n');
    expect(refused.state).toBe('REFUSED');
    const asked = await ask(stranger, { ...refused, proposal: detail.proposal }, whole);
    expect([asked.statusCode, asked.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'bankFileNotReady', details: { state: 'REFUSED', running: false } }),
    ]);

    const [kept] = await tenantRows<{ uuid: string }>(
      own.portal.db,
      own.merchant.merchantId,
      'SELECT uuid::text FROM bank_files WHERE merchant_id = tenant_id() AND id = $1',
      [detail.id],
    );
    await rm(bankFilePath(own.portal.bankFiles, kept?.uuid ?? ''));
    const gone = await ask(own, detail, whole);
    expect([gone.statusCode, gone.json().details]).toEqual([
      409,
      { state: 'WAITING_LAYOUT', running: false, fileError: 'gone' },
    ]);
    const undone = await own.portal.call(
      contract.undoBankFile,
      { params: { id: detail.id } },
      { token: own.token },
    );
    expect(undone.statusCode).toBe(200);
    expect((await ask(own, detail, whole)).statusCode).toBe(409);
  }, 60_000);
});
