import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { integratorLogin } from '@mizan/contract/integrator.ts';
import { paths } from '@mizan/contract/paths.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { webhookFacts } from '@mizan/contract/webhook-facts.ts';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../server/demo/demo-merchants.ts';
import { platformRows } from '../server/platform/database/database.ts';
import { hashPassword } from '../server/platform/sessions/passwords.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { numberIn, oneLanguage } from './testing/texts.ts';

/** Keys, sign-ins of systems, webhooks and what came of each message. */
const portals = await shopPortals({ terminals: 1, speed: 0 });
const { shop, db } = portals;
const stage = browserStage();
const [url] = portals.urls;

/** An address on this machine: the portal refuses to send there, which is what a delivery then says. */
const server = createServer((_, response) => response.end());
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());
const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;

/** Nothing lies over the whole of it. */
const isOnTop = (of: Locator): Promise<boolean> =>
  of.evaluate((element) => {
    const { left, width, top, bottom } = element.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => document.elementFromPoint(left + width / 2, y) === element);
  });
const open = (window: Window, search = '') =>
  openAsMember(window, portals, { member: shop.owner, path: paths.integrations + search });
const press = ({ page, t }: Window, key: string) =>
  page
    .getByRole('button', { name: t(key), exact: true })
    .first()
    .click();

/** A message that was tried twice: refused with a wish to wait, then taken. */
async function plantDelivery(addressId: string): Promise<string> {
  const [row] = await platformRows<{ id: string }>(
    db,
    `WITH d AS (
       INSERT INTO webhook_deliveries (merchant_id, address_id, uuid, fact, body, created_at, state, next_attempt_at)
       SELECT merchant_id, id, gen_random_uuid(), 'payments.approved',
              '{"type":"payments.approved","data":{"about":{"type":"transaction","id":"30416"}}}', now(), 'WAITING',
              now() + interval '6 minutes'
         FROM webhook_addresses WHERE id = $1 RETURNING merchant_id, id)
     INSERT INTO webhook_attempts (merchant_id, delivery_id, at, duration_ms, status, answer, signature, retry_after)
     SELECT merchant_id, id, now(), 8200, 503, 'upstream not ready', 'v1,K5oZ=', '360' FROM d RETURNING delivery_id::text AS id`,
    [addressId],
  );
  return row?.id ?? '';
}
const stateOf = async (id: string): Promise<string | undefined> =>
  (await platformRows<{ state: string }>(db, 'SELECT state FROM webhook_deliveries WHERE id = $1', [id]))[0]
    ?.state;

describe.each(oneLanguage)('%s', (lng) => {
  test('a key is made, shown once, and revoked', async () => {
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    await open(window);
    await press(window, 'integrations:keys.add');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('integrations:columns.name')).fill('Books');
    await dialog.getByRole('checkbox').nth(2).check();
    await dialog.getByRole('button', { name: t('integrations:keys.make') }).click();
    const key = await page.locator('code').innerText();
    expect(key).toMatch(/^mzk_/);
    // Nothing but its own button closes what is never shown again.
    await page.keyboard.press('Escape');
    expect(await dialog.getByRole('button', { name: t('common:actions.close') }).count()).toBe(0);
    expect(await page.locator('code').innerText()).toBe(key);
    await press(window, 'integrations:kept');
    expect(await page.content()).not.toContain(key);
    const row = page.getByRole('row').filter({ hasText: 'Books' });
    expect(await row.innerText()).toContain(key.slice(0, 8));
    expect(await row.innerText()).toContain(t('integrations:scope.transactions.read'));
    await row.getByRole('button').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('integrations:revoke'), exact: true })
      .click();
    await page.getByText(t('integrations:keys.none')).waitFor();
  });

  test('a sign-in of a system is made, shown once, and lets the system in until it is revoked', async () => {
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    const signIn = async (username: string, password: string): Promise<number> => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ username, password });
      return (await fetch(url + apiBase + integratorLogin.path, { method: 'POST', headers, body })).status;
    };
    // Software signs in for an owner whose mail is confirmed.
    await platformRows(db, 'UPDATE users SET email_verified_at = now() WHERE id = $1', [shop.owner.userId]);
    await open(window);
    await press(window, 'integrations:systems.add');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('integrations:systems.make') }).click();
    await dialog.getByText(t('common:validation.required')).waitFor();
    await dialog.getByLabel(t('integrations:columns.name')).fill('Ledger of Olaya');
    await dialog.getByRole('button', { name: t('integrations:systems.make') }).click();
    const secrets = dialog.locator('code');
    await secrets.nth(1).waitFor();
    const [username = '', password = ''] = await secrets.allInnerTexts();
    await press(window, 'integrations:kept');
    expect(await page.content()).not.toContain(password);
    const row = page.getByRole('row').filter({ hasText: 'Ledger of Olaya' });
    expect(await row.innerText()).toContain(username);
    expect(await signIn(username, password)).toBe(200);

    await row.getByRole('button').click();
    await dialog.getByText(t('integrations:systems.revokeHelp')).waitFor();
    await dialog.getByRole('button', { name: t('integrations:revoke'), exact: true }).click();
    await row.waitFor({ state: 'detached' });
    expect(await signIn(username, password)).toBe(401);
  });

  test('an address of a private network is refused with its reason; another is added and its secret changed', async () => {
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    window.expectErrors(/status of 40[03]/);
    await open(window);
    await platformRows(db, `UPDATE users SET password_hash = $2 WHERE id = $1`, [
      shop.owner.userId,
      await hashPassword(demoPassword),
    ]);
    await platformRows(
      db,
      `UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`,
      [shop.owner.userId],
    );
    await press(window, 'integrations:webhooks.add');
    const dialog = page.getByRole('dialog');
    const title = dialog.getByRole('heading', { name: t('integrations:webhooks.add') });
    expect(await title.evaluate((shown) => getComputedStyle(shown).fontWeight)).toBe('600');
    const address = dialog.getByLabel(t('integrations:columns.address'));
    await address.fill('https://10.0.0.8/hooks');
    await dialog.getByRole('checkbox').first().check();
    const send = dialog.getByRole('button', { name: t('integrations:webhooks.add') });
    await send.click();
    const asked = page.getByRole('dialog', { name: t('confirm:password.title') });
    await asked.getByLabel(t('common:fields.password'), { exact: true }).fill(demoPassword);
    await page.keyboard.press('Enter');
    await asked.waitFor({ state: 'detached' });
    const said = dialog.getByText(t('integrations:refused.privateNetwork'));
    await said.waitFor();
    // The field has the focus, and with its reason stands below the dialog's title, whichever dialog closes last.
    const focused = () => address.evaluate((field) => field === document.activeElement);
    await expect.poll(focused).toBe(true);
    expect(await isOnTop(address)).toBe(true);
    expect(await isOnTop(said)).toBe(true);
    await address.fill('https://shop.example.sa/hooks');
    await send.click();
    const first = await page.locator('code').innerText();
    // Enter copies: it closes nothing that is shown this once.
    const copy = page.getByRole('button', {
      name: t('integrations:copyOf', { name: t('integrations:webhooks.secret') }),
    });
    await expect.poll(() => copy.evaluate((button) => button === document.activeElement)).toBe(true);
    await press(window, 'integrations:kept');
    const there = { url: 'https://shop.example.sa/hooks' };
    await page.getByRole('button', { name: t('integrations:webhooks.openOne', there) }).click();
    await page.waitForURL(/addressId=/);
    // Nobody set a filter: it is only that nothing was sent to it yet.
    await page.getByText(t('integrations:deliveries.none')).waitFor();
    await page
      .getByRole('complementary')
      .getByRole('button', { name: t('integrations:webhooks.renew') })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('integrations:webhooks.renew') })
      .click();
    const second = await page.locator('code').innerText();
    expect([first.startsWith('whsec_'), second.startsWith('whsec_'), first === second]).toEqual([
      true,
      true,
      false,
    ]);
    await press(window, 'integrations:kept');
    // One that hears of everything says so, in its drawer too, and names none of them.
    await platformRows(db, 'UPDATE webhook_addresses SET facts = $2 WHERE merchant_id = $1', [
      shop.merchantId,
      webhookFacts,
    ]);
    await page.reload();
    await page.getByRole('complementary').getByText(t('integrations:webhooks.allEvents')).waitFor();
  });

  test('a delivery says what was sent, what came back and whose the lag is, and is sent again', async () => {
    const [made] = await platformRows<{ id: string }>(
      db,
      `INSERT INTO webhook_addresses (merchant_id, uuid, url, facts, made_by, created_at)
       VALUES ($1, gen_random_uuid(), $2, '{payments.approved}', $3, now()) RETURNING id::text`,
      [shop.merchantId, here, shop.owner.userId],
    );
    const id = await plantDelivery(made?.id ?? '');
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    await open(window, '?only=missing');
    await page.getByText(t('integrations:deliveries.missingCount', { number: numberIn(lng, 1) })).waitFor();
    await page.getByRole('row').filter({ hasText: '30416' }).click();
    const drawer = page.getByRole('complementary').filter({ hasText: '30416' });
    await drawer.getByText('webhook-signature: v1,K5oZ=').waitFor();
    await drawer.getByText('retry-after: 360').waitFor();
    // What the number means has a line of its own, as wide as the row.
    const meant = await drawer.getByText(t('integrations:failure.notAvailable')).boundingBox();
    const attempts = await drawer
      .getByRole('list', { name: t('integrations:columns.attempts') })
      .boundingBox();
    expect(meant?.width).toBe(attempts?.width);
    const cause = t('integrations:cause.askedToWait', { time: '§' }).split('§')[0] ?? '';
    await drawer.getByText(cause).waitFor();
    await press(window, 'integrations:delivery.sendAgain');
    await drawer.getByText(t('integrations:cause.closedNetwork')).waitFor();
    expect(await stateOf(id)).toBe('WAITING');
  });
});
