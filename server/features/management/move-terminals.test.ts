import { moveTerminals, setBranchesStatus } from '@mizan/contract/management.ts';
import { beforeAll, expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { addBranch } from '../branches/branches.service.ts';

const portal = await testPortal();
const { db, clock } = portal;
const [shop, other] = [await openShop(db, 3), await openShop(db, 1)];
const { merchantId, branchId: from } = shop;
let to = '';
let token = '';
beforeAll(async () => {
  const branch = { code: 'B2', nameEn: 'Corniche', nameAr: 'الكورنيش', addressEn: '', addressAr: '' };
  to = await inPlatform(db, (tx) => addBranch(tx, merchantId, { ...branch, at: clock.now() }));
  token = await portal.tokenOf(shop.owner.userId);
});
const move = (id: string, toBranchId: string) =>
  portal.call(moveTerminals, { params: { id }, body: { toBranchId } }, { token });
const places = () =>
  platformRows<{
    id: string;
    branchId: string;
    cashierId: string | null;
    label: string | null;
    status: string;
  }>(
    db,
    `SELECT id AS place, id::text, branch_id::text AS "branchId", cashier_id::text AS "cashierId", label, status FROM terminals
      WHERE merchant_id = $1 ORDER BY place`,
    [merchantId],
  );
const told = async () =>
  (
    await platformRows<{ after: { tid: string; branchName: string } }>(
      db,
      `SELECT after FROM audit_entries WHERE merchant_id = $1 AND action = 'terminals.assigned' ORDER BY id`,
      [merchantId],
    )
  ).map(({ after }) => after);

test('400 and 404: to the same branch, to one that is closed, of or to a stranger: nothing moves', async () => {
  expect((await move(from, from)).statusCode).toBe(400);
  expect((await move(from, other.branchId)).statusCode).toBe(404);
  expect((await move(other.branchId, to)).statusCode).toBe(404);
  const body = (status: 'ACTIVE' | 'INACTIVE') => ({ body: { ids: [to], status } });
  expect((await portal.call(setBranchesStatus, body('INACTIVE'), { token })).statusCode).toBe(200);
  expect((await move(from, to)).statusCode).toBe(404);
  await portal.call(setBranchesStatus, body('ACTIVE'), { token });
  expect((await places()).every(({ branchId }) => branchId === from)).toBe(true);
  expect(await told()).toEqual([]);
});

test('terminals in service stand in the other branch, named as before and each written down; cashiers stay behind without one', async () => {
  const [first, , last] = shop.terminals;
  await platformRows(db, `UPDATE terminals SET label = 'Counter' WHERE id = $1`, [first?.id]);
  await platformRows(db, `UPDATE terminals SET status = 'RETIRED' WHERE id = $1`, [last?.id]);
  const seated = (await places()).map(({ cashierId }) => cashierId).slice(0, 2);
  expect(seated.every((each) => each !== null)).toBe(true);
  expect((await move(from, to)).json()).toEqual({ moved: 2, left: 0 });
  expect(await places()).toMatchObject([
    { id: first?.id, branchId: to, cashierId: null, label: 'Counter' },
    { branchId: to, cashierId: null },
    { branchId: from, status: 'RETIRED' },
  ]);
  const cashiers = await platformRows<{ branchId: string; terminalId: string | null }>(
    db,
    'SELECT branch_id::text AS "branchId", terminal_id::text AS "terminalId" FROM users WHERE id = ANY($1::bigint[])',
    [seated],
  );
  expect(cashiers).toEqual([
    { branchId: from, terminalId: null },
    { branchId: from, terminalId: null },
  ]);
  expect((await told()).map(({ branchName }) => branchName)).toEqual(['Corniche', 'Corniche']);
  // Said once more, there is nothing to move.
  expect((await move(from, to)).json()).toEqual({ moved: 0, left: 0 });
  expect(await told()).toHaveLength(2);
});
