import { randomUUID } from 'node:crypto';
import * as contract from '@mizan/contract/exception-rules.ts';
import type { ExceptionRow } from '@mizan/contract/exceptions.ts';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { keepExceptions } from './exceptions.queries.ts';
import { hasRules, ruleArisen } from './ruled-exceptions.ts';
import { accept, anotherOwner, exceptionOf, exceptionsOf, toldBy } from './testing/exception-world.ts';

/** Rules that a merchant sets for exceptions. */
const world = await bankWorld();
const { db } = world.portal;

const nothing: contract.RuleForm['when'] = {
  bankId: null,
  outcome: null,
  reason: null,
  tid: null,
  branchId: null,
  amount: null,
};
const none: contract.RuleForm['does'] = { personId: null, group: null, proposal: null };
const upTo = (toMinor: number) => ({
  ...nothing,
  amount: { currency: 'SAR' as const, fromMinor: null, toMinor },
});

const make = async (
  { portal, token }: BankWorld,
  when: contract.RuleForm['when'],
  does: Partial<contract.RuleForm['does']>,
  name = 'Rule',
): Promise<string> => {
  const body = { requestId: randomUUID(), rule: { name, when, does: { ...none, ...does } } };
  const answer = await portal.call(contract.makeRule, { body }, { token });
  expect(answer.statusCode).toBe(200);
  // Whoever asks again after a lost answer is told the same.
  expect((await portal.call(contract.makeRule, { body }, { token })).json()).toEqual(answer.json());
  return answer.json<{ id: string }>().id;
};
const preview = async ({ portal, token }: BankWorld, id: string, revision = 1) =>
  (await portal.call(contract.previewRule, { params: { id }, body: { revision } }, { token })).json<{
    fileCount: number;
    exceptionCount: number;
    sums: contract.RuleSums;
    rows: contract.TouchedException[];
  }>();
const turn = (
  { portal, token }: BankWorld,
  id: string,
  state: 'ON' | 'OFF' | 'REMOVED',
  revision = 1,
  undo: { isUndo?: true } = {},
) =>
  toldBy(portal.call(contract.switchRule, { params: { id }, body: { revision, state, ...undo } }, { token }));
const live = async (
  own: BankWorld,
  when: contract.RuleForm['when'],
  does: Partial<contract.RuleForm['does']>,
  name = 'Rule',
): Promise<string> => {
  const id = await make(own, when, does, name);
  await preview(own, id);
  expect(await turn(own, id, 'ON')).toEqual({ status: 200 });
  return id;
};
const rulesOf = async ({ portal, token }: BankWorld): Promise<contract.RuleRow[]> =>
  (await portal.call(contract.listRules, {}, { token })).json<{ rows: contract.RuleRow[] }>().rows;
const apply = async ({ portal, token }: BankWorld) =>
  (await portal.call(contract.applyRules, { body: {} }, { token })).json<{
    sums: contract.RuleSums;
    busyCount: number;
  }>();
const effect = async ({ portal, token }: BankWorld) =>
  (await portal.call(contract.getRulesEffect, {}, { token })).json<{ sums: contract.RuleSums }>().sums;

/** Brings a file of sales that are short by these halalas. */
async function bring(own: BankWorld, shorts: number[], day = '2026-11-16', name = 'najd.csv'): Promise<void> {
  const sales = await sell(
    own,
    shorts.map((_, at) => ({ amountMinor: 100_000 + at, at: `${day} 1${at % 9}:0${Math.floor(at / 9)}` })),
  );
  const lines = sales.map((sale, at) =>
    csvLineOf(sale, { amountMinor: sale.amountMinor - (shorts[at] ?? 0) }),
  );
  await reconcile(own, csvOf(lines), name);
}
const inOrder = async (own: BankWorld): Promise<ExceptionRow[]> =>
  (await exceptionsOf(own)).toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
const figures = (rows: readonly ExceptionRow[]) =>
  rows.map(({ id, state, outcome, currency, differenceMinor, since, age }) => ({
    id,
    state,
    outcome,
    currency,
    differenceMinor,
    since,
    age,
  }));
const factsOf = async ({ merchant }: BankWorld): Promise<string[]> =>
  (
    await platformRows<{ action: string }>(
      db,
      "SELECT action FROM audit_entries WHERE merchant_id = $1 AND action LIKE 'exceptions.rule%' ORDER BY id",
      [merchant.merchantId],
    )
  ).map(({ action }) => action);

test('a rule is on only in the form that was previewed, and the preview is what it then does', async () => {
  const own = await anotherMerchant(world);
  await bring(own, [1, 2, 500]);
  const id = await make(own, upTo(2), { group: 'Rounding' });
  expect(await turn(own, id, 'ON')).toEqual({ status: 409, reason: 'notPreviewed' });
  expect(await preview(own, id)).toMatchObject({
    fileCount: 1,
    exceptionCount: 3,
    sums: [{ currency: 'SAR', count: 2, differenceMinor: -3 }],
    rows: [{ differenceMinor: -2 }, { differenceMinor: -1 }],
  });
  expect(await turn(own, id, 'ON')).toEqual({ status: 200 });
  const rule = { name: 'Rule', when: upTo(1), does: { ...none, group: 'Rounding' } };
  const { portal, token } = own;
  const change = (revision: number) =>
    portal.call(contract.changeRule, { params: { id }, body: { revision, rule } }, { token });
  expect((await change(1)).json()).toEqual({ revision: 2 });
  expect((await change(1)).json()).toEqual({ revision: 2 });
  expect(await rulesOf(own)).toMatchObject([{ isOn: false, isPreviewed: false, revision: 2 }]);
  expect(await turn(own, id, 'ON', 1)).toEqual({ status: 409, reason: 'changed' });
  expect(await turn(own, id, 'ON', 2)).toEqual({ status: 409, reason: 'notPreviewed' });
  expect((await preview(own, id, 2)).sums).toEqual([{ currency: 'SAR', count: 1, differenceMinor: -1 }]);
  expect(await turn(own, id, 'ON', 2)).toEqual({ status: 200 });
  expect(await turn(own, id, 'REMOVED', 2)).toEqual({ status: 200 });
  expect(await rulesOf(own)).toEqual([]);
  // A page that has not heard of it brings nothing back; the undo brings it as it was, to be removed again.
  expect(await turn(own, id, 'ON', 2)).toMatchObject({ status: 404 });
  expect(await turn(own, id, 'ON', 2, { isUndo: true })).toEqual({ status: 200 });
  expect(await rulesOf(own)).toMatchObject([{ isOn: true, isPreviewed: true, revision: 2 }]);
  expect(await turn(own, id, 'REMOVED', 2)).toEqual({ status: 200 });
  expect(await turn(own, id, 'REMOVED', 2)).toMatchObject({ status: 404 });
  expect(await rulesOf(own)).toEqual([]);
  expect(await factsOf(own)).toEqual([
    'exceptions.ruleMade',
    'exceptions.ruleSwitched',
    'exceptions.ruleChanged',
    'exceptions.ruleSwitched',
    'exceptions.ruleSwitched',
    'exceptions.ruleSwitched',
    'exceptions.ruleSwitched',
  ]);
});

test('the record says each field of a rule by itself, whatever people write in one', async () => {
  const own = await anotherMerchant(world);
  const group = 'Rounding, tid: 88501158, proposal: none';
  await make(own, { ...upTo(2), outcome: 'feeDiffers' }, { group }, 'Small, or none');
  const [entry] = await platformRows<{ after: Record<string, unknown> }>(
    db,
    "SELECT after FROM audit_entries WHERE merchant_id = $1 AND action = 'exceptions.ruleMade'",
    [own.merchant.merchantId],
  );
  const said = Object.entries(entry?.after ?? {}).filter(([, value]) => value !== null);
  expect(Object.fromEntries(said)).toEqual({
    ruleName: 'Small, or none',
    'ruleForm.outcome': 'feeDiffers',
    'ruleForm.currency': 'SAR',
    'ruleForm.toMinor': 2,
    'ruleForm.group': group,
  });
});

test('rules act when exceptions arise, the first that says something of it: no state, figure or age is another one', async () => {
  const [own, bare] = [await anotherMerchant(world), await anotherMerchant(world)];
  const sara = await anotherOwner(own, 'Sara');
  const first = await live(own, upTo(10), { group: 'Rounding', proposal: 'Rounding of the bank' }, 'Small');
  const second = await live(own, upTo(1_000), { personId: sara.id, group: 'Middle' }, 'Middle');
  await bring(own, [5, 500, 5_000]);
  await bring(bare, [5, 500, 5_000]);
  const rows = await inOrder(own);
  expect(rows.map(({ group, assignee }) => [group, assignee?.name ?? null])).toEqual([
    ['Rounding', 'Sara'],
    ['Middle', 'Sara'],
    [null, null],
  ]);
  const without = ({ id: _id, ...rest }: ReturnType<typeof figures>[number]) => rest;
  expect(figures(rows).map(without)).toEqual(figures(await inOrder(bare)).map(without));
  const detail = await exceptionOf(own, rows[0]?.id ?? '');
  expect(detail).toMatchObject({ proposal: 'Rounding of the bank', said: null, state: 'OPEN' });
  expect(detail.steps).toMatchObject([{ kind: 'RULED', byName: 'Middle', otherName: 'Sara' }]);
  const { portal, token } = own;
  const narrowed = await portal.call(
    (await import('@mizan/contract/exceptions.ts')).listExceptions,
    { query: { group: 'Middle' } },
    { token },
  );
  expect(narrowed.json<{ rows: ExceptionRow[] }>().rows.map(({ id }) => id)).toEqual([rows[1]?.id]);
  const order = await toldBy(portal.call(contract.orderRules, { body: { ids: [second, first] } }, { token }));
  expect(order.status).toBe(200);
  expect(await effect(own)).toEqual([{ currency: 'SAR', count: 1, differenceMinor: -5 }]);
  expect(await apply(own)).toEqual({
    sums: [{ currency: 'SAR', count: 1, differenceMinor: -5 }],
    busyCount: 0,
  });
  expect(await apply(own)).toEqual({ sums: [], busyCount: 0 });
  expect((await inOrder(own)).map(({ group }) => group)).toEqual(['Middle', 'Middle', null]);
  expect(figures(await inOrder(own))).toEqual(figures(rows));
  expect((await factsOf(own)).slice(-2)).toEqual(['exceptions.rulesOrdered', 'exceptions.rulesApplied']);
});

test('what a person assigned stays, also to nobody; what was accepted is not touched; no one who left is assigned to', async () => {
  const own = await anotherMerchant(world);
  const sara = await anotherOwner(own, 'Sara');
  await bring(own, [10, 20, 30]);
  const [first, second, third] = (await inOrder(own)) as [ExceptionRow, ExceptionRow, ExceptionRow];
  const { assignException } = await import('@mizan/contract/exceptions.ts');
  const give = (id: string, personId: string | null) =>
    own.portal.call(assignException, { params: { id }, body: { personId } }, { token: own.token });
  await give(first.id, own.merchant.owner.userId);
  await give(first.id, null);
  await accept(own, second);
  await live(own, upTo(1_000), { personId: sara.id, group: 'Small' });
  expect(await apply(own)).toMatchObject({ sums: [{ count: 2 }] });
  expect((await exceptionOf(own, first.id)).assignee).toBeNull();
  expect(await exceptionOf(own, second.id)).toMatchObject({ state: 'ACCEPTED', group: null, assignee: null });
  expect((await exceptionOf(own, third.id)).assignee?.name).toBe('Sara');
  await platformRows(db, "UPDATE users SET status = 'INACTIVE' WHERE id = $1 RETURNING id", [sara.id]);
  await bring(own, [40], '2026-11-17', 'later.csv');
  expect(await rulesOf(own)).toMatchObject([{ person: { name: 'Sara', isActive: false }, isOn: true }]);
  const later = (await exceptionsOf(own)).find(({ fileName }) => fileName === 'later.csv');
  expect(later).toMatchObject({ assignee: null, group: 'Small' });
});

test('with other figures, what rules said of the old ones is gone and they are asked anew', async () => {
  const own = await anotherMerchant(world);
  await live(own, upTo(10), { group: 'Rounding', proposal: 'Rounding of the bank' });
  await bring(own, [5]);
  const [row] = (await exceptionsOf(own)) as [ExceptionRow];
  await platformRows(
    db,
    'UPDATE bank_entries SET difference_minor = -5000 WHERE merchant_id = $1 AND difference_minor <> 0 RETURNING seq',
    [own.merchant.merchantId],
  );
  const at = own.portal.clock.now();
  await inTenant(db, own.merchant.merchantId, async (tx) => {
    await keepExceptions(tx, { bankFileId: row.bankFileId, partId: null, exceptionCount: 1, at }, false);
    await ruleArisen(tx, own.merchant.merchantId, row.bankFileId, at);
  });
  expect(await exceptionOf(own, row.id)).toMatchObject({
    differenceMinor: -5_000,
    group: null,
    proposal: null,
  });
});

test('two that apply the rules at once do it once, and one that somebody holds is left to the next time', async () => {
  const own = await anotherMerchant(world);
  const sara = await anotherOwner(own, 'Sara');
  await bring(own, [10, 20]);
  await live(own, upTo(1_000), { personId: sara.id });
  const [first] = (await inOrder(own)) as [ExceptionRow];
  await inTenant(db, own.merchant.merchantId, async (tx) => {
    await tx.rows('SELECT id FROM bank_exceptions WHERE merchant_id = tenant_id() AND id = $1 FOR UPDATE', [
      first.id,
    ]);
    const [one, other] = await Promise.all([apply(own), apply(own)]);
    const counts = [one, other].map(({ sums }) => sums[0]?.count ?? 0);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1]);
  });
  expect(await apply(own)).toMatchObject({ sums: [{ count: 1 }], busyCount: 0 });
  for (const { id } of await inOrder(own)) expect((await exceptionOf(own, id)).steps).toHaveLength(1);
});

test('20 rules are asked of 10,000 exceptions of one file in a few seconds', async () => {
  const own = await anotherMerchant(world);
  const sara = await anotherOwner(own, 'Sara');
  for (let at = 0; at < 20; at += 1)
    await live(
      own,
      { ...upTo(500 * (at + 1)), outcome: 'missingInPortal' },
      { personId: sara.id, group: `Group ${at}` },
    );
  const { merchantId } = own.merchant;
  await bring(own, [5]);
  const [{ bankFileId }] = (await exceptionsOf(own)) as [ExceptionRow];
  await platformRows(
    db,
    `INSERT INTO bank_entries (merchant_id, bank_file_id, seq, outcome, currency, line, claims, difference_minor, reason)
     SELECT $1, $2, 10 + n, 'missingInPortal', 'SAR', 10 + n, false, n, 'nothingNear' FROM generate_series(1, 10000) n
     ON CONFLICT DO NOTHING RETURNING seq`,
    [merchantId, bankFileId],
  );
  const at = own.portal.clock.now();
  const took = await inTenant(db, merchantId, async (tx) => {
    await keepExceptions(tx, { bankFileId, partId: null, exceptionCount: 10_010, at }, !(await hasRules(tx)));
    const began = performance.now();
    await ruleArisen(tx, merchantId, bankFileId, at);
    return performance.now() - began;
  });
  console.log(`20 rules, 10,000 exceptions: ${Math.round(took)} ms`);
  expect(took).toBeLessThan(10_000);
  const counts = await platformRows<{ count: number }>(
    db,
    'SELECT count(*) FROM bank_exceptions WHERE merchant_id = $1 AND group_name IS NOT NULL GROUP BY group_name',
    [merchantId],
  );
  expect(counts).toHaveLength(20);
});
