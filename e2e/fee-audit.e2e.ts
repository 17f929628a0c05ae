import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase } from '@mizan/contract/route.ts';
import type { TransactionRow } from '@mizan/contract/transactions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectInLine } from './testing/amount-columns.ts';
import { judgedFile } from './testing/judged-file.ts';
import { oneAtATime } from './testing/one-at-a-time.ts';
import { daysAgo, everyTransaction } from './testing/portal-api.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { numberFrom, oneLanguage } from './testing/texts.ts';

/** From a bank file with fees that were not agreed to a claim: its cause, its lines, its letter, its pack. */
const stage = browserStage();
const owner = 'merchant@mizan.test';
oneAtATime(`bank files of ${owner}`);
const day = daysAgo(24);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-e2e-fees-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const lineOf = ({ tid, rrn, createdAt, amountMinor, feeMinor, vatMinor }: TransactionRow): string => {
  const at = new Date(Date.parse(createdAt) + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const riyals = [amountMinor, feeMinor, vatMinor].map((minor) => (minor / 100).toFixed(2));
  return [tid, rrn, at, ...riyals].join();
};

/** A day's file whose two largest mada payments were charged 2.00 and VAT too much; its id. */
async function uploadFile(window: Window): Promise<string> {
  await openAs(window, owner, '/reconciliation?view=files');
  const sold = (await everyTransaction(window, `from=${day}&to=${day}&status=APPROVED&scheme=Mada`)).filter(
    ({ type, rrn }) => type === 'PURCHASE' && rrn !== null,
  );
  const large = sold.toSorted((a, b) => b.amountMinor - a.amountMinor).slice(0, 2);
  const lines = sold.map((row) =>
    lineOf(large.includes(row) ? { ...row, feeMinor: row.feeMinor + 200, vatMinor: row.vatMinor + 30 } : row),
  );
  const file = join(folder, 'fees.csv');
  await writeFile(
    file,
    ['Terminal ID,RRN,Transaction Date,Transaction Amount,Commission,VAT', ...lines, ''].join('\n'),
  );
  return judgedFile(window, file);
}

/** As other files of this merchant found it. */
async function takeBack({ page, url }: Window, id: string): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('accessToken'));
  const answer = await fetch(`${url}${apiBase}/reconciliation/bank-files/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
}

test('an overcharge is named with its lines, claimed with a letter and a pack, sent and withdrawn', {
  timeout: 120_000,
}, async () => {
  const window = await stage.open({ language: oneLanguage[0] });
  const { page, t } = window;
  const id = await uploadFile(window);
  try {
    // From the verdict to the audit of its days.
    await page.getByRole('link', { name: t('reconciliation:verdict.fees') }).click();
    await page.waitForURL(/fee-audit\?/);
    const table = page.getByRole('table', { name: t('fees:title') });
    const cause = table.getByRole('button').first();
    await cause.click();
    await page.waitForURL(/cause=/);
    const lines = page.getByRole('table').nth(1).locator('tbody tr[data-row-index]');
    await expect.poll(() => lines.count()).toBe(2);
    const over = await lines.locator('td:last-child').allInnerTexts();
    expect(over.map((text) => Math.round(100 * numberFrom(text)))).toEqual([230, 230]);
    await expectInLine(window, 5);
    // The drawer has what it will claim, in both languages, before anything is kept.
    await page
      .locator('main button', { hasText: t('fees:claims.to', { bank: '' }).trim() })
      .first()
      .click();
    const drawer = page.getByRole('complementary');
    await drawer.locator('[lang=ar] strong').waitFor();
    expect(await drawer.locator('[lang=en] strong').innerText()).toContain('SAR 4.60');
    await page.getByRole('button', { name: t('fees:claims.make') }).click();
    await page.waitForURL(/claim=\d+/);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: t('fees:claims.pack') }).click();
    expect((await saved).suggestedFilename()).toMatch(/^CLM-\d{4}-\d{4}\.zip$/);
    await page.getByRole('button', { name: t('fees:claims.send'), exact: true }).click();
    await page.getByRole('textbox', { name: t('fees:claims.reference') }).fill('NB-4471');
    await page.getByRole('button', { name: t('fees:claims.save') }).click();
    await drawer.getByText('NB-4471').waitFor();
    await page.getByRole('button', { name: t('fees:claims.withdraw') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('fees:claims.withdraw') })
      .click();
    await drawer.getByText(t('fees:claims.state.WITHDRAWN')).waitFor();
  } finally {
    await takeBack(window, id);
  }
});

test('on a phone nothing runs off the edge', async () => {
  const window = await stage.open({ language: 'en', ...phone });
  await openAs(window, owner, '/reconciliation/fee-audit');
  await window.page.getByRole('heading', { name: window.t('fees:claims.title') }).waitFor();
  expect(await window.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
