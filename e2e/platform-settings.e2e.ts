import { paths } from '@mizan/contract/paths.ts';
import { describe, test } from 'vitest';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** What administrators set for the whole portal. */
const stage = browserStage();

describe.each(oneLanguage)('in %s', (language) => {
  test('a notice shows in a merchant’s open window at once, and goes when it is taken down', async () => {
    const merchant = await stage.open({ language });
    await openAs(merchant, 'merchant@mizan.test', paths.terminals);
    const { page, t } = await stage.open({ language }).then(async (window) => {
      await openAs(window, 'admin@mizan.test', paths.adminSettings);
      return window;
    });
    await page.getByLabel(t('portal:notice.textAr')).fill('صيانة الليلة من الثانية');
    await page.getByLabel(t('portal:notice.textEn')).fill('Maintenance tonight');
    await page.getByLabel(t('portal:notice.until')).fill('2099-01-01T00:00');
    await page.getByRole('button', { name: t('portal:notice.show') }).click();
    await page.getByText(t('portal:notice.tooLong', { count: 31 })).waitFor();
    const from = await page.getByLabel(t('portal:notice.from')).inputValue();
    const next = new Date(Date.parse(`${from}:00Z`) + 60 * 60_000).toISOString().slice(0, from.length);
    await page.getByLabel(t('portal:notice.until')).fill(next);
    await page.getByRole('button', { name: t('portal:notice.show') }).click();
    const bar = merchant.page.getByRole('status').filter({ hasText: 'صيانة الليلة من الثانية' });
    await bar.waitFor();
    await page.getByText(t('facts:title.platformSettings.noticeShown')).waitFor();
    await page.getByRole('button', { name: t('portal:notice.end') }).click();
    await bar.waitFor({ state: 'detached' });
    await page.getByText(t('portal:notice.none')).waitFor();
    const files = page.getByLabel(t('portal:health.files'));
    await files.fill('-1');
    await page.getByRole('button', { name: t('portal:health.save') }).click();
    await files.and(page.locator('[aria-invalid="true"]')).waitFor();
    await files.fill('١٢٠');
    await page.getByRole('button', { name: t('portal:health.save') }).click();
    await page.getByText(t('facts:title.platformSettings.healthLimitsSet')).waitFor();
  });
});
