import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { settled } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { languages } from './testing/texts.ts';

/** A paper is made, taken away, and checked by somebody who has no account. */
const stage = browserStage();
const merchant = 'merchant@mizan.test';

async function saved({ page, t }: Window, number: string, name: string): Promise<Buffer> {
  await settled(page);
  const under = page.waitForEvent('download');
  await page.getByRole('button', { name: t('settlement:paper.downloadNamed', { number }) }).click();
  await page.getByRole('menuitem', { name }).click();
  const file = await under;
  expect(file.suggestedFilename()).toContain(number);
  return readFile(await file.path());
}

describe.each(languages)('in %s', (language) => {
  test('a statement is made, and its page tells its file from one that was changed', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/settlement?view=papers');
    await page.getByRole('button', { name: t('settlement:paper.make') }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: t('settlement:paper.save') }).click();
    await form.waitFor({ state: 'detached' });
    const rows = page.getByRole('table', { name: t('settlement:paper.label') }).locator('tbody tr');
    const number = (await rows.first().locator('td').first().innerText()).trim();
    expect(number).toMatch(/^MZ-\d{4}-\d{4}$/);
    const csv = await saved(window, number, t('settlement:paper.csv'));
    const pdf = await saved(window, number, t('settlement:paper.pdf.both'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

    const code = /code=([\w-]{27})/.exec(csv.toString('utf8'))?.[1];
    const stranger = await stage.open({ language });
    await stranger.page.goto(`${stranger.url}/neopaas/portal/statement?code=${code}`);
    await stranger.page.getByText(number).waitFor();
    // Net less what arrived is the difference and this: without it the sums of the paper do not add up.
    await stranger.page.getByText(stranger.t('papers:besides.unsaid')).waitFor();
    const drop = stranger.page.getByLabel(stranger.t('papers:file.drop'));
    const said = stranger.page.getByRole('status');
    const give = (name: string, buffer: Buffer) =>
      drop.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await give('paper.pdf', pdf);
    await said.getByText(stranger.t('papers:file.same', { format: 'PDF' })).waitFor();
    const changed = Buffer.from(csv);
    changed[100] = 33;
    await give('paper.csv', changed);
    await said.getByText(stranger.t('papers:file.other')).waitFor();
    await give('paper.csv', csv);
    await said.getByText(stranger.t('papers:file.same', { format: 'CSV' })).waitFor();
  });
});

test('a code that no paper has, and an address without one, say so', async () => {
  const window = await stage.open({ language: 'en' });
  const { page, url, t } = window;
  window.expectErrors(/status of 404/);
  await page.goto(`${url}/neopaas/portal/statement?code=${'A'.repeat(27)}`);
  await page.getByText(t('papers:notFound')).waitFor();
  await page.goto(`${url}/neopaas/portal/statement`);
  await page.getByText(t('papers:noCode')).waitFor();
});
