import { describe, expect, test } from 'vitest';
import {
  anotherMerchant,
  csvHeader,
  csvLineOf,
  csvOf,
  detailOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
  upload,
} from '../server/features/reconciliation/testing/bank-world.ts';
import { workbookOf } from '../server/reconciliation/workbook-trial.ts';
import { openOwner, servedBankWorld } from './testing/bank-world-window.ts';
import { browserStage } from './testing/stage.ts';
import { languages, numberFrom } from './testing/texts.ts';

/** What a bank file said before and why it says something else now, and a sheet that no column of the file fits. */
const stage = browserStage();
const { world, url } = await servedBankWorld();

/** An instant as the screen writes it in Riyadh, with the figures alone: day, year, hour and minute. */
const figuresOf = (text: string): number[] =>
  (text.match(/[\d٠-٩]+/g) ?? []).map((figure) => numberFrom(figure));

describe.each(languages)('in %s', (language) => {
  test('a file that came late is the cause of the second verdict; both stand in the history with their times', async () => {
    const own = await anotherMerchant(world);
    const sales = await sell(
      own,
      [1, 2, 3].map((n) => ({ amountMinor: n * 1_000 })),
    );
    const [first = '', second = '', third = ''] = sales.map((sale) => csvLineOf(sale));
    const lacking = await reconcile(own, csvOf([first, third]), 'first.csv');
    own.portal.clock.advance(3 * 60_000);
    await reconcile(own, csvOf([second]), 'rest of the day.csv');
    await own.runner.idle();
    const { history } = await detailOf(own, lacking.id);
    expect(history.map(({ verdict }) => verdict)).toEqual(['BALANCED', lacking.verdict]);
    expect(lacking.verdict).not.toBe('BALANCED');
    const path = `/reconciliation?view=files&file=${lacking.id}`;
    const { page, t } = await openOwner(stage, own, { language, url, path });
    const title = (verdict: string | null) =>
      t(`reconciliation:verdict.${(verdict ?? '').toLowerCase()}.title`);
    await page.getByRole('heading', { level: 1, name: title('BALANCED') }).waitFor();
    const button = page.getByRole('button', { name: t('reconciliation:history.title'), exact: true });
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await button.click();
    const listed = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`);
    const rows = listed.locator(':scope > div');
    expect(await rows.count()).toBe(2);
    for (const [at, { verdict, cause, at: when }] of history.entries()) {
      const row = rows.nth(at);
      expect(await row.locator('dt').innerText()).toBe(title(verdict));
      await row.getByText(t(`reconciliation:history.because.${cause.kind}`)).waitFor();
      const riyadh = new Date(Date.parse(when) + 3 * 3_600_000).toISOString();
      const [hour, minute] = [Number(riyadh.slice(11, 13)), Number(riyadh.slice(14, 16))];
      const shown = figuresOf(await row.locator('dd bdi').first().innerText());
      expect(shown.toSorted((a, b) => a - b)).toEqual(
        [2026, Number(riyadh.slice(8, 10)), ((hour + 11) % 12) + 1, minute].toSorted((a, b) => a - b),
      );
    }
    expect(await rows.nth(0).locator('bdi').allInnerTexts()).toContain('rest of the day.csv');
    expect((await rows.nth(1).locator('bdi').allInnerTexts()).join()).not.toContain('.csv');
  });

  test('a sheet of other columns is asked with its rows, and each of its three answers says what it does', async () => {
    const own = await anotherMerchant(world);
    const sales = await sell(
      own,
      [1, 2, 3].map((n) => ({ amountMinor: n * 1_000 })),
    );
    const refunds = `Terminal,Reference,Amount,Booked\n${sales
      .slice(0, 2)
      .map(({ tid }: Sold, at) => `${tid},REF-${at},-12.50,2026-11-20`)
      .join('\n')}`;
    const lines = sales.map((sale) => csvLineOf(sale)).join('\n');
    const book = workbookOf([
      ['Payments', `${csvHeader}\n${lines}`],
      ['Returned', refunds],
    ]);
    const answer = await upload(own, book, `two sheets ${language}.xlsx`);
    const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
    await own.runner.idle();
    const path = `/reconciliation?view=files&file=${id}`;
    const { page, t } = await openOwner(stage, own, { language, url, path });
    const asked = page.getByRole('table', { name: t('reconciliation:reading.sheets.title') });
    const row = asked.getByRole('row').filter({ hasText: 'Returned' });
    await row.getByText(t('reconciliation:reading.sheets.sheet')).waitFor();
    expect(numberFrom(await row.getByRole('cell').first().innerText())).toBe(2);
    const means = row.getByLabel(t('reconciliation:reading.sheets.meaning', { word: 'Returned' }));
    expect(await means.inputValue()).toBe('');
    await row.getByText(t('reconciliation:reading.sheets.evidence.apart')).waitFor();
    const offered = await means
      .locator('option')
      .evaluateAll((all: HTMLOptionElement[]) => all.map(({ value }) => value));
    expect(offered.filter((value) => value !== '')).toEqual(['APART', 'ASIDE', 'OPEN']);
    for (const [choice, evidence] of [
      ['ASIDE', 'saidApart'],
      ['OPEN', 'open'],
      ['APART', 'openApart'],
    ] as const) {
      await means.selectOption(choice);
      await row.getByText(t(`reconciliation:reading.sheets.evidence.${evidence}`), { exact: true }).waitFor();
    }
  });
});

test('a line that an earlier file may have or another transaction may be: asked, and one answer makes it that one’s', async () => {
  const own = await anotherMerchant(world);
  const half = { amountMinor: 10_000, orderRef: 'ORDER-000012' };
  const [one, other] = await sell(own, [
    { ...half, at: '2026-11-20 11:00' },
    { ...half, at: '2026-11-20 11:30' },
  ]);
  const file = (time: string): string =>
    `Terminal ID,Order ID,Transaction Date,Amount,Commission,VAT,Net Amount\n${one?.tid},ORDER-000012,20/11/2026${time},100.00,0.80,0.12,99.08\n`;
  await reconcile(own, file(' 11:00'), 'halves.csv');
  const { id } = await reconcile(own, file(''), 'again.csv');
  const path = `/reconciliation?view=files&file=${id}&tab=sameAsBefore`;
  const { page, t } = await openOwner(stage, own, { language: 'ar', url, path });
  await page
    .getByRole('row')
    .filter({ hasText: one?.tid ?? '' })
    .click();
  const near = page.getByRole('heading', { name: t('reconciliation:entries.candidates') }).locator('+ ul');
  await near.getByText(`#${other?.id}`).waitFor();
  const answer = page.getByRole('button', { name: t('reconciliation:earlierFiles.ANOTHER.action') });
  await answer.click();
  await page.getByRole('dialog', { name: t('reconciliation:earlierFiles.ANOTHER.one') }).waitFor();
  await answer.last().click();
  await page.getByRole('button', { name: t('reconciliation:earlierFiles.takeBack') }).waitFor();
  await own.runner.idle();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: t('reconciliation:verdict.balanced.title') }).waitFor();
  const entries = await entriesOf(own, id, 'all');
  expect(entries.map(({ outcome, transactionId }) => [outcome, transactionId])).toEqual([
    ['matched', other?.id],
  ]);
});
