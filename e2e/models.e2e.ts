import { paths } from '@mizan/contract/paths.ts';
import { describe, test } from 'vitest';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** Models and mada packages, as an administrator keeps them. */
const stage = browserStage();

describe.each(oneLanguage)('in %s', (language) => {
  test('a package is added, and of a model it is said that it does not fit: what that comes to is said first', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', paths.adminBrands);
    await page.getByRole('button', { name: t('models:addPackage') }).click();
    await page.getByLabel(t('models:package.name'), { exact: true }).fill('2031.01');
    await page
      .locator('form')
      .getByRole('button', { name: t('models:addPackage') })
      .click();
    const cell = page.getByRole('button', { name: /IM30.*2031\.01/ });
    await cell.waitFor();
    await cell.click();
    await page.getByText(t('models:cell.notSetHelp')).waitFor();
    await page.getByLabel(t('models:cell.source')).fill('Letter');
    await page.getByRole('button', { name: t('models:cell.set.DOES_NOT_FIT') }).click();
    await page.getByText(t('facts:title.models.fitSet')).waitFor();
    const differs = cell.locator('[data-fit="DOES_NOT_FIT"]');
    await differs.waitFor();
    await page.getByRole('button', { name: t('common:undo.action') }).click();
    await page.getByText(t('models:cell.notSetHelp')).waitFor();
    await differs.waitFor({ state: 'detached' });
  });
});
