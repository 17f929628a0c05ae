import { addPackage, getFitTable } from '@mizan/contract/models.ts';
import { paths } from '@mizan/contract/paths.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { describe, expect, test } from 'vitest';
import { pngOf } from '../server/platform/scanner/testing/document-files.ts';
import { axeFindings, settled } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** Models and mada packages, as an administrator keeps them. */
const stage = browserStage();

describe.each(oneLanguage)('in %s', (language) => {
  test('a package is added, and of a model it is said that it does not fit: what that comes to is said first', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', paths.adminBrands);
    await page.getByRole('button', { name: t('models:addPackage') }).click();
    await page.getByLabel(t('models:package.name'), { exact: true }).fill('2031.01');
    await page
      .locator('[data-docked] > footer')
      .getByRole('button', { name: t('models:addPackage') })
      .click();
    const cell = page.getByRole('button', { name: /IM30.*2031\.01/ });
    await cell.waitFor();
    await cell.click();
    await page.getByText(t('models:cell.notSetHelp')).waitFor();
    await page.getByLabel(t('models:cell.source')).fill('Letter of the vendor');
    await page.getByRole('button', { name: t('models:cell.set.DOES_NOT_FIT') }).click();
    await page.getByText(t('facts:title.models.fitSet')).waitFor();
    const differs = cell.locator('[data-fit="DOES_NOT_FIT"]');
    await differs.waitFor();
    await page.getByRole('button', { name: t('common:undo.action') }).click();
    await page.getByText(t('models:cell.notSetHelp')).waitFor();
    await differs.waitFor({ state: 'detached' });
  });

  test('an answer that comes late closes nothing that was opened meanwhile, here or on another screen', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', paths.adminBrands);
    const cells = page.getByRole('button', { name: /IM30/ });
    await cells.first().waitFor();
    /** Adds a package and answers what lets go what the portal says to one of its calls. */
    const addOne = async (name: string, { path }: { path: string }) => {
      await page
        .getByRole('button', { name: t('models:addPackage') })
        .first()
        .click();
      await page.getByLabel(t('models:package.name'), { exact: true }).fill(name);
      const held = Promise.withResolvers<void>();
      const called = page.waitForRequest(`**${apiBase}${path}*`);
      await page.route(`**${apiBase}${path}*`, (route) => held.promise.then(() => route.continue()));
      await page
        .locator('[data-docked] > footer')
        .getByRole('button', { name: t('models:addPackage') })
        .click();
      await called;
      return async () => {
        held.resolve();
        await page.getByText(t('common:toast.saved')).first().waitFor();
        await settled(page);
      };
    };
    const release = await addOne('2031.02', getFitTable);
    await cells.first().click();
    await page.getByText(t('models:cell.change')).waitFor();
    await release();
    await page.getByText(t('models:cell.change')).waitFor({ timeout: 1000 });
    expect(new URL(page.url()).searchParams.has('package')).toBe(true);
    const releaseAgain = await addOne('2031.03', addPackage);
    await page.locator(`a[href="${paths.adminDistricts}"]`).first().click();
    await page
      .getByRole('navigation', { name: t('districts:tabs.label') })
      .getByRole('button', { name: t('districts:kind.CITY') })
      .click();
    await page.waitForURL((address) => address.searchParams.get('kind') === 'CITY');
    await releaseAgain();
    expect(new URL(page.url()).searchParams.get('kind')).toBe('CITY');
  });

  test('the compatibility table is searched by model, and its total is that of what is found', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', paths.adminBrands);
    const table = page.getByRole('table', { name: t('models:tabs.packages') });
    const models = table
      .locator('tbody')
      .getByRole('row')
      .filter({ has: page.getByRole('cell') });
    await models.first().waitFor();
    const all = await models.count();
    await page.getByRole('searchbox', { name: t('models:search') }).fill('im30');
    await expect.poll(() => models.count()).toBeLessThan(all);
    await expect.poll(() => page.url()).toContain('search=im30');
    await expect.poll(() => models.allInnerTexts()).toEqual([expect.stringContaining('IM30')]);
    const lastOf = async (row: ReturnType<typeof table.getByRole>) =>
      (await row.getByRole('cell').last().innerText()).replace('—', '0').replace('٠', '0');
    const total = table.locator('tfoot').getByRole('row');
    await expect.poll(async () => (await lastOf(total)) === (await lastOf(models.first()))).toBe(true);
    await page.getByRole('searchbox', { name: t('models:search') }).fill('no such model');
    await page.getByText(t('states:noResults.title')).first().waitFor();
  });

  test('Export saves what the open tab shows', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', paths.adminBrands);
    for (const [tab, name] of [
      ['packages', { en: 'Models and mada packages', ar: 'الطرازات وحزم مدى' }],
      ['brands', { en: 'Terminal brands', ar: 'علامات الأجهزة' }],
      ['models', { en: 'Terminal models', ar: 'طرازات الأجهزة' }],
    ] as const) {
      await page
        .getByRole('navigation', { name: t('models:tabs.label') })
        .getByRole('button', {
          name:
            tab === 'packages'
              ? t('models:tabs.packages')
              : new RegExp(`^${t(`models:tabs.${tab}`)}\\W*\\p{Nd}+$`, 'u'),
        })
        .click();
      await page.getByRole('button', { name: t('admin:export.title') }).click();
      await page.getByRole('menuitem').first().waitFor();
      // What opens over a page stands outside of its landmarks.
      const found = tab === 'packages' ? await axeFindings(page) : [];
      expect(found.filter((each) => !each.startsWith('region:'))).toEqual([]);
      const saved = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: t('admin:export.csv') }).click();
      expect((await saved).suggestedFilename()).toBe(`${name[language]}.csv`);
    }
    // On a phone a model without terminals says so no louder than its name.
    await page.setViewportSize(phone);
    const row = page.getByRole('listitem').filter({ hasText: 'V200c' }).getByRole('button');
    const sizes = await Promise.all(
      ['V200c', t('units:terminal', { count: 0 })].map((text) =>
        row.getByText(text).evaluate((each) => getComputedStyle(each).fontSize),
      ),
    );
    expect(new Set(sizes).size).toBe(1);
    expect(await row.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  });

  test('a picture of a model is set, taken back, set again and removed', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', `${paths.adminBrands}?tab=models`);
    await page.getByRole('row').filter({ hasText: 'IM30' }).click();
    const part = page.getByRole('region', { name: t('models:picture') });
    const shown = part.getByRole('img', { name: t('models:picture') });
    const choose = () =>
      part
        .locator('input[type=file]')
        .setInputFiles({ name: 'im30.png', mimeType: 'image/png', buffer: pngOf(60, 90) });
    await choose();
    await shown.waitFor();
    expect(await shown.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(
      60,
    );
    await page.getByText(t('facts:title.models.pictureSet')).waitFor();
    await page.getByRole('button', { name: t('common:undo.action') }).click();
    await shown.waitFor({ state: 'detached' });
    await choose();
    await shown.waitFor();
    await page.locator('table img[data-thumb]').waitFor();
    await part.getByRole('button', { name: t('picture:removeName', { what: t('models:picture') }) }).click();
    await shown.waitFor({ state: 'detached' });
  });

  test('a brand and a model of it are added by their forms, and what it reports is there after a reload', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    const save = page
      .locator('[data-docked] > footer')
      .getByRole('button', { name: t('common:actions.save') });
    await openAs(window, 'admin@mizan.test', `${paths.adminBrands}?tab=brands&open=new`);
    await page.getByLabel(t('models:brand.name'), { exact: true }).fill('Landi Devices');
    await page.getByLabel(t('models:columns.manufacturer'), { exact: true }).fill('Fujian Landi');
    await save.click();
    await page.locator('li strong').getByText(t('facts:title.models.brandAdded')).waitFor();
    await page.getByRole('row').filter({ hasText: 'Fujian Landi' }).waitFor();
    await window.go(`${paths.adminBrands}?tab=models&open=new`);
    await page.getByRole('combobox', { name: t('models:columns.brand') }).click();
    await page.getByRole('option', { name: 'Landi Devices', exact: true }).click();
    await page.getByLabel(t('models:model.name'), { exact: true }).fill('M20');
    for (const each of ['battery', 'mada'] as const)
      await page.getByRole('checkbox', { name: t(`models:reports.${each}`) }).check();
    await save.click();
    await page.locator('li strong').getByText(t('facts:title.models.added')).waitFor();
    await page.reload();
    const boxes = page.getByRole('checkbox', { checked: true });
    await page.getByRole('checkbox', { name: t('models:reports.battery'), checked: true }).waitFor();
    await page.getByRole('checkbox', { name: t('models:reports.mada'), checked: true }).waitFor();
    // With the one that says that it is in use.
    expect(await page.locator('form').locator(boxes).count()).toBe(3);
    await page.getByRole('searchbox', { name: t('models:search') }).fill('m20');
    const row = page.getByRole('row').filter({ hasText: 'Landi' }).filter({ hasText: 'M20' });
    await row.getByRole('img', { name: t('models:reports.battery') }).waitFor();
    expect(await row.getByRole('img', { name: t('models:reports.wifi') }).count()).toBe(0);
  });
});
