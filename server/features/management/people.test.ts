import { randomUUID } from 'node:crypto';
import * as auth from '@mizan/contract/auth.ts';
import { resetPassword } from '@mizan/contract/auth.ts';
import { askExport } from '@mizan/contract/exports.ts';
import * as management from '@mizan/contract/management.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import * as people from '@mizan/contract/people.ts';
import type { MemberRole } from '@mizan/contract/rights.ts';
import { canTakePayment, listTerminals } from '@mizan/contract/terminals.ts';
import { expect, test } from 'vitest';
import { exportSources } from '../../export-sources.ts';
import { platformRows } from '../../platform/database/database.ts';
import type { ExportTable } from '../../platform/exports/export-sheet.ts';
import { seenOfPerson } from '../../testing/seen-person.ts';
import { openShop, type Shop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

const portal = await testPortal();
const { db, clock } = portal;

async function addMember(shop: Shop, teamRole: MemberRole, branchId: string | null = null): Promise<string> {
  const [row] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (merchant_id, role, team_role, email, email_verified_at, full_name, password_hash, branch_id)
     VALUES ($1, 'MERCHANT', $2, $3, now(), $4, 'none', $5) RETURNING id::text`,
    [shop.merchantId, teamRole, `${randomUUID()}@mizan.test`, `The ${teamRole}`, branchId],
  );
  return row?.id ?? '';
}

async function newShop(terminals = 1) {
  const shop = await openShop(db, terminals);
  const token = await portal.tokenOf(shop.owner.userId);
  return { shop, token, cashier: shop.terminals[0]?.cashier.userId ?? '' };
}

const placesOf = async (shop: Shop): Promise<string[]> =>
  (
    await platformRows<{ place: string }>(
      db,
      `SELECT coalesce(team_role, 'owner') AS place FROM users WHERE merchant_id = $1 AND role = 'MERCHANT' ORDER BY 1`,
      [shop.merchantId],
    )
  ).map(({ place }) => place);

const entriesOf = (shop: Shop) =>
  platformRows<{ action: string; name: string | null; subject: string | null }>(
    db,
    `SELECT action, actor_name AS name, subject_id::text AS subject FROM audit_entries
      WHERE merchant_id = $1 AND action LIKE 'management.%' ORDER BY id`,
    [shop.merchantId],
  );

async function change(
  token: string,
  id: string,
  teamRole: people.PlaceInTeam,
  branchId: string | null = null,
) {
  const seen = await seenOfPerson(portal, token, id);
  const body = { fullName: 'Somebody', teamRole, branchId, terminalId: null, seen };
  return portal.call(people.changePerson, { params: { id }, body }, { token });
}
const setStatus = (token: string, ids: string[], status: 'ACTIVE' | 'INACTIVE') =>
  portal.call(people.setPeopleStatus, { body: { ids, status } }, { token });
const isAlive = async (token: string): Promise<boolean> =>
  (await portal.call(auth.getSession, {}, { token })).statusCode === 200;

test('two owners who demote each other at once: one stays an owner', async () => {
  const { shop, token } = await newShop();
  const second = await addMember(shop, 'owner');
  const secondToken = await portal.tokenOf(second);
  const answers = await Promise.all([
    change(token, second, 'accountant'),
    change(secondToken, shop.owner.userId, 'accountant'),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
  expect(await placesOf(shop)).toEqual(['accountant', 'owner']);
});

test('409: the last owner steps down, is kept out, or does it to themselves', async () => {
  const { shop, token } = await newShop();
  expect((await change(token, shop.owner.userId, 'manager')).json()).toMatchObject({
    details: { reason: 'self' },
  });
  expect((await setStatus(token, [shop.owner.userId], 'INACTIVE')).json()).toMatchObject({
    details: { reason: 'self' },
  });
  expect(await placesOf(shop)).toEqual(['owner']);
});

test('409: a manager makes an owner, changes one, or keeps one out; an owner may', async () => {
  const { shop, token } = await newShop();
  const manager = await addMember(shop, 'manager');
  const accountant = await addMember(shop, 'accountant');
  const byManager = await portal.tokenOf(manager);
  for (const answer of [
    await change(byManager, accountant, 'owner'),
    await change(byManager, shop.owner.userId, 'accountant'),
    await setStatus(byManager, [shop.owner.userId], 'INACTIVE'),
  ]) {
    expect([answer.statusCode, answer.json().details]).toEqual([409, { reason: 'ownersOnly' }]);
  }
  expect((await change(token, accountant, 'owner')).statusCode).toBe(200);
  expect(await placesOf(shop)).toEqual(['manager', 'owner', 'owner']);
});

test('another place in the team holds with the next call: the old session is over, rights are the new ones, a mail says so', async () => {
  const { shop, token } = await newShop();
  const manager = await addMember(shop, 'manager');
  const before = await portal.tokenOf(manager);
  expect((await change(token, manager, 'accountant')).statusCode).toBe(200);
  expect(await isAlive(before)).toBe(false);
  const after = await portal.tokenOf(manager);
  expect((await portal.call(auth.getSession, {}, { token: after })).json().teamRole).toBe('accountant');
  const terminalId = shop.terminals[0]?.id ?? '';
  const body = { paymentId: randomUUID(), terminalId, amountMinor: 1_000 };
  expect((await portal.call(startPayment, { body }, { token: after })).statusCode).toBe(403);
  expect((await entriesOf(shop)).map(({ action }) => action)).toContain('management.roleChanged');
  const mails = await platformRows<{ subject: string }>(
    db,
    `SELECT subject FROM outbox_mails WHERE recipient = (SELECT email FROM users WHERE id = $1)`,
    [manager],
  );
  expect(mails).toHaveLength(1);
});

test('409: a cashier becomes a manager, or the other way round', async () => {
  const { shop, token, cashier } = await newShop();
  expect((await change(token, cashier, 'manager')).json()).toMatchObject({
    details: { reason: 'otherKind' },
  });
  const manager = await addMember(shop, 'manager');
  expect((await change(token, manager, 'cashier', shop.branchId)).json()).toMatchObject({
    details: { reason: 'otherKind' },
  });
});

test('a cashier who is added is handed a link, sets a password by it, and works at the terminal', async () => {
  const { shop, token, cashier } = await newShop();
  const terminalId = shop.terminals[0]?.id ?? '';
  const username = `noura.${shop.merchantId}`;
  const added = await portal.call(
    people.addPerson,
    {
      body: {
        teamRole: 'cashier',
        fullName: 'Noura',
        username,
        branchId: shop.branchId,
        terminalId,
        locale: 'ar',
      },
    },
    { token },
  );
  expect(added.statusCode).toBe(200);
  const { id, link } = added.json<{ id: string; link: string }>();
  const secret = new URL(link).searchParams.get('token') ?? '';
  const kept = await platformRows<{ hash: string }>(
    db,
    `SELECT encode(token_hash, 'hex') AS hash FROM mail_links WHERE user_id = $1`,
    [id],
  );
  expect(JSON.stringify(kept)).not.toContain(secret);
  // Whoever was named at the terminal has none now.
  const [old] = await platformRows<{ at: string | null }>(
    db,
    'SELECT terminal_id::text AS at FROM users WHERE id = $1',
    [cashier],
  );
  expect(old?.at).toBeNull();
  const reset = { token: secret, newPassword: 'Olaya-Riyal!4821' };
  expect((await portal.call(resetPassword, { body: reset }, {})).statusCode).toBe(200);
  expect((await portal.call(resetPassword, { body: reset }, {})).statusCode).toBe(400);
  const own = await portal.tokenOf(id);
  const seen = await portal.call(listTerminals, {}, { token: own });
  expect(seen.json().rows.map((row: { id: string }) => row.id)).toEqual([terminalId]);
  const again = await portal.call(
    people.addPerson,
    {
      body: {
        teamRole: 'cashier',
        fullName: 'Other',
        username,
        branchId: shop.branchId,
        terminalId: null,
        locale: 'ar',
      },
    },
    { token },
  );
  expect(again.json()).toMatchObject({ details: { reason: 'taken' } });
  expect(await isAlive(own)).toBe(true);
});

test.each([
  ['en', 'name_en'],
  ['ar', 'name_ar'],
] as const)(
  'the mail that lets somebody in names the business in its own language (%s)',
  async (locale, column) => {
    const { shop, token } = await newShop();
    const email = `${randomUUID()}@mizan.test`;
    const body = { teamRole: 'accountant', fullName: 'Layan', email, locale } as const;
    expect((await portal.call(people.addPerson, { body }, { token })).statusCode).toBe(200);
    const [row] = await platformRows<{ name: string; text: string }>(
      db,
      `SELECT m.${column} AS name, o.subject AS text FROM outbox_mails o, merchants m WHERE o.recipient = $1 AND m.id = $2`,
      [email, shop.merchantId],
    );
    expect(row?.text).toContain(row?.name);
  },
);

test('a link that was given ends with whoever may not work any more, and stays ended when they may again', async () => {
  const { shop, token } = await newShop();
  const cashier = shop.terminals[0]?.cashier.userId ?? '';
  const given = await portal.call(people.makePersonLink, { params: { id: cashier } }, { token });
  const secret = new URL(given.json<{ link: string }>().link).searchParams.get('token') ?? '';
  const follow = async () =>
    (await portal.call(resetPassword, { body: { token: secret, newPassword: 'Olaya-Riyal!4821' } }, {}))
      .statusCode;
  expect((await setStatus(token, [cashier], 'INACTIVE')).statusCode).toBe(200);
  expect(await follow()).toBe(400);
  expect((await setStatus(token, [cashier], 'ACTIVE')).statusCode).toBe(200);
  expect(await follow()).toBe(400);
});

test('a new link for a cashier: the old password holds until it is followed, and the link before it is void', async () => {
  const { token, cashier } = await newShop();
  const own = await portal.tokenOf(cashier);
  const linkOf = async (): Promise<string> =>
    (await portal.call(people.makePersonLink, { params: { id: cashier } }, { token })).json<{
      link: string;
    }>().link;
  const hashOf = () =>
    platformRows<{ hash: string }>(db, 'SELECT password_hash AS hash FROM users WHERE id = $1', [cashier]);
  const setBy = async (link: string): Promise<number> => {
    const secret = new URL(link).searchParams.get('token') ?? '';
    const body = { token: secret, newPassword: 'Halala-Olaya!7719' };
    return (await portal.call(resetPassword, { body }, {})).statusCode;
  };
  const before = await hashOf();
  const [former, newest] = [await linkOf(), await linkOf()];
  expect([await hashOf(), await isAlive(own)]).toEqual([before, true]);
  expect([await setBy(former), await setBy(newest)]).toEqual([400, 200]);
  expect(await hashOf()).not.toEqual(before);
  expect(await isAlive(own)).toBe(false);
});

test('whoever is kept out is signed out at once, and the terminal waits for somebody else', async () => {
  const { shop, token, cashier } = await newShop();
  const own = await portal.tokenOf(cashier);
  const seen = await portal.call(people.getPerson, { params: { id: cashier } }, { token });
  expect(seen.json().effects).toMatchObject({ sessions: 1, tids: [shop.terminals[0]?.tid] });
  expect((await setStatus(token, [cashier], 'INACTIVE')).json()).toEqual({ changed: 1 });
  expect(await isAlive(own)).toBe(false);
  const [terminal] = (await portal.call(listTerminals, {}, { token })).json().rows;
  expect(terminal.cashierId).toBeNull();
  expect((await setStatus(token, [cashier], 'ACTIVE')).json()).toEqual({ changed: 1 });
});

test('all or none: one who may not be kept out keeps everybody in', async () => {
  const { shop, token, cashier } = await newShop();
  const answer = await setStatus(token, [cashier, shop.owner.userId], 'INACTIVE');
  expect(answer.statusCode).toBe(409);
  const [row] = await platformRows<{ status: string }>(db, 'SELECT status FROM users WHERE id = $1', [
    cashier,
  ]);
  expect(row?.status).toBe('ACTIVE');
});

test('looking on as a cashier: sees what they see, changes nothing, names both in the log, ends by itself', async () => {
  const { shop, token, cashier } = await newShop(2);
  const begun = await portal.call(people.lookOn, { params: { id: cashier } }, { token });
  const { accessToken: view } = begun.json<{ accessToken: string }>();
  const seen = await portal.call(listTerminals, {}, { token: view });
  expect(seen.json().rows).toHaveLength(1);
  expect((await portal.call(auth.getSession, {}, { token: view })).json().lookingOn).toMatchObject({
    fullName: 'Huda',
  });
  const body = { paymentId: randomUUID(), terminalId: shop.terminals[0]?.id ?? '', amountMinor: 1_000 };
  const refused = await portal.call(startPayment, { body }, { token: view });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
  expect(await entriesOf(shop)).toEqual([{ action: 'management.lookedOn', name: 'Huda', subject: cashier }]);
  clock.advance((people.lookingOnMinutes + 1) * 60_000);
  expect(await isAlive(view)).toBe(false);
});

test('looking on ends by hand, and with whoever looks on', async () => {
  const { shop, token, cashier } = await newShop();
  const manager = await addMember(shop, 'manager');
  const byManager = await portal.tokenOf(manager);
  const view = async (by: string): Promise<string> =>
    (await portal.call(people.lookOn, { params: { id: cashier } }, { token: by })).json().accessToken;
  const [own, theirs] = [await view(token), await view(byManager)];
  expect((await portal.call(people.endLookingOn, {}, { token: own })).json()).toEqual({ ended: true });
  expect(await isAlive(own)).toBe(false);
  await setStatus(token, [manager], 'INACTIVE');
  expect(await isAlive(theirs)).toBe(false);
  expect(
    (await portal.call(people.lookOn, { params: { id: shop.owner.userId } }, { token })).statusCode,
  ).toBe(404);
});

test('a closed branch: what stops is said first, its people are signed out, no payment begins', async () => {
  const { shop, token, cashier } = await newShop(2);
  const own = await portal.tokenOf(cashier);
  const effects = await portal.call(
    management.getBranchEffects,
    { query: { id: [shop.branchId] } },
    { token },
  );
  expect(effects.json()).toMatchObject({ terminals: 2, people: 2, openPayments: 0, waitingRefunds: 0 });
  const close = { body: { ids: [shop.branchId], status: 'INACTIVE' as const } };
  expect((await portal.call(management.setBranchesStatus, close, { token })).json()).toEqual({ changed: 1 });
  expect((await portal.call(management.setBranchesStatus, close, { token })).json()).toEqual({ changed: 0 });
  expect(await isAlive(own)).toBe(false);
  const body = { paymentId: randomUUID(), terminalId: shop.terminals[0]?.id ?? '', amountMinor: 1_000 };
  expect((await portal.call(startPayment, { body }, { token })).json().code).toBe('suspended');
  const [first] = (await portal.call(listTerminals, {}, { token })).json().rows;
  expect([first.branchStatus, canTakePayment({ ...first, connection: 'CONNECTED' })]).toEqual([
    'INACTIVE',
    false,
  ]);
  const heard = `SELECT text FROM live_messages WHERE merchant_id = $1 AND text = 'SET'`;
  expect(await platformRows(db, heard, [shop.merchantId])).toHaveLength(1);
});

test('a branch is added with a code of its own, changed, found and counted', async () => {
  const { shop, token } = await newShop();
  const branch = { ...management.addBranch.example?.body, code: 'DC-09' } as management.BranchBody;
  const added = await portal.call(management.addBranch, { body: branch }, { token });
  expect(added.statusCode).toBe(200);
  expect((await portal.call(management.addBranch, { body: branch }, { token })).json()).toMatchObject({
    code: 'conflict',
    details: { reason: 'taken' },
  });
  const { id } = added.json<{ id: string }>();
  const moved = { ...branch, district: 'Al Malaz', mapUrl: 'https://maps.example.sa/malaz' };
  const change = { params: { id }, body: { ...moved, seen: branch } };
  await portal.call(management.changeBranch, change, { token });
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 1, ...(cursor && { cursor }) };
    const page = (await portal.call(management.listBranches, { query }, { token })).json();
    expect(page.total).toBe(2);
    pages.push(...page.rows.map((row: { code: string }) => row.code));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(pages.toSorted()).toEqual(['B1', 'DC-09']);
  const found = await portal.call(management.listBranches, { query: { search: 'malaz' } }, { token });
  expect(found.json().rows).toMatchObject([{ id, place: { mapUrl: 'https://maps.example.sa/malaz' } }]);
  expect((await portal.call(management.getManagementCounts, {}, { token })).json()).toEqual({
    branches: 2,
    people: 2,
  });
  expect((await entriesOf(shop)).map(({ action }) => action)).toEqual([
    'management.branchAdded',
    'management.branchChanged',
  ]);
});

test('branches and people as files: what the filter holds, in the words of the reader', async () => {
  const { shop, token } = await newShop();
  const sources = exportSources({ db, clock });
  const rowsOf = async (table: ExportTable): Promise<string> => {
    const rows: unknown[] = [];
    for await (const page of table.rows) rows.push(...page);
    expect(rows).toHaveLength(table.rowsTotal);
    return JSON.stringify(rows);
  };
  const branches = await sources.branches(shop.merchantId, { kind: 'branches', filter: {} }, 'ar');
  expect(await rowsOf(branches)).toContain('العليا');
  const filter = { teamRole: ['cashier' as const] };
  const cashiers = await rowsOf(await sources.people(shop.merchantId, { kind: 'people', filter }, 'en'));
  expect(cashiers).toContain('Sami');
  expect(cashiers).not.toContain('Huda');
  const asked = {
    subject: { kind: 'people' as const, filter },
    format: 'xlsx' as const,
    lang: 'ar' as const,
  };
  const answer = await portal.call(askExport, { body: asked }, { token });
  expect([answer.statusCode, answer.json().rowsTotal]).toEqual([201, 1]);
});
