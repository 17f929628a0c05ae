import { paths } from '@mizan/contract/paths.ts';
import { describe, expect, test } from 'vitest';
import { addBranch } from '../server/features/branches/branches.service.ts';
import { openShift } from '../server/features/shifts/shifts.service.ts';
import { systemClock } from '../server/platform/clock.ts';
import { inPlatform, platformRows } from '../server/platform/database/database.ts';
import { openShop } from '../server/testing/shop.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { amountIn, numberIn, oneLanguage } from './testing/texts.ts';

/** The branches and people of a merchant: added, moved, kept out, and seen through their own eyes. */
const portals = await shopPortals({ terminals: 2, speed: 0 });
const { shop, db } = portals;
const stage = browserStage();
const [url] = portals.urls;

const open = (window: Window, search = '', member = shop.owner) =>
  openAsMember(window, portals, { member, path: paths.management + search });
const press = ({ page, t }: Window, key: string) =>
  page.getByRole('button', { name: t(key), exact: true }).click();
const statusOf = async (table: 'users' | 'branches', id: string): Promise<string> =>
  (await platformRows<{ status: string }>(db, `SELECT status FROM ${table} WHERE id = $1`, [id]))[0]
    ?.status ?? '';

describe.each(oneLanguage)('%s', (lng) => {
  test('a branch is added, and closed after it was said what stops', async () => {
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    await open(window);
    await press(window, 'management:branch.add');
    await page.getByLabel(t('management:branch.nameAr')).fill('الروضة');
    await page.getByLabel(t('management:branch.nameEn')).fill('Al Rawdah');
    await page.getByLabel(t('management:columns.code'), { exact: true }).fill('DC-04');
    await page.getByRole('combobox', { name: t('management:columns.region') }).click();
    const region = page.getByRole('option').first();
    const regionName = (await region.innerText()).trim();
    await region.click();
    const city = page.getByLabel(t('management:branch.city'), { exact: true });
    await city.and(page.locator('input')).fill('Turaif');
    await press(window, 'common:actions.save');
    await page.getByText(t('management:effects.branchStays')).waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'DC-04' }).count()).toBe(1);
    await page.getByRole('row').filter({ hasText: 'Turaif' }).filter({ hasText: regionName }).waitFor();
    const section = page
      .locator('section')
      .filter({ hasText: t('management:effects.stops') })
      .last();
    await section.getByRole('button', { name: t('management:deactivate') }).click();
    // What it stops stands above the button: nothing is asked once more.
    await page.getByRole('button', { name: t('management:activate'), exact: true }).waitFor();
    const [branch] = await platformRows<{ id: string }>(
      db,
      `SELECT id::text FROM branches WHERE merchant_id = $1 AND code = 'DC-04'`,
      [shop.merchantId],
    );
    expect(await statusOf('branches', branch?.id ?? '')).toBe('INACTIVE');
  });

  test('on a phone the row of a branch opens it, and what stands beside it leads to its map', async () => {
    const map = 'https://maps.example.sa/olaya';
    await platformRows(db, 'UPDATE branches SET map_url = $2 WHERE merchant_id = $1 AND id = $3', [
      shop.merchantId,
      map,
      shop.branchId,
    ]);
    const window = await stage.open({ language: lng, url, ...phone });
    const { page, t } = window;
    await open(window);
    const rows = page.getByRole('list', { name: t('management:tabs.branches') }).getByRole('listitem');
    const row = rows.filter({ has: page.getByRole('link') });
    await row.waitFor();
    // No column is named here: a figure alone would not say what it is of.
    expect(await row.getByRole('button').innerText()).toContain(t('common:range.today'));
    const link = row.getByRole('link');
    expect(await link.getAttribute('href')).toBe(map);
    const box = await link.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await row.getByRole('button').click();
    await page.waitForURL((address) => address.searchParams.get('open') === shop.branchId);
  });

  test('a cashier is added with a link that is shown once', async () => {
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    await open(window, '?tab=people&open=new');
    await page.getByLabel(t('management:person.fullName')).fill('Noura');
    await page.getByLabel(t('management:person.username'), { exact: true }).fill(`noura.${lng}`);
    await page.getByRole('combobox', { name: t('management:columns.branch') }).click();
    await page.getByRole('option').first().click();
    await page
      .locator('[data-docked]')
      .getByRole('button', { name: t('management:person.add') })
      .click();
    const link = await page.locator('code').innerText();
    expect(link).toContain(`${paths.reset}?token=`);
    await page
      .getByRole('row')
      .filter({ hasText: `noura.${lng}` })
      .waitFor();
    // Who follows it has no password yet: it is chosen, not reset.
    await page.goto(link);
    await page.getByRole('heading', { name: t('auth:choose.title') }).waitFor();
  });

  test('an owner who becomes an accountant: what stops of software is counted before, and the lists say that it is stopped', async () => {
    const [khalid] = await platformRows<{ id: string }>(
      db,
      `INSERT INTO users (merchant_id, role, email, email_verified_at, full_name, password_hash)
       VALUES ($1, 'MERCHANT', $2, now(), 'Khalid', 'none') RETURNING id::text`,
      [shop.merchantId, `khalid.${lng}@mizan.test`],
    );
    await platformRows(
      db,
      `INSERT INTO integrator_credentials (merchant_id, made_by, name, username, password_hash, created_at)
       VALUES ($1, $2, 'Old till', $3, 'none', now())`,
      [shop.merchantId, khalid?.id, `api:${lng}0000000001`],
    );
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    await open(window, `?tab=people&open=${khalid?.id}`);
    await page.getByRole('radio', { name: t('management:role.accountant') }).check();
    await page
      .locator('form')
      .getByText(t('management:effects.software', { count: 1 }), { exact: true })
      .waitFor();
    await press(window, 'common:actions.save');
    await page
      .getByRole('row')
      .filter({ hasText: 'Khalid' })
      .getByText(t('management:role.accountant'))
      .waitFor();
    // They take no money: an address that began a payment shows the terminals.
    const theirs = await stage.open({ language: lng, url });
    const member = {
      ...shop.owner,
      userId: khalid?.id ?? '',
      fullName: 'Khalid',
      teamRole: 'accountant',
    } as const;
    await openAsMember(theirs, portals, { member, path: `${paths.terminals}?pay=any` });
    await theirs.page.getByRole('button', { name: t('transactions:export.title') }).waitFor();
    expect(await theirs.page.getByRole('heading', { name: t('payment:title') }).count()).toBe(0);
    // Back to an owner, it would work again.
    await page.getByRole('radio', { name: t('management:role.owner') }).check();
    await page
      .locator('form')
      .getByText(t('management:back.software', { count: 1 }), { exact: true })
      .waitFor();
    await openAsMember(window, portals, { member: shop.owner, path: paths.integrations });
    await page
      .getByRole('row')
      .filter({ hasText: 'Old till' })
      .getByText(t('integrations:stoppedWhy', { name: 'Khalid' }), { exact: true })
      .waitFor();
  });

  test('whoever looks on as a cashier changes nothing, and comes back', async () => {
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    const terminal = shop.terminals[1];
    const cashier = terminal?.cashier.userId ?? '';
    await platformRows(
      db,
      `UPDATE terminal_directory SET public_key = 'key' WHERE terminal_id = $1 RETURNING tid`,
      [terminal?.id],
    );
    await platformRows(db, `UPDATE terminals SET connection = 'CONNECTED' WHERE id = $1 RETURNING id`, [
      terminal?.id,
    ]);
    await open(window, `?tab=people&open=${cashier}`);
    await press(window, 'management:lookOn');
    await page.waitForURL((address) => address.pathname === paths.terminal);
    // A payment is what would be refused: nothing offers it.
    const send = page.getByRole('button', { name: t('payment:start') });
    await send.waitFor();
    expect(await send.isDisabled()).toBe(true);
    await page.getByText(t('common:toast.lookingOn')).first().waitFor();
    await page.getByRole('button', { name: t('roles:lookingOn.end') }).click();
    await page.waitForURL((address) => address.pathname === paths.management);
    // Where they had come from: the list of people.
    await page.getByRole('button', { name: t('management:person.add') }).waitFor();
  });

  test('a cashier is kept out after their open shift was named with its sum, and let in knowing what stays away', async () => {
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    const { cashier } = shop.terminals[0] ?? expect.fail('no terminal');
    await openShift({ db, clock: systemClock }, cashier, null);
    await open(window, `?tab=people&open=${cashier.userId}`);
    const section = page
      .locator('section')
      .filter({ hasText: t('management:effects.stops') })
      .last();
    await section.getByText(t('management:effects.shifts', { count: 1, amount: amountIn(lng, 0) })).waitFor();
    await section.getByRole('button', { name: t('management:deactivate') }).click();
    await page.getByRole('button', { name: t('management:activate'), exact: true }).waitFor();
    await page.getByText(t('management:back.notOfCashier')).waitFor();
    expect(await statusOf('users', cashier.userId)).toBe('INACTIVE');
  });

  test('several at once: what stops with all of them stands in the question', async () => {
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    await open(window, '?tab=people');
    const rows = page.getByRole('row').filter({ hasText: 'Sami' });
    await rows.nth(1).getByRole('checkbox').check();
    await rows.nth(0).getByRole('checkbox').check();
    await press(window, 'management:deactivate');
    const question = page.getByRole('dialog');
    await question.getByText(t('management:effects.personStays')).waitFor();
    expect(await question.getByRole('listitem').count()).toBeGreaterThan(0);
    await question.getByRole('button', { name: t('common:actions.cancel') }).click();
  });

  test('a terminal is given to another cashier of the branch beside what keeping its cashier out would stop', async () => {
    const { id: terminalId, tid, cashier } = shop.terminals[1] ?? expect.fail('no terminal');
    const [reem] = await platformRows<{ id: string }>(
      db,
      `INSERT INTO users (merchant_id, role, username, full_name, password_hash, branch_id)
       VALUES ($1, 'CASHIER', $2, 'Reem', 'none', $3) RETURNING id::text`,
      [shop.merchantId, `reem.${lng}`, shop.branchId],
    );
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    await open(window, `?tab=people&open=${cashier.userId}`);
    await press(window, 'management:give.to');
    const choice = page.getByRole('combobox', { name: t('management:give.label', { tid }) });
    await choice.fill('reem');
    await page.getByRole('option', { name: 'Reem' }).click();
    await page
      .getByRole('row')
      .filter({ hasText: `reem.${lng}` })
      .filter({ hasText: tid })
      .waitFor();
    const named = await platformRows<{ cashierId: string }>(
      db,
      'SELECT cashier_id::text AS "cashierId" FROM terminals WHERE id = $1',
      [terminalId],
    );
    expect(named).toEqual([{ cashierId: reem?.id }]);
  });

  test('the terminals of a branch are moved to another one beside what closing it would stop; the sums stay', async () => {
    const own = await openShop(db, 2);
    const branch = { code: 'B2', nameEn: 'Corniche', nameAr: 'الكورنيش', addressEn: '', addressAr: '' };
    await inPlatform(db, (tx) => addBranch(tx, own.merchantId, { ...branch, at: systemClock.now() }));
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    await open(window, `?open=${own.branchId}`, own.owner);
    const sums = page.getByRole('row').filter({ hasText: t('management:branch.total') });
    const said = t('management:branch.connected', { count: 0, total: numberIn(lng, 2) });
    await sums.getByText(said).waitFor();
    await press(window, 'management:move.to');
    await page.getByRole('combobox', { name: t('management:move.label') }).click();
    await page.getByRole('option', { name: lng === 'ar' ? branch.nameAr : branch.nameEn }).click();
    await page.getByRole('row').filter({ hasText: branch.code }).getByText(said).waitFor();
    await sums.getByText(said).waitFor();
    // Nothing is left to move.
    await page.getByRole('button', { name: t('management:move.to') }).waitFor({ state: 'detached' });
    expect(
      await platformRows(db, 'SELECT count(*) FROM terminals WHERE merchant_id = $1 AND branch_id = $2', [
        own.merchantId,
        own.branchId,
      ]),
    ).toEqual([{ count: 0 }]);
  });
});
