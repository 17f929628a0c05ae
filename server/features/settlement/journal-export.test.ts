import { exportJournal } from '@mizan/contract/journal.ts';
import {
  getJournalAccounts,
  proposedAccounts,
  setJournalAccounts,
} from '@mizan/contract/journal-accounts.ts';
import { getSettlementTable, type SettlementTable } from '@mizan/contract/settlement-table.ts';
import { expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { depositOf, entered, firstBankOf, undo } from '../deposits/testing/deposit-world.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';

/** Sunday, 22 November 2026, at noon in Riyadh. */
const first = await bankWorld();
const { db, clock } = first.portal;

const fileOf = ({ portal, token }: BankWorld, query: object = {}) =>
  portal.call(exportJournal, { query: { from: '2026-11-01', to: '2026-11-30', ...query } }, { token });

/** The lines of the file: the amount is a debit above zero, a credit below. */
async function linesOf(world: BankWorld, query: object = {}) {
  const answer = await fileOf(world, query);
  expect(answer.statusCode).toBe(200);
  const [, ...lines] = answer.body.trim().split(/\r?\n/);
  const minor = (text = '') => Math.round(100 * Number(text));
  return lines.map((line) => {
    const [entry = '', day = '', about, bank = '', account = '', debit, credit, currency, reference] =
      line.split(',');
    return { entry, day, about, bank, account, minor: minor(debit) - minor(credit), currency, reference };
  });
}
type Lines = Awaited<ReturnType<typeof linesOf>>;

const balance = (lines: Lines, account: string): number =>
  lines.filter((line) => line.account === account).reduce((sum, line) => sum + line.minor, 0);

test('the month of a shop is its settlements and its deposits, and every entry balances', async () => {
  const world = await anotherMerchant(first);
  // Until yesterday: today may still be sold more of.
  const ago = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  await inPlatform(db, (tx) =>
    loadTransactions(tx, world.merchant, { count: 400, from: ago(15), until: ago(1) }),
  );
  const bankId = await firstBankOf(world);
  await entered(world, depositOf(bankId, { amountMinor: 12_345 }));
  const wrong = await entered(world, depositOf(bankId, { amountMinor: 777, valueDate: '2026-11-17' }));
  await undo(world, wrong.id);
  await platformRows(
    db,
    'UPDATE bank_deposits SET undone_at = $2 WHERE merchant_id = $1 AND undone_at IS NOT NULL',
    [world.merchant.merchantId, ago(2)],
  );
  const lines = await linesOf(world);
  for (const of of Map.groupBy(lines, ({ entry }) => entry).values()) {
    expect(of.reduce((sum, line) => sum + line.minor, 0)).toBe(0);
    expect(new Set(of.map(({ day, currency }) => `${day} ${currency}`)).size).toBe(1);
  }
  const answer = await world.portal.call(
    getSettlementTable,
    { query: { month: '2026-11' } },
    { token: world.token },
  );
  const { totals, rows } = answer.json<SettlementTable>();
  expect(rows.every(({ unjudgedCount, day }) => unjudgedCount === 0 && day < '2026-11-22')).toBe(true);
  const sum = totals.find(({ currency }) => currency === 'SAR');
  expect(totals).toHaveLength(1);
  expect({
    sales: balance(lines, 'Card sales'),
    refunds: balance(lines, 'Card refunds'),
    fees: balance(lines, 'Card fees'),
    vat: balance(lines, 'VAT on card fees'),
    bank: balance(lines, 'Bank account'),
    receivable: balance(lines, 'Receivable from the bank'),
  }).toEqual({
    sales: 0 - (sum?.grossMinor ?? 0),
    refunds: 0 - (sum?.refundsMinor ?? 0),
    fees: 0 - (sum?.mdrMinor ?? 0) - (sum?.processingMinor ?? 0),
    vat: 0 - (sum?.vatMinor ?? 0),
    bank: 12_345,
    receivable: (sum?.netMinor ?? 0) - 12_345,
  });
  expect(lines.filter(({ entry }) => entry.endsWith(`-${wrong.id}`))).toMatchObject([
    { day: '2026-11-17', account: 'Receivable from the bank', minor: -777 },
    { day: '2026-11-17', account: 'Bank account', minor: 777 },
    { day: '2026-11-20', account: 'Receivable from the bank', minor: 777 },
    { day: '2026-11-20', account: 'Bank account', minor: -777 },
  ]);
});

test('what has no agreed rate stands apart, and a day that is not over in no file', async () => {
  const world = await anotherMerchant(first);
  await sell(world, [
    { amountMinor: 10_000, at: '2026-11-15 09:00' },
    { amountMinor: 20_000, at: '2026-11-15 10:00', scheme: 'Visa' },
    { amountMinor: 5_000, at: '2026-11-22 09:00' },
  ]);
  await platformRows(
    db,
    `UPDATE expectation_days SET fee_minor = 0, vat_minor = 0, net_minor = 0, unjudged_count = count,
            unjudged_minor = gross_minor WHERE merchant_id = $1 AND scheme = 'Visa'`,
    [world.merchant.merchantId],
  );
  const lines = await linesOf(world);
  expect(lines.map(({ entry, account, minor }) => [entry.split('-')[0], account, minor])).toEqual([
    ['SOLD', 'Receivable from the bank', 9_908],
    ['SOLD', 'Card fees', 80],
    ['SOLD', 'VAT on card fees', 12],
    ['SOLD', 'Card sales', -10_000],
    ['UNJUDGED', 'Receivable with fees not judged', 20_000],
    ['UNJUDGED', 'Card sales', -20_000],
  ]);
  expect(new Set(lines.map(({ day }) => day))).toEqual(new Set(['2026-11-15']));
});

test('a name that a spreadsheet would run is a text, in both languages', async () => {
  const world = await anotherMerchant(first);
  await sell(world, [{ amountMinor: 10_000, at: '2026-11-15 09:00' }]);
  const bankId = await firstBankOf(world);
  await entered(world, depositOf(bankId, { reference: '=HYPERLINK(1)', valueDate: '2026-11-16' }));
  await platformRows(db, `UPDATE banks SET name_en = '=1+1', name_ar = '@1' WHERE merchant_id = $1`, [
    world.merchant.merchantId,
  ]);
  const english = await linesOf(world);
  expect(new Set(english.map(({ bank }) => bank))).toEqual(new Set(["'=1+1"]));
  expect(english.at(-1)?.reference).toBe("'=HYPERLINK(1)");
  const arabic = await linesOf(world, { lang: 'ar' });
  expect(new Set(arabic.map(({ bank }) => bank))).toEqual(new Set(["'@1"]));
  expect(balance(arabic, 'مبيعات البطاقات')).toBe(-10_000);
});

test('400: a span that ends before it begins, or of more than 92 days; none that is over is a file without rows', async () => {
  const world = await anotherMerchant(first);
  for (const to of ['2026-10-31', '2027-02-01']) expect((await fileOf(world, { to })).statusCode).toBe(400);
  expect((await fileOf(world, { from: '2026-09-01' })).statusCode).toBe(200);
  expect(await linesOf(world, { from: '2026-11-22' })).toEqual([]);
});

const choose = ({ portal, token }: BankWorld, body: object) =>
  portal.call(setJournalAccounts, { body: body as never }, { token });
const proposed = Object.entries(proposedAccounts).map(([role, account]) => ({ role, bankId: null, account }));

test('409 until accounts are chosen: what is missing is named; then each program gets its own columns and no mark before them', async () => {
  const world = await anotherMerchant(first);
  await sell(world, [{ amountMinor: 10_000, at: '2026-11-15 09:00' }]);
  const refused = await fileOf(world, { layout: 'odoo' });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { details: { reason: 'accounts', missing: 'receivable,fees,vat,sales,odooJournal' } },
  ]);
  const body = { accounts: proposed, odooJournal: 'MISC', erpnextCompany: 'Diyar, Ltd' };
  expect((await choose(world, body)).statusCode).toBe(200);
  const odoo = (await fileOf(world, { layout: 'odoo' })).body.split('\r\n');
  expect(odoo.slice(0, 5)).toEqual([
    'date,ref,journal_id,line_ids/account_id,line_ids/name,line_ids/debit,line_ids/credit',
    expect.stringMatching(
      /^2026-11-15,SOLD-2026-11-15-\d+-SAR,MISC,1210,"Card payments of the day, .+",99\.08,0\.00$/,
    ),
    expect.stringMatching(/^,,,6110,".+",0\.80,0\.00$/),
    expect.stringMatching(/^,,,1410,".+",0\.12,0\.00$/),
    expect.stringMatching(/^,,,4100,".+",0\.00,100\.00$/),
  ]);
  const erpnext = (await fileOf(world, { layout: 'erpnext' })).body.split('\r\n');
  expect(erpnext[0]).toMatch(
    /^Entry Type,Company,Posting Date,Reference Number,Reference Date,User Remark,Account/,
  );
  expect(erpnext[1]).toMatch(/^Journal Entry,"Diyar, Ltd",2026-11-15,SOLD-2026-11-15-\d+-SAR,2026-11-15,/);
  expect(erpnext[2]).toMatch(/^,,,,,,6110,0\.80,0\.00,/);
});

test('accounts stay as they were chosen, each merchant’s own; another’s bank is none', async () => {
  const [mine, theirs] = [await anotherMerchant(first), await anotherMerchant(first)];
  const body = { accounts: proposed, odooJournal: null, erpnextCompany: null };
  const chosen = (await choose(mine, body)).json<{ accounts: unknown[] }>();
  expect(chosen.accounts).toHaveLength(proposed.length);
  expect((await choose(mine, body)).statusCode).toBe(200);
  const fewer = { ...body, accounts: proposed.slice(0, 3) };
  expect((await choose(mine, fewer)).json<{ accounts: unknown[] }>().accounts).toHaveLength(3);
  const read = await theirs.portal.call(getJournalAccounts, {}, { token: theirs.token });
  expect(read.json()).toMatchObject({ accounts: [] });
  const foreign = { role: 'bank', bankId: await firstBankOf(theirs), account: '1' };
  expect((await choose(mine, { ...body, accounts: [foreign] })).statusCode).toBe(404);
});

test('409: accounts over those that another window chose meanwhile; a program that says none chooses them all', async () => {
  const world = await anotherMerchant(first);
  const none = { accounts: [], odooJournal: null, erpnextCompany: null };
  const body = { accounts: proposed, odooJournal: 'MISC', erpnextCompany: null };
  expect((await choose(world, { ...body, seen: none })).statusCode).toBe(200);
  const turned = { ...body, accounts: proposed.toReversed() };
  expect((await choose(world, { ...turned, seen: none })).statusCode, 'the same again').toBe(200);
  const late = { ...none, erpnextCompany: 'Diyar' };
  expect((await choose(world, { ...late, seen: none })).json()).toMatchObject({
    details: { reason: 'changedMeanwhile' },
  });
  expect((await choose(world, { ...late, seen: turned })).json()).toMatchObject(late);
  expect((await choose(world, body)).json()).toMatchObject({ odooJournal: 'MISC', erpnextCompany: null });
});

test('409: an amount in another currency, which a program would take for riyals', async () => {
  const world = await anotherMerchant(first);
  await choose(world, { accounts: proposed, odooJournal: 'MISC', erpnextCompany: null });
  await entered(world, depositOf(await firstBankOf(world), { currency: 'USD', valueDate: '2026-11-16' }));
  expect((await fileOf(world, { layout: 'odoo' })).json()).toMatchObject({ details: { reason: 'currency' } });
  expect((await fileOf(world)).statusCode).toBe(200);
});

test('the processing fee has an account of its own, and both are what the bank keeps', async () => {
  const world = await anotherMerchant(first);
  await sell(world, [{ amountMinor: 10_000, at: '2026-11-15 09:00' }]);
  const { merchantId } = world.merchant;
  await platformRows(
    db,
    `INSERT INTO discount_rates (merchant_id, bank_id, scheme, mdr_bps, paid_within_days, valid_from, processing_fee_minor)
     VALUES ($1, $2, 'Mada', 80, 1, '2026-01-01', 25)`,
    [merchantId, await firstBankOf(world)],
  );
  await platformRows(db, 'UPDATE transactions SET mdr_minor = 55 WHERE merchant_id = $1', [merchantId]);
  const lines = await linesOf(world);
  expect([balance(lines, 'Card fees'), balance(lines, 'Processing fees')]).toEqual([55, 25]);
});

test('rent and fees of the bank stand against what it owes, once however many files have them', async () => {
  const world = await anotherMerchant(first);
  const [one, other] = (await sell(world, [
    { amountMinor: 10_000, at: '2026-11-15 09:00' },
    { amountMinor: 20_000, at: '2026-11-16 09:00' },
  ])) as [Sold, Sold];
  const sale = (sold: Sold) => `${csvLineOf(sold)},Purchase`;
  const taken = (day: string, amount: string, kind: string) =>
    `${one.tid},,,${day} 21:00:00,,${amount},0.00,0.00,${amount},${kind}`;
  const rent = taken('2026-11-15', '-50.00', 'Terminal rent');
  const fileWith = (...lines: readonly string[]) =>
    [`${csvHeader},Transaction Type`, ...lines, ''].join('\n');
  const monday = await reconcile(world, fileWith(sale(one), rent, rent), 'monday.csv');
  const more = [
    taken('2026-11-16', '-12.50', 'Chargeback fee'),
    taken('2026-11-16', '-7.00', 'Monthly fee'),
    taken('2026-11-16', '-33.00', 'Adjustment'),
  ];
  const week = await reconcile(world, fileWith(sale(one), rent, sale(other), ...more), 'week.csv');
  expect([monday.state, week.state]).toEqual(['DONE', 'DONE']);
  const charged = (await linesOf(world)).filter(({ entry }) => entry.startsWith('CHARGED'));
  expect(charged.map(({ day, account, minor }) => [day, account, minor])).toEqual([
    ['2026-11-15', 'Receivable from the bank', -10_000],
    ['2026-11-15', 'Other charges of the bank', 10_000],
    ['2026-11-16', 'Receivable from the bank', -1_950],
    ['2026-11-16', 'Other charges of the bank', 1_950],
  ]);
  expect(balance(await linesOf(world), 'To be clarified with the bank')).toBe(3_300);
  const others = proposed.filter(({ role }) => role !== 'charges');
  await choose(world, { accounts: others, odooJournal: 'MISC', erpnextCompany: null });
  const refused = await fileOf(world, { layout: 'odoo' });
  expect(refused.json()).toMatchObject({ details: { reason: 'accounts', missing: 'charges' } });
  await choose(world, { accounts: proposed, odooJournal: 'MISC', erpnextCompany: null });
  expect((await fileOf(world, { layout: 'odoo' })).body).toMatch(/,6130,/);
});

test('rent that the bank gave back stands against what it took, where the file writes what it takes with a minus', async () => {
  const world = await anotherMerchant(first);
  const [one] = (await sell(world, [{ amountMinor: 10_000, at: '2026-11-15 09:00' }])) as [Sold];
  const rent = (day: string, amount: string) =>
    `${one.tid},,,${day} 21:00:00,,${amount},0.00,0.00,${amount},Terminal rent`;
  const content = [
    `${csvHeader},Transaction Type`,
    `${csvLineOf(one)},Purchase`,
    rent('2026-11-15', '-50.00'),
    rent('2026-11-15', '20.00'),
    rent('2026-11-16', '5.00'),
    '',
  ].join('\n');
  const { proposal } = await reconcile(world, content, 'given_back.csv');
  expect(proposal?.questions.find(({ question }) => question === 'charges')).toMatchObject({
    way: 'signed',
    evidence: 'said',
    by: 'Terminal rent -50.00',
    tried: 2,
  });
  const charged = (await linesOf(world)).filter(({ entry }) => entry.startsWith('CHARGED'));
  expect(charged.map(({ day, account, minor }) => [day, account, minor])).toEqual([
    ['2026-11-15', 'Receivable from the bank', -3_000],
    ['2026-11-15', 'Other charges of the bank', 3_000],
    ['2026-11-16', 'Receivable from the bank', 500],
    ['2026-11-16', 'Other charges of the bank', -500],
  ]);
});

test('adjustments, invoices, carried balances and lines of unknown words wait in an account, and the journal comes to the deposit', async () => {
  const world = await anotherMerchant(first);
  const [sold] = (await sell(world, [{ amountMinor: 50_000, at: '2026-11-15 09:00' }])) as [Sold];
  const line = (amount: string, kind: string) =>
    `${sold.tid},,,2026-11-15 21:00:00,,${amount},0.00,0.00,${amount},${kind}`;
  const lines = [
    line('-33.00', 'Adjustment'),
    line('12.00', 'Adjustment'),
    line('-5.75', 'Invoice'),
    line('-100.00', 'Balance brought forward'),
    line('-2.00', 'Qqzx'),
    line('-50.00', 'Terminal rent'),
  ];
  const text = [`${csvHeader},Transaction Type`, `${csvLineOf(sold)},Purchase`, ...lines, ''].join('\n');
  expect((await reconcile(world, text, 'unclear.csv')).state).toBe('DONE');
  const net = sold.amountMinor - sold.feeMinor - sold.vatMinor;
  const paid = net - 3_300 + 1_200 - 575 - 10_000 - 200 - 5_000;
  const bankId = await firstBankOf(world);
  await entered(world, depositOf(bankId, { amountMinor: paid, valueDate: '2026-11-16' }));
  const journal = await linesOf(world);
  expect([
    balance(journal, 'To be clarified with the bank'),
    balance(journal, 'Other charges of the bank'),
    balance(journal, 'Receivable from the bank'),
  ]).toEqual([3_300 - 1_200 + 575 + 10_000 + 200, 5_000, 0]);
  // The layouts of programs ask for the account only where a line needs it.
  const others = proposed.filter(({ role }) => role !== 'unclear');
  await choose(world, { accounts: others, odooJournal: 'MISC', erpnextCompany: null });
  const refused = await fileOf(world, { layout: 'odoo' });
  expect(refused.json()).toMatchObject({ details: { reason: 'accounts', missing: 'unclear' } });
});
