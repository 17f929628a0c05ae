import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contract from '@mizan/contract/arrived-statements.ts';
import { readStatement, type StatementRead, takeStatement } from '@mizan/contract/statements.ts';
import { setWatchedFolder } from '@mizan/contract/watched-folder.ts';
import { afterAll, expect, test } from 'vitest';
import { platformRows } from '../../../platform/database/database.ts';
import { createLog } from '../../../platform/log.ts';
import { anotherMerchant, type BankWorld, bankWorld, sell } from '../../reconciliation/testing/bank-world.ts';
import { type FolderWatch, watchFolders } from '../../watched-folder/folder-watch.ts';
import { depositsByCell, firstBankOf } from '../testing/deposit-world.ts';
import { statementTaker } from './arrived-statements.service.ts';

/** Statements out of the watched folder: what is sure is entered once, and everything else waits with its reason. */
const first = await bankWorld();
const { portal } = first;
const { db, clock } = portal;
const root = await mkdtemp(join(tmpdir(), 'mizan-arrive-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const deps = { db, clock, log: createLog('silent'), root, dropFolder: root, folder: portal.bankFiles };
function process(): FolderWatch {
  const statements = statementTaker({ db, clock });
  const watch = watchFolders({ ...deps, statements, wake: () => undefined });
  afterAll(() => watch.stop());
  return watch;
}
const own = 'SA0380000000608010167519';
const others = 'SA4420000001234567891234';

async function shop(iban = own) {
  const world = await anotherMerchant(first);
  const { merchantId } = world.merchant;
  const sales = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-16 09:00' },
    { amountMinor: 37_000, at: '2026-11-17 09:00' },
  ]);
  await platformRows(db, 'UPDATE banks SET iban = NULL WHERE iban = $1', [iban]);
  await platformRows(db, 'UPDATE banks SET iban = $2 WHERE merchant_id = $1', [merchantId, iban]);
  const folder = join(root, merchantId);
  await mkdir(folder);
  await portal.call(setWatchedFolder, { body: { isOn: true } }, { token: world.token });
  const nets = sales.map(({ amountMinor, feeMinor, vatMinor }) => amountMinor - feeMinor - vatMinor);
  return {
    world,
    nets: nets as [number, number],
    bankId: await firstBankOf(world),
    drop: (name: string, text: string) => writeFile(join(folder, name), text),
    lying: async () => (await readdir(folder)).toSorted(),
  };
}
const twice = async (watch: FolderWatch) => {
  await watch.look();
  await watch.look();
};
const waitingOf = async ({ token }: BankWorld) =>
  (await portal.call(contract.listArrivedStatements, {}, { token })).json<{
    rows: contract.ArrivedStatement[];
  }>().rows;
const reasonsOf = async (world: BankWorld) =>
  (await waitingOf(world)).map(({ fileName, reason }) => `${fileName} ${reason}`);
const countOf = async (table: 'bank_deposits' | 'bank_files', { merchant }: BankWorld) =>
  (
    await platformRows<{ count: number }>(
      db,
      `SELECT count(*)::int AS count FROM ${table} WHERE merchant_id = $1`,
      [merchant.merchantId],
    )
  )[0]?.count;

const riyals = (minor: number): string =>
  `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, '0')}`;
const mt940 = (lines: readonly [number, string][], { account = own, closing = 0 } = {}): string =>
  [
    ':20:S',
    `:25:${account}`,
    ':60F:C261115SAR0,00',
    ...lines.flatMap(([minor, text], at) => [`:61:261118C${riyals(minor)}NTRFNONREF//R${at}`, `:86:${text}`]),
    `:62F:C261118SAR${riyals(closing || lines.reduce((sum, [minor]) => sum + minor, 0))}`,
  ].join('\n');

test('what fits exactly and speaks of cards is entered once, by two processes and again, and nothing waits', async () => {
  const { world, nets, drop, lying } = await shop();
  const text = mt940([
    [nets[0], 'POS settlement'],
    [nets[1], 'POS settlement'],
  ]);
  await drop('november.sta', text);
  const processes = [process(), process()];
  for (const _ of [1, 2]) await Promise.all(processes.map((each) => each.look()));
  expect(await depositsByCell(world)).toMatchObject({
    '2026-11-16 Mada SAR': { state: 'PAID' },
    '2026-11-17 Mada SAR': { state: 'PAID' },
  });
  expect([await waitingOf(world), await lying(), await countOf('bank_files', world)]).toEqual([
    [],
    ['done'],
    0,
  ]);
  // Another name, the same bytes; and another process, as after a restart.
  await drop('again.txt', text);
  await twice(process());
  expect([await countOf('bank_deposits', world), await lying()]).toEqual([2, ['done']]);
  const [by] = await platformRows<{ name: string; content: Buffer | null }>(
    db,
    `SELECT d.added_by_name AS name, a.content FROM bank_deposits d JOIN arrived_statements a USING (merchant_id)
      WHERE merchant_id = $1 LIMIT 1`,
    [world.merchant.merchantId],
  );
  expect(by).toEqual({ name: expect.stringMatching(/^SFTP · ./), content: null });
});

test('an exact amount that says rent is entered by nobody, and neither is what fits two settlements', async () => {
  const { world, nets, drop } = await shop();
  await drop('a.sta', mt940([[nets[0], 'rent of the shop']]));
  await drop(
    'b.sta',
    mt940([
      [nets[1], 'POS settlement'],
      [nets[1], 'POS settlement'],
    ]),
  );
  await twice(process());
  expect(await reasonsOf(world)).toEqual(['a.sta credits', 'b.sta credits']);
  expect(await countOf('bank_deposits', world)).toBe(0);
});

test("nobody's IBAN, another merchant's, two accounts, balances that disagree and a broken file wait with their reason", async () => {
  const { world, nets, drop } = await shop();
  const other = await anotherMerchant(first);
  await platformRows(db, 'UPDATE banks SET iban = $2 WHERE id = $1', [await firstBankOf(other), others]);
  const line: [number, string][] = [[nets[0], 'POS settlement']];
  await drop('1.sta', mt940(line, { account: 'SA5510000012300000123456' }));
  await drop('2.sta', mt940(line, { account: others }));
  await drop('3.sta', `${mt940(line)}\n-\n${mt940(line, { account: others })}`);
  await drop('4.sta', mt940(line, { closing: 999 }));
  await drop('5.xml', '<Document><BkToCstmrStmt><Stmt><Ntry>');
  await twice(process());
  expect(await reasonsOf(world)).toEqual([
    '1.sta noBank',
    '2.sta anothers',
    '3.sta severalAccounts',
    '4.sta balance',
    '5.xml unreadable',
  ]);
  expect(await countOf('bank_deposits', world)).toBe(0);
  expect(await waitingOf(other)).toEqual([]);
  expect(await countOf('bank_files', world)).toBe(0);
});

const head = 'Date,Description,Reference,Debit,Credit,Balance,Currency,IBAN';
/** A statement as a table; balances follow where `from` is said. */
const table = (nets: readonly number[], from: number | null, iban = own): string => {
  let balance = from ?? 0;
  const rows = nets.map((net, at) => {
    balance += from === null ? 1 : net;
    return `${17 + at}/11/2026,POS settlement,T${at},,${(net / 100).toFixed(2)},${(balance / 100).toFixed(2)},SAR,${iban}`;
  });
  return [
    head,
    '16/11/2026,opening,T,,0.50,' + ((from ?? 0) / 100).toFixed(2) + `,SAR,${iban}`,
    ...rows,
  ].join('\n');
};

test('what a table is, its content says: proved by balances it waits for its columns, undecided it is asked', async () => {
  const { world, nets, drop, bankId } = await shop();
  await drop('payments-of-november.csv', table(nets, 1_000));
  await drop('statement.csv', 'Terminal ID,RRN,Date,Amount,Balance\n1,632609120001,16/11/2026,10.00,1.00\n');
  await drop('unclear.csv', table(nets, null));
  const watch = process();
  await twice(watch);
  expect(await reasonsOf(world)).toEqual(['payments-of-november.csv columns', 'unclear.csv kind']);
  expect(await countOf('bank_files', world)).toBe(1);
  await platformRows(db, `UPDATE bank_files SET state = 'WAITING_LAYOUT' WHERE merchant_id = $1`, [
    world.merchant.merchantId,
  ]);
  const [first, unclear] = await waitingOf(world);
  // A person reads the one that waits, as it lies there, and keeps it: its columns are known from then on.
  const { token } = world;
  const shown = (
    await portal.call(
      readStatement,
      { query: { arrivedId: first?.id ?? '' }, body: Buffer.alloc(0) },
      { token },
    )
  ).json<StatementRead>();
  expect(shown).toMatchObject({ bankId, account: own });
  const said = {
    arrivedId: first?.id ?? '',
    columns: (shown.table?.columns ?? []).map(({ field }) => field ?? '').join(),
    dateOrder: 'dayFirst' as const,
    entries: '2',
    matched: shown.credits.flatMap(({ entry, match }) => (entry === 2 ? [`${entry}-${match}`] : [])).join(),
  };
  const taken = await portal.call(takeStatement, { query: said, body: Buffer.alloc(0) }, { token });
  expect([taken.statusCode, taken.json()]).toEqual([
    201,
    expect.objectContaining({ addedCount: 1, matchedCount: 1 }),
  ]);
  expect(await reasonsOf(world)).toEqual(['unclear.csv kind']);
  const gone = await portal.call(
    readStatement,
    { query: { arrivedId: said.arrivedId }, body: Buffer.alloc(0) },
    { token },
  );
  expect(gone.statusCode).toBe(404);
  // Nothing of its next one is asked, not by a balance among its rows: what is sure is entered, and the line that nobody took waits.
  const next = table([...nets], 1_000).replace('16/11/2026', '15/11/2026');
  await drop('next.csv', `${next}\n,Closing balance,,,,,SAR,`);
  await twice(watch);
  expect(await reasonsOf(world)).toEqual(['unclear.csv kind', 'next.csv credits']);
  expect((await depositsByCell(world))['2026-11-17 Mada SAR']).toMatchObject({ state: 'PAID' });
  // Asked what it is, a person says a file of payments.
  const answer = await portal.call(
    contract.arrivedIsOfPayments,
    { params: { id: unclear?.id ?? '' } },
    { token },
  );
  expect([answer.statusCode, await countOf('bank_files', world)]).toEqual([200, 2]);
  expect(await reasonsOf(world)).toEqual(['next.csv credits']);
});

test('a program sends one by the API, which waits until somebody puts it away, and never waits again', async () => {
  const { world, nets } = await shop();
  const { token } = world;
  const send = async (body: Buffer) =>
    portal.call(contract.sendStatement, { query: { fileName: 'a.sta' }, body }, { token });
  const text = Buffer.from(mt940([[nets[0] + 1, 'POS settlement']]));
  const answers = await Promise.all([send(text), send(text), send(text)]);
  expect(answers.map((each) => [each.statusCode, each.json()])).toEqual(
    answers.map(() => [201, { waits: 'credits' }]),
  );
  const [row, second] = await waitingOf(world);
  expect([row?.reason, second]).toEqual(['credits', undefined]);
  const put = () => portal.call(contract.putAwayStatement, { params: { id: row?.id ?? '' } }, { token });
  expect([(await put()).statusCode, (await put()).statusCode]).toEqual([200, 404]);
  expect((await send(text)).json()).toEqual({ waits: null });
  expect(await waitingOf(world)).toEqual([]);
  expect((await send(Buffer.from('no statement'))).statusCode).toBe(422);
  const actions = await platformRows<{ action: string }>(
    db,
    `SELECT action FROM audit_entries WHERE merchant_id = $1 AND action LIKE 'deposits.statement%' ORDER BY id`,
    [world.merchant.merchantId],
  );
  expect(actions.map(({ action }) => action)).toEqual([
    'deposits.statementArrived',
    'deposits.statementPutAway',
  ]);
});
