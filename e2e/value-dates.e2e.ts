import { beforeAll, describe, expect, test } from 'vitest';
import { depositOf, entered, firstBankOf } from '../server/features/deposits/testing/deposit-world.ts';
import { type Sold, sell } from '../server/features/reconciliation/testing/bank-world.ts';
import { openOwner, servedBankWorld } from './testing/bank-world-window.ts';
import { typeDay } from './testing/day-parts.ts';
import { browserStage, phone } from './testing/stage.ts';
import { languages, oneLanguage } from './testing/texts.ts';

/** On which days a settlement was paid, in parts and at once. Sunday, 22 November 2026, noon in Riyadh; the rules are in table.test. */
const stage = browserStage();
const { world, url } = await servedBankWorld();
const path = '/settlement?month=2026-11&view=table';

/** Sunday's sale is paid in two parts on Tuesday and Wednesday, Monday's on Wednesday, the last of October's on Tuesday. */
beforeAll(async () => {
  const sold = (await sell(world, [
    { amountMinor: 10_000, at: '2026-11-15 09:00' },
    { amountMinor: 20_000, at: '2026-11-16 09:00' },
    { amountMinor: 30_000, at: '2026-10-31 09:00' },
  ])) as [Sold, Sold, Sold];
  const net = sold.map(({ amountMinor, feeMinor, vatMinor }) => amountMinor - feeMinor - vatMinor);
  const bankId = await firstBankOf(world);
  for (const [day, valueDate, amountMinor = 0, reference] of [
    ['2026-11-15', '2026-11-17', 1_000, 'PART-1'],
    ['2026-11-15', '2026-11-18', (net[0] ?? 0) - 1_000, 'PART-2'],
    ['2026-11-16', '2026-11-18', net[1], 'WHOLE'],
    ['2026-10-31', '2026-11-17', net[2], 'OCTOBER'],
  ] as const) {
    const shares = [{ day, scheme: 'Mada' as const, amountMinor }];
    await entered(world, depositOf(bankId, { amountMinor, valueDate, reference, shares }));
  }
});

describe.each(languages)('in %s', (language) => {
  test('a settlement in parts names each of its days, and each opens the deposits of that day', async () => {
    const window = await openOwner(stage, world, { language, url, path });
    const { page, t } = window;
    const rows = page
      .getByRole('table', { name: t('settlement:table.label') })
      .locator('tbody tr[data-row-index]');
    const days = (at: number) => rows.nth(at).locator('a[href*="valueDate="]');
    await days(1).first().waitFor();
    expect([await days(0).count(), await days(1).count()]).toEqual([1, 2]);
    const hrefs = await days(1).evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs.map((href) => new URL(href ?? '', url).searchParams.get('valueDate'))).toEqual([
      '2026-11-17',
      '2026-11-18',
    ]);
    await days(1).first().click();
    await page.waitForURL(/view=deposits.*valueDate=2026-11-17/);
    const deposits = page.getByRole('table', { name: t('settlement:views.deposits') });
    await deposits.getByText('PART-1').waitFor();
    await deposits.getByText('OCTOBER').waitFor();
    expect(await deposits.locator('tbody tr[data-row-index]').count()).toBe(2);
    await deposits.getByText('PART-1').click();
    await page.waitForURL(/deposit=\d+/);
  });

  test('the table is narrowed to a value date that is typed, and names the other month that it paid', async () => {
    const window = await openOwner(stage, world, { language, url, path });
    const { page, t } = window;
    const rows = page
      .getByRole('table', { name: t('settlement:table.label') })
      .locator('tbody tr[data-row-index]');
    await rows.nth(1).waitFor();
    await page.getByRole('button', { name: t('settlement:deposit.valueDate') }).click();
    const form = page.getByRole('dialog');
    await typeDay(form, '2026-11-17');
    await form.getByRole('button', { name: t('settlement:valueDate.apply') }).click();
    await page.waitForURL(/valueDate=2026-11-17/);
    await rows.nth(1).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    const other = page.getByText(t('settlement:valueDate.otherMonths')).getByRole('button');
    expect(await other.count()).toBe(1);
    await other.click();
    await page.waitForURL(/month=2026-10/);
    await expect.poll(() => other.count()).toBe(1);
    expect(await rows.count()).toBe(1);
    await page
      .getByRole('button', {
        name: t('common:filter.clear', { name: t('settlement:deposit.valueDate') }),
      })
      .click();
    await page.waitForURL((at) => !at.searchParams.has('valueDate'));
  });
});

describe.each(oneLanguage)('on a phone, in %s', (language) => {
  test('a row says on which days it was paid', async () => {
    const window = await openOwner(stage, world, { language, url, path, ...phone });
    const { page, t } = window;
    const list = page.getByRole('list', { name: t('settlement:table.label') });
    const said = t('settlement:valueDate.paid', { days: '|' }).split('|')[0]?.trim() ?? '';
    await list.getByText(said).first().waitFor();
    const inParts = await list.getByRole('listitem').nth(1).innerText();
    expect(inParts).toContain(said);
    expect(inParts.match(language === 'ar' ? /١٧|١٨|17|18/g : /\b1[78]\b/g)).toHaveLength(2);
  });
});
