import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneAtATime } from './testing/one-at-a-time.ts';
import { lowTargets } from './testing/phone-targets.ts';
import { screenProblems } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** A file whose table was told wrongly is told by hand: the line of its names, its delimiter, its encoding. */
const stage = browserStage();
const owner = 'merchant@mizan.test';
oneAtATime(`bank files of ${owner}`);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-e2e-table-told-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(oneLanguage)('the table of a file, in %s', (language) => {
  test('another line has the names: the columns follow, and nothing is judged until then', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, owner, '/reconciliation?view=files');
    const file = join(folder, `table-${language}.csv`);
    // Names that no list has, in bytes of Arabic letters that prove no encoding, below a page of more words than they are.
    const names = Buffer.from('c8c83bc8ca3bc8cb3bc8cc0a', 'hex');
    const page1 = `Bericht;nur;zur;Ansicht;${language}\n`;
    await writeFile(
      file,
      Buffer.concat([Buffer.from(page1), names, Buffer.from('12345678;632609120001;100.00;2026-11-20\n')]),
    );
    await page.locator('input[type=file]').setInputFiles(file);
    const line = page.getByRole('combobox', { name: t('tables:names') });
    await line.waitFor();
    await page.getByText(t('tables:guessed')).waitFor();
    await line.selectOption('2');
    const columns = page.getByRole('table', { name: t('reconciliation:mapping.column') });
    await columns.getByRole('rowheader', { name: '\u0628\u0628' }).waitFor();
    expect(await columns.getByRole('rowheader').count()).toBe(4);
    const encoding = page.getByRole('combobox', { name: t('tables:encoding') });
    await encoding.selectOption('windows-1252');
    await columns.getByRole('rowheader', { name: '\u00c8\u00c8' }).waitFor();
    expect(await line.inputValue()).toBe('2');
    expect(await screenProblems(page, 'light', { inside: true })).toEqual([]);
    const told = page.getByRole('region', { name: t('tables:title') });
    expect(await lowTargets(page, told)).toEqual([]);
  });
});

describe.each(oneLanguage)('the table of a bank statement, in %s', (language) => {
  test('another line has the names: said over the first lines, kept, and known the next time', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, owner, '/settlement?view=deposits');
    const choose = async (above: string, reference: string) => {
      await page.getByRole('button', { name: t('settlement:statement.read') }).click();
      const dialog = page.getByRole('dialog');
      const text = `${above}Wann;Was;Beleg;Rein\n2026-11-20;Kasse;${reference};+12.34 SAR\n`;
      const file = { name: 'auszug.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await dialog.locator('input[type=file]').setInputFiles(file);
      return dialog;
    };
    const dialog = await choose('Bericht;nur;zur;Ansicht;hier\n', 'TOLD-1');
    await dialog.getByRole('combobox', { name: t('settlement:statement.whose') }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    const line = dialog.getByRole('combobox', { name: t('tables:names') });
    await line.selectOption('2');
    for (const [name, field] of [
      ['Wann', 'date'],
      ['Beleg', 'reference'],
      ['Rein', 'amount'],
    ] as const) {
      const column = dialog.getByRole('combobox', { name, exact: true });
      await column.selectOption(t(`settlement:statement.table.field.${field}`));
    }
    await dialog.getByRole('checkbox').check();
    expect(await line.inputValue()).toBe('2');
    await dialog
      .getByRole('button', { name: t('settlement:statement.save', { count: 1, number: 1 }) })
      .click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('table').getByText('TOLD-1').waitFor();
    const next = await choose('Bericht;nur;zur;Ansicht;hier\n;;;;\nzwei;drei;vier\n', 'TOLD-2');
    await next.getByText(t('settlement:statement.table.remembered')).waitFor();
    await next.getByRole('button', { name: t('tables:title') }).click();
    expect(await next.getByRole('combobox', { name: t('tables:names') }).inputValue()).toBe('4');
    expect(await screenProblems(page, 'light', { inside: true })).toEqual([]);
    expect(await lowTargets(page, next.getByRole('region', { name: t('tables:title') }))).toEqual([]);
  });
});
