import { readFileSync } from 'node:fs';
import * as xlsx from '@e965/xlsx';
import { paths } from '@mizan/contract/paths.ts';
import { describe, expect, test } from 'vitest';
import { inPlatform, platformRows } from '../server/platform/database/database.ts';
import { pdfSaying } from '../server/platform/scanner/testing/document-files.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** Branches, users and terminals out of one file: chosen, checked, registered, handed over and taken back. */
const portals = await shopPortals({ terminals: 1, speed: 0 });
const { shop, db } = portals;
const stage = browserStage();
const [url] = portals.urls;

const countOf = async (code: string): Promise<number> =>
  (
    await platformRows<{ count: number }>(
      db,
      'SELECT count(*) FROM branches WHERE merchant_id = $1 AND code = $2',
      [shop.merchantId, code],
    )
  )[0]?.count ?? -1;

describe.each(oneLanguage)('%s', (lng) => {
  test('a file is checked line by line, its good lines are registered, its links handed over, and all of it taken back', async () => {
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    await openAsMember(window, portals, { member: shop.owner, path: paths.management });
    await page.getByRole('link', { name: t('management:bulk') }).click();
    // The menu says still where it is.
    const here = page.getByRole('navigation').locator('[aria-current="page"]');
    await expect.poll(() => here.allInnerTexts()).toEqual([t('shell:menu.management')]);
    const code = `R-${lng}`;
    const text = [
      'Kind,Branch code,Name in English,Name in Arabic,Full name,Role,Username',
      `Branch,${code},Rawdah,الروضة,,,`,
      `User,${code},,,Huda,Cashier,huda.${lng}`,
      `User,${code}x,,,Turki,Cashier,turki 2`,
    ].join('\n');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: `bulk-${lng}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) });
    const register = page.getByRole('button', {
      name: t('bulk:register.valid', { number: lng === 'ar' ? '٢' : '2' }),
    });
    await register.waitFor();
    expect(await countOf(code)).toBe(0);
    await page.getByText(t('bulk:shape.username'), { exact: false }).waitFor();
    await register.click();
    const download = page
      .getByRole('button')
      .filter({ hasText: lng === 'ar' ? 'رابط تفعيل' : 'activation link' });
    await download.first().waitFor();
    expect(await countOf(code)).toBe(1);
    const [saved] = await Promise.all([page.waitForEvent('download'), download.first().click()]);
    expect(
      readFileSync(await saved.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    await page.getByRole('button', { name: `${t('bulk:earlier.undo')}: bulk-${lng}.csv` }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('bulk:earlier.undo') })
      .click();
    await page.getByText(t('bulk:earlier.undone')).waitFor();
    expect(await countOf(code)).toBe(0);
    const heading = (key: 'titleDone' | 'titleFile') =>
      page.getByRole('heading', { name: t(`bulk:what.${key}`), exact: true });
    await heading('titleFile').waitFor();
    expect(await heading('titleDone').count(), 'nothing of it is registered any more').toBe(0);
  });

  test('a file that is being registered says how far it is, and leaves nothing once it is stopped', async () => {
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    await openAsMember(window, portals, { member: shop.owner, path: paths.bulk });
    const figure = (number: number) => (lng === 'ar' ? '٠١'.charAt(number) : String(number));
    const text = 'Kind,Branch code,Name in English,Name in Arabic\nBranch,STOP,Rawdah,الروضة';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'stop.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const register = page.getByRole('button', { name: t('bulk:register.all', { number: figure(1) }) });
    await register.waitFor();
    // Its line waits for what becomes of another branch of that code.
    const elsewhere = inPlatform(db, async (tx) => {
      await tx.change(
        `INSERT INTO branches (merchant_id, code, name_en, name_ar) VALUES ($1, 'STOP', 'Stop', 'قف')`,
        [shop.merchantId],
      );
      await register.click();
      const far = t('bulk:state.RUNNING', { done: figure(0), total: figure(1) });
      await page.getByRole('heading', { name: far }).waitFor();
      await page.getByRole('progressbar', { name: far }).waitFor({ state: 'attached' });
      const stop = { name: t('bulk:register.cancel'), exact: true };
      await page.getByRole('button', stop).click();
      await page.getByRole('dialog').getByText(t('bulk:register.cancelWhole')).waitFor();
      await page.getByRole('dialog').getByRole('button', stop).click();
      await page.getByRole('heading', { name: t('bulk:state.FAILED') }).waitFor();
      throw new Error('given up');
    });
    await expect(elsewhere).rejects.toThrow('given up');
    await page.getByText(t('bulk:stateHelp.FAILED')).waitFor();
    expect(await countOf('STOP')).toBe(0);
  });

  test('what is no table is refused with the formats that are taken, by its ending and by its content', async () => {
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    await openAsMember(window, portals, { member: shop.owner, path: paths.bulk });
    const choose = (name: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: pdfSaying('Branch,R-9,Rawdah') });
    await choose('branches.pdf');
    await page.getByText(t('bulk:refused.format')).waitFor();
    expect(t('bulk:refused.format')).toMatch(/CSV.*XLSX.*Excel/u);
    window.expectErrors(/status of 422/);
    await choose('branches.csv');
    await page.getByText(t('bulk:refused.notTable')).waitFor();
    await page.getByText(t('bulk:refused.format')).waitFor({ state: 'detached' });
  });

  test('the template and the workbook with its errors are saved, and say what the page says', async () => {
    const window = await stage.open({ language: lng, url });
    const { page, t } = window;
    await openAsMember(window, portals, { member: shop.owner, path: paths.bulk });
    const savedBy = async (name: string): Promise<string[][]> => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      const { SheetNames, Sheets } = xlsx.read(readFileSync(await file.path()));
      return xlsx.utils.sheet_to_json(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' });
    };
    const columns = [t('bulk:column.kind'), t('bulk:column.branchCode')];
    expect((await savedBy(t(`bulk:templates.${lng}`)))[0]).toEqual(expect.arrayContaining(columns));
    const text = [
      'Kind,Branch code,Name in English,Name in Arabic,Full name,Role,Username',
      'Branch,Q-1,Rawdah,الروضة,,,',
      'User,Q-1,,,Turki,Cashier,turki 2',
    ].join('\n');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'errors.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByText(t('bulk:shape.username'), { exact: false }).waitFor();
    const rows = await savedBy(t('bulk:download'));
    const wrong = rows.find((row) => row.includes('turki 2'));
    expect(wrong?.join(' ')).toContain(t('bulk:shape.username'));
    expect(rows.find((row) => row.includes('Rawdah'))?.join(' ')).not.toContain(t('bulk:shape.username'));
  });
});
