import { createHash } from 'node:crypto';
import type { AuditAction } from '@mizan/contract/audit.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  closeDatabase,
  type Database,
  inPlatform,
  inTenant,
  openDatabase,
  platformRows,
  type Tx,
} from '../database/database.ts';
import { testDatabase } from '../testing/database.ts';
import type { AuditEvent } from './audit.queries.ts';
import { type Actor, type Nobody, writeEntry } from './audit.ts';
import { verifyAudit } from './verify.ts';

const database = await testDatabase();
const db: Database = openDatabase(database.roles);
/** The owner of the schema: who has the database in hand, and not just a role of the portal. */
const owner = new pg.Client({ connectionString: database.url });
beforeAll(() => owner.connect());
afterAll(async () => {
  await owner.end();
  await closeDatabase(db);
});

const at = new Date('2026-11-22T09:00:00.123Z');
const from = { ip: '10.1.2.3', userAgent: 'Test/1' };
let merchantId: string;
let actor: Actor;
let merchantsMade = 0;

beforeEach(async () => {
  const [merchant] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO merchants (uuid, name_en, name_ar) VALUES (gen_random_uuid(), 'Diyar', 'ديار') RETURNING id::text`,
  );
  merchantId = merchant?.id ?? '';
  merchantsMade += 1;
  actor = { userId: String(merchantsMade), fullName: 'سارة "S" \\ Q.', role: 'MERCHANT', merchantId, from };
});

const audit = (tx: Tx, by: Actor | Nobody, event: Pick<AuditEvent, 'at' | 'action'> & Partial<AuditEvent>) =>
  writeEntry(tx, by, { subject: null, before: null, after: null, ...event });

const write = (action: AuditAction = 'payments.started', amountMinor = 500): Promise<void> =>
  inTenant(db, merchantId, (tx) =>
    audit(tx, actor, { at, action, subject: { type: 'transaction', id: '7' }, after: { amountMinor } }),
  );
async function writeMany(count: number): Promise<void> {
  for (let written = 0; written < count; written += 1) await write('payments.started', written);
}
const reportOf = async (chain: string, noted: Parameters<typeof verifyAudit>[1] = []) =>
  (await verifyAudit(db, noted)).find((report) => report.chain === chain);
const entriesOf = () =>
  platformRows<{ id: number; prevHash: Buffer; hash: Buffer }>(
    db,
    `SELECT id, prev_hash AS "prevHash", hash FROM audit_entries WHERE merchant_id = $1 ORDER BY id`,
    [merchantId],
  );

/** What only somebody who owns the database can do: take the guard away, change, and put it back. */
async function tamper(text: string, values: unknown[] = [merchantId]): Promise<void> {
  await owner.query('ALTER TABLE audit_entries DISABLE TRIGGER USER');
  await owner.query('ALTER TABLE audit_entries NO FORCE ROW LEVEL SECURITY');
  await owner.query(text, values);
  await owner.query('ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY');
  await owner.query('ALTER TABLE audit_entries ENABLE TRIGGER USER');
}

test('entries follow one another: 1, 2, 3, each with the hash of the one before it', async () => {
  await writeMany(3);
  const entries = await entriesOf();
  expect(entries.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(entries[0]?.prevHash).toEqual(Buffer.alloc(0));
  expect(entries[2]?.prevHash).toEqual(entries[1]?.hash);
  const hash = entries[2]?.hash.toString('hex');
  expect(await reportOf(merchantId)).toEqual({ chain: merchantId, count: 3, hash, broken: null });
});

test('the hash is SHA-256 over the hash before it and the entry as a JSON array', async () => {
  await write();
  const [entry] = await entriesOf();
  const content = `[${merchantId}, 1, "2026-11-22T09:00:00.123000Z", ${actor.userId}, "سارة \\"S\\" \\\\ Q.", "MERCHANT", "payments.started", "transaction", "7", null, {"amountMinor": 500}, "10.1.2.3", "Test/1"]`;
  expect(entry?.hash.toString('hex')).toBe(createHash('sha256').update(content).digest('hex'));
});

test('eighty writers at once, in two chains: no hole, no fork', async () => {
  await Promise.all([
    ...Array.from({ length: 60 }, () => write()),
    ...Array.from({ length: 20 }, () =>
      inPlatform(db, (tx) =>
        audit(tx, { userId: null, merchantId: null, from }, { at, action: 'auth.signInRefused' }),
      ),
    ),
  ]);
  expect(await reportOf(merchantId)).toMatchObject({ count: 60, broken: null });
  expect(await reportOf('0')).toMatchObject({ broken: null });
});

test('an entry of a transaction that is rolled back never was, and leaves no hole', async () => {
  await write();
  const failing = inTenant(db, merchantId, async (tx) => {
    await audit(tx, actor, { at, action: 'payments.started' });
    throw new Error('the payment failed');
  });
  await expect(failing).rejects.toThrow('the payment failed');
  await write();
  expect(await reportOf(merchantId)).toMatchObject({ count: 2, broken: null });
});

const changes = [
  `UPDATE audit_entries SET action = 'auth.signedOut' WHERE merchant_id = 1`,
  'DELETE FROM audit_entries WHERE merchant_id = 1',
  'TRUNCATE audit_entries',
  `UPDATE audit_heads SET count = 0 WHERE chain = 1`,
  'DELETE FROM audit_heads WHERE chain = 1',
  'TRUNCATE audit_heads',
];
test.each(changes)('refused to the portal: %s', async (statement) => {
  await write();
  await expect(inTenant(db, merchantId, (tx) => tx.change(statement))).rejects.toThrow('permission denied');
  await expect(inPlatform(db, (tx) => tx.change(statement))).rejects.toThrow('permission denied');
});

test.each(changes.filter((statement) => !statement.startsWith('UPDATE audit_heads')))(
  'refused to the owner, too, while the guard stands: %s',
  async (statement) => {
    await expect(owner.query(statement)).rejects.toThrow('the audit log is only ever added to');
  },
);

test("403 of the database: an entry in another merchant's chain, and their entries are not seen", async () => {
  await write();
  const stranger = { ...actor, merchantId: '1' };
  const strange = inTenant(db, merchantId, (tx) => audit(tx, stranger, { at, action: 'payments.started' }));
  await expect(strange).rejects.toThrow('row-level security');
  const [other] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO merchants (uuid, name_en, name_ar) VALUES (gen_random_uuid(), 'Other', 'آخر') RETURNING id::text`,
  );
  const seen = await inTenant(db, other?.id ?? '', (tx) =>
    tx.rows('SELECT 1 FROM audit_entries WHERE merchant_id = $1', [merchantId]),
  );
  expect(seen).toEqual([]);
});

test('the place and the hashes that a writer names are not taken', async () => {
  await write();
  await inTenant(db, merchantId, (tx) =>
    tx.change(
      `INSERT INTO audit_entries (merchant_id, id, at, action, prev_hash, hash) VALUES ($1, 77, $2, 'payments.started', 'x', 'y')`,
      [merchantId, at],
    ),
  );
  expect(await reportOf(merchantId)).toMatchObject({ count: 2, broken: null });
});

const entry = 'merchant_id = $1 AND id = 2';
const head =
  'UPDATE audit_heads SET count = 2, hash = (SELECT hash FROM audit_entries WHERE merchant_id = $1 AND id = 2) WHERE chain = $1';
test.each([
  ['a fact changed', `UPDATE audit_entries SET after = '{"amountMinor": 900}' WHERE ${entry}`, 2, 'changed'],
  ['a name changed', `UPDATE audit_entries SET actor_name = 'Nobody' WHERE ${entry}`, 2, 'changed'],
  [
    'a time moved by a millisecond',
    `UPDATE audit_entries SET at = '2026-11-22T09:00:00.124Z' WHERE ${entry}`,
    2,
    'changed',
  ],
  ['an entry taken out of the middle', `DELETE FROM audit_entries WHERE ${entry}`, 2, 'missing'],
  ['the first entry taken out', 'DELETE FROM audit_entries WHERE merchant_id = $1 AND id = 1', 1, 'missing'],
  ['a hash written anew', `UPDATE audit_entries SET hash = sha256('x') WHERE ${entry}`, 2, 'changed'],
  [
    'the link to the one before changed',
    `UPDATE audit_entries SET prev_hash = '' WHERE ${entry}`,
    2,
    'unchained',
  ],
  ['the last entry cut off', 'DELETE FROM audit_entries WHERE merchant_id = $1 AND id = 3', 3, 'cut'],
  ['every entry cut off', 'DELETE FROM audit_entries WHERE merchant_id = $1', 1, 'cut'],
] as const)('found: %s', async (_, statement, id, why) => {
  await writeMany(3);
  await tamper(statement);
  expect((await reportOf(merchantId))?.broken).toEqual({ id, why });
});

test('found by what was noted earlier: the tail cut off and the head set back with it', async () => {
  await writeMany(3);
  const noted = await reportOf(merchantId);
  await tamper(head);
  await tamper('DELETE FROM audit_entries WHERE merchant_id = $1 AND id = 3');
  expect((await reportOf(merchantId))?.broken).toBeNull();
  const { count = 0, hash = '' } = noted ?? {};
  expect((await reportOf(merchantId, [{ chain: merchantId, count, hash }]))?.broken).toEqual({
    id: 3,
    why: 'unlikeNoted',
  });
});

test('found: the entries of a chain whose head is gone', async () => {
  await writeMany(2);
  await owner.query('ALTER TABLE audit_heads DISABLE TRIGGER USER');
  await owner.query('DELETE FROM audit_heads WHERE chain = $1', [merchantId]);
  await owner.query('ALTER TABLE audit_heads ENABLE TRIGGER USER');
  expect((await reportOf(merchantId))?.broken).toEqual({ id: 1, why: 'cut' });
});
