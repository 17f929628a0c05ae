import { paths } from '@mizan/contract/paths.ts';
import { describe, expect, test } from 'vitest';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** Vendors, as an administrator keeps them. */
const stage = browserStage();
/** Who is there from the beginning. */
const otherIn = { en: 'Sure Technology', ar: 'شور للتقنية' } as const;

describe.each(oneLanguage)('in %s', (language) => {
  test('a vendor is added, found again by its contact, and who changed it is said', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', paths.adminMsps);
    await page.getByRole('button', { name: t('vendors:add') }).click();
    await page.getByLabel(t('vendors:nameAr')).fill('نجد لنقاط البيع');
    await page.getByLabel(t('vendors:nameEn'), { exact: true }).fill('Najd POS');
    await page.getByLabel(t('vendors:contactName'), { exact: true }).fill('Turki Al-Harthi');
    await page.getByLabel(t('vendors:contactMobile')).fill('12');
    await page.getByRole('button', { name: t('common:actions.save') }).click();
    await page.getByText(t('vendors:mobileWrong')).waitFor();
    await page.getByLabel(t('vendors:contactMobile')).fill('٠٥٥١٠٤٧٧٣٠');
    await page.getByRole('button', { name: t('common:actions.save') }).click();
    await page.locator('li strong').getByText(t('facts:title.vendors.added')).waitFor();
    await page.getByLabel(t('vendors:search')).fill('turki');
    await page.waitForURL((address) => address.searchParams.get('search') === 'turki');
    const rows = page.getByRole('row').filter({ hasText: '0551047730' });
    await rows.waitFor();
    await page.getByRole('row').filter({ hasText: otherIn[language] }).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
  });
});
