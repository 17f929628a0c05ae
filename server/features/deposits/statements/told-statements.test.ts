import * as arrivals from '@mizan/contract/arrived-statements.ts';
import * as contract from '@mizan/contract/statements.ts';
import { expect, test } from 'vitest';
import { workbookOf } from '../../../reconciliation/workbook-trial.ts';
import { anotherMerchant, type BankWorld, bankWorld, sell } from '../../reconciliation/testing/bank-world.ts';
import { depositsByCell, firstBankOf } from '../testing/deposit-world.ts';

/** Statements that are not understood: a person says how their table is told, and the next one is read so. */
const first = await bankWorld();
const iban = 'SA0380000000608010167519';

type Said = Parameters<typeof readIn>[2];
const call = (world: BankWorld, body: string | Buffer, query: object) =>
  world.portal.call(contract.readStatement, { query, body: Buffer.from(body) }, { token: world.token });
async function readIn(world: BankWorld, body: string | Buffer, query: object = {}) {
  const answer = await call(world, body, query);
  expect([answer.statusCode, answer.statusCode === 200 ? null : answer.json()]).toEqual([200, null]);
  return answer.json<contract.StatementRead>();
}
const take = ({ portal, token }: BankWorld, body: string | Buffer, query: NonNullable<Said>) =>
  portal.call(contract.takeStatement, { query, body: Buffer.from(body) }, { token });
const titlesOf = ({ table }: contract.StatementRead) => table?.columns.map(({ title }) => title);
const fieldsOf = ({ table }: contract.StatementRead) => table?.columns.map(({ field }) => field);
const matchedOf = ({ credits }: contract.StatementRead): string =>
  credits.flatMap(({ entry, match }) => (match ? [`${entry}-${match}`] : [])).join();

async function shop() {
  const world = await anotherMerchant(first);
  const [sale] = await sell(world, [{ amountMinor: 10_000, at: '2026-11-16 09:00' }]);
  const net = (sale?.amountMinor ?? 0) - (sale?.feeMinor ?? 0) - (sale?.vatMinor ?? 0);
  return { world, bankId: await firstBankOf(world), net: (net / 100).toFixed(2) };
}

const page = 'Bericht;nur;zur;Ansicht;bitte';
const names = 'Wann;Was;Raus;Rein;Stand';
const columns = 'date,description,debit,credit,balance';

test('the line of names that a person said is read and kept, and the next statement is read so wherever it stands', async () => {
  const { world, bankId, net } = await shop();
  const text = (...rows: string[]): string => [page, names, ...rows, ''].join('\n');
  const one = text(`18.11.2026;POS;;${net};${net}`, '18.11.2026;x;3,00;2.00;1.00', 'nie;y;;2.00;');
  // The row of more words is taken for names: what it says is shown, with the first lines of the file.
  const asked = await readIn(world, one, { bankId });
  expect(asked.table).toMatchObject({
    missing: ['date', 'amount'],
    told: { kind: 'text', delimiter: ';', encoding: 'utf-8', namesLine: 1, said: {} },
  });
  expect(asked.table?.told.rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
  expect(titlesOf(await readIn(world, one, { bankId, namesLine: 2 }))).toEqual(names.split(';'));
  const said = { bankId, columns, dateOrder: 'dayFirst', currency: 'SAR', decimals: 'point', namesLine: 2 };
  const shown = await readIn(world, one, said);
  expect(shown.credits).toMatchObject([{ line: 3, evidence: 'EXACT', valueDate: '2026-11-18' }]);
  // What cannot be read is named with its line and the reason.
  expect(shown.refused).toEqual([
    { line: 4, reason: 'amount' },
    { line: 5, reason: 'date' },
  ]);
  const taken = await take(world, one, { ...said, entries: '1', matched: matchedOf(shown) });
  expect([taken.statusCode, taken.json()]).toEqual([
    201,
    expect.objectContaining({ addedCount: 1, matchedCount: 1 }),
  ]);
  expect((await depositsByCell(world))['2026-11-16 Mada SAR']).toMatchObject({ state: 'PAID' });
  const next = [page, page, '', names, '19.11.2026;POS;;7.00;8.00', '20.11.2026;POS;;1.00;9.00', ''].join(
    '\n',
  );
  const later = await readIn(world, next);
  expect(later).toMatchObject({
    bankId,
    table: { isRemembered: true, missing: [], told: { namesLine: 4, said: { namesLine: 4 } } },
  });
  expect(later.credits.map(({ line, amountMinor }) => [line, amountMinor])).toEqual([
    [5, 700],
    [6, 100],
  ]);
  // By a program it needs no word of a person either, and what nobody chose waits with its reason.
  expect((await take(world, next, { entries: '1' })).statusCode).toBe(201);
});

test('a statement without names is mapped by its places, proposed the next time, and never taken unasked', async () => {
  const { world, bankId, net } = await shop();
  const row = (day: string, reference: string, amount: string, balance: string): string =>
    `${day}|${reference}|${amount}|${balance}|${iban}`;
  const one = `${row('2026-11-18', '4000001', net, net)}\n`;
  const asked = await readIn(world, one, { bankId });
  expect(asked.table).toMatchObject({
    missing: ['date', 'amount'],
    told: { namesLine: 0, delimiter: '|', rows: [{ line: 1 }] },
  });
  const said = {
    bankId,
    columns: 'date,reference,amount,balance,account',
    currency: 'SAR',
    signs: 'allIn',
    delimiter: '|',
    namesLine: 0,
  };
  const shown = await readIn(world, one, said);
  expect(shown).toMatchObject({
    account: iban,
    credits: [{ line: 1, evidence: 'EXACT', reference: '4000001', valueDate: '2026-11-18' }],
  });
  expect((await take(world, one, { ...said, entries: '1', matched: matchedOf(shown) })).statusCode).toBe(201);
  const next = `${row('2026-11-19', '4000002', '12.00', '50.00')}\n`;
  const proposed = await readIn(world, next);
  expect([proposed.bankId, proposed.table?.isRemembered, fieldsOf(proposed)]).toEqual([
    bankId,
    true,
    said.columns.split(','),
  ]);
  const unasked = await take(world, next, { signs: 'allIn', entries: '1' });
  expect([unasked.statusCode, unasked.json()]).toMatchObject([409, { details: { reason: 'notSaid' } }]);
  // By itself it waits for its columns, whatever its amounts come to.
  const sent = await world.portal.call(
    arrivals.sendStatement,
    { query: { fileName: 'a.txt' }, body: Buffer.from(next) },
    { token: world.token },
  );
  expect([sent.statusCode, sent.json()]).toEqual([201, { waits: 'columns' }]);
});

test('an encoding that nothing proves is asked, and nothing is kept in one that nobody looked at', async () => {
  const { world, bankId } = await shop();
  // Arabic letters that no list has, in the bytes of windows-1256.
  const arabic = Buffer.from('c8c83bc8ca3bc8cb3bc8cc0a', 'hex');
  const file = (day: string): Buffer => Buffer.concat([arabic, Buffer.from(`${day};POS;5.00;SAR\n`)]);
  const asked = await readIn(world, file('2026-11-18'), { bankId });
  expect(asked.table?.told).toMatchObject({
    encoding: 'windows-1256',
    isEncodingGuessed: true,
    namesLine: 1,
  });
  expect(titlesOf(asked)?.[0]).toBe('\u0628\u0628');
  const latin = await readIn(world, file('2026-11-18'), { bankId, encoding: 'windows-1252' });
  expect(titlesOf(latin)?.[0]).toBe('\u00c8\u00c8');
  const said = { bankId, columns: 'date,description,credit,currency' };
  const unseen = await take(world, file('2026-11-18'), { ...said, entries: '1' });
  expect([unseen.statusCode, unseen.json()]).toMatchObject([409, { details: { reason: 'notSaid' } }]);
  const seen = { ...said, ...asked.table?.told.said, entries: '1' };
  expect((await take(world, file('2026-11-18'), seen)).statusCode).toBe(201);
  const later = await readIn(world, file('2026-11-19'));
  expect(later.table).toMatchObject({ isRemembered: true, told: { isEncodingGuessed: false } });
  expect(later.credits).toMatchObject([{ line: 2, amountMinor: 500 }]);
});

test('a line that the file does not have is refused, and what a text cannot be split by shows one column', async () => {
  const { world, bankId } = await shop();
  const text = [names, '18.11.2026;POS;;5.00;5.00', ''].join('\n');
  const refused = await call(world, text, { bankId, namesLine: 9 });
  expect([refused.statusCode, refused.json()]).toMatchObject([422, { details: { reason: 'noSuchNames' } }]);
  expect((await readIn(world, text, { bankId, delimiter: '|' })).table?.columns).toHaveLength(1);
  const letter = await call(world, 'Dear sir,\nwe regret,\n', { bankId });
  expect([letter.statusCode, letter.json()]).toMatchObject([422, { details: { reason: 'notStatement' } }]);
});

test('another sheet, a line far below and any sign between the cells are said, and the next statement is read so', async () => {
  const { world, bankId, net } = await shop();
  const said = { bankId, columns, dateOrder: 'dayFirst', currency: 'SAR', decimals: 'point' };
  const rows = [names, `18.11.2026;POS;;${net};${net}`].map((row) => row.replaceAll(';', ','));
  const book = workbookOf([
    ['Cover', 'Bericht,nur,zur,Ansicht,bitte,danke\neins,zwei,drei,vier,funf,sechs'],
    ['Bewegungen', rows.join('\n')],
  ]);
  expect((await readIn(world, book, { bankId })).table?.told).toMatchObject({
    kind: 'xlsx',
    sheet: 'Cover',
    sheets: ['Cover', 'Bewegungen'],
  });
  const chosen = await readIn(world, book, { ...said, sheet: 'Bewegungen' });
  expect(chosen.table?.told).toMatchObject({ sheet: 'Bewegungen', said: { sheet: 'Bewegungen' } });
  expect(chosen.credits).toMatchObject([{ line: 2, valueDate: '2026-11-18' }]);
  const taken = await take(world, book, {
    ...said,
    sheet: 'Bewegungen',
    entries: '1',
    matched: matchedOf(chosen),
  });
  expect([taken.statusCode, taken.json()]).toEqual([201, expect.objectContaining({ addedCount: 1 })]);

  const text = [
    ...Array.from({ length: 40 }, () => 'Seite, eins, von, vielen'),
    names.replaceAll(';', '*'),
    `19.11.2026*POS**7.00*7.00`,
    '',
  ].join('\n');
  const told = await readIn(world, text, { ...said, delimiter: '*', namesLine: 41 });
  expect(told.table?.told.rows.map(({ line }) => line).slice(19)).toEqual([20, 41, 42]);
  expect(told.credits).toMatchObject([{ line: 42, valueDate: '2026-11-19', amountMinor: 700 }]);
});
