import { expect, test } from 'vitest';
import { termsOf } from '../web/ui/screen-marks.tsx';
import { axeFindings } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone } from './testing/stage.ts';
import { oneLanguage, textIn } from './testing/texts.ts';

/** Words of the card business are explained where they stand, and screens beyond the menu name themselves. */
const stage = browserStage();
const owner = 'merchant@mizan.test';

test.each(oneLanguage)('the mark beside a term says what it means, by keyboard, in %s', async (language) => {
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

test.each(oneLanguage)(
  'the terms of a screen stand behind one button of its header, in %s',
  async (language) => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, owner, '/discounts');
    const opener = page.getByRole('banner').getByRole('button', { name: t('common:words.ofScreen') });
    await opener.focus();
    await page.keyboard.press('Enter');
    const terms = page.getByRole('dialog', { name: t('common:words.ofScreen') });
    for (const term of termsOf('discounts')) {
      await terms.getByText(t(`help:terms.${term}.says`), { exact: true }).waitFor();
    }
    expect(await terms.getByRole('definition').count()).toBe(termsOf('discounts').length);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await terms.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((each) => each === document.activeElement)).toBe(true);
  },
);

test('on a phone they stand behind More, and a page without a sign-in has them in its own header', async () => {
  const window = await stage.open({ ...phone });
  const { page, t } = window;
  await openAs(window, owner, '/settlement');
  await page.getByRole('button', { name: t('shell:menu.more') }).click();
  await page.getByRole('button', { name: t('common:words.ofScreen') }).click();
  await page.getByText(t('help:terms.value-date.says'), { exact: true }).waitFor();
  await window.go('/neopaas/portal/onboarding');
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('common:words.ofScreen') })
    .click();
  await page.getByText(t('help:terms.commercial-registration.says'), { exact: true }).waitFor();
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
