import { describe, expect, test } from 'vitest';
import { typeDay } from './testing/day-parts.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** The days on which banks are closed, as an administrator keeps them. */
const stage = browserStage();

describe.each(oneLanguage)('in %s', (language) => {
  test('an administrator adds a span, changes its end, and drops it', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', '/neopass-admin/bank-days');
    await page.getByText(t('holidays:always')).waitFor();
    await page.getByRole('button', { name: t('holidays:add') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('holidays:nameEn')).fill('Rain Day');
    await dialog.getByLabel(t('holidays:nameAr')).fill('يوم المطر');
    await typeDay(dialog, '2031-01-07', t('common:range.from'));
    await typeDay(dialog, '2031-01-06', t('common:range.to'));
    await dialog.getByRole('button', { name: t('holidays:add') }).click();
    await dialog.getByText(t('holidays:backwards')).waitFor();
    await typeDay(dialog, '2031-01-07', t('common:range.to'));
    await dialog.getByRole('button', { name: t('holidays:add') }).click();
    await dialog.waitFor({ state: 'detached' });
    const name = language === 'ar' ? 'يوم المطر' : 'Rain Day';
    await page.getByRole('button', { name: t('holidays:named.change', { name }) }).click();
    await typeDay(dialog, '2031-01-08', t('common:range.to'));
    await dialog.getByRole('button', { name: t('holidays:saveConfirmed') }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: t('holidays:named.drop', { name }) }).click();
    await dialog.getByRole('button', { name: t('holidays:drop'), exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByText(t('holidays:state.DROPPED')).waitFor();
    expect(await row.getByRole('button').count()).toBe(2);
  });
});
