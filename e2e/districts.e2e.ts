import { paths } from '@mizan/contract/paths.ts';
import { describe, expect, test } from 'vitest';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** Regions, cities and districts, as an administrator keeps them. */
const stage = browserStage();

describe.each(oneLanguage)('in %s', (language) => {
  test('a city is added, renamed, and deleted because nothing names it', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', `${paths.adminDistricts}?kind=CITY`);
    await page.getByRole('button', { name: t('districts:add.CITY') }).click();
    await page.getByRole('combobox', { name: t('districts:one.REGION') }).click();
    await page.getByRole('option').first().click();
    await page.getByLabel(t('districts:columns.nameAr')).fill('مدينة التجربة');
    await page.getByLabel(t('districts:columns.nameEn')).fill('Trial City');
    await page
      .locator('form')
      .getByRole('button', { name: t('districts:add.CITY') })
      .click();
    await page.getByText(t('districts:uses.free')).waitFor();
    await page.getByLabel(t('districts:columns.nameEn')).fill('Trial Town');
    await page.getByRole('button', { name: t('common:actions.save') }).click();
    await page.getByText(t('facts:title.districts.renamed')).waitFor();
    await page.getByLabel(t('districts:search')).fill('trial town');
    const row = page.getByRole('row').filter({ hasText: 'Trial Town' });
    await row.waitFor();
    await page.getByRole('button', { name: t('districts:delete'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('districts:delete'), exact: true })
      .click();
    await row.waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).searchParams.get('open')).toBeNull();
  });
});
