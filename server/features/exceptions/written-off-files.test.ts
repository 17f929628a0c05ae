import { randomUUID } from 'node:crypto';
import { exportJournal } from '@mizan/contract/journal.ts';
import { proposedAccounts, setJournalAccounts } from '@mizan/contract/journal-accounts.ts';
import * as statements from '@mizan/contract/settlement-statements.ts';
import {
  exportSettlement,
  getSettlementTable,
  type SettlementTable,
} from '@mizan/contract/settlement-table.ts';
import { expect, test } from 'vitest';
import { drawnTexts } from '../../platform/exports/pdf-trial.ts';
import { wordsFor } from '../../platform/words.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { workbookParts } from '../settlement/statements/file-contents.ts';
import { accept, daysAfter, exceptionsOf, reopen, undoFile } from './testing/exception-world.ts';
import { claimableOf, claimOfMissing, withdrawClaim } from './testing/written-off-world.ts';

/** What was written off, in the files that leave the portal. Sunday, 22 November 2026, noon in Riyadh. */
const world = await bankWorld();
const { clock } = world.portal;
const noon = clock.now();
const day = '2026-11-16';

/** Monday: two of three sales are in the file; 100.00 is missing, of which 99.08 are due, and somebody accepts that. */
async function writtenOff() {
  clock.set(noon);
  const own = await anotherMerchant(world);
  const sold = (await sell(own, [
    { amountMinor: 20_000, at: `${day} 09:00` },
    { amountMinor: 10_000, at: `${day} 10:00` },
    { amountMinor: 30_000, at: `${day} 12:00` },
    { amountMinor: 5_000, at: '2026-11-17 09:00' },
  ])) as [Sold, Sold, Sold, Sold];
  await reconcile(own, csvOf([sold[0], sold[2], sold[3]].map((each) => csvLineOf(each))), 'monday.csv');
  const [found] = await exceptionsOf(own, { outcome: 'missingInBank' });
  if (!found) throw new Error('nothing is missing');
  expect(await accept(own, found)).toMatchObject({ state: 'ACCEPTED' });
  return { own, sold, found };
}

/** The lines of a CSV of ours, without a comma in any cell. */
const tableOf = (text: string) => {
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  const names = head.split(',');
  return {
    names,
    rows: lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell]))),
  };
};
const minor = (text = '') => Math.round(100 * Number(text || 0));

/** Every column of amounts: its total is the sum of the rows above it. */
function expectTotals({ names, rows }: ReturnType<typeof tableOf>, first: string, total: string): void {
  const at = rows.findIndex((row) => row[first] === total);
  expect(at).toBeGreaterThan(0);
  const amounts = names.filter((name) => /^-?\d+(?:\.\d\d?)?$/.test(rows[at]?.[name] ?? ''));
  expect(amounts.length).toBeGreaterThan(5);
  for (const name of amounts) {
    const sum = rows.slice(0, at).reduce((all, row) => all + minor(row[name]), 0);
    expect([name, minor(rows[at]?.[name])]).toEqual([name, sum]);
  }
}

/** A workbook of ours as the same table: what stands above its heading and below its sums is left out. */
async function sheetOf(bytes: Buffer, first: string) {
  const sheet = (await workbookParts(bytes))?.get('xl/worksheets/sheet1.xml') ?? '';
  const all = sheet
    .split('<row')
    .slice(1)
    .map((row) =>
      (row.match(/<c\/>|<c [^>]*>.*?<\/c>/g) ?? []).map((cell) => cell.replaceAll(/<[^>]*>/g, '')),
    );
  const at = all.findIndex((row) => row[0] === first);
  const names = all[at] ?? [];
  const rows = all
    .slice(at + 1)
    .map((row) => Object.fromEntries(row.map((cell, i) => [names[i] ?? '', cell])));
  return { names, rows };
}

const exported = async ({ portal, token }: BankWorld, lang: 'en' | 'ar', format: 'csv' | 'xlsx') => {
  const query = { month: '2026-11', format, lang };
  const answer = await portal.call(exportSettlement, { query }, { token });
  expect(answer.statusCode).toBe(200);
  return answer;
};

test.each([
  ['en', 'Of it written off', 'Net due', 'Bank', 'Total'],
  ['ar', 'منه مشطوب', 'الصافي المستحق', 'البنك', 'الإجمالي'],
] as const)(
  'exported settlements (%s) say what of a net was written off, and come to what the screen says',
  async (lang, name, net, first, total) => {
    const { own, found } = await writtenOff();
    const csv = tableOf((await exported(own, lang, 'csv')).body);
    const sheet = await sheetOf((await exported(own, lang, 'xlsx')).rawPayload, first);
    const answer = await own.portal.call(
      getSettlementTable,
      { query: { month: '2026-11' } },
      { token: own.token },
    );
    const screen = answer.json<SettlementTable>();
    // Behind the sums stands what is in no difference.
    const beside = wordsFor(lang).text('settlement:table.unsaid');
    const isSettlement = (row: Record<string, unknown>): boolean => row[first] !== beside;
    for (const whole of [csv, sheet]) {
      const table = { ...whole, rows: whole.rows.filter(isSettlement) };
      expect(whole.rows).toHaveLength(table.rows.length + 1);
      expect(table.rows.map((row) => row[name])).toEqual(['', '99.08', '99.08']);
      expectTotals(table, first, total);
      const last = table.rows.at(-1);
      expect([minor(last?.[net]), minor(last?.[name])]).toEqual([screen.totals[0]?.netMinor, 9_908]);
    }
    await reopen(own, found.id);
    const reopened = tableOf((await exported(own, lang, 'csv')).body).rows.filter(isSettlement);
    expect(reopened.map((row) => row[name])).toEqual(['', '', '0.00']);
  },
);

async function statementOf({ portal, token }: BankWorld) {
  const body = { requestId: randomUUID(), from: '2026-11-01', to: '2026-11-21' };
  const answer = await portal.call(statements.makeSettlementStatement, { body }, { token });
  expect(answer.statusCode).toBe(201);
  const made = answer.json<statements.SettlementStatementRow>();
  return {
    made,
    file: async (format: 'csv' | 'xlsx' | 'pdf', lang: 'en' | 'ar' = 'en'): Promise<Buffer> => {
      const asked = { params: { id: made.id }, query: { format, lang } };
      const file = await portal.call(statements.downloadSettlementStatement, asked, { token });
      expect(file.statusCode).toBe(200);
      return file.rawPayload;
    },
  };
}

test('a statement says what was written off by its row, its sum and in words, in each format, and keeps it', async () => {
  const { own, found } = await writtenOff();
  const { made, file } = await statementOf(own);
  expect(made.totals).toMatchObject([{ writtenOffMinor: 9_908 }]);
  const before = await file('csv');
  const table = tableOf(before.toString('utf8'));
  expectTotals(table, 'Bank', 'Total');
  expect(table.rows.map((row) => row['Of it written off']).slice(0, 3)).toEqual(['99.08', '', '99.08']);
  expect(before.toString('utf8')).toContain('written off');
  expectTotals(await sheetOf(await file('xlsx'), 'Bank'), 'Bank', 'Total');
  for (const [lang, said] of [
    ['en', 'Written off of the net due'],
    ['ar', '99.08'],
  ] as const) {
    const drawn = drawnTexts(await file('pdf', lang)).flat();
    const text = drawn.map((each) => each.text.replaceAll('|', '')).join(' ');
    expect(
      lang === 'en'
        ? text
        : text.replaceAll('٫', '.').replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)),
    ).toContain(said);
  }
  await reopen(own, found.id);
  expect(await file('csv')).toEqual(before);
  const after = await statementOf(own);
  expect(after.made.totals).toMatchObject([{ writtenOffMinor: 0 }]);
});

async function journalOf({ portal, token }: BankWorld, query: object = {}) {
  const asked = { query: { from: '2026-11-01', to: '2026-11-30', ...query } };
  const answer = await portal.call(exportJournal, asked, { token });
  expect(answer.statusCode).toBe(200);
  return tableOf(answer.body).rows.map((row) => ({
    entry: row['Entry'] ?? '',
    day: row['Date'],
    account: row['Account'],
    minor: minor(row['Debit']) - minor(row['Credit']),
  }));
}
const gaveUp = (lines: Awaited<ReturnType<typeof journalOf>>) =>
  lines
    .filter(({ entry }) => entry.startsWith('WRITTEN_OFF'))
    .map(({ day: on, account, minor: amount }) => [on, account, amount]);
const owed = (lines: Awaited<ReturnType<typeof journalOf>>) =>
  lines
    .filter(({ account }) => account === 'Receivable from the bank')
    .reduce((sum, line) => sum + line.minor, 0);
const later = (own: BankWorld, days: number): Promise<void> => daysAfter(noon, own, days);

test('the journal moves what was written off out of what the bank owes, on the day of the decision, and back on that of the reopening', async () => {
  const { own, found } = await writtenOff();
  const before = owed(await journalOf(own));
  await later(own, 1);
  const decided = [
    ['2026-11-22', 'Receivable from the bank', -9_908],
    ['2026-11-22', 'Written off', 9_908],
  ];
  expect(gaveUp(await journalOf(own))).toEqual(decided);
  expect(owed(await journalOf(own))).toBe(before - 9_908);
  await reopen(own, found.id);
  await later(own, 2);
  const reopened = await journalOf(own);
  // What stands in somebody's books stays, and is taken back on its own day.
  expect(gaveUp(reopened)).toEqual([
    ...decided,
    ['2026-11-23', 'Receivable from the bank', 9_908],
    ['2026-11-23', 'Written off', -9_908],
  ]);
  expect(owed(reopened)).toBe(before);
});

test('a line that comes later takes it back on its day, and the books are even', async () => {
  const { own, sold } = await writtenOff();
  await later(own, 2);
  await reconcile(own, csvOf([csvLineOf(sold[1])]), 'late.csv');
  await later(own, 3);
  expect(gaveUp(await journalOf(own)).map(([on, account, amount]) => [on, account, amount])).toEqual([
    ['2026-11-22', 'Receivable from the bank', -9_908],
    ['2026-11-22', 'Written off', 9_908],
    ['2026-11-24', 'Receivable from the bank', 9_908],
    ['2026-11-24', 'Written off', -9_908],
  ]);
});

test('a claim that asks the bank after all takes it back on its day; withdrawn, it is written off again on that day', async () => {
  clock.set(noon);
  const own = await anotherMerchant(world);
  const sold = (await sell(own, [
    { amountMinor: 3_000, at: `${day} 08:00` },
    { amountMinor: 20_000, at: `${day} 09:00` },
    { amountMinor: 10_000, at: `${day} 10:00` },
    { amountMinor: 30_000, at: `${day} 12:00` },
  ])) as [Sold, Sold, Sold, Sold];
  await reconcile(own, csvOf([csvLineOf(sold[0])]), 'early.csv');
  const content = csvOf([csvLineOf(sold[1]), csvLineOf(sold[3])]);
  const file = await reconcile(own, content, 'rest.csv');
  const [found] = await exceptionsOf(own, { outcome: 'missingInBank' });
  expect(found && (await accept(own, found))).toMatchObject({ state: 'ACCEPTED' });
  await later(own, 1);
  await undoFile(own, file.id);
  await later(own, 2);
  const claim = await claimOfMissing(own, await claimableOf(own));
  expect(claim.status).toBe(201);
  await later(own, 3);
  await reconcile(own, `${content}\n`, 'rest-again.csv');
  await later(own, 4);
  const claimed = [
    ['2026-11-22', 'Receivable from the bank', -9_908],
    ['2026-11-22', 'Written off', 9_908],
    ['2026-11-24', 'Receivable from the bank', 9_908],
    ['2026-11-24', 'Written off', -9_908],
  ];
  expect(gaveUp(await journalOf(own))).toEqual(claimed);
  expect(await withdrawClaim(own, claim.id ?? '')).toBe(200);
  await later(own, 5);
  // What stands in somebody's books stays; the account holds what is written off today.
  expect(gaveUp(await journalOf(own))).toEqual([
    ...claimed,
    ['2026-11-26', 'Receivable from the bank', -9_908],
    ['2026-11-26', 'Written off', 9_908],
  ]);
});

test('a program gets it in the account that was chosen for it, and is refused without one', async () => {
  const { own } = await writtenOff();
  await later(own, 1);
  const { portal, token } = own;
  const choose = async (but: string) => {
    const accounts = Object.entries(proposedAccounts)
      .filter(([role]) => role !== but)
      .map(([role, account]) => ({ role: role as keyof typeof proposedAccounts, bankId: null, account }));
    const body = { accounts, odooJournal: 'MISC', erpnextCompany: null };
    expect((await portal.call(setJournalAccounts, { body }, { token })).statusCode).toBe(200);
  };
  const asked = { query: { from: '2026-11-01', to: '2026-11-30', layout: 'odoo' as const } };
  await choose('writtenOff');
  expect((await portal.call(exportJournal, asked, { token })).json()).toMatchObject({
    details: { reason: 'accounts', missing: 'writtenOff' },
  });
  await choose('');
  const lines = (await portal.call(exportJournal, asked, { token })).body.split(/\r?\n/);
  expect(lines.filter((line) => line.includes(`,${proposedAccounts.writtenOff},`))).toHaveLength(1);
});
