import { once } from 'node:events';
import { signInMessages } from '@mizan/contract/errors.ts';
import { liveClose, livePath, liveProtocol } from '@mizan/contract/live.ts';
import { closeAccount } from '@mizan/contract/ownership.ts';
import type { Role } from '@mizan/contract/roles.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { describe, expect, test } from 'vitest';
import { demoPassword } from '../server/demo/demo-merchants.ts';
import { sealWith } from '../server/features/auth/testing/seal-with.ts';
import { inPlatform, platformRows } from '../server/platform/database/database.ts';
import { hashPassword } from '../server/platform/sessions/passwords.ts';
import { openSession } from '../server/platform/sessions/sessions.ts';
import { shopPortals } from './testing/shop-portals.ts';
import { giveSession, sendCredentials } from './testing/sign-in.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** A merchant, a branch or a person is suspended on one portal process, and it counts on the other. */
const { db, urls } = await shopPortals({ terminals: 1, speed: 0 });
const stage = browserStage();
/** Within which the socket of a suspended person is closed, on every process. */
const closedWithinMs = 1_000;
const merchantsPath = '/neopass-admin/merchants';
const passwordHash = await hashPassword(demoPassword);

async function inserted(sql: string, values: unknown[]): Promise<string> {
  const [row] = await platformRows<{ id: string }>(db, `${sql} RETURNING id::text`, values);
  return row?.id ?? '';
}
interface Person {
  userId: string;
  name: string;
  role: Role;
}
async function addPerson(role: Role, place: { merchantId: string | null; branchId: string | null }) {
  const name = `${role.toLowerCase()}-${crypto.randomUUID()}`;
  const email = role === 'CASHIER' ? null : `${name}@example.sa`;
  const userId = await inserted(
    `INSERT INTO users (merchant_id, role, username, email, full_name, password_hash, email_verified_at, branch_id)
     VALUES ($1, $2, $3, $4, $3, $5, now(), $6)`,
    [place.merchantId, role, name, email, passwordHash, place.branchId],
  );
  return { userId, name, role };
}
/** A merchant of its own for each test, so that what one test suspends is no other's. */
async function newMerchant() {
  const name = `Diyar ${crypto.randomUUID().slice(0, 8)}`;
  const merchantId = await inserted(
    'INSERT INTO merchants (uuid, name_en, name_ar) VALUES (gen_random_uuid(), $1, $1)',
    [name],
  );
  const branchId = await inserted(
    `INSERT INTO branches (merchant_id, code, name_en, name_ar) VALUES ($1, 'B01', 'Olaya', 'العليا')`,
    [merchantId],
  );
  const owner = await addPerson('MERCHANT', { merchantId, branchId: null });
  const cashier = await addPerson('CASHIER', { merchantId, branchId });
  return { merchantId, branchId, name, owner, cashier };
}
type TestMerchant = Awaited<ReturnType<typeof newMerchant>>;
const admin = await addPerson('ADMIN', { merchantId: null, branchId: null });

const tokenOf = ({ userId }: Person): Promise<string> =>
  inPlatform(db, (tx) => openSession(tx, { userId, at: new Date(), userAgent: null, ip: '127.0.0.1' }));

const ask = (url: string, token: string, path: string, init: RequestInit = {}) =>
  fetch(url + apiBase + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
const sessionStatuses = (token: string): Promise<number[]> =>
  Promise.all(urls.map(async (url) => (await ask(url, token, '/auth/session')).status));

/** What a right password is answered on this process: its status, and the message of a refusal. */
async function signIn(url: string, name: string): Promise<[status: number, message: string | undefined]> {
  const { pemKey } = (await (await fetch(`${url}${apiBase}/auth/public-key`)).json()) as { pemKey: string };
  const body = JSON.stringify({ username: sealWith(pemKey, name), password: sealWith(pemKey, demoPassword) });
  const answer = await ask(url, '', '/auth/get-token', { method: 'POST', body });
  const { message } = (await answer.json()) as { message?: string };
  return [answer.status, message];
}

/** A window's live channel: when and why the portal closes it. */
async function openSocket(url: string, token: string) {
  const socket = new WebSocket(url.replace('http', 'ws') + livePath, [liveProtocol, token]);
  await once(socket, 'open');
  const closed = new Promise<{ code: number; atMs: number }>((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve({ code, atMs: performance.now() }));
  });
  return { closed };
}

const subjects = {
  merchant: { path: () => '', inactive: 'SUSPENDED', message: signInMessages.accountDeactivated },
  branch: {
    path: ({ branchId }: TestMerchant) => `/branches/${branchId}`,
    inactive: 'INACTIVE',
    message: signInMessages.branchDeactivated,
  },
  person: {
    path: ({ cashier }: TestMerchant) => `/people/${cashier.userId}`,
    inactive: 'INACTIVE',
    message: signInMessages.accountDeactivated,
  },
} as const;

test.each(Object.entries(subjects))(
  'a suspended %s: refused on the next request and closed within a second, on both processes, until it is over',
  async (_, { path, inactive, message }) => {
    const merchant = await newMerchant();
    const { cashier, merchantId } = merchant;
    const [token, adminToken] = await Promise.all([tokenOf(cashier), tokenOf(admin)]);
    const sockets = await Promise.all(urls.map((url) => openSocket(url, token)));
    const set = (status: string) =>
      ask(urls[0], adminToken, `/admin/merchants/${merchantId}${path(merchant)}/status`, {
        method: 'PUT',
        body: JSON.stringify({ status, reason: 'Rent is overdue' }),
      });

    expect((await set(inactive)).status).toBe(200);
    const suspendedAtMs = performance.now();
    expect(await sessionStatuses(token)).toEqual([401, 401]);
    for (const socket of sockets) {
      const { code, atMs } = await socket.closed;
      expect(code).toBe(liveClose.sessionEnded);
      expect(atMs - suspendedAtMs).toBeLessThan(closedWithinMs);
    }
    for (const url of urls) expect(await signIn(url, cashier.name)).toEqual([403, message]);

    expect((await set('ACTIVE')).status).toBe(200);
    for (const url of urls) expect(await signIn(url, cashier.name)).toEqual([200, undefined]);
    expect(await sessionStatuses(token)).toEqual([401, 401]);
  },
);

/** Opens a merchant's detail as the administrator. */
async function openMerchant(window: Window, { merchantId, name }: TestMerchant): Promise<void> {
  const accessToken = await tokenOf(admin);
  await giveSession(window, { accessToken, role: 'ADMIN', userName: 'Huda', email: '' });
  await window.go(`${merchantsPath}?open=${merchantId}`);
  await window.page.getByRole('heading', { level: 2, name }).waitFor();
}

/** A cashier signs in, and the window is connected. */
async function startWork(window: Window, { cashier }: TestMerchant): Promise<void> {
  await window.go('/neopaas/portal/login');
  await sendCredentials(window, cashier.name);
  await window.page.waitForURL('**/dashboard');
  await window.page.getByRole('button', { name: window.t('shell:connection.connected') }).waitFor();
}

/** Presses the button of one row, gives a reason, and confirms. */
async function decide(
  { page, t }: Window,
  verb: 'suspend' | 'reinstate' | 'signOut',
  name: string,
): Promise<void> {
  const confirm = t(`merchants:${verb}.confirm`);
  await page.getByRole('button', { name: `${confirm}: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: t(`merchants:${verb}.title`, { name }) });
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
  await dialog.getByText(t('common:validation.required')).waitFor();
  await dialog.getByLabel(t('merchants:suspend.reason')).fill('Rent is overdue');
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

describe.each(oneLanguage)('in %s', (language) => {
  const branchName = 'العليا';

  test("an administrator suspends a branch: its cashier's window says so, and the login too, until it is over", async () => {
    const merchant = await newMerchant();
    const [theirs, ours] = [
      await stage.open({ language, url: urls[1] }),
      await stage.open({ language, url: urls[0] }),
    ];
    const { page, t } = theirs;
    await startWork(theirs, merchant);
    await openMerchant(ours, merchant);
    theirs.expectErrors(/status of 401/, /status of 403/);
    await decide(ours, 'suspend', branchName);
    await ours.page
      .getByRole('button', { name: `${t('merchants:reinstate.confirm')}: ${branchName}` })
      .waitFor();

    const asked = page.getByRole('dialog', { name: t('auth:session.ended') });
    await asked.waitFor();
    await sendCredentials(theirs, merchant.cashier.name);
    await page.getByText(t('auth:login.branchDeactivated')).waitFor();

    await decide(ours, 'reinstate', branchName);
    await sendCredentials(theirs, merchant.cashier.name);
    await asked.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: t('shell:connection.connected') }).waitFor();
  });

  test('an administrator logs a person out: the window asks for a new sign-in, and takes it', async () => {
    const merchant = await newMerchant();
    const theirs = await stage.open({ language, url: urls[1] });
    const ours = await stage.open({ language, url: urls[0] });
    const { page, t } = theirs;
    await startWork(theirs, merchant);
    await openMerchant(ours, merchant);
    theirs.expectErrors(/status of 401/);
    await decide(ours, 'signOut', merchant.cashier.name);
    const asked = page.getByRole('dialog', { name: t('auth:session.ended') });
    await asked.waitFor();
    await sendCredentials(theirs, merchant.cashier.name);
    await asked.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: t('shell:connection.connected') }).waitFor();
  });

  test('an administrator looks into a merchant with a reason, sees whose screen it is, and comes back', async () => {
    const merchant = await newMerchant();
    const window = await stage.open({ language, url: urls[0] });
    const { page, t } = window;
    await openMerchant(window, merchant);
    await page.getByRole('button', { name: t('merchants:observe.action') }).click();
    const dialog = page.getByRole('dialog', { name: t('merchants:observe.title', { name: merchant.name }) });
    await dialog.getByLabel(t('merchants:observe.reason')).fill('Totals differ');
    await dialog.getByRole('button', { name: t('merchants:observe.confirm') }).click();
    await page.waitForURL('**/dashboard**');
    await page.getByRole('status').filter({ hasText: merchant.owner.name }).waitFor();
    // What the portal would refuse is not offered, and a form says why it sends nothing.
    await page.getByRole('link', { name: t('shell:menu.terminals'), exact: true }).click();
    await page.getByRole('heading', { name: t('shell:menu.terminals'), exact: true }).waitFor();
    expect(await page.getByRole('link', { name: t('terminals:add.action') }).count()).toBe(0);
    expect(await page.getByRole('button', { name: t('terminals:add.action') }).count()).toBe(0);
    await page.getByRole('link', { name: t('shell:menu.refunds'), exact: true }).click();
    await page.getByRole('heading', { name: t('shell:menu.refunds'), exact: true }).waitFor();
    expect(await page.getByRole('button', { name: t('refunds:new') }).count()).toBe(0);
    await page.getByRole('link', { name: t('shell:menu.settings'), exact: true }).click();
    await page.getByText(t('common:toast.lookingOn')).first().waitFor();
    await page.getByRole('button', { name: t('roles:lookingOn.end') }).click();
    await page.waitForURL(`**${merchantsPath}**`);
    await page.getByRole('button', { name: t('merchants:observe.action') }).waitFor();
  });

  test('what administrators did about a merchant stands in its detail, who it was and why', async () => {
    const merchant = await newMerchant();
    const window = await stage.open({ language, url: urls[0] });
    const { page, t } = window;
    await openMerchant(window, merchant);
    await page.getByText(t('merchants:parts.changes'), { exact: true }).click();
    await page.getByText(t('admin:changes.none')).waitFor();
    await page.getByRole('button', { name: t('merchants:suspend.merchantAction') }).click();
    const dialog = page.getByRole('dialog', { name: t('merchants:suspend.title', { name: merchant.name }) });
    await dialog.getByLabel(t('merchants:suspend.reason')).fill('Rent is overdue');
    await dialog.getByRole('button', { name: t('merchants:suspend.confirm'), exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    const entry = page.getByRole('listitem').filter({ hasText: t('facts:title.merchants.suspended') });
    await entry.getByText('Rent is overdue').waitFor();
    await entry.getByText(admin.name).waitFor();
  });

  test('an administrator opens a closed account again with a reason: its people are let in, and the trail says why', async () => {
    const merchant = await newMerchant();
    const body = JSON.stringify({ name: merchant.name });
    const closed = await ask(urls[0], await tokenOf(merchant.owner), closeAccount.path, {
      method: 'POST',
      body,
    });
    expect(closed.status).toBe(200);
    expect((await signIn(urls[1], merchant.cashier.name))[0]).toBe(403);
    const window = await stage.open({ language, url: urls[0] });
    const { page, t } = window;
    await openMerchant(window, merchant);
    await page.getByText(t('merchants:closed.until')).waitFor();
    await page.getByRole('button', { name: t('merchants:reopen.action') }).click();
    const dialog = page.getByRole('dialog', { name: t('merchants:reopen.title', { name: merchant.name }) });
    await dialog.getByText(t('merchants:reopen.help')).waitFor();
    const confirm = dialog.getByRole('button', { name: t('merchants:reopen.confirm'), exact: true });
    await confirm.click();
    await dialog.getByText(t('common:validation.required')).waitFor();
    await dialog.getByLabel(t('merchants:suspend.reason')).fill('Closed by mistake');
    await confirm.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText(t('merchants:closed.until')).waitFor({ state: 'detached' });
    await page.getByText(t('merchants:parts.changes'), { exact: true }).click();
    const entry = page.getByRole('listitem').filter({ hasText: t('facts:title.merchants.reopened') });
    await entry.getByText('Closed by mistake').waitFor();
    expect(await signIn(urls[1], merchant.cashier.name)).toEqual([200, undefined]);
  });

  test('the last active owner cannot be suspended; the merchant can, and then shows as suspended, on a phone', async () => {
    const merchant = await newMerchant();
    const window = await stage.open({ language, url: urls[0], ...phone });
    const { page, t } = window;
    await openMerchant(window, merchant);
    window.expectErrors(/status of 409/);
    const { name } = merchant.owner;
    await page.getByRole('button', { name: `${t('merchants:suspend.confirm')}: ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: t('merchants:suspend.title', { name }) });
    await dialog.getByLabel(t('merchants:suspend.reason')).fill('Rent is overdue');
    await dialog.getByRole('button', { name: t('merchants:suspend.confirm'), exact: true }).click();
    await dialog.getByText(t('merchants:suspend.lastOwner')).waitFor();
    await dialog.getByRole('button', { name: t('common:actions.cancel') }).click();

    await page.getByRole('button', { name: t('merchants:suspend.merchantAction') }).click();
    const whole = page.getByRole('dialog', { name: t('merchants:suspend.title', { name: merchant.name }) });
    await whole.getByLabel(t('merchants:suspend.reason')).fill('Rent is overdue');
    await whole.getByRole('button', { name: t('merchants:suspend.confirm'), exact: true }).click();
    await whole.waitFor({ state: 'hidden' });
    await page.getByTitle('SUSPENDED').first().waitFor();
    expect(await signIn(urls[1], merchant.owner.name)).toEqual([403, signInMessages.accountDeactivated]);
  });
});
