import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contract from '@mizan/contract/arrived-statements.ts';
import { makeKey } from '@mizan/contract/integrator-keys.ts';
import { pathOf } from '@mizan/contract/route.ts';
import { readStatement, type StatementRead, takeStatement } from '@mizan/contract/statements.ts';
import { setWatchedFolder } from '@mizan/contract/watched-folder.ts';
import { afterAll, expect, test } from 'vitest';
import { platformRows } from '../../../platform/database/database.ts';
import { createLog } from '../../../platform/log.ts';
import { anotherMerchant, bankWorld, sell } from '../../reconciliation/testing/bank-world.ts';
import { watchFolders } from '../../watched-folder/folder-watch.ts';
import { depositsByCell, firstBankOf } from '../testing/deposit-world.ts';
import { amountCell, dayCell, workbookOf } from '../testing/statement-workbook.ts';
import { statementTaker } from './arrived-statements.service.ts';

/** Each form of a statement by each way that it comes, as whole files: by the watched folder, with a key, and on the screen. */
const first = await bankWorld();
const { portal } = first;
const { db, clock } = portal;
const root = await mkdtemp(join(tmpdir(), 'mizan-ways-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const iban = 'SA0380000000608010167519';
async function shop() {
  const world = await anotherMerchant(first);
  const { merchantId } = world.merchant;
  const [sale] = await sell(world, [{ amountMinor: 10_000, at: '2026-11-16 09:00' }]);
  const minor = (sale?.amountMinor ?? 0) - (sale?.feeMinor ?? 0) - (sale?.vatMinor ?? 0);
  await platformRows(db, 'UPDATE banks SET iban = NULL WHERE iban = $1', [iban]);
  await platformRows(db, 'UPDATE banks SET iban = $2 WHERE merchant_id = $1', [merchantId, iban]);
  return { world, minor, net: (minor / 100).toFixed(2), bankId: await firstBankOf(world) };
}

const mt940 = (net: string): string =>
  [
    '{1:F01NJDBSARIXXXX0000000000}{2:I940MIZANSARXXXXN}{4:',
    ':20:261118NJD',
    `:25:${iban}`,
    ':28C:322/1',
    ':60F:C261117SAR100,00',
    `:61:2611181118C${net.replace('.', ',')}NTRFNONREF//NJD-7`,
    ':86:POS settlement mada 16 NOV',
    `:62F:C261118SAR${(Number(net) + 100).toFixed(2).replace('.', ',')}`,
    '-}',
  ].join('\r\n');
const balance = (kind: string, amount: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="SAR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
   <Dt><Dt>2026-11-18</Dt></Dt></Bal>`;
const camt053 = (net: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
 <BkToCstmrStmt><GrpHdr><MsgId>NJD-322</MsgId><CreDtTm>2026-11-19T06:00:00+03:00</CreDtTm></GrpHdr>
  <Stmt><Id>322</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>SAR</Ccy></Acct>
   ${balance('OPBD', '100.00')}${balance('CLBD', (Number(net) + 100).toFixed(2))}
   <Ntry><Amt Ccy="SAR">${net}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-11-18</Dt></BookgDt><ValDt><Dt>2026-11-18</Dt></ValDt><AcctSvcrRef>NJD-7</AcctSvcrRef>
    <NtryDtls><TxDtls><RmtInf><Ustrd>POS settlement mada 16 NOV</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
  </Stmt>
 </BkToCstmrStmt>
</Document>
`;
const forms = [
  ['MT940', 'statement.sta', mt940],
  ['camt.053', 'statement.xml', camt053],
] as const;

test.each(forms)(
  '%s that is dropped into the folder pays its settlement, and lies done',
  async (_, name, of) => {
    const { world, net } = await shop();
    const { merchantId } = world.merchant;
    const folder = join(root, merchantId);
    await mkdir(folder);
    await portal.call(setWatchedFolder, { body: { isOn: true } }, { token: world.token });
    const deps = { db, clock, log: createLog('silent'), root, dropFolder: root, folder: portal.bankFiles };
    const watch = watchFolders({ ...deps, statements: statementTaker({ db, clock }), wake: () => undefined });
    await writeFile(join(folder, name), of(net));
    for (const _time of [1, 2]) await watch.look();
    await watch.stop();
    expect((await depositsByCell(world))['2026-11-16 Mada SAR']).toMatchObject({ state: 'PAID' });
    expect(await readdir(folder)).toEqual(['done']);
  },
);

test.each(forms)(
  '%s that is sent with a key pays its settlement, once; a key without the scope is refused',
  async (_, name, of) => {
    const { world, net } = await shop();
    const keyOf = async (scope: 'settlement:write' | 'settlement:read') => {
      const body = { name: 'Books', scopes: [scope], lastDay: '2026-12-31' };
      return (await portal.call(makeKey, { body }, { token: world.token })).json<{ key: string }>().key;
    };
    const send = (token: string) =>
      portal.app.inject({
        method: 'POST',
        url: `${pathOf(contract.sendStatement)}?fileName=${name}`,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': randomUUID(),
          'content-type': 'application/octet-stream',
        },
        payload: Buffer.from(of(net)),
      });
    expect((await send(await keyOf('settlement:read'))).statusCode).toBe(403);
    const key = await keyOf('settlement:write');
    for (const _time of [1, 2]) {
      const sent = await send(key);
      expect([sent.statusCode, sent.json()]).toEqual([201, { waits: null }]);
    }
    expect((await depositsByCell(world))['2026-11-16 Mada SAR']).toMatchObject({ state: 'PAID' });
    const [row] = await platformRows<{ count: number }>(
      db,
      'SELECT count(*)::int AS count FROM bank_deposits WHERE merchant_id = $1',
      [world.merchant.merchantId],
    );
    expect(row?.count).toBe(1);
  },
);

function workbook(net: string, bookType: 'xlsx' | 'biff8'): Buffer {
  const day = dayCell(46_344);
  const after = Number(net) + 100;
  return workbookOf(
    {
      Cover: [['Notes'], ['Printed for the branch']],
      Statement: [
        ['Account Statement'],
        ['IBAN', iban],
        [],
        ['Date', 'Description', 'Reference', 'Debit', 'Credit', 'Balance', 'Currency'],
        [day, 'POS settlement mada', 'NJD-7', null, amountCell(Number(net)), amountCell(after), 'SAR'],
        [day, 'rent', 'NJD-8', amountCell(40), null, amountCell(after - 40), 'SAR'],
        [day, 'broken', 'NJD-9', null, 'n/a', amountCell(after - 40), 'SAR'],
      ],
    },
    bookType,
  );
}

test.each(['xlsx', 'biff8'] as const)(
  'a workbook (%s) of another program is read by its route, and its credit is kept',
  async (bookType) => {
    const { world, net, minor, bankId } = await shop();
    const body = workbook(net, bookType);
    const answer = await portal.call(readStatement, { query: {}, body }, { token: world.token });
    expect(answer.statusCode).toBe(200);
    const shown = answer.json<StatementRead>();
    expect(shown).toMatchObject({
      account: iban,
      bankId,
      table: {
        told: { kind: bookType === 'xlsx' ? 'xlsx' : 'xls', namesLine: 4 },
        missing: [],
        chain: { triedCount: 1, heldCount: 1 },
      },
      credits: [
        { line: 5, valueDate: '2026-11-18', amountMinor: minor, reference: 'NJD-7', evidence: 'EXACT' },
      ],
      debits: [{ line: 6, amountMinor: -4_000 }],
      refused: [{ line: 7, reason: 'amount' }],
    });
    const query = {
      columns: (shown.table?.columns ?? []).map(({ field }) => field ?? '').join(),
      entries: '1',
      matched: `1-${shown.credits[0]?.match}`,
    };
    const taken = await portal.call(takeStatement, { query, body }, { token: world.token });
    expect([taken.statusCode, taken.json()]).toEqual([
      201,
      expect.objectContaining({ addedCount: 1, matchedCount: 1 }),
    ]);
    expect((await depositsByCell(world))['2026-11-16 Mada SAR']).toMatchObject({ state: 'PAID' });
  },
);

test('MT940 with a point for the comma is refused at its line, and what stands beside it is read', async () => {
  const { world, net, bankId } = await shop();
  const text = mt940(net).replace(':86:', ':61:2611181118C7.00NTRFNONREF//NJD-8\r\n:86:');
  const read = (body: string) =>
    portal.call(readStatement, { query: {}, body: Buffer.from(body) }, { token: world.token });
  const shown = (await read(text)).json<StatementRead>();
  expect(shown).toMatchObject({ bankId, refused: [{ line: 7, reason: 'shape' }], credits: [{ line: 6 }] });
  // A balance that is not in the form of the standard says no currency: its lines are refused, none is guessed.
  const off = (await read(mt940(net).replace('SAR100,00', 'SAR100.00'))).json<StatementRead>();
  expect([off.credits, off.refused, off.balance]).toEqual([[], [{ line: 6, reason: 'currency' }], null]);
});
