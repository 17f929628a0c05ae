import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneAtATime } from './testing/one-at-a-time.ts';
import { screenProblems } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { languages } from './testing/texts.ts';

/** A file whose table was told wrongly is told by hand: the line of its names, its delimiter, its encoding. */
const stage = browserStage();
const owner = 'merchant@mizan.test';
oneAtATime(`bank files of ${owner}`);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-e2e-table-told-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(languages)('the table of a file, in %s', (language) => {
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
    const line = page.getByRole('combobox', { name: t('reconciliation:table.names') });
    await line.waitFor();
    await page.getByText(t('reconciliation:table.guessed')).waitFor();
    await line.selectOption('2');
    const columns = page.getByRole('table', { name: t('reconciliation:mapping.column') });
    await columns.getByRole('rowheader', { name: '\u0628\u0628' }).waitFor();
    expect(await columns.getByRole('rowheader').count()).toBe(4);
    const encoding = page.getByRole('combobox', { name: t('reconciliation:table.encoding') });
    await encoding.selectOption('windows-1252');
    await columns.getByRole('rowheader', { name: '\u00c8\u00c8' }).waitFor();
    expect(await line.inputValue()).toBe('2');
    expect(await screenProblems(page, 'light', { inside: true })).toEqual([]);
  });
});
