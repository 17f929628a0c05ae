import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import { type Proof, proofLevels } from '@mizan/contract/proof.ts';
import { describe, expect, test } from 'vitest';
import { oneAtATime } from './testing/one-at-a-time.ts';
import { askPortal } from './testing/portal-api.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { languages, numberFrom, oneLanguage } from './testing/texts.ts';

/** The proof: from terminal totals to the deposit, every figure opens what adds up to it. */
const stage = browserStage();
const merchant = 'merchant@mizan.test';
// A deposit or a file of another test moves the gaps between the two readings of them.
oneAtATime(`bank files of ${merchant}`);
/** The month of the demo of which a week has passed. */
const month = addDays(riyadhDay(new Date()), -7).slice(0, 7);
/** Causes of more are added up over all pages by the tests of the server. */
const listedMax = 50;

const opened = async (language: Window['language'], more = {}, search = ''): Promise<Window> => {
  const window = await stage.open({ language, ...more });
  await openAs(window, merchant, `/reconciliation/proof?month=${month}${search}`);
  return window;
};
const minorOf = (text: string): number => Math.round(100 * numberFrom(text));
const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);

describe.each(languages)('in %s', (language) => {
  test('each gap of the month is its causes, and each cause the rows that it opens', async () => {
    const window = await opened(language);
    const { page, t } = window;
    const table = page.getByRole('table', { name: t('proof:title') });
    await table.waitFor();
    const { total } = await askPortal<Proof>(window, `/proof?month=${month}`);
    for (const level of proofLevels) {
      const gap = total.gaps[level];
      if (!gap) throw new Error(`the demo has nothing to say of ${level}`);
      await table
        .locator('tfoot')
        .getByRole('button', { name: t(`proof:between.${level}`) })
        .click();
      const causes = page.getByRole('list', { name: t(`proof:between.${level}`) }).getByRole('button');
      await expect.poll(() => causes.count()).toBe(gap.causes.length);
      const amounts = await Promise.all(
        (await causes.all()).map(async (cause) => minorOf(await cause.locator('> span').last().innerText())),
      );
      expect(amounts).toEqual(gap.causes.map(({ amountMinor }) => amountMinor));
      expect(sum(amounts)).toBe(gap.differenceMinor);
      for (const [at, { cause, count, amountMinor }] of gap.causes.entries()) {
        if (count > listedMax) continue;
        await causes.nth(at).click();
        const rows = page.getByRole('list', { name: t(`proof:cause.${cause}`), exact: true });
        await expect.poll(() => rows.getByRole('listitem').count()).toBe(count);
        const listed = await rows.locator('strong').allInnerTexts();
        expect([cause, sum(listed.map(minorOf))]).toEqual([cause, amountMinor]);
        expect([cause, await rows.getByRole('link').count()]).toEqual([cause, count]);
      }
    }
  });
});

describe.each(oneLanguage)('in %s', (language) => {
  test('the proof is saved as a workbook and as a paper', async () => {
    const window = await opened(language);
    const { page, t } = window;
    await page.getByRole('table', { name: t('proof:title') }).waitFor();
    for (const format of ['xlsx', 'pdf'] as const) {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: t('proof:export.label') }).click();
      await page.getByRole('menuitem', { name: t(`proof:export.${format}`) }).click();
      expect((await saved).suggestedFilename()).toBe(`proof-${month}.${format}`);
    }
  });

  test('a row unfolds to its terminals, and the address keeps what is open', async () => {
    const window = await opened(language);
    const { page, t } = window;
    const table = page.getByRole('table', { name: t('proof:title') });
    const row = table.locator('tbody tr').first();
    const before = await table.locator('tbody tr').count();
    await row.getByRole('button').first().click();
    await expect.poll(() => table.locator('tbody tr').count()).toBeGreaterThan(before);
    await page.getByText(t('proof:by.terminal'), { exact: true }).click();
    await page.waitForURL(/by=terminal/);
    await page.reload();
    await table.getByRole('rowheader', { name: t('proof:all.terminal') }).waitFor();
  });

  test('on a phone each row stands upright, and nothing lies beside the screen', async () => {
    const window = await opened(language, phone);
    const { page, t } = window;
    const list = page.getByRole('list', { name: t('proof:title') });
    await list
      .getByRole('button', { name: t('proof:between.deposit') })
      .first()
      .click();
    await page.getByRole('list', { name: t('proof:between.deposit') }).waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth);
    expect(width).toBeLessThanOrEqual(0);
    // A branch unfolds into its terminals, whose sums of transactions are the branch's.
    const { rows } = await askPortal<Proof>(window, `/proof?month=${month}`);
    const branch = rows.find(({ below }) => below.length > 1);
    await list
      .getByRole('button', {
        name: t('proof:row.terminals', { count: branch?.below.length ?? 0 }),
        exact: true,
      })
      .first()
      .click();
    await page.waitForURL(/unfold=/);
    const leaves = list.getByRole('list').getByRole('heading', { level: 3 });
    await expect
      .poll(() => leaves.allInnerTexts())
      .toEqual(branch?.below.map(({ tid }) => tid ?? t('proof:row.noTerminal')));
  });
});
