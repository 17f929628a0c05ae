import { describe, expect, test } from 'vitest';
import { diyarCoffee } from '../server/demo/demo-merchants.ts';
import { upsertOwnHours } from '../server/features/alerts/alerts.queries.ts';
import { inTenant, platformRows } from '../server/platform/database/database.ts';
import { handTerminal, makeKey } from '../server/testing/hand-terminal.ts';
import { openShop } from '../server/testing/shop.ts';
import { askPortal } from './testing/portal-api.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** Every terminal with its line and its health; one terminal whole; pairing; a cashier's one terminal. */
const stage = browserStage();
const portals = await shopPortals({ terminals: 0, speed: 0 });
const tids = diyarCoffee.branches.flatMap((branch) => branch.terminals.map(({ tid }) => tid));
const place = diyarCoffee.branches[0]?.terminals[0];

describe.each(oneLanguage)('in %s', (language) => {
  test('the list names all terminals of the merchant and no other; filters stand in the address', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'merchant@mizan.test', '/terminals');
    const table = page.getByRole('table', { name: t('shell:menu.terminals') });
    for (const tid of tids) await table.getByText(tid, { exact: true }).waitFor();
    expect(await table.locator('tbody tr').count()).toBe(tids.length);
    const headings = async () =>
      (await table.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
    const first = [
      'common:fields.terminalId',
      'terminals:columns.heartbeat',
      'transactions:columns.branch',
      'terminals:columns.model',
    ];
    const health = ['battery', 'wifi', 'bluetooth', 'paper'].map((name) => `terminals:telemetry.${name}`);
    const words = (keys: string[]) => keys.map((key) => t(key));
    expect(await headings()).toEqual(words([...first, 'transactions:columns.cashier', ...health]));
    await page.getByText(t('terminals:filters.device'), { exact: true }).click();
    await table.getByRole('columnheader', { name: t('terminals:telemetry.madaPackage') }).waitFor();
    expect(await headings()).toEqual(
      words([
        ...first,
        'terminals:columns.manufacturer',
        'terminals:columns.serial',
        'terminals:columns.version',
        'terminals:telemetry.madaApp',
        'terminals:telemetry.madaPackage',
        'terminals:columns.provider',
        'common:fields.ip',
      ]),
    );
    await page.getByLabel(t('terminals:filters.search')).fill(place?.serial ?? '');
    await page.waitForURL(/search=/);
    await expect.poll(() => table.locator('tbody tr').count()).toBe(1);
    await page.reload();
    await table.getByText(place?.serial ?? '', { exact: true }).waitFor();
    expect(await table.locator('tbody tr').count()).toBe(1);
    // Two filters pressed before the first one's list is there: both stand, and the text with them.
    const pressBoth = () =>
      page.evaluate(() => {
        for (const each of document.querySelectorAll<HTMLElement>('main button[aria-pressed]')) each.click();
      });
    await pressBoth();
    await page.waitForURL(/(?=.*search=)(?=.*needs=)(?=.*service=)/);
    await expect.poll(() => page.locator('main button[aria-pressed=true]').count()).toBe(2);
    await pressBoth();
    await page.waitForURL(/search=(?!.*(needs|service)=)/);
    await expect.poll(() => table.locator('tbody tr').count()).toBe(1);
    // The file holds what shows: of all terminals the one.
    await page.getByRole('button', { name: t('transactions:export.title') }).click();
    await page.getByRole('button', { name: t('transactions:export.xlsx'), exact: true }).click();
    const asked = () =>
      askPortal<{ rows: { rowsTotal: number | null; format: string }[] }>(window, '/exports?kind=terminals');
    await expect.poll(async () => (await asked()).rows[0]).toMatchObject({ rowsTotal: 1, format: 'xlsx' });
  });

  test('a row opens the terminal whole: health, history, versions, log, and the way to a payment', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'merchant@mizan.test', '/terminals');
    await page.getByText(place?.tid ?? '', { exact: true }).click();
    await page.waitForURL(`**/terminals/${place?.tid}`);
    await page.getByRole('heading', { level: 1, name: place?.tid ?? '' }).waitFor();
    // A warning about the terminal may name it, too.
    await page
      .getByText(place?.serial ?? '', { exact: true })
      .first()
      .waitFor();
    await page.getByRole('table', { name: t('terminals:versions.title') }).waitFor();
    await page.getByRole('heading', { name: t('terminals:log.title') }).waitFor();
    // Whose device it is where the brand does not say it, what it took last, and how it reconciled last.
    await page.getByText(`${t('terminals:columns.manufacturer')}: ${place?.manufacturer}`).waitFor();
    const last = page.locator('section').filter({
      has: page.getByRole('heading', { name: t('terminals:last.title'), exact: true }),
    });
    await last.getByRole('listitem').first().getByText(/#/).waitFor();
    const reconciled = page.locator('section').filter({
      has: page.getByRole('heading', { name: t('reconcile:one.last') }),
    });
    await reconciled.getByRole('link', { name: t('reconcile:one.everything') }).waitFor();
    await page.getByRole('img', { name: t('terminals:history.picture') }).waitFor();
    await page.getByRole('button', { name: t('terminals:history.asTable') }).click();
    await page.waitForURL(/as=table/);
    const hours = page.getByRole('table', { name: t('terminals:history.picture') });
    await hours.locator('tbody tr').nth(23).waitFor();
    expect(await hours.locator('tbody tr').count()).toBe(24);
    await page.getByRole('button', { name: t('payment:title') }).click();
    await page.waitForURL(/pay=/);
    await page.getByLabel(t('common:fields.amount')).waitFor();
  });

  test('on a phone each terminal of the list says whether it is connected, and of when its last heartbeat is', async () => {
    const window = await stage.open({ language, ...phone });
    const { page, t } = window;
    await openAs(window, 'merchant@mizan.test', '/terminals');
    const row = page.getByRole('listitem').filter({ hasText: place?.tid ?? '' });
    const heartbeat = ['ago', 'at'].map(
      (key) => t(`terminals:heartbeat.${key}`, { time: '§' }).split('§')[0] ?? '',
    );
    await expect
      .poll(async () => {
        const text = await row.first().innerText();
        return heartbeat.some((words) => text.includes(words));
      })
      .toBe(true);
    // Written there for everybody, not for screen readers alone.
    const hidden = row.locator('.mz-visually-hidden', { hasText: t('terminals:heartbeat.last') });
    expect(await hidden.count()).toBe(0);
  });

  test("a cashier's screen is the form of the next payment on their own terminal", async () => {
    const window = await stage.open({ language, ...phone });
    const { page, t } = window;
    await openAs(window, 'cashier1', '/terminal');
    await page.getByRole('group', { name: t('payment:pad.keys') }).waitFor();
    expect(await page.getByLabel(t('payment:chooseTerminal')).count()).toBe(0);
    await page
      .getByText(place?.tid ?? '')
      .first()
      .waitFor();
  });
});

test('a number that no terminal has says so', async () => {
  const window = await stage.open();
  const { page, t } = window;
  window.expectErrors(/404/);
  await openAs(window, 'other@mizan.test', `/terminals/${place?.tid}`);
  await page.getByText(t('terminals:detail.missing')).waitFor();
});

test('a pairing code is shown once, after what it puts an end to, and says until when it is good', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await openAs(window, 'other@mizan.test', '/terminals/88612077?panel=pair');
  await page.getByRole('button', { name: t('terminals:pairing.make') }).click();
  await page.getByText(t('terminals:pairing.of', { tid: '88612077' })).waitFor();
  await page.getByRole('img', { name: t('terminals:pairing.qr', { tid: '88612077' }) }).waitFor();
  const code = page.getByRole('status').filter({ hasText: /\w{4}-/ });
  expect((await code.innerText()).length).toBeGreaterThan(8);
  // It is read out in one go: in one row, beside the list and on the narrowest phone.
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 860 });
    const box = await code.boundingBox();
    expect(box?.height).toBeLessThan(45);
    expect(await code.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
  await page
    .getByRole('list', { name: t('terminals:pairing.how.label') })
    .getByText(t('terminals:pairing.how.enter'))
    .waitFor();
  // Headless browsers ask nobody about the clipboard: what is copied is the code as it stands there.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: t('terminals:pairing.copy') }).click();
  await page.getByRole('button', { name: t('terminals:detail.copied') }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(await code.innerText()).toContain(copied);
  expect(copied).toMatch(/^\w{4}-\w{4}/);
});

test('a new terminal waits in the list, is paired by its code, and goes out of service and back', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await openAs(window, 'other@mizan.test', '/terminals');
  await page.getByRole('button', { name: t('terminals:add.action') }).click();
  await page.getByRole('button', { name: t('terminals:add.submit') }).click();
  await page.getByText(t('terminals:add.tidWrong')).waitFor();
  const number = page.getByRole('textbox', { name: t('common:fields.terminalId'), exact: true });
  await number.fill('٧٧٠٠١٢٣٤');
  await page.getByRole('combobox', { name: t('terminals:columns.model') }).fill('A920Pro');
  await page.getByRole('option', { name: 'PAX A920Pro' }).click();
  const branch = page.getByRole('combobox', { name: t('transactions:columns.branch') });
  if ((await branch.inputValue()) === '') {
    await branch.click();
    await page.getByRole('option').first().click();
  }
  await page.getByRole('button', { name: t('terminals:add.submit') }).click();
  await page.getByRole('table').getByText('77001234', { exact: true }).waitFor();
  await page.getByRole('button', { name: t('terminals:pairing.make') }).click();
  const code = await page
    .getByRole('status')
    .filter({ hasText: /\w{4}-/ })
    .innerText();
  const device = handTerminal(new URL(page.url()).origin, '77001234', makeKey());
  await device.signIn(code.trim().split(/\s/)[0] ?? '');
  await page.getByText(t('terminals:pairing.model.other')).waitFor();
  await page.getByRole('table').getByText('77001234', { exact: true }).click();
  await page.waitForURL('**/terminals/77001234');
  await page.getByRole('button', { name: t('terminals:detail.more') }).click();
  await page.getByRole('menuitem', { name: t('terminals:retire.action') }).click();
  await page.getByText(t('terminals:retire.history')).waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('terminals:retire.action') })
    .click();
  await page.getByText(t('terminals:detail.retired'), { exact: true }).waitFor();
  await device.closed;
  await page.goto(new URL('/terminals', page.url()).href);
  await page.getByRole('button', { name: t('terminals:detail.retired') }).click();
  await page.waitForURL(/service=retired/);
  await page.getByRole('table').getByText('77001234', { exact: true }).click();
  await page.getByRole('button', { name: t('terminals:retire.return') }).click();
  await page.getByText(t('terminals:connection.never')).waitFor();
});

test('settings are sent from the terminal’s screen, and are in force once the terminal says so', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await openAs(window, 'merchant@mizan.test', `/terminals/${place?.tid}`);
  await page.getByRole('button', { name: t('terminals:settings.configure') }).click();
  await page.getByRole('switch', { name: t('terminals:settings.cash') }).uncheck({ force: true });
  await page.getByRole('button', { name: t('terminals:settings.send') }).click();
  // The simulated terminal takes them and says which number it has.
  const cash = page.getByRole('term').filter({ hasText: t('terminals:settings.cash') });
  await cash.waitFor();
  await expect
    .poll(() => cash.locator('xpath=following-sibling::dd').textContent())
    .toBe(t('terminals:settings.notAllowed'));
  expect(await page.getByText(t('terminals:settings.state.SENT')).count()).toBe(0);
});

/** Of two terminals one that was heard an hour ago; the shop has taken a payment, until which the dashboard is about first steps. */
async function shopWithSilence() {
  const { db } = portals;
  const shop = await openShop(db, 2);
  const [{ id, tid } = { id: '', tid: '' }, other] = shop.terminals;
  await platformRows(
    db,
    `UPDATE terminals SET connection = 'DISCONNECTED', last_seen_at = now() - interval '1 hour'
      WHERE merchant_id = $1 AND id = $2 RETURNING id`,
    [shop.merchantId, id],
  );
  await platformRows(
    db,
    `INSERT INTO transaction_day_rollups (merchant_id, day, branch_id, scheme, type, status, currency, bank_confirmed,
       count, amount_minor, fee_minor, vat_minor, net_minor)
     VALUES ($1, current_date, 0, 'Mada', 'PURCHASE', 'APPROVED', 'SAR', false, 1, 1000, 10, 2, 988) RETURNING day`,
    [shop.merchantId],
  );
  /** By the merchant's own word, every day, from so many minutes from now for two hours. */
  const openFrom = (minutes: number) => {
    const own = { opensAt: timeIn(minutes), closesAt: timeIn(minutes + 120), closedDays: [] };
    return inTenant(db, shop.merchantId, (tx) => upsertOwnHours(tx, own, new Date()));
  };
  return { owner: shop.owner, silent: tid, other: other?.tid ?? '', openFrom };
}
/** What the clocks of Riyadh show in so many minutes: '08:05'. */
const timeIn = (minutes: number): string =>
  new Date(Date.now() + (minutes + 180) * 60_000).toISOString().slice(11, 16);

describe.each(oneLanguage)('a branch whose terminals are silent, in %s', (language) => {
  test('is named while the shop is open, not when it is closed; the dashboard leads to the one terminal', async () => {
    const { owner, silent, other, openFrom } = await shopWithSilence();
    await openFrom(-60);
    const window = await stage.open({ language, url: portals.urls[0] });
    const { page, t } = window;
    await openAsMember(window, portals, { member: owner, path: '/dashboard' });
    await page
      .getByRole('link')
      .filter({ hasText: t('dashboard:attention.TERMINAL_DISCONNECTED.title', { tid: silent }) })
      .click();
    await page.waitForURL(`**/terminals/${silent}`);
    await page.getByRole('heading', { level: 1, name: silent }).waitFor();

    const branch = language === 'ar' ? 'العليا' : 'Olaya';
    const warning = page.getByText(t('terminals:warnings.silent', { branch }), { exact: true });
    await window.go('/terminals');
    await warning.waitFor();
    await openFrom(120);
    const asked = page.waitForResponse(/closed-branches/);
    await page.reload();
    await (await asked).finished();
    const table = page.getByRole('table', { name: t('shell:menu.terminals') });
    await table.getByText(other, { exact: true }).waitFor();
    await table.getByText(t('terminals:connection.disconnected')).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await warning.count()).toBe(0);
  });
});
