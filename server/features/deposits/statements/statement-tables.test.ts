import * as contract from '@mizan/contract/statements.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../../platform/database/database.ts';
import { anotherMerchant, type BankWorld, bankWorld, sell } from '../../reconciliation/testing/bank-world.ts';
import { depositsByCell, firstBankOf } from '../testing/deposit-world.ts';

/** Statements that are tables: what is asked of them, and that it is kept for the next one. */
const first = await bankWorld();
const iban = 'SA0380000000608010167519';

async function shop() {
  const world = await anotherMerchant(first);
  const sales = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-16 09:00' },
    { amountMinor: 23_000, at: '2026-11-17 10:00' },
  ]);
  const nets = sales.map(({ amountMinor, feeMinor, vatMinor }) => amountMinor - feeMinor - vatMinor);
  return { world, bankId: await firstBankOf(world), nets: nets as [number, number] };
}
const figure = (minor: number): string =>
  `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
const head = 'Date,Description,Reference,Debit,Credit,Balance,Currency';
const columns = 'date,description,reference,debit,credit,balance,currency';

const call = (world: BankWorld, body: string, query: object) =>
  world.portal.call(contract.readStatement, { query, body: Buffer.from(body) }, { token: world.token });
const read = async (world: BankWorld, body: string, query: object = {}) =>
  (await call(world, body, query)).json<contract.StatementRead>();
const take = ({ portal, token }: BankWorld, body: string, query: object) =>
  portal.call(contract.takeStatement, { query, body: Buffer.from(body) }, { token });
const reasonOf = (answer: { statusCode: number; json: () => { details?: { reason?: string } } }) => [
  answer.statusCode,
  answer.json().details?.reason,
];
const matchedOf = ({ credits }: contract.StatementRead): string =>
  credits.flatMap(({ entry, match }) => (match ? [`${entry}-${match}`] : [])).join();

test('a table is read, asked whose it is and how, kept as it was shown, and the next one is read by that', async () => {
  const { world, bankId, nets } = await shop();
  const text = [head, `11/11/2026,POS,S1,,${figure(nets[0])},${figure(nets[0])},SAR`].join('\n');
  // One line: neither whose it is nor which number is the day.
  const asked = await read(world, text);
  expect(asked).toMatchObject({ bankId: null, credits: [], table: { isRemembered: false, asked: [] } });
  const second = [
    head,
    `10/11/2026,rent,S2,5.00,,95.00,SAR`,
    `11/12/2026,POS,S3,,${figure(nets[0])},${figure(9_500 + nets[0])},SAR`,
  ].join('\n');
  expect((await read(world, second, { bankId })).table?.asked).toMatchObject([
    { question: 'dateOrder', way: 'monthFirst' },
  ]);
  const open = text.replace('11/11/2026', '02/11/2026');
  const undecided = await read(world, open, { bankId });
  expect([undecided.table?.asked, undecided.credits]).toMatchObject([
    [{ question: 'dateOrder', way: null }],
    [],
  ]);
  expect(reasonOf(await take(world, open, { bankId, entries: '1' }))).toEqual([409, 'notSaid']);
  expect(reasonOf(await take(world, open, { bankId, entries: '1', columns }))).toEqual([409, 'notSaid']);
  const said = { bankId, columns, dateOrder: 'dayFirst' };
  expect((await read(world, open, said)).credits).toMatchObject([{ valueDate: '2026-11-02' }]);
  expect((await take(world, open, { ...said, entries: '1' })).json()).toMatchObject({ addedCount: 1 });
  // The next one: the columns and the day first are those of before, and so is the bank, which may be said otherwise.
  const next = [head, `03/11/2026,a,S5,,6.00,6.00,SAR`].join('\n');
  const known = await read(world, next);
  expect(known).toMatchObject({
    bankId,
    isBankRemembered: true,
    table: { isRemembered: true, asked: [{ question: 'dateOrder', way: 'dayFirst' }] },
    credits: [{ valueDate: '2026-11-03' }],
  });
  expect(known.banks.map(({ id }) => id)).toContain(bankId);
  expect((await take(world, next, { entries: '1' })).json()).toMatchObject({ addedCount: 1 });
  // What it contradicts is asked anew.
  const contrary = [head, `11/13/2026,a,S6,,6.00,6.00,SAR`].join('\n');
  expect(await read(world, contrary)).toMatchObject({ credits: [], table: { asked: [{ way: null }] } });
});

test('the IBAN of its preamble says whose it is, and the balances say what is doubtful', async () => {
  const { world, bankId, nets } = await shop();
  await platformRows(first.portal.db, 'UPDATE banks SET iban = $2 WHERE id = $1', [bankId, iban]);
  const text = [
    `IBAN,${iban}`,
    head,
    `18/11/2026,POS,T1,,${figure(nets[0])},${figure(nets[0])},SAR`,
    `18/11/2026,POS,T2,,${figure(nets[1])},${figure(nets[0])},SAR`,
    `18/11/2026,fee,T3,1.00,,${figure(nets[0] - 100)},SAR`,
  ].join('\n');
  const shown = await read(world, text);
  expect(shown).toMatchObject({
    account: iban,
    bankId,
    banks: [],
    table: { chain: { triedCount: 2, heldCount: 1 } },
  });
  expect(shown.credits.map(({ evidence }) => evidence)).toEqual(['EXACT', 'OFF_BALANCE']);
  expect(shown.debits).toMatchObject([{ line: 5, amountMinor: -100, text: 'fee' }]);
  const query = { columns, dateOrder: 'dayFirst', entries: '1,2', matched: matchedOf(shown) };
  expect((await take(world, text, query)).json()).toMatchObject({ addedCount: 2, matchedCount: 1 });
  expect(await depositsByCell(world)).toMatchObject({
    '2026-11-16 Mada SAR': { state: 'PAID' },
    '2026-11-17 Mada SAR': { arrivedMinor: 0 },
  });
  // The same credit in another form of the statement has another reference: it is asked about, not doubled.
  const mt940 = [
    ':20:S',
    `:25:${iban}`,
    ':60F:C261115SAR0,00',
    `:61:261118C${figure(nets[0]).replace('.', ',')}NTRFNONREF//B-1`,
  ];
  expect((await read(world, mt940.join('\n'))).credits).toMatchObject([{ evidence: 'ALIKE' }]);
});

test('what is no table, or no column of one, is said', async () => {
  const { world, bankId } = await shop();
  expect(reasonOf(await call(world, 'Dear sir,\nwe regret,\n', { bankId }))).toEqual([422, 'notStatement']);
  expect((await call(world, head, { bankId, columns: 'date,nothing' })).statusCode).toBe(400);
  const several = 'Account,Date,Details,Credit\n111111,18/11/2026,a,1\n222222,18/11/2026,a,1';
  expect(reasonOf(await call(world, several, { bankId }))).toEqual([422, 'severalAccounts']);
  const many = [head, ...Array.from({ length: 5_300 }, () => '18/11/2026,a,b,,1.00,,SAR')].join('\n');
  expect(reasonOf(await call(world, many, { bankId }))).toEqual([422, 'tooManyLines']);
});
