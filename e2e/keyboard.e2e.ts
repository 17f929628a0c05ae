import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { daysAgo } from './testing/portal-api.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** What people do who use no pointer and may hear the page instead of seeing it. */
const stage = browserStage();
const yesterday = daysAgo(1);
/** More stops than any screen has before its content. */
const maxStops = 40;

/** Presses Tab until the focus is on something that `selector` describes. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`no way by Tab to ${selector}`);
}

const focusedRow = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-row-index'));

/** What a reader says after the name of a field. */
const descriptionOf = (page: Page, label: string): Promise<string> =>
  page.getByLabel(label, { exact: true }).evaluate((field) => {
    const ids = (field.getAttribute('aria-describedby') ?? '').split(' ');
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  });

describe.each(oneLanguage)('in %s', (language) => {
  test('the first stop leads past the menu to the content', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'merchant@mizan.test', '/transactions');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(t('shell:skip'));
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  test('a row is opened, its heading is read, and Escape leads back to the row', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'merchant@mizan.test', `/transactions?from=${yesterday}&to=${yesterday}`);
    await page.locator('tr[data-row-index="1"]').waitFor();
    await tabTo(page, 'tr[data-row-index]');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusedRow(page)).toBe('1');
    await page.keyboard.press('Enter');
    await page.waitForURL(/open=/);
    const id = new URL(page.url()).searchParams.get('open') ?? '';
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe(t('transactions:detail.title', { id }));
    await page.getByRole('button', { name: t('transactions:detail.older') }).press('Enter');
    await page.waitForURL((address) => address.searchParams.get('open') !== id);
    // The button keeps the focus: pressed again, it goes on.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      t('transactions:detail.older'),
    );
    await page.keyboard.press('Escape');
    await page.waitForURL((address) => !address.searchParams.has('open'));
    await expect.poll(() => focusedRow(page)).toBe('1');
  });

  test('what is wrong in the application is said at its field, which takes the focus', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await window.go('/neopaas/portal/onboarding');
    const username = t('onboarding:fields.username');
    await page.getByLabel(username, { exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(t('onboarding:validation.usernameRequired')).waitFor();
    expect(await descriptionOf(page, username)).toContain(t('onboarding:validation.usernameRequired'));
    await expect
      .poll(() =>
        page.getByLabel(username, { exact: true }).evaluate((field) => field === document.activeElement),
      )
      .toBe(true);
  });
});
