import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneAtATime } from './testing/one-at-a-time.ts';
import { askPortal, daysAgo, everyTransaction } from './testing/portal-api.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { languages, numberFrom } from './testing/texts.ts';

/** A word of a file that nobody knows: it holds the button back until somebody says what it means. */
const stage = browserStage();
const owner = 'merchant@mizan.test';
oneAtATime(`bank files of ${owner}`);
const path = '/reconciliation?view=files';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-e2e-asked-words-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(languages)('words of a file that are not known, in %s', (language) => {
  test('asked with their lines and without a preset, and left open the verdict says that lines were rejected', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, owner, path);
    // Days that no other test brings a file of.
    const day = daysAgo(language === 'en' ? 36 : 37);
    const { banks } = await askPortal<{ banks: { id: string }[] }>(window, '/banks');
    const ofBank = `days=bank&bankId=${banks[0]?.id}&from=${day}&to=${day}`;
    const all = await everyTransaction(window, `${ofBank}&status=APPROVED&type=PURCHASE`);
    const sales = all.filter(({ rrn }) => rrn !== null).slice(0, 5);
    const lines = sales.map(({ tid, rrn, createdAt, amountMinor }, at) => {
      const [date, time = ''] = new Date(Date.parse(createdAt) + 10_800_000).toISOString().split('T');
      const cells = [tid, rrn, `${date} ${time.slice(0, 8)}`, (amountMinor / 100).toFixed(2)];
      return [...cells, at < 2 ? 'Under review' : 'Settled', ''].join(',');
    });
    const file = join(folder, `words-${language}.csv`);
    const names = `Terminal ID,RRN,Transaction Date,Amount,Status,Remark ${language}`;
    await writeFile(file, [names, ...lines, ''].join('\n'));
    await page.locator('input[type=file]').setInputFiles(file);
    const words = page.getByRole('table', { name: t('reconciliation:reading.words.title') });
    await words.waitFor();
    const row = words.getByRole('row').nth(1);
    expect(numberFrom(await row.getByRole('cell').first().innerText())).toBe(2);
    const meaning = words.getByLabel(t('reconciliation:reading.words.meaning', { word: 'Under review' }));
    expect(await meaning.inputValue()).toBe('');
    expect(await meaning.getAttribute('aria-invalid')).toBe('true');
    const judge = page.getByRole('button', { name: t('reconciliation:reading.judge') });
    const isHeld = (): Promise<boolean> =>
      judge.getAttribute('aria-disabled').then((held) => held === 'true');
    const asked = page.locator('table').first().locator('select:has(> option[value=""]:checked)');
    while ((await asked.count()) > 0) await asked.first().selectOption({ index: 1 });
    await page.getByText(t('reconciliation:reading.question.words')).first().waitFor();
    expect(await isHeld()).toBe(true);
    await meaning.selectOption('OPEN');
    await row.getByText(t('reconciliation:reading.words.evidence.open')).waitFor();
    await expect.poll(isHeld, { timeout: 6_000 }).toBe(false);
    await judge.click();
    await page.getByRole('button', { name: t('reconciliation:reading.howItWasRead') }).click();
    await meaning.waitFor();
    expect(await meaning.inputValue()).toBe('OPEN');
  });
});
