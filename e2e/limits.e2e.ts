import { latinDigits } from '@mizan/contract/money.ts';
import { paths } from '@mizan/contract/paths.ts';
import { expect, test } from 'vitest';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** What one person does alone: set in one place, reached from the settings. */
const stage = browserStage();

test.each(oneLanguage)(
  'in %s: the owner finds the limit of exceptions beside that of refunds',
  async (language) => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'merchant@mizan.test', paths.settings);
    await page.getByRole('link', { name: t('account:places.limitsTitle') }).click();
    await page.getByRole('heading', { name: t('refunds:limits.exceptions') }).waitFor();
    const alone = page.getByLabel(t('refunds:limits.exceptionsAlone'));
    await alone.fill('350');
    const form = page.locator('form').filter({ has: alone });
    await form.getByRole('button', { name: t('refunds:cashiers.save') }).click();
    await expect.poll(() => form.innerText()).not.toContain(t('refunds:limits.default'));
    await page.reload();
    await expect.poll(async () => latinDigits(await alone.inputValue())).toContain('350');
  },
);
