import { paths } from '@mizan/contract/paths.ts';
import { test } from 'vitest';
import { platformRows } from '../server/platform/database/database.ts';
import { openShop } from '../server/testing/shop.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** A report is scheduled, sent at once to who asks, and stopped; what was sent stays. */
const portals = await shopPortals({ terminals: 1, speed: 0 });
const stage = browserStage();

test('a report is scheduled for somebody who was chosen, sent at once, and stopped', async () => {
  const shop = await openShop(portals.db, 1);
  await platformRows(portals.db, 'UPDATE users SET email = $2, email_verified_at = now() WHERE id = $1', [
    shop.owner.userId,
    `reports-${shop.merchantId}@mizan.test`,
  ]);
  const window = await stage.open({ language: oneLanguage[0], url: portals.urls[0] });
  const { page, t } = window;
  await openAsMember(window, portals, { member: shop.owner, path: paths.reports });
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click();
  await press('reports:add');
  await page.getByText(t('reports:choose')).waitFor();
  await page.getByRole('checkbox').first().check({ force: true });
  await press('reports:add');
  const scheduled = page.getByRole('list', { name: t('reports:sent') }).getByRole('listitem');
  await scheduled.waitFor();
  await press('reports:now');
  await page
    .getByRole('list', { name: t('reports:history') })
    .getByRole('listitem')
    .waitFor();
  await press('reports:stop');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('reports:stop'), exact: true })
    .click();
  await page.getByText(t('reports:none')).waitFor();
  await page
    .getByRole('list', { name: t('reports:history') })
    .getByRole('listitem')
    .waitFor();
});
