import { paths } from '@mizan/contract/paths.ts';
import { bankOf } from '@mizan/contract/saudi-banks.ts';
import { describe, expect, test } from 'vitest';
import { openAs } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** Vendors, as an administrator keeps them. */
const stage = browserStage();
const nameIn = { en: 'Tihama Devices', ar: 'أجهزة تهامة' } as const;
/** Who is there from the beginning. */
const otherIn = { en: 'Sure Technology', ar: 'شور للتقنية' } as const;

describe.each(oneLanguage)('in %s', (language) => {
  test('a vendor is added, found again by its contact, and who changed it is said', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    const save = page
      .locator('[data-docked] > footer')
      .getByRole('button', { name: t('common:actions.save') });
    await openAs(window, 'admin@mizan.test', paths.adminMsps);
    await page.getByRole('button', { name: t('vendors:add') }).click();
    await page.getByLabel(t('vendors:nameAr')).fill('نجد لنقاط البيع');
    await page.getByLabel(t('vendors:nameEn'), { exact: true }).fill('Najd POS');
    const contact = `${t('vendors:contactName')} (${t('common:words.optional')})`;
    await page.getByLabel(contact, { exact: true }).fill('Turki Al-Harthi');
    await page.getByLabel(t('vendors:contactMobile')).fill('12');
    await save.click();
    await page.getByText(t('vendors:mobileWrong')).waitFor();
    await page.getByLabel(t('vendors:contactMobile')).fill('٠٥٥١٠٤٧٧٣٠');
    await save.click();
    await page.locator('li strong').getByText(t('facts:title.vendors.added')).waitFor();
    await page.getByLabel(t('vendors:search')).fill('turki');
    await page.waitForURL((address) => address.searchParams.get('search') === 'turki');
    const rows = page.getByRole('row').filter({ hasText: '0551047730' });
    await rows.waitFor();
    await page.getByRole('row').filter({ hasText: otherIn[language] }).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
  });

  test('banks, models and packages are chosen in the form, stand in the row, and its bank finds it in the address', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    const save = page
      .locator('[data-docked] > footer')
      .getByRole('button', { name: t('common:actions.save') });
    await openAs(window, 'admin@mizan.test', `${paths.adminMsps}?open=new`);
    await page.getByLabel(t('vendors:nameAr')).fill('أجهزة تهامة');
    await page.getByLabel(t('vendors:nameEn'), { exact: true }).fill('Tihama Devices');
    await page.getByLabel(t('vendors:contactMobile')).fill('0551047731');
    const form = page.locator('form').filter({ has: page.getByLabel(t('vendors:contactMobile')) });
    const choose = async (label: string, option: string): Promise<void> => {
      await form
        .locator('input')
        .and(form.getByLabel(label, { exact: true }))
        .press('ArrowDown');
      await page.getByRole('option', { name: option, exact: true }).click();
      // The list stays open for more of them.
      await page.keyboard.press('Tab');
    };
    // A bank that no other vendor serves.
    const bank = bankOf('65')?.[language] ?? '';
    await choose(t('vendors:columns.banks'), bank);
    await choose(t('vendors:columns.models'), 'Ingenico AXIUM DX8000');
    await choose(t('vendors:packages'), '2026.07');
    await save.click();
    await page.locator('li strong').getByText(t('facts:title.vendors.added')).waitFor();
    const row = page.getByRole('row').filter({ hasText: nameIn[language] });
    for (const text of [bank, 'AXIUM DX8000', '2026.07']) await row.filter({ hasText: text }).waitFor();
    // A mobile without a name: nothing stands over it.
    await row.getByRole('cell', { name: '0551047731', exact: true }).waitFor();
    await window.go(paths.adminMsps);
    await page.getByRole('row').filter({ hasText: otherIn[language] }).waitFor();
    await page.getByRole('button', { name: t('vendors:columns.banks'), exact: true }).click();
    await page.getByRole('checkbox', { name: bank, exact: true }).click();
    await page.getByRole('row').filter({ hasText: otherIn[language] }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('bank')).toContain('65');
    await page.reload();
    await row.waitFor();
    expect(await page.locator('tbody').getByRole('row').count()).toBe(1);
  });

  test('a vendor open in two windows: the second save undoes nothing and says so, and what was typed stays', async () => {
    const [first, second] = [await stage.open({ language }), await stage.open({ language })];
    const foot = ({ page }: Window) => page.locator('[data-docked] > footer');
    const save = (window: Window) =>
      foot(window)
        .getByRole('button', { name: window.t('common:actions.save') })
        .click();
    const field = ({ page, t }: Window, key: string) =>
      page.getByLabel(`${t(key)} (${t('common:words.optional')})`, { exact: true });
    const open = async (window: Window): Promise<void> => {
      await openAs(window, 'admin@mizan.test', paths.adminMsps);
      await window.page.getByRole('row').filter({ hasText: otherIn[language] }).click();
      await field(window, 'vendors:contactEmail').fill('office@sure.example');
    };
    await open(first);
    await open(second);
    await field(first, 'vendors:contactEmail').fill('');
    await field(first, 'vendors:contactName').fill('Nasser Al-Qahtani');
    await save(first);
    await foot(first).getByText(first.t('common:form.unchanged')).waitFor();
    second.expectErrors(/status of 409/);
    await save(second);
    await second.page.getByText(second.t('common:toast.changedMeanwhile')).waitFor();
    await second.page.getByRole('cell', { name: 'Nasser Al-Qahtani' }).waitFor();
    expect(await field(second, 'vendors:contactEmail').inputValue()).toBe('office@sure.example');
    await second.page.reload();
    await second.page.waitForFunction(() =>
      [...document.querySelectorAll('input')].some(({ value }) => value === 'Nasser Al-Qahtani'),
    );
    await field(second, 'vendors:contactEmail').fill('office@sure.example');
    await save(second);
    await foot(second).getByText(second.t('common:form.unchanged')).waitFor();
    expect(await field(second, 'vendors:contactName').inputValue()).toBe('Nasser Al-Qahtani');
  });
});
