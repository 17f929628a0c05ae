import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { closeDatabase, inPlatform, inTenant, openDatabase, platformRows } from './database.ts';
import { migrate } from './migrate.ts';
import { type SomeMerchant, someMerchants } from './testing/some-merchants.ts';

/** The same migration on one machine and, with npm run test:cluster, on a distributed database that holds rows. */
const database = await testDatabase();
const db = openDatabase(database.roles);
const folder = await mkdtemp(join(tmpdir(), 'mizan-migrations-'));
afterAll(async () => {
  await closeDatabase(db);
  await rm(folder, { recursive: true });
});

let first: SomeMerchant;
let second: SomeMerchant;
beforeAll(async () => {
  [first, second] = (await someMerchants(db, 2)) as [SomeMerchant, SomeMerchant];
  await cp(new URL('../../migrations/', import.meta.url), folder, { recursive: true });
  await cp(new URL('testing/later-migrations/', import.meta.url), folder, { recursive: true });
  await migrate(database.url, { folder: pathToFileURL(`${folder}/`) });
});

const open = (merchant: SomeMerchant, transactionId: string | undefined) =>
  inTenant(db, merchant.id, (tx) =>
    tx.row<{ id: string }>(
      `INSERT INTO disputes (merchant_id, transaction_id, reason_id) VALUES (tenant_id(), $1, 1) RETURNING id::text`,
      [transactionId],
    ),
  );

test('a new table of merchants takes rows, keeps its keys and runs its trigger', async () => {
  await inPlatform(db, (tx) => tx.change(`INSERT INTO dispute_reasons (id, name_en) VALUES (1, 'Not mine')`));
  const dispute = await open(first, first.transactionIds[0]);
  await open(second, second.transactionIds[0]);
  await inTenant(db, first.id, (tx) =>
    tx.change('UPDATE disputes SET opened_at = opened_at WHERE merchant_id = tenant_id() AND id = $1', [
      dispute?.id,
    ]),
  );
  const read = await inTenant(db, first.id, (tx) =>
    tx.rows(
      `SELECT d.id::text, d.changes, r.name_en AS reason, t.disputed
         FROM disputes d JOIN dispute_reasons r ON r.id = d.reason_id
         JOIN transactions t ON t.merchant_id = d.merchant_id AND t.id = d.transaction_id
        WHERE d.merchant_id = tenant_id()`,
    ),
  );
  expect(read).toEqual([{ id: dispute?.id, changes: 1, reason: 'Not mine', disputed: false }]);
});

test("refused: a payment of another merchant, a reason that there is not, another merchant's row", async () => {
  await expect(open(first, second.transactionIds[0])).rejects.toThrow('foreign key');
  const strange = (merchantId: string, reasonId: number) =>
    inTenant(db, first.id, (tx) =>
      tx.change('INSERT INTO disputes (merchant_id, transaction_id, reason_id) VALUES ($1, $2, $3)', [
        merchantId,
        first.transactionIds[0],
        reasonId,
      ]),
    );
  await expect(strange(first.id, 99)).rejects.toThrow('foreign key');
  await expect(strange(second.id, 1)).rejects.toThrow('row-level security');
});

test('columns and rights that came later are there where the rows lie', async () => {
  await platformRows(db, `UPDATE branches SET mall = 'Riyadh' WHERE merchant_id = $1`, [first.id]);
  const read = await inTenant(db, first.id, (tx) =>
    tx.rows(
      `SELECT t.id::text, b.mall, u.mobile FROM terminals t
         JOIN branches b ON b.merchant_id = t.merchant_id AND b.id = t.branch_id
         JOIN users u ON u.id = t.cashier_id WHERE t.merchant_id = tenant_id()`,
    ),
  );
  expect(read).toEqual([{ id: first.terminalId, mall: 'Riyadh', mobile: null }]);
  const password = inTenant(db, first.id, (tx) =>
    tx.rows(
      `SELECT u.password_hash FROM terminals t JOIN users u ON u.id = t.cashier_id WHERE t.merchant_id = tenant_id()`,
    ),
  );
  await expect(password).rejects.toThrow('permission denied');
});
