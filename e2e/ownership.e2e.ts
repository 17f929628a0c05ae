import { closeAccount } from '@mizan/contract/ownership.ts';
import { paths } from '@mizan/contract/paths.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../server/platform/database/database.ts';
import { openShop } from '../server/testing/shop.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** What an owner takes away: prepared while they look on, and there to download. */
const portals = await shopPortals({ terminals: 1, speed: 0 });
const stage = browserStage();

test('everything is prepared as one ZIP, and downloaded from the line that says how long it is kept', async () => {
  const shop = await openShop(portals.db, 1);
  const window = await stage.open({ language: oneLanguage[0], url: portals.urls[0] });
  const { page, t } = window;
  await openAsMember(window, portals, { member: shop.owner, path: paths.ownership });
  await page.getByText(t('ownership:everything.none', { count: 24 })).waitFor();
  await page.getByRole('button', { name: t('ownership:everything.ask') }).click();
  const take = page.getByRole('button', { name: t('ownership:everything.download') });
  await take.waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), take.click()]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  expect(
    await page
      .getByRole('list', { name: t('ownership:everything.mine') })
      .getByRole('listitem')
      .count(),
  ).toBe(1);
});

test('an owner sees what closing stops, types the name and is out; another name closes nothing', async () => {
  const shop = await openShop(portals.db, 1);
  const [merchant] = await platformRows<{ name: string }>(
    portals.db,
    'UPDATE merchants SET name_ar = name_en WHERE id = $1 RETURNING name_en AS name',
    [shop.merchantId],
  );
  const window = await stage.open({ language: oneLanguage[0], url: portals.urls[0] });
  const { page, t } = window;
  await openAsMember(window, portals, { member: shop.owner, path: paths.ownership });
  await page.getByRole('button', { name: t('ownership:closing.action') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('ownership:closing.ends')).waitFor();
  // What there is none of is not listed.
  await dialog.getByText(t('ownership:closing.terminals'), { exact: true }).waitFor();
  for (const each of ['keys', 'webhooks', 'reports'])
    expect(await dialog.getByText(t(`ownership:closing.${each}`), { exact: true }).count()).toBe(0);
  const name = dialog.getByRole('textbox', { name: t('ownership:closing.name') });
  const close = dialog.getByRole('button', { name: t('ownership:closing.confirm') });
  await name.fill('Somebody else');
  await close.click();
  await dialog.getByText(t('ownership:closing.wrongName')).waitFor();
  // The live channel says that the session is over before the answer comes: the page must be left all the same.
  const again = page.getByRole('dialog', { name: t('auth:session.ended') });
  await page.route(`**${closeAccount.path}`, async (route) => {
    const response = await route.fetch();
    await again.waitFor();
    await route.fulfill({ response });
  });
  await name.fill(merchant?.name ?? '');
  await close.click();
  await page.waitForURL((url) => url.pathname.endsWith(paths.login));
  const [closed] = await platformRows<{ status: string }>(
    portals.db,
    'SELECT status FROM merchants WHERE id = $1',
    [shop.merchantId],
  );
  expect(closed?.status).toBe('CLOSED');
});
