import { importPlaces } from '@mizan/contract/district-import.ts';
import { deletePlace } from '@mizan/contract/districts.ts';
import { paths } from '@mizan/contract/paths.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { describe, expect, test } from 'vitest';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** Regions, cities and districts, as an administrator keeps them. */
const stage = browserStage();

describe.each(oneLanguage)('in %s', (language) => {
  test('a city is added, renamed, and deleted because nothing names it', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', `${paths.adminDistricts}?kind=CITY`);
    await page.getByRole('button', { name: t('districts:add.CITY') }).click();
    await page.getByRole('combobox', { name: t('districts:one.REGION') }).click();
    await page.getByRole('option').first().click();
    await page.getByLabel(t('districts:columns.nameAr')).fill('مدينة التجربة');
    await page.getByLabel(t('districts:columns.nameEn')).fill('Trial City');
    await page
      .locator('[data-docked] > footer')
      .getByRole('button', { name: t('districts:add.CITY') })
      .click();
    await page.getByText(t('districts:uses.free')).waitFor();
    await page.getByLabel(t('districts:columns.nameEn')).fill('Trial Town');
    await page
      .locator('[data-docked] > footer')
      .getByRole('button', { name: t('common:actions.save') })
      .click();
    await page.getByText(t('facts:title.districts.renamed')).waitFor();
    await page.getByLabel(t('districts:search')).fill('trial town');
    const row = page.getByRole('row').filter({ hasText: 'Trial Town' });
    await row.waitFor();
    await page.getByRole('button', { name: t('districts:delete'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('districts:delete'), exact: true })
      .click();
    await row.waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).searchParams.get('open')).toBeNull();
  });

  test('a file of places is seen line by line, then written, and offered on the list', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', paths.adminDistricts);
    await page.getByRole('button', { name: t('districts:import.open') }).click();
    const lines = [
      'Kind,Region,City,Name in English,Name in Arabic',
      'District,,Jeddah,Al Mithal,حي المثال',
      'District,,Jedda,Lost,حي ضائع',
    ];
    await page.locator('input[type=file]').setInputFiles({
      name: 'places.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    });
    await page.getByText(t('districts:import.leftOut', { count: 1, number: '1' })).waitFor();
    const problem = t('districts:problem.reference', {
      field: t('districts:columns.city'),
      value: '\u2068Jedda\u2069',
    });
    await page.getByText(problem).waitFor();
    // A slow answer: what is looked for meanwhile stands when the import closes.
    const looked = (): string | null => new URL(page.url()).searchParams.get('search');
    await page.route(`**${importPlaces.path}?*`, async (route) => {
      const response = await route.fetch();
      await expect.poll(looked).toBe('al mithal');
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: t('districts:import.write', { count: 1, number: '1' }) }).click();
    await page.getByLabel(t('districts:search')).fill('al mithal');
    await page.locator('[data-docked]').waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Al Mithal' }).click();
    const record = page.getByRole('region', { name: t('admin:changes.title') });
    await record.getByText(t('facts:title.districts.imported')).waitFor();
    await record.getByText('places.csv', { exact: true }).waitFor();
  });

  test('saving what another administrator deleted says so, and not to try again', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    window.expectErrors(/status of 404/);
    await openAs(window, 'admin@mizan.test', `${paths.adminDistricts}?search=tuwaiq`);
    await page.getByRole('row').filter({ hasText: 'Tuwaiq' }).click();
    await page.getByText(t('districts:uses.free')).waitFor();
    const id = new URL(page.url()).searchParams.get('open') ?? '';
    const deleted = await page.evaluate(async (path) => {
      const headers = { authorization: `Bearer ${sessionStorage.getItem('accessToken')}` };
      return (await fetch(path, { method: 'DELETE', headers })).status;
    }, apiBase + deletePlace.path.replace(':id', id));
    expect(deleted).toBe(200);
    await page.getByLabel(t('districts:columns.nameEn')).fill('Tuwaiq West');
    await page.locator('[data-docked] > footer').getByRole('button').click();
    await page.getByText(t('districts:gone')).waitFor();
  });
});
