import { paths } from '@mizan/contract/paths.ts';
import { expect, test } from 'vitest';
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
