import { describe, expect, test } from 'vitest';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** An administrator's first screen, over the running portal itself. */
const stage = browserStage();

describe.each(oneLanguage)('in %s', (language) => {
  test('figures against their limits, this very process among the versions, and the way to the applications', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', '/neopass-admin');
    await page.getByRole('heading', { level: 1, name: t('admin:title') }).waitFor();
    const menu = page.getByRole('navigation').first();
    await menu.getByText(t('shell:platform'), { exact: true }).waitFor();
    // The demo has two; other tests on this portal may have added some.
    const counts = Array.from({ length: 200 }, (_, more) => t('units:merchant', { count: 2 + more }));
    const isCounted = async () =>
      (await menu.innerText()).split('\n').some((line) => counts.includes(line.trim()));
    await expect.poll(isCounted).toBe(true);
    const health = page.getByRole('table', { name: t('platform:health.title') });
    await expect.poll(() => health.getByRole('row').count()).toBe(8);
    const versions = page.getByRole('table', { name: t('platform:versions.title') });
    await versions.getByText(t('platform:versions.running', { count: 1 })).waitFor();
    await page.getByRole('button', { name: t('platform:chart.asTable') }).click();
    const hours = page.getByRole('table', { name: t('platform:chart.title') });
    await expect.poll(() => hours.getByRole('row').count()).toBe(25);
    await page
      .getByRole('main')
      .getByRole('link', { name: t('platform:entries.all') })
      .click();
    await page.waitForURL('**/neopass-admin/audit');
  });

  test('merchants are found by a part of their name, and the address says so', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', '/neopass-admin/merchants');
    const rows = page.getByRole('table', { name: t('shell:menu.merchants') }).getByRole('row');
    await rows.nth(2).waitFor();
    await page
      .getByRole('searchbox', { name: t('merchants:search') })
      .fill(language === 'ar' ? 'ديار' : 'diyar');
    await page.waitForURL('**search=**');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.nth(1).click();
    const parts = page.getByRole('radiogroup', { name: t('merchants:parts.label') });
    await parts.getByText(t('merchants:parts.terminals')).click();
    const terminals = page.getByRole('list', { name: t('merchants:parts.terminals') }).getByRole('listitem');
    await expect.poll(() => terminals.count()).toBeGreaterThan(3);
    await parts.getByText(t('merchants:parts.rates')).click();
    await page
      .getByText(t('merchants:rates.cap', { amount: language === 'ar' ? '٤٠٫٠٠' : '40.00' }))
      .first()
      .waitFor();
  });
});
