import { expect, test } from 'vitest';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone } from './testing/stage.ts';
import { languages, textIn } from './testing/texts.ts';

/** Words of the card business are explained where they stand, and screens beyond the menu name themselves. */
const stage = browserStage();
const owner = 'merchant@mizan.test';

test.each(languages)('the mark beside a term says what it means, by keyboard, in %s', async (language) => {
  const window = await stage.open({ language });
  const { page, t } = window;
  await openAs(window, owner, '/discounts');
  const mark = page
    .getByRole('button', {
      name: t('common:words.whatIs', { term: t('discounts:columns.mdr') }),
      exact: true,
    })
    .first();
  await mark.focus();
  await page.keyboard.press('Enter');
  const said = page.getByText(t('help:terms.mdr.says'), { exact: true });
  await said.waitFor();
  await expect.poll(() => said.evaluate((each) => each.parentElement === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await said.waitFor({ state: 'detached' });
  await expect.poll(() => mark.evaluate((each) => each === document.activeElement)).toBe(true);
});

test('on a phone a screen beyond the menu is headed by its own name and leads back', async () => {
  const window = await stage.open({ ...phone });
  const { page, t } = window;
  await openAs(window, owner, '/shifts');
  await page.getByRole('banner').getByText(textIn('en', 'shifts:list'), { exact: true }).waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('shell:menu.terminals'), exact: true })
    .click();
  await page.waitForURL(/\/terminals$/);
  await page.getByRole('banner').getByText(t('shell:menu.terminals'), { exact: true }).waitFor();
});
