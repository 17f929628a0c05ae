import { describe, expect, test } from 'vitest';
import { demoPassword } from '../server/demo/demo-merchants.ts';
import { inTenant, platformRows } from '../server/platform/database/database.ts';
import { happened, nobody } from '../server/platform/facts/facts.ts';
import { hashPassword } from '../server/platform/sessions/passwords.ts';
import { openShop, type Shop } from '../server/testing/shop.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { sendCredentials } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { languages, oneLanguage, textIn } from './testing/texts.ts';

/** What a person chose in the settings: it shows at once, after a reload, in another browser, on another process. */
const portals = await shopPortals({ terminals: 1, speed: 0 });
const { db, urls } = portals;
const stage = browserStage();
const settingsPath = '/settings';
const hijriYear = /1448|١٤٤٨|1449|١٤٤٩/;
const arabicDigits = /[٠-٩]/;
const latinDigits = /[0-9]/;

/** A shop of its own for each test: nobody else's choices are in the way. */
const newShop = (): Promise<Shop> => openShop(db, 1);
const openSettings = (window: Window, { owner }: Shop) =>
  openAsMember(window, portals, { member: owner, path: settingsPath });

const displayForm = ({ page, t }: Window) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: t('account:preferences.title') }) });
/** Its row lies over the circle and takes the press for it, so Playwright is not to wait for a bare circle. */
const choose = (window: Window, key: string, values: Record<string, string> = {}) =>
  displayForm(window)
    .getByRole('radio', { name: window.t(`account:preferences.${key}`, values), exact: true })
    .check({ force: true });
/** The page is read anew after a choice that changes how it reads. */
async function save(window: Window): Promise<void> {
  const again = window.page.waitForEvent('load');
  await displayForm(window)
    .getByRole('button', { name: window.t('common:actions.save') })
    .click();
  await again;
  await displayForm(window).waitFor();
}
/** When the browser was added, as the list of trusted devices tells it: a date with its year. */
const addedOn = async ({ page, t }: Window): Promise<string> => {
  const row = page.getByRole('list', { name: t('account:trustedDevices.title') }).getByRole('listitem');
  const text = await row.first().innerText();
  return text.slice(text.indexOf(t('account:trustedDevices.addedOn')));
};
async function trustDevice({ owner }: Shop): Promise<void> {
  await platformRows(
    db,
    `INSERT INTO trusted_devices (user_id, token_hash, created_at, expires_at)
     VALUES ($1, sha256($2::bytea), now(), now() + interval '30 days')`,
    [owner.userId, crypto.randomUUID()],
  );
}

test('a browser in which nobody chose anything speaks as its person chose, from the first screen on', async () => {
  const shop = await newShop();
  const [cashier] = await platformRows<{ id: string; username: string }>(
    db,
    `UPDATE users SET locale = 'ar', password_hash = $2 WHERE merchant_id = $1 AND role = 'CASHIER'
     RETURNING id::text, username`,
    [shop.merchantId, await hashPassword(demoPassword)],
  );
  await platformRows(
    db,
    `INSERT INTO user_preferences (user_id, digits, calendar, muted_notices, sign_in_mail, language_chosen)
     VALUES ($1, 'latin', 'gregorian', '{}', true, true)`,
    [cashier?.id],
  );
  const window = await stage.open({ language: 'en', url: urls[0] });
  const { page, context } = window;
  await context.clearCookies();
  await window.go('/neopaas/portal/login');
  await page.evaluate(() => localStorage.clear());
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await sendCredentials(window, cashier?.username ?? '');
  await page.getByText(textIn('ar', 'dashboard:empty.title')).waitFor();
  expect(loads).toBe(1);
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  const text = await page.getByRole('main').innerText();
  expect(text).toMatch(latinDigits);
  expect(text).not.toMatch(arabicDigits);
});

describe.each(languages)('in %s', (language) => {
  const other = language === 'en' ? 'arabic' : 'latin';
  const digits = language === 'en' ? '٠١٢٣٤٥٦٧٨٩' : '0123456789';
  const [chosen, unchosen] = language === 'en' ? [arabicDigits, latinDigits] : [latinDigits, arabicDigits];

  test('digits and calendar: at once, after a reload, and in another browser on another process', async () => {
    const shop = await newShop();
    await trustDevice(shop);
    const window = await stage.open({ language, url: urls[0] });
    await openSettings(window, shop);
    const before = await addedOn(window);
    expect(before).toMatch(unchosen);
    expect(before).not.toMatch(chosen);
    expect(before).not.toMatch(hijriYear);

    await choose(window, `digitChoices.${other}`, { digits });
    await choose(window, 'calendarChoices.ummAlQura');
    await save(window);
    const isAsChosen = async (each: Window) => {
      const text = await addedOn(each);
      expect(text).toMatch(hijriYear);
      expect(text).toMatch(chosen);
      expect(text).not.toMatch(unchosen);
    };
    await isAsChosen(window);
    await window.page.reload();
    await isAsChosen(window);

    const elsewhere = await stage.open({ language, url: urls[1] });
    await openSettings(elsewhere, shop);
    await expect.poll(() => addedOn(elsewhere)).toMatch(hijriYear);
    await isAsChosen(elsewhere);

    // What is chosen in one window shows in the other as soon as nothing in it would be lost.
    await choose(elsewhere, 'calendarChoices.gregorian');
    const heard = elsewhere.page.waitForResponse(
      (answer) => answer.url().endsWith('/account/preferences') && answer.request().method() === 'GET',
    );
    await choose(window, 'digitChoices.language');
    await save(window);
    await heard;
    const kept = { name: elsewhere.t('account:preferences.calendarChoices.gregorian'), exact: true };
    expect(await displayForm(elsewhere).getByRole('radio', kept).isChecked()).toBe(true);
    await isAsChosen(elsewhere);
    const followed = elsewhere.page.waitForEvent('load');
    await choose(elsewhere, 'calendarChoices.ummAlQura');
    await followed;
    await expect.poll(() => addedOn(elsewhere)).toMatch(unchosen);

    // A day is asked for in the same calendar, with the Gregorian date below it, as banks' papers have it.
    await elsewhere.page.goto(`${urls[1]}/discounts`);
    const calculator = elsewhere.page.getByRole('region', {
      name: elsewhere.t('discounts:calculator.title'),
    });
    const year = calculator.locator('[data-type="year"]');
    expect(await year.getAttribute('aria-valuenow')).toMatch(/^14\d\d$/);
    const today = await calculator.locator('time').getAttribute('datetime');
    expect(today).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  test('a language that is chosen is that of the page and of mails', async () => {
    const shop = await newShop();
    const window = await stage.open({ language, url: urls[0] });
    const { page } = window;
    await openSettings(window, shop);
    const spoken = language === 'en' ? 'ar' : 'en';
    await choose(window, `languages.${spoken}`);
    await displayForm(window)
      .getByRole('button', { name: window.t('common:actions.save') })
      .click();
    await page.waitForFunction((lang) => document.documentElement.lang === lang, spoken);
    expect(await page.evaluate(() => localStorage.getItem('lng'))).toBe(spoken);
    const [row] = await platformRows(db, 'SELECT locale FROM users WHERE id = $1', [shop.owner.userId]);
    expect(row).toEqual({ locale: spoken });
  });
});

describe.each(oneLanguage)('form and switches, in %s', (language) => {
  test('a muted notification neither rings nor stands in the list, and comes back with its switch', async () => {
    const shop = await newShop();
    const window = await stage.open({ language, url: urls[0] });
    const { page, t } = window;
    await openSettings(window, shop);
    await page.getByRole('button', { name: t('shell:connection.connected') }).waitFor();
    const cell = { type: t('account:notices.TDI'), column: t('account:notices.columns.bell') };
    const toggle = page.getByRole('checkbox', { name: t('account:notices.cell', cell) });
    await toggle.click();
    await expect.poll(() => toggle.isChecked()).toBe(false);
    await expect.poll(() => toggle.isEnabled()).toBe(true);

    const about = { type: 'terminal', id: shop.terminals[0]?.id ?? '' } as const;
    const told = { at: new Date(), about };
    await inTenant(db, shop.merchantId, async (tx) => {
      const by = nobody(shop.merchantId);
      await happened(tx, by, { ...told, fact: 'terminals.disconnected', params: { tid: '88501158' } });
      await happened(tx, by, { ...told, fact: 'terminals.connected', params: { tid: '88501159' } });
    });
    const bell = (count: number) => page.getByRole('button', { name: t('notifications:unread', { count }) });
    const heard = (type: 'TCO' | 'TDI', tid: string) => page.getByText(t(`notifications:${type}`, { tid }));
    await bell(1).click();
    await heard('TCO', '88501159').waitFor();
    expect(await heard('TDI', '88501158').count()).toBe(0);
    await page.keyboard.press('Escape');

    await toggle.click();
    await expect.poll(() => toggle.isChecked()).toBe(true);
    await expect.poll(() => toggle.isEnabled()).toBe(true);
    await bell(0).click();
    await heard('TDI', '88501158').waitFor();
  });

  test('a keyboard is led to what is wrong, and keeps its place while the portal answers', async () => {
    const shop = await newShop();
    await platformRows(db, 'UPDATE users SET password_hash = $2 WHERE id = $1', [
      shop.owner.userId,
      await hashPassword(demoPassword),
    ]);
    const window = await stage.open({ language, url: urls[0] });
    const { page, t } = window;
    await openSettings(window, shop);
    const name = page.getByLabel(t('account:profile.fullName'));
    await name.fill(' ');
    await page
      .getByRole('button', { name: t('common:actions.save') })
      .first()
      .press('Enter');
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);

    window.expectErrors(/status of 401/);
    await page.getByLabel(t('account:password.current')).fill('Wrong#2026');
    for (const key of ['newPassword', 'confirmPassword']) {
      await page.getByLabel(t(`auth:reset.${key}`), { exact: true }).fill('Wadi-Hanifa#7');
    }
    const change = page.getByRole('button', { name: t('account:password.change') });
    await change.press('Enter');
    // Three fields stand there: it is said at the one that it is about, which is where one goes on.
    await page.getByText(t('confirm:password.wrong')).waitFor();
    const current = page.getByLabel(t('account:password.current'));
    expect(await current.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => current.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});

describe.each(oneLanguage)('unsaved, in %s', (language) => {
  const nameField = ({ page, t }: Window) => page.getByLabel(t('account:profile.fullName'));
  const question = ({ page, t }: Window) => page.getByRole('dialog', { name: t('account:unsaved.title') });

  test.each(['menu', 'logout'])('who leaves by the %s is told that changes are not saved', async (way) => {
    const window = await stage.open({ language, url: urls[0] });
    const { page, t } = window;
    await openSettings(window, await newShop());
    await nameField(window).fill('Huda Al-Faisal');
    const leave = () =>
      way === 'menu'
        ? page.getByRole('link', { name: t('shell:menu.transactions') }).click()
        : page.getByRole('button', { name: t('shell:menu.logout') }).click();
    await leave();
    await question(window)
      .getByRole('button', { name: t('common:actions.cancel') })
      .click();
    expect(new URL(page.url()).pathname).toBe(settingsPath);
    expect(await nameField(window).inputValue()).toBe('Huda Al-Faisal');
    await leave();
    await question(window)
      .getByRole('button', { name: t('account:unsaved.leave') })
      .click();
    await page.waitForURL(way === 'menu' ? '**/transactions' : '**/neopaas/portal/login');
  });

  test('a reload asks, too; what is as it was asks nothing', async () => {
    const window = await stage.open({ language, url: urls[0] });
    const { page, t } = window;
    await openSettings(window, await newShop());
    const before = await nameField(window).inputValue();
    await nameField(window).fill('Huda Al-Faisal');
    const asked = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.accept();
      return dialog.type();
    });
    await page.reload();
    expect(await asked).toBe('beforeunload');
    await nameField(window).fill('Somebody');
    await nameField(window).fill(before);
    await page.getByRole('link', { name: t('shell:menu.transactions') }).click();
    await page.waitForURL('**/transactions');
  });
});

describe.each(oneLanguage)('in %s', (language) => {
  test('whoever has begun to type keeps what is typed when preferences come late, and the next load follows', async () => {
    const shop = await newShop();
    await platformRows(
      db,
      `INSERT INTO user_preferences (user_id, digits, calendar, muted_notices, sign_in_mail, language_chosen)
       VALUES ($1, 'latin', 'ummAlQura', '{}', true, false)`,
      [shop.owner.userId],
    );
    const window = await stage.open({ language, url: urls[0] });
    const { page, t } = window;
    const typed = Promise.withResolvers<void>();
    await page.route('**/account/preferences', async (route) => {
      await typed.promise;
      await route.continue();
    });
    await openAsMember(window, portals, { member: shop.owner, path: '/transactions' });
    const search = page.getByRole('searchbox', { name: t('transactions:filters.search') });
    await search.click();
    await search.fill('8850');
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    typed.resolve();
    const kept = () => page.evaluate(() => localStorage.getItem('preferences'));
    await expect.poll(kept).toContain('ummAlQura');
    // What the page does about it would be under way before this is answered.
    await page.evaluate(async () => (await fetch('/health')).text());
    expect(loads).toBe(0);
    expect(await search.inputValue()).toBe('8850');
  });

  test('a cashier has the own part behind the own name, without mails, and chooses the digits there', async () => {
    const shop = await newShop();
    const window = await stage.open({ language, url: urls[0] });
    const { page, t } = window;
    const [terminal] = shop.terminals;
    if (!terminal) throw new Error('the shop has no terminal');
    await openAsMember(window, portals, { member: terminal.cashier, path: '/transactions' });
    await page.getByRole('button', { name: t('roles:cashier') }).click();
    await page.getByRole('link', { name: t('shell:menu.user') }).click();
    await page.waitForURL('**/my-account');
    await displayForm(window).waitFor();
    await page.getByRole('heading', { name: t('common:fields.password') }).waitFor();
    expect(await page.getByText(t('account:notices.columns.mail'), { exact: true }).count()).toBe(0);
    await page.getByText(t('account:notices.helpBell'), { exact: true }).waitFor();
    expect(await page.getByText(t('account:preferences.languageHelp')).count()).toBe(0);
    await choose(window, 'digitChoices.latin', { digits: '0123456789' });
    await save(window);
    const kept = await platformRows<{ digits: string }>(
      db,
      'SELECT digits FROM user_preferences WHERE user_id = $1',
      [terminal.cashier.userId],
    );
    expect(kept).toEqual([{ digits: 'latin' }]);
  });

  test('an accountant and a branch manager read the opening hours that the owner set, without a button that would be refused', async () => {
    const shop = await newShop();
    await platformRows(
      db,
      `INSERT INTO opening_hours (merchant_id, opens_at, closes_at, closed_days, set_at)
       VALUES ($1, '09:00', '22:00', '{5}', now())`,
      [shop.merchantId],
    );
    for (const teamRole of ['accountant', 'branchManager'] as const) {
      const [person] = await platformRows<{ id: string }>(
        db,
        `INSERT INTO users (merchant_id, branch_id, role, team_role, status, email, full_name, password_hash)
         VALUES ($1, $2, 'MERCHANT', $3, 'ACTIVE', $4, 'Reem Al-Dossary', 'none') RETURNING id::text`,
        [
          shop.merchantId,
          teamRole === 'branchManager' ? shop.branchId : null,
          teamRole,
          `${crypto.randomUUID()}@mizan.test`,
        ],
      );
      const window = await stage.open({ language, url: urls[0] });
      const { page, t } = window;
      const member = { ...shop.owner, userId: person?.id ?? '', teamRole };
      await openAsMember(window, portals, { member, path: settingsPath });
      const hours = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: t('account:hours.title') }) });
      await hours.getByText(t('account:hours.setBy')).waitFor();
      expect(await hours.getByRole('listitem').count()).toBe(6);
      await page.getByRole('button', { name: t(`roles:${teamRole}`) }).waitFor();
      // What is never asked of them is not said to be mailed to them.
      const told = teamRole === 'accountant' ? 'askedMailFilesHelp' : 'askedMailRefundsHelp';
      await page.getByText(t(`account:notices.${told}`), { exact: true }).waitFor();
      // No landmark without a way in it.
      const places = page.getByRole('navigation', { name: t('account:places.label') });
      expect(await places.count()).toBe(teamRole === 'accountant' ? 1 : 0);
      expect(await hours.getByRole('button').count()).toBe(0);
      expect(await hours.getByRole('textbox').count()).toBe(0);
    }
  });

  test('a cashier changes the language: the page speaks it at once and after a reload, and so do mails', async () => {
    const shop = await newShop();
    const { cashier } = shop.terminals[0] ?? expect.fail('no terminal');
    const window = await stage.open({ language, url: urls[0] });
    const { page } = window;
    const path = '/my-account';
    await openAsMember(window, portals, { member: cashier, path });
    const spoken = language === 'ar' ? 'en' : 'ar';
    await choose(window, `languages.${spoken}`);
    await displayForm(window)
      .getByRole('button', { name: window.t('common:actions.save') })
      .click();
    const said = { level: 1, name: textIn(spoken, 'shell:menu.user') } as const;
    await page.getByRole('heading', said).waitFor();
    await page.reload();
    await page.getByRole('heading', said).waitFor();
    const [row] = await platformRows(db, 'SELECT locale FROM users WHERE id = $1', [cashier.userId]);
    expect(row).toEqual({ locale: spoken });
  });
});
