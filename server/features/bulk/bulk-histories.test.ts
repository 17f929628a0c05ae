import * as bulk from '@mizan/contract/bulk.ts';
import * as management from '@mizan/contract/management.ts';
import * as people from '@mizan/contract/people.ts';
import { assignTerminal, retireTerminal, returnTerminal } from '@mizan/contract/terminal-manage.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { seatContradictions } from '../../testing/seat-contradictions.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { runBulk } from './run-bulk.ts';

/**
 * Files of any lines, one after another: what the preview says of a line is what becomes of it, the same file again
 * changes nothing, and what is taken back is as it was, whatever the lines do to each other.
 */

const portal = await testPortal();
const { db, clock } = portal;
const deps = {
  db,
  clock,
  mailer: openMailer({ smtpUrl: null, host: 'mizan.test', clock }),
  linkBase: () => 'https://mizan.test',
};
const shop = await openShop(db, 5);
const { merchantId } = shop;
const token = await portal.tokenOf(shop.owner.userId);

const mails = ['owner2', 'manager', 'accountant', 'branchmanager'].map((name) => `${name}@diyar.test`);
const cashiers = ['c.one', 'c.two', 'c.three', 'c.four', 'c.five', 'c.six', 'c.seven'];
const newTids = ['79000001', '79000002'];
const tids = shop.terminals.map(({ tid }) => tid);

await inPlatform(db, async (tx) => {
  const branch = (code: string, status: string) =>
    tx.row<{ id: string }>(
      `INSERT INTO branches (merchant_id, code, name_en, name_ar, status) VALUES ($1, $2, $3, $3, $4) RETURNING id::text`,
      [merchantId, code, `Branch ${code}`, status],
    );
  const open = await branch('B2', 'ACTIVE');
  await branch('B3', 'INACTIVE');
  for (const [at, { cashier }] of shop.terminals.entries()) {
    await tx.rows('UPDATE users SET username = $2 WHERE id = $1', [cashier.userId, cashiers[at]]);
  }
  const person = (values: readonly (string | null)[]) =>
    tx.rows(
      `INSERT INTO users (merchant_id, role, team_role, username, email, full_name, password_hash, branch_id, status)
       VALUES ($1, $2, $3, $4, $5, 'Somebody', 'none', $6, $7)`,
      [merchantId, ...values],
    );
  const [owner2, manager, accountant, branchManager] = mails as [string, string, string, string];
  await person(['MERCHANT', 'owner', null, owner2, null, 'ACTIVE']);
  await person(['MERCHANT', 'manager', null, manager, null, 'ACTIVE']);
  await person(['MERCHANT', 'accountant', null, accountant, null, 'INACTIVE']);
  await person(['MERCHANT', 'branchManager', null, branchManager, open?.id ?? null, 'ACTIVE']);
  await person(['CASHIER', null, cashiers[5] ?? '', null, open?.id ?? null, 'ACTIVE']);
  await person(['CASHIER', null, cashiers[6] ?? '', null, shop.branchId, 'INACTIVE']);
});

const columns = [
  'Kind',
  'Branch code',
  'Name in English',
  'Name in Arabic',
  'Full name',
  'Role',
  'Username',
  'E-mail',
  'Terminal ID',
  'Model',
  'Cashier username',
  'Label',
] as const;
type Row = Partial<Record<(typeof columns)[number], string>>;

const branchCode = fc.constantFrom('B1', 'B1', 'B2', 'B3', 'N1', 'N2', '');
const cashier = fc.constantFrom(...cashiers, 'c.new', 'c.newer');
const branchRow: fc.Arbitrary<Row> = fc.record({
  Kind: fc.constant('Branch'),
  'Branch code': branchCode,
  'Name in English': fc.constantFrom('', 'Olaya', 'Rawdah'),
  'Name in Arabic': fc.constantFrom('', 'العليا', 'الروضة'),
});
const cashierRow: fc.Arbitrary<Row> = fc.record({
  Kind: fc.constant('User'),
  'Branch code': branchCode,
  'Full name': fc.constantFrom('Huda', 'Sami', ''),
  Role: fc.constantFrom('Cashier', 'Cashier', ''),
  Username: cashier,
});
const mailRow: fc.Arbitrary<Row> = fc.record({
  Kind: fc.constant('User'),
  'Branch code': fc.constantFrom('', '', 'B1', 'B2', 'N1'),
  'Full name': fc.constantFrom('Huda', 'Sami', ''),
  Role: fc.constantFrom('Owner', 'Manager', 'Accountant', 'Branch manager', ''),
  'E-mail': fc.constantFrom(...mails, 'new@diyar.test'),
});
const terminalRow: fc.Arbitrary<Row> = fc.record({
  Kind: fc.constant('Terminal'),
  'Branch code': branchCode,
  'Terminal ID': fc.constantFrom(...tids, ...newTids),
  Model: fc.constantFrom('PAX A920', 'PAX A920', ''),
  'Cashier username': fc.oneof(fc.constant(''), cashier),
  Label: fc.constantFrom('', 'Front', 'Window'),
});
const file = fc.array(fc.oneof(branchRow, cashierRow, mailRow, terminalRow, terminalRow), {
  minLength: 1,
  maxLength: 9,
});
const csv = (rows: readonly Row[]): Buffer =>
  Buffer.from(
    [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
      .map((cells) => cells.join(','))
      .join('\n'),
  );

async function upload(body: Buffer): Promise<string> {
  const answer = await portal.call(bulk.uploadBulk, { query: { fileName: 'any.csv' }, body }, { token });
  expect(answer.statusCode).toBe(201);
  return (answer.json() as { id: string }).id;
}
const detailOf = async (id: string) =>
  (await portal.call(bulk.getBulkRun, { params: { id } }, { token })).json() as {
    run: bulk.BulkRun;
    usedSince: number | null;
  };
const runOf = async (id: string): Promise<bulk.BulkRun> => (await detailOf(id)).run;
const linesOf = async (id: string): Promise<bulk.BulkLine[]> =>
  (
    (await portal.call(bulk.listBulkLines, { params: { id }, query: { limit: 200 } }, { token })).json() as {
      rows: bulk.BulkLine[];
    }
  ).rows;
const start = (id: string) =>
  portal.call(bulk.startBulk, { params: { id }, body: { lines: 'valid' } }, { token });

/** Everything of the merchant that a file may write. */
const world = async (): Promise<unknown[]> =>
  Promise.all(
    ['branches', 'users', 'terminals', 'terminal_directory', 'terminal_banks'].map((table) =>
      platformRows(
        db,
        `SELECT to_jsonb(t) AS row FROM ${table} t WHERE merchant_id = $1 ORDER BY to_jsonb(t)::text`,
        [merchantId],
      ),
    ),
  );

/** What somebody does by hand after a file was written, said by places in the lists of what there is then. */
const byHand = fc.record({
  what: fc.constantFrom('nothing', 'nothing', 'seat', 'vacate', 'move', 'retire', 'keepOut', 'close'),
  one: fc.nat(30),
  other: fc.nat(30),
});
type ByHand = { what: string; one: number; other: number };

/** Whether it was accepted; what the portal refuses changes nothing, and is no matter here. */
async function doByHand({ what, one, other }: ByHand): Promise<boolean> {
  type Terminal = { id: string; label: string | null; branchId: string; cashierId: string | null };
  const rows = (table: string, more = '') =>
    platformRows<{ id: string; branchId: string }>(
      db,
      `SELECT id AS place, id::text, ${table === 'branches' ? 'id' : 'branch_id'}::text AS "branchId" FROM ${table}
        WHERE merchant_id = $1 ${more} ORDER BY place`,
      [merchantId],
    );
  const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
  const terminals = (await platformRows(
    db,
    `SELECT id AS place, id::text, label, branch_id::text AS "branchId", cashier_id::text AS "cashierId" FROM terminals
      WHERE merchant_id = $1 ORDER BY place`,
    [merchantId],
  )) as unknown as Terminal[];
  const { id, label, branchId, cashierId } = pick(terminals, one);
  const assign = (place: { branchId: string; cashierId: string | null }) => {
    const body = { label, ...place, seen: { label, branchId, cashierId } };
    return portal.call(assignTerminal, { params: { id }, body }, { token });
  };
  const ways: Record<string, () => Promise<{ statusCode: number }>> = {
    seat: async () => {
      const there = await rows('users', `AND role = 'CASHIER' AND branch_id = ${branchId}`);
      return assign({ branchId, cashierId: there.length === 0 ? null : pick(there, other).id });
    },
    vacate: () => assign({ branchId, cashierId: null }),
    move: async () => assign({ branchId: pick(await rows('branches'), other).id, cashierId }),
    retire: () => portal.call(retireTerminal, { params: { id } }, { token }),
    keepOut: async () => {
      const ids = [pick(await rows('users', "AND role = 'CASHIER'"), other).id];
      return portal.call(people.setPeopleStatus, { body: { ids, status: 'INACTIVE' } }, { token });
    },
    close: async () => {
      const ids = [pick(await rows('branches'), other).id];
      const status = one % 2 === 0 ? 'INACTIVE' : 'ACTIVE';
      return portal.call(management.setBranchesStatus, { body: { ids, status } }, { token });
    },
  };
  const answer = await ways[what]?.();
  expect(answer?.statusCode ?? 200).toBeLessThan(500);
  return answer?.statusCode === 200;
}

/** So that what comes after finds enough to work with. */
async function setRight(): Promise<void> {
  const out = await platformRows<{ id: string }>(
    db,
    `SELECT id::text FROM terminals WHERE merchant_id = $1 AND status = 'RETIRED'`,
    [merchantId],
  );
  for (const { id } of out) await portal.call(returnTerminal, { params: { id } }, { token });
}

const isLong = Boolean(process.env['MIZAN_LONG']);
const numRuns = Number(process.env['BULK_RUNS'] ?? (isLong ? 1_000 : 12));

/** A cashier of another terminal; a terminal into a branch that is closed; a cashier who is kept out, named in the file too. */
const [, second = ''] = tids;
const alone = { what: 'nothing', one: 0, other: 0 };
const seatFromElsewhere = { Kind: 'Terminal', 'Terminal ID': second, 'Cashier username': 'c.one' };
const examples: [Row[], boolean, ByHand][] = [
  [[seatFromElsewhere], true, alone],
  [[{ Kind: 'Terminal', 'Branch code': 'B3', 'Terminal ID': second }, seatFromElsewhere], true, alone],
  [
    [
      { Kind: 'User', 'Full name': 'Huda', Username: 'c.seven' },
      { Kind: 'Terminal', 'Branch code': 'B1', 'Terminal ID': second, 'Cashier username': 'c.seven' },
    ],
    true,
    alone,
  ],
];

test(
  'whatever a file holds: said is done, done again is nothing, taken back is as before',
  async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.boolean(), byHand, async (rows, isTakenBack, hand) => {
        await setRight();
        const before = await world();
        const id = await upload(csv(rows));
        const said = await linesOf(id);
        expect(await world()).toEqual(before);
        const { toWrite } = await runOf(id);
        if (toWrite === 0) return;
        expect((await start(id)).statusCode).toBe(200);
        await runBulk(deps, { merchantId, runId: id });
        expect(await linesOf(id)).toEqual(
          said.map((line) => ({ ...line, isWritten: line.verdict === 'NEW' || line.verdict === 'CHANGED' })),
        );
        expect(await seatContradictions(db, merchantId)).toEqual([]);
        const again = await upload(csv(rows));
        expect((await runOf(again)).counts).toMatchObject({ NEW: 0, CHANGED: 0 });
        if (!isTakenBack) return;
        const isMeddled = await doByHand(hand);
        const found = await world();
        expect(await seatContradictions(db, merchantId)).toEqual([]);
        const { usedSince } = await detailOf(id);
        const undone = await portal.call(bulk.undoBulk, { params: { id } }, { token });
        if (usedSince === 0) expect(undone.json()).toEqual({ id });
        else {
          expect(undone.json()).toMatchObject({ details: { reason: 'used', used: usedSince } });
          expect(await world()).toEqual(found);
        }
        expect(await seatContradictions(db, merchantId)).toEqual([]);
        if (!isMeddled) expect([usedSince, await world()]).toEqual([0, before]);
      }),
      { numRuns, examples, endOnFailure: true },
    );
  },
  Math.max(120_000, numRuns * 5_000),
);
