import { readFile } from 'node:fs/promises';
import { paths } from '@mizan/contract/paths.ts';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { typeDay } from './testing/day-parts.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** What administrators set for the whole portal. */
const stage = browserStage();

/** A clock is read from the left in both languages. */
const leftOf = async (field: Locator, part: 'hour' | 'minute'): Promise<number> =>
  (await field.locator(`[data-type=${part}]`).boundingBox())?.x ?? Number.NaN;

describe.each(oneLanguage)('in %s', (language) => {
  test('a notice shows in a merchant’s open window at once, and goes when it is taken down', async () => {
    const merchant = await stage.open({ language });
    await openAs(merchant, 'merchant@mizan.test', paths.terminals);
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', paths.adminSettings);
    await page.getByLabel(t('portal:notice.textAr')).fill('صيانة الليلة من الثانية');
    await page.getByLabel(t('portal:notice.textEn')).fill('Maintenance tonight');
    const from = page.getByRole('group', { name: t('portal:notice.from') });
    expect(await leftOf(from, 'hour')).toBeLessThan(await leftOf(from, 'minute'));
    await typeDay(page.getByRole('main'), '2099-01-01', t('portal:notice.until'));
    await page.getByRole('button', { name: t('portal:notice.show') }).click();
    await page.getByText(t('portal:notice.tooLong', { count: 31 })).waitFor();
    const soon = new Date(Date.now() + 2 * 24 * 60 * 60_000).toISOString();
    await typeDay(page.getByRole('main'), soon.slice(0, 10), t('portal:notice.until'));
    await page.getByRole('button', { name: t('portal:notice.show') }).click();
    const bar = merchant.page.getByRole('status').filter({ hasText: 'صيانة الليلة من الثانية' });
    await bar.waitFor();
    const scrolled = await merchant.page
      .locator('main#content')
      .evaluate((main) => main.scrollHeight - main.clientHeight);
    expect(scrolled, 'what stands at the foot of the screen is in sight below the notice').toBe(0);
    await page.getByText(t('facts:title.platformSettings.noticeShown')).waitFor();
    await page.getByRole('button', { name: t('portal:notice.end') }).click();
    await bar.waitFor({ state: 'detached' });
    await page.getByText(t('portal:notice.none')).waitFor();
    await page.getByRole('button', { name: t('common:undo.action') }).click();
    await bar.waitFor();
    await page.getByLabel(t('portal:notice.textAr')).fill('صيانة الغد');
    const other = await stage.open({ language });
    await openAs(other, 'admin@mizan.test', paths.adminSettings);
    await other.page.getByLabel(t('portal:notice.textAr')).fill('صيانة في الثالثة');
    const notice = other.page.locator('section').filter({ has: other.page.locator('#portal-notice') });
    await notice.getByRole('button', { name: t('common:actions.save') }).click();
    await merchant.page.getByText('صيانة في الثالثة').waitFor();
    window.expectErrors(/status of 409/);
    const own = page.locator('section').filter({ has: page.locator('#portal-notice') });
    await own.getByRole('button', { name: t('common:actions.save') }).click();
    await own.getByText(t('common:toast.changedMeanwhile')).waitFor();
    expect(await page.getByLabel(t('portal:notice.textAr')).inputValue()).toBe('صيانة الغد');
    await page.getByRole('button', { name: t('portal:notice.end') }).click();
    await page.getByText(t('portal:notice.none')).waitFor();
    const files = page.getByLabel(t('portal:health.files'));
    await files.fill('-1');
    await page.getByRole('button', { name: t('portal:health.save') }).click();
    await files.and(page.locator('[aria-invalid="true"]')).waitFor();
    await files.fill('١٢٠');
    await page.getByRole('button', { name: t('portal:health.save') }).click();
    await page.getByText(t('facts:title.platformSettings.healthLimitsSet')).waitFor();
    const history = page.getByRole('region', { name: t('admin:changes.title') });
    const said = await history.getByRole('listitem').count();
    await history.getByRole('button', { name: t('admin:export.title') }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: t('admin:export.csv') }).click();
    const file = await readFile(await (await saved).path(), 'utf8');
    expect(file).toContain(t('facts:title.platformSettings.healthLimitsSet'));
    expect(file.trim().split(/\r?\n/).length).toBeGreaterThan(1);
    expect(said).toBeGreaterThan(1);
  });

  test('an ending stands in the preview of every mail; a link is refused at its field; reset takes it away', async () => {
    const { page, t } = await stage.open({ language }).then(async (window) => {
      await openAs(window, 'admin@mizan.test', paths.adminSettings);
      return window;
    });
    const english = page.getByLabel(t('portal:mails.closingEn'));
    await page.getByLabel(t('portal:mails.closingAr')).fill('شكرًا لكم.');
    await english.fill('Go to evil.example');
    const part = page.getByRole('region', { name: t('portal:mails.title') });
    await part.getByRole('button', { name: t('portal:mails.save') }).click();
    await page.getByText(t('portal:mails.refused.link')).waitFor();
    await english.fill('Thank you all.');
    await part.getByRole('button', { name: t('portal:mails.save') }).click();
    const preview = page.getByRole('article', { name: t('portal:mails.preview') });
    await part.getByText(t('portal:mails.en'), { exact: true }).click();
    await preview.getByText('Thank you all.').waitFor();
    await page.getByLabel(t('portal:mails.which')).selectOption('oneTimeCode');
    await preview.getByText('000000').waitFor();
    await part.getByRole('button', { name: t('portal:mails.reset') }).click();
    await preview.getByText('Thank you all.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: t('common:undo.action') }).click();
    await preview.getByText('Thank you all.').waitFor();
    expect(await english.inputValue()).toBe('Thank you all.');
  });

  test('a shorter time says what goes before it is saved, is announced on its row, and is taken back by a longer one', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', paths.adminSettings);
    const what = t('portal:retention.kind.violations');
    const part = page.getByRole('region', { name: t('portal:retention.title') });
    const row = part.getByRole('listitem').filter({ hasText: what });
    const change = row.getByRole('button', { name: t('portal:retention.changeNamed', { what }) });
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: t('common:actions.save') });
    await change.click();
    const days = dialog.getByLabel(t('portal:retention.keep'));
    await days.fill('5');
    await save.click();
    await days.and(page.locator('[aria-invalid="true"]')).waitFor();
    await days.fill('٢٠٠');
    await dialog.getByText(t('portal:retention.goesHelp')).waitFor();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    const [before] = t('portal:retention.next', {
      days: t('portal:retention.days', { count: 200 }),
      when: '§',
    }).split('§');
    await row.getByText(before ?? '').waitFor();
    await row.getByText(t('portal:retention.days', { count: 400 })).waitFor();
    await page.getByText(t('facts:title.platformSettings.retentionSet')).first().waitFor();
    await change.click();
    await days.fill('400');
    await dialog.getByText(t('portal:retention.longer')).waitFor();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByText(before ?? '').waitFor({ state: 'detached' });
  });
});
