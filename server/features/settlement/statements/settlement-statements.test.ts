import { randomUUID } from 'node:crypto';
import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import type { CheckedStatement, SettlementStatementRow } from '@mizan/contract/settlement-statements.ts';
import * as contract from '@mizan/contract/settlement-statements.ts';
import { getSettlementTable, type SettlementTable } from '@mizan/contract/settlement-table.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inPlatform, inTenant, platformRows } from '../../../platform/database/database.ts';
import { drawnTexts } from '../../../platform/exports/pdf-trial.ts';
import { testSecret } from '../../../platform/testing/database-names.ts';
import { exitCodes, verifiedText } from '../../../statement-verify.ts';
import { depositOf, entered, firstBankOf } from '../../deposits/testing/deposit-world.ts';
import { anotherMerchant, type BankWorld, bankWorld, sell } from '../../reconciliation/testing/bank-world.ts';
import { loadTransactions } from '../../transactions/testing/bulk-transactions.ts';
import { canonicalText, type StatementFigures, sha256, summaryOf, summarySeal } from './figures.ts';
import { figuresInPdf } from './file-contents.ts';
import { insertStatement } from './settlement-statements.queries.ts';
import { listStatements } from './settlement-statements.service.ts';
import { verifiedBytesMax, verifyFile } from './verify-file.service.ts';

/** Sunday, 22 November 2026, at noon in Riyadh. */
const first = await bankWorld();
const { db, clock } = first.portal;

const make = ({ portal, token }: BankWorld, more: object = {}) =>
  portal.call(
    contract.makeSettlementStatement,
    { body: { requestId: randomUUID(), from: '2026-11-01', to: '2026-11-22', ...more } },
    { token },
  );
async function made(world: BankWorld, more: object = {}): Promise<SettlementStatementRow> {
  const answer = await make(world, more);
  expect(answer.statusCode).toBe(201);
  return answer.json<SettlementStatementRow>();
}
async function fileOf(
  { portal, token }: BankWorld,
  id: string,
  format: ExportFormat,
  more: { lang?: 'en' | 'ar'; calendar?: contract.StatementCalendar } = {},
): Promise<Buffer> {
  const answer = await portal.call(
    contract.downloadSettlementStatement,
    { params: { id }, query: { format, ...more } },
    { token },
  );
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}
const verified = (bytes: Buffer) => verifyFile(db, testSecret, bytes);
const codeOf = (csv: Buffer): string => /code=([\w-]{27})/.exec(csv.toString('utf8'))?.[1] ?? '';
const check = (code: string) => first.portal.call(contract.checkSettlementStatement, { params: { code } });

/** A shop with a month of payments, a deposit that is short, and one that pays nothing yet. */
async function shopWithMonth(count = 120): Promise<BankWorld> {
  const world = await anotherMerchant(first);
  const ago = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  await inPlatform(db, (tx) => loadTransactions(tx, world.merchant, { count, from: ago(15), until: ago(0) }));
  const bankId = await firstBankOf(world);
  const [row] = (await tableOf(world)).rows.filter((each) => each.netMinor > 100);
  const shares = [{ day: row?.day ?? '', scheme: row?.scheme ?? 'Mada', amountMinor: 100 }];
  await entered(world, depositOf(bankId, { amountMinor: 100, shares, valueDate: '2026-11-19' }));
  await entered(world, depositOf(bankId, { amountMinor: 7_777, valueDate: '2026-11-20' }));
  return world;
}
const tableOf = async ({ portal, token }: BankWorld): Promise<SettlementTable> =>
  (await portal.call(getSettlementTable, { query: { month: '2026-11' } }, { token })).json<SettlementTable>();

test('a statement has the closing sums of the settlements, and keeps them whatever comes after', async () => {
  const world = await shopWithMonth();
  const { totals } = await tableOf(world);
  const statement = await made(world);
  expect(statement).toMatchObject({
    number: 'MZ-2026-0001',
    madeByName: world.merchant.owner.fullName,
    bank: null,
  });
  expect(statement.totals).toEqual(
    totals.map((total) => ({ ...total, unjudgedMinor: 0, writtenOffMinor: 0 })),
  );
  const before = await fileOf(world, statement.id, 'csv');
  await sell(world, [{ amountMinor: 55_500, at: '2026-11-15 09:00' }]);
  expect(await fileOf(world, statement.id, 'csv')).toEqual(before);
  expect((await made(world)).totals[0]?.grossMinor).toBe((statement.totals[0]?.grossMinor ?? 0) + 55_500);
  const text = before.toString('utf8');
  // What arrived and was matched to nothing is in none of the figures, and is said.
  expect(text).toContain('77.77');
  expect(text).toContain('more may have been sold on it since');
  expect(text.split('\r\n').filter((line) => line.startsWith('Total,'))).toHaveLength(1);
});

test('what was paid in parts on several days says each of them, in place of the last one alone', async () => {
  const world = await anotherMerchant(first);
  await sell(world, [{ amountMinor: 55_500, at: '2026-11-15 09:00' }]);
  const bankId = await firstBankOf(world);
  const part = (amountMinor: number, valueDate: string) =>
    entered(
      world,
      depositOf(bankId, {
        amountMinor,
        valueDate,
        shares: [{ day: '2026-11-15', scheme: 'Mada' as const, amountMinor }],
      }),
    );
  await part(100, '2026-11-17');
  await part(200, '2026-11-18');
  const { id } = await made(world);
  const row = (await fileOf(world, id, 'csv')).toString('utf8').split('\r\n')[1] ?? '';
  expect(row).toMatch(/paid in parts: Nov 17, 2026 \+ Nov 18, 2026/);
  expect(row).not.toContain('2026-11-18');
  expect(await verified(await fileOf(world, id, 'pdf'))).toMatchObject({ kind: 'UNCHANGED' });
});

test('the same attempt again is the same statement, and attempts at once have numbers of their own', async () => {
  const world = await anotherMerchant(first);
  const requestId = randomUUID();
  const all = await Promise.all([1, 2, 3].map(() => made(world, { requestId })));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  const others = await Promise.all(Array.from({ length: 6 }, () => made(world)));
  expect(others.map(({ number }) => number).toSorted()).toEqual(
    Array.from({ length: 6 }, (_, at) => `MZ-2026-000${at + 2}`),
  );
});

test('409: the same attempt with other days or another bank; the first answer stays', async () => {
  const world = await anotherMerchant(first);
  const requestId = randomUUID();
  const statement = await made(world, { requestId });
  for (const other of [{ to: '2026-11-21' }, { bankId: await firstBankOf(world) }]) {
    expect((await make(world, { requestId, ...other })).json()).toMatchObject({
      code: 'conflict',
      details: { reason: 'otherRequest' },
    });
  }
  expect((await made(world, { requestId })).id).toBe(statement.id);
});

test('409: a day that has not come; 404: a bank that is not theirs', async () => {
  const world = await anotherMerchant(first);
  expect((await make(world, { to: '2026-11-23' })).json()).toMatchObject({
    code: 'conflict',
    details: { reason: 'future' },
  });
  expect((await make(world, { bankId: await firstBankOf(first) })).statusCode).toBe(404);
  expect((await make(world, { from: '2026-08-22' })).statusCode).toBe(400);
});

test('the page says what the paper says and no more, to whoever holds its code and to nobody else', async () => {
  const world = await shopWithMonth(40);
  const statement = await made(world);
  const csv = await fileOf(world, statement.id, 'csv');
  const code = codeOf(csv);
  const answer = await check(code);
  expect(answer.statusCode).toBe(200);
  const { merchant, files, ...paper } = answer.json<CheckedStatement>();
  const { id: _id, madeByName: _who, rowsCount: _rows, ...listed } = statement;
  expect(paper).toEqual(listed);
  expect(Object.keys(merchant)).toEqual(['nameEn', 'nameAr']);
  expect(files).toEqual([{ format: 'csv', sha256: sha256(csv).toString('hex') }]);
  const other = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;
  expect((await check(other)).statusCode).toBe(404);
  for (const guess of [statement.number, statement.id, code.slice(1), `${code}A`]) {
    expect((await check(guess)).statusCode).toBe(400);
  }
});

test('404: the statement of another merchant', async () => {
  const [mine, theirs] = [await anotherMerchant(first), await anotherMerchant(first)];
  const { id } = await made(theirs);
  const answer = await mine.portal.call(
    contract.downloadSettlementStatement,
    { params: { id }, query: { format: 'csv' } },
    { token: mine.token },
  );
  expect(answer.statusCode).toBe(404);
  const listed = await mine.portal.call(
    contract.listSettlementStatements,
    { query: {} },
    { token: mine.token },
  );
  expect(listed.json()).toEqual({ rows: [], nextCursor: null });
});

const isLong = process.env['MIZAN_LONG'] === '1';
const variants = [
  ['csv', 'en'],
  ['xlsx', 'ar'],
  ['pdf', 'ar'],
] as const;
test.each(variants)(
  'a %s in %s is the same bytes again, is verified, and no byte of it may change',
  async (format, lang) => {
    const world = await shopWithMonth(30);
    const { id, number } = await made(world);
    const file = await fileOf(world, id, format, { lang, calendar: 'both' });
    expect(await fileOf(world, id, format, { lang, calendar: 'both' })).toEqual(file);
    const unchanged = await verified(file);
    expect(unchanged).toMatchObject({ kind: 'UNCHANGED', summary: { number } });
    expect(exitCodes[unchanged.kind]).toBe(0);
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Buffer.from(file);
        changed[at] = ((changed[at] ?? 0) + by) % 256;
        const found = await verified(changed);
        expect(['CHANGED', 'NOT_OURS']).toContain(found.kind);
        expect(exitCodes[found.kind]).toBeGreaterThan(0);
      }),
      { numRuns: isLong ? 100 : { csv: 12, xlsx: 3, pdf: 2 }[format] },
    );
    // A byte too few or too many is another file as well.
    expect((await verified(file.subarray(0, -1))).kind).not.toBe('UNCHANGED');
    expect((await verified(Buffer.concat([file, Buffer.from([10])]))).kind).not.toBe('UNCHANGED');
  },
);

test('a statement of before, which knew nothing of what is written off, keeps its columns and is verified as it was', async () => {
  const world = await shopWithMonth(20);
  const { id } = await made(world);
  const now = JSON.parse(figuresInPdf(await fileOf(world, id, 'pdf')) ?? '') as StatementFigures;
  const { writtenOff: _later, ...kept } = now;
  const code = sha256(now.code).toString('base64url').slice(0, 27);
  const totals = now.totals.map(({ writtenOffMinor: _none, ...total }) => total);
  const address = now.address.replace(now.code, code);
  const rows = now.rows.map(({ valueDates: _days, ...row }) => row);
  const before: StatementFigures = { ...kept, rows, form: 1, number: 'MZ-2026-0002', code, address, totals };
  const figures = canonicalText(before);
  const summary = canonicalText(summaryOf(before, figures));
  const seal = summarySeal(testSecret, summary);
  const row = {
    requestId: randomUUID(),
    askedSha256: sha256('asked'),
    sequence: 2,
    at: new Date(now.madeAt),
  };
  const by = world.merchant.owner.userId;
  const made2 = await inTenant(db, world.merchant.merchantId, (tx) =>
    insertStatement(tx, { ...row, by, code, figures, summary, seal }),
  );
  const csv = await fileOf(world, made2?.id ?? '', 'csv');
  const text = csv.toString('utf8');
  expect(text).toContain('Net due,Arrived,');
  expect(text).not.toContain('written off');
  expect(await verified(csv)).toMatchObject({ kind: 'UNCHANGED', summary: { number: 'MZ-2026-0002' } });
  const changed = Buffer.from(text.replace(/\d\.\d\d/, '9.99'));
  expect(await verified(changed)).toMatchObject({ kind: 'CHANGED', parts: ['lines 2'] });
  expect((await check(code)).json<CheckedStatement>().totals).toEqual(totals);
});

test('which part was changed is said: the line of a CSV, the row of a workbook, and of a PDF whether its figures are', async () => {
  const world = await shopWithMonth(30);
  const { id } = await made(world);
  const csv = (await fileOf(world, id, 'csv')).toString('utf8').split('\r\n');
  csv[2] = csv[2]?.replace(/\d\.\d\d/, '9.99') ?? '';
  expect(verifiedText('a.csv', await verified(Buffer.from(csv.join('\r\n'))))).toMatch(
    /^a\.csv: CHANGED since statement MZ-2026-0001 was made\n {2}lines 3$/,
  );
  const pdf = await fileOf(world, id, 'pdf');
  const at = pdf.indexOf('/CreationDate (D:2026') + 20;
  const changed = Buffer.from(pdf);
  changed[at] = (changed[at] ?? 0) + 1;
  expect(verifiedText('a.pdf', await verified(changed))).toMatch(
    /the figures inside it are those on record, .* byte \d+ of \d+ is the first that differs$/,
  );
  // Held against the one in its language, whichever was made first.
  await fileOf(world, id, 'pdf', { lang: 'ar' });
  expect(verifiedText('a.pdf', await verified(changed))).toMatch(
    / byte \d+ of \d+ is the first that differs$/,
  );
  // Nobody made a workbook of it yet.
  expect(await verified(Buffer.from(`PK${csv.join('\r\n')}`))).toMatchObject({ kind: 'NOT_OURS' });
});

test('a record that somebody wrote anew in the database is not believed', async () => {
  const world = await shopWithMonth(10);
  const { id } = await made(world);
  const csv = await fileOf(world, id, 'csv');
  const code = codeOf(csv);
  await platformRows(
    db,
    `UPDATE settlement_statements SET summary = replace(summary, '"number":"MZ-2026-0001"', '"number":"MZ-2026-0009"') WHERE merchant_id = $1`,
    [world.merchant.merchantId],
  ).catch((error: Error) => expect(error.message).toMatch(/permission denied/));
  const forged = Buffer.concat([csv, Buffer.from('x')]);
  await platformRows(
    db,
    `INSERT INTO settlement_statement_files (merchant_id, statement_id, sha256, format, language, calendar, made_at, seal)
     SELECT merchant_id, statement_id, $2, format, language, calendar, made_at, seal FROM settlement_statement_files WHERE merchant_id = $1`,
    [world.merchant.merchantId, sha256(forged)],
  );
  expect((await verified(forged)).kind).toBe('RECORD_BROKEN');
  expect((await check(code)).json<CheckedStatement>().files).toHaveLength(1);
  // Another secret is another installation.
  expect((await verifyFile(db, 'x'.repeat(40), csv)).kind).toBe('RECORD_BROKEN');
});

test('a statement that cannot be proven any more is listed as such, and says nothing else', async () => {
  const world = await anotherMerchant(first);
  const { id, madeAt } = await made(world);
  const by = { merchantId: world.merchant.merchantId } as Parameters<typeof listStatements>[1];
  const list = (secret: string) => {
    const deps = { db, secret } as Parameters<typeof listStatements>[0];
    return listStatements(deps, by, { limit: 10 });
  };
  expect((await list(testSecret)).rows).toMatchObject([{ id, number: 'MZ-2026-0001' }]);
  expect(await list('y'.repeat(40))).toEqual({ rows: [{ id, isUnproven: true, madeAt }], nextCursor: null });
});

test('a file that is none of ours, or larger than any, is said to be so', async () => {
  expect(await verified(Buffer.from('day,amount\n1,2\n'))).toEqual({ kind: 'NOT_OURS', why: 'noCode' });
  expect(await verified(Buffer.from(`?code=${'A'.repeat(27)}`))).toEqual({
    kind: 'NOT_OURS',
    why: 'unknownCode',
  });
  expect(await verified(Buffer.alloc(verifiedBytesMax + 1))).toEqual({ kind: 'NOT_OURS', why: 'tooLarge' });
  expect(await verified(Buffer.from('PK\u0003\u0004 no workbook'))).toMatchObject({ kind: 'NOT_OURS' });
});

test('a PDF carries the figures that its hash is of, and says number, hash, both calendars and pages', async () => {
  const world = await shopWithMonth(40);
  const { id, number, figuresSha256 } = await made(world);
  for (const lang of ['en', 'ar'] as const) {
    const pdf = await fileOf(world, id, 'pdf', { lang, calendar: 'both' });
    expect(sha256(figuresInPdf(pdf) ?? '').toString('hex')).toBe(figuresSha256);
    const pages = drawnTexts(pdf);
    const drawn = pages.map((page) => page.map(({ text }) => text.replaceAll('|', '')).join(' '));
    expect(drawn[0]).toContain(number);
    expect(drawn[0]?.replaceAll(' ', '')).toContain(figuresSha256.slice(0, 20));
    expect(drawn[0]).toMatch(lang === 'en' ? /2026\/11\/01 · 1448\/05\/21/ : /٢٠٢٦/);
    expect(drawn[0]).toMatch(lang === 'en' ? /1448/ : /١٤٤٨/);
    expect(drawn.every((page) => (lang === 'en' ? page.includes('Page') : page.includes('ةحفص')))).toBe(true);
  }
});

test('in the Umm al-Qura calendar alone a statement says no Gregorian day', async () => {
  const world = await shopWithMonth(10);
  const { id, number, figuresSha256 } = await made(world);
  for (const lang of ['en', 'ar'] as const) {
    const pdf = await fileOf(world, id, 'pdf', { lang, calendar: 'ummAlQura' });
    expect(sha256(figuresInPdf(pdf) ?? '').toString('hex')).toBe(figuresSha256);
    const drawn = drawnTexts(pdf)
      .flat()
      .map(({ text }) => text.replaceAll('|', ''))
      .join(' ')
      .replaceAll(number, '');
    expect(drawn).toMatch(lang === 'en' ? /1448/ : /١٤٤٨/);
    expect(drawn).not.toMatch(lang === 'en' ? /2026/ : /٢٠٢٦/);
  }
});
