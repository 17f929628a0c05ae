import { readFile } from 'node:fs/promises';
import { paths } from '@mizan/contract/paths.ts';
import { describe, expect, test } from 'vitest';
import { platformRows } from '../server/platform/database/database.ts';
import { openShop, type Shop } from '../server/testing/shop.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { numberIn, oneLanguage } from './testing/texts.ts';

/** What is done with branches and people who are there already: changed, narrowed, taken away, several at once. */
const portals = await shopPortals({ terminals: 1, speed: 0 });
const { db } = portals;
const [url] = portals.urls;
const stage = browserStage();

const press = ({ page, t }: Window, key: string) =>
  page.getByRole('button', { name: t(key), exact: true }).click();
const statusesOf = async (table: 'users' | 'branches', ids: readonly string[]): Promise<string[]> => {
  const sql = `SELECT status FROM ${table} WHERE id = ANY ($1) ORDER BY id`;
  return (await platformRows<{ status: string }>(db, sql, [ids])).map(({ status }) => status);
};

describe.each(oneLanguage)('in %s', (language) => {
  /** A window of the owner of a shop of its own, with two cashiers. */
  async function open(search: (shop: Shop) => string) {
    const shop = await openShop(db, 2);
    const window = await stage.open({ language, url });
    const path = paths.management + search(shop);
    await openAsMember(window, portals, { member: shop.owner, path });
    return { shop, window };
  }

  test('a branch is changed: its row and its map say so at once; a closed one is activated', async () => {
    const { shop, window } = await open(({ branchId }) => `?open=${branchId}`);
    const { page, t } = window;
    const field = (key: string) =>
      page.locator('form').getByLabel(t(`management:branch.${key}`), { exact: true });
    const save = page.getByRole('button', { name: t('common:actions.save'), exact: true });
    const isHeld = () => save.getAttribute('aria-disabled');
    await page.getByText(t('common:form.unchanged'), { exact: true }).waitFor();
    expect(await isHeld(), 'nothing is saved that nobody changed').toBe('true');
    const endsPx = () => save.evaluate((button) => button.getBoundingClientRect().bottom - innerHeight);
    expect(await endsPx(), 'in sight above fields that go on below the window').toBeLessThanOrEqual(0);
    await field('nameAr').fill('الملقا');
    expect(await isHeld()).toBe('false');
    await field('nameEn').fill('Al Malqa');
    await field('addressAr').fill('طريق أنس بن مالك ١٤');
    await field('map').fill('maps.example.sa/malqa');
    await press(window, 'common:actions.save');
    await page.getByText(t('management:branch.mapWrong')).waitFor();
    await field('map').fill('https://maps.example.sa/malqa');
    await press(window, 'common:actions.save');
    const row = page.getByRole('row').filter({ hasText: 'الملقا' }).filter({ hasText: 'أنس بن مالك' });
    expect(await row.getByRole('link', { name: /الملقا/ }).getAttribute('href')).toBe(
      'https://maps.example.sa/malqa',
    );
    expect(
      await platformRows(db, 'SELECT name_en AS "nameEn" FROM branches WHERE id = $1', [shop.branchId]),
    ).toEqual([{ nameEn: 'Al Malqa' }]);

    await platformRows(db, `UPDATE branches SET status = 'INACTIVE' WHERE id = $1`, [shop.branchId]);
    await page.reload();
    await row.getByText(t('branches:status.inactive')).waitFor();
    await page.getByRole('button', { name: t('management:activate'), exact: true }).focus();
    await page.keyboard.press('Enter');
    await row.getByText(t('branches:status.active')).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.localName);
    await expect.poll(focused, { message: 'the button is gone: its drawer is read out' }).toBe('h2');
    expect(await statusesOf('branches', [shop.branchId])).toEqual(['ACTIVE']);
  });

  test('people are narrowed by role and status in the address, and the file that is saved has those alone', async () => {
    const { shop, window } = await open(() => '?tab=people');
    const { page, t } = window;
    const person = `INSERT INTO users (merchant_id, role, team_role, status, email, full_name, password_hash)
                    VALUES ($1, 'MERCHANT', 'accountant', $2, $3, $4, 'none')`;
    for (const [status, name] of [
      ['ACTIVE', 'Reem Al-Dossary'],
      ['INACTIVE', 'Turki Al-Harthi'],
    ]) {
      const email = `${crypto.randomUUID()}@mizan.test`;
      await platformRows(db, person, [shop.merchantId, status, email, name]);
    }
    await page.reload();
    const rows = page.getByRole('table', { name: t('management:tabs.people') }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(5);
    const narrow = async (column: string, option: string): Promise<void> => {
      await press(window, `management:columns.${column}`);
      await page.getByRole('checkbox', { name: t(option), exact: true }).click();
      await page.keyboard.press('Escape');
    };
    await narrow('role', 'management:role.accountant');
    await expect.poll(() => rows.count()).toBe(2);
    await narrow('status', 'branches:status.inactive');
    const isNarrowed = () =>
      expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Turki Al-Harthi')]);
    await isNarrowed();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('teamRole'), searchParams.get('status')]).toEqual([
      expect.stringContaining('accountant'),
      expect.stringContaining('INACTIVE'),
    ]);
    await page.reload();
    await isNarrowed();

    await press(window, 'transactions:export.title');
    await press(window, 'transactions:export.csv');
    const files = page.getByRole('region', { name: t('transactions:export.mine') });
    const [download = ''] = t('transactions:export.download', { name: '§' }).split('§');
    const take = files.getByRole('button', { name: download.trim() });
    await take.waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), take.click()]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(t('management:columns.role'));
    expect(lines[1]).toContain('Turki Al-Harthi');
    expect(lines[1]).toContain(t('management:role.accountant'));
  });

  test('two cashiers at once are kept out after the question, and let in again with what does not come back', async () => {
    const { shop, window } = await open(() => '?tab=people');
    const { page, t } = window;
    const ids = shop.terminals.map(({ cashier }) => cashier.userId);
    const rows = page.getByRole('row').filter({ hasText: 'Sami' });
    const count = { count: 2, number: numberIn(language, 2) };
    const choose = async (): Promise<void> => {
      for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check();
      await page.getByText(t('management:together.chosen', count)).waitFor();
    };
    await choose();
    const exported = page.getByRole('button', { name: t('transactions:export.title') }).last();
    const label = exported.locator('[class*="Button-label"]');
    expect(await label.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    await press(window, 'management:deactivate');
    const question = page.getByRole('dialog', { name: t('management:together.people', count) });
    await question.getByText(t('management:effects.people', count)).waitFor();
    await question.getByRole('button', { name: t('management:deactivate') }).click();
    await page.getByText(t('management:together.done', count)).waitFor();
    const inactive = rows.getByText(t('branches:status.inactive'));
    await expect.poll(() => inactive.count()).toBe(2);
    expect(await statusesOf('users', ids)).toEqual(['INACTIVE', 'INACTIVE']);
    await choose();
    await press(window, 'management:activate');
    await page.getByText(t('management:together.letIn', count)).waitFor();
    await expect.poll(() => inactive.count()).toBe(0);
    expect(await statusesOf('users', ids)).toEqual(['ACTIVE', 'ACTIVE']);
  });

  test('a cashier who is there gets a link to a new password, shown once, which the cashier opens', async () => {
    const { window } = await open(({ terminals }) => `?tab=people&open=${terminals[0]?.cashier.userId}`);
    const { page, t } = window;
    const makeLink = async (): Promise<string> => {
      await press(window, 'management:link.make');
      const shown = page.getByRole('region', { name: t('management:link.title', { name: 'Sami' }) });
      const { pathname, search } = new URL(await shown.locator('code').innerText());
      return pathname + search;
    };
    const link = await makeLink();
    await page.reload();
    await page.getByRole('button', { name: t('management:link.make'), exact: true }).waitFor();
    expect(await page.locator('code').count()).toBe(0);
    const theirs = await stage.open({ language, url });
    theirs.expectErrors(/status of 400/);
    await theirs.go(link);
    const choose = async (password: string): Promise<void> => {
      for (const key of ['newPassword', 'confirmPassword']) {
        await theirs.page.getByLabel(t(`auth:reset.${key}`), { exact: true }).fill(password);
      }
      await theirs.page.getByRole('button', { name: t('auth:choose.submit'), exact: true }).click();
    };
    // It meets all that is listed, and is tried first all the same: of the link nothing is said, which stays good.
    await choose('P@ssw0rd2027');
    await theirs.page.getByText(t('auth:reset.easy')).waitFor();
    const next = await makeLink();
    await choose('Wadi-Hanifa#7');
    await theirs.page.getByText(t('auth:reset.invalidToken')).waitFor();
    await theirs.page.getByText(t('auth:choose.over')).waitFor();
    await theirs.page.reload();
    await theirs.page.getByRole('heading', { name: t('auth:reset.invalidToken') }).waitFor();
    expect(await theirs.page.locator('input').count()).toBe(0);
    await theirs.go(next);
    await choose('Wadi-Hanifa#7');
    await theirs.page.getByText(t('auth:choose.doneTitle')).waitFor();
  });
});
