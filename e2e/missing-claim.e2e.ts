import { readFileSync } from 'node:fs';
import { sendFeeClaim } from '@mizan/contract/fee-claims.ts';
import { beforeAll, expect, test } from 'vitest';
import { claimOfMissing } from '../server/features/exceptions/testing/written-off-world.ts';
import {
  anotherMerchant,
  type BankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from '../server/features/reconciliation/testing/bank-world.ts';
import { openOwner, servedBankWorld } from './testing/bank-world-window.ts';
import { settled } from './testing/screen-checks.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/**
 * Money that a bank never paid, from where it is seen to the claim that was sent and what became of it. Sunday, 22 November 2026, noon
 * in Riyadh; what is claimed of which payments is missing-claims.test.ts.
 */
const stage = browserStage();
const day = '2026-11-16';
const { world: first, url } = await servedBankWorld();
/** Of one nothing is claimed yet; the other's claim is with the bank, and one of its payments has arrived since. */
let own: BankWorld;
let claimed: { own: BankWorld; id: string };

async function unpaid() {
  const world = await anotherMerchant(first);
  const sold = (await sell(world, [
    { amountMinor: 20_000, at: `${day} 09:00` },
    { amountMinor: 10_000, at: `${day} 10:00` },
    { amountMinor: 5_000, at: `${day} 11:00` },
    { amountMinor: 30_000, at: `${day} 12:00` },
  ])) as [Sold, Sold, Sold, Sold];
  await reconcile(world, csvOf([csvLineOf(sold[0]), csvLineOf(sold[3])]), 'monday.csv');
  return { world, sold };
}

async function sentAndHalfPaid() {
  const { world, sold } = await unpaid();
  const { id = '' } = await claimOfMissing(world, { count: 2, claimedMinor: 14_862 });
  const body = { sentOn: '2026-11-22', bankReference: 'NB-4471' };
  const sent = await world.portal.call(sendFeeClaim, { params: { id }, body }, { token: world.token });
  expect(sent.statusCode).toBe(200);
  await reconcile(world, csvOf([csvLineOf(sold[1])]), 'late.csv');
  return { own: world, id };
}

beforeAll(async () => {
  own = (await unpaid()).world;
  claimed = await sentAndHalfPaid();
});

test('what is missing of a settlement is claimed with a letter and a pack, and sent', async () => {
  const window = await openOwner(stage, own, {
    language: oneLanguage[0],
    url,
    path: '/settlement?month=2026-11',
  });
  const { page, t } = window;
  // Of the only day that has a cell.
  await page.locator('td > button[aria-pressed]').first().click();
  await page.getByRole('link', { name: t('settlement:cell.claim') }).click();
  await page.waitForURL(/fee-audit\?.*lost=/);
  const drawer = page.getByRole('complementary');
  // 99.08 and 49.54, in both languages of the letter, before anything is kept.
  await drawer.locator('[lang=ar] strong').waitFor();
  expect(await drawer.locator('[lang=en] strong').innerText()).toContain('SAR 148.62');
  await page.getByRole('button', { name: t('fees:claims.make') }).click();
  await page.waitForURL(/claim=\d+/);
  await drawer.getByText(t('fees:claims.state.DRAFTED')).waitFor();
  await settled(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('fees:claims.pack') }).click();
  const pack = await saved;
  expect(pack.suggestedFilename()).toMatch(/^CLM-2026-\d{4}\.zip$/);
  const names = readFileSync(await pack.path()).toString('latin1');
  for (const part of ['.pdf', '.xlsx']) expect(names).toContain(part);
  await page.getByRole('button', { name: t('fees:claims.send'), exact: true }).click();
  await page.getByRole('textbox', { name: t('fees:claims.reference') }).fill('NB-4471');
  await page.getByRole('button', { name: t('fees:claims.save') }).click();
  await drawer.getByText('NB-4471').waitFor();
  await drawer.getByText(t('fees:claims.state.SENT')).waitFor();
});

test('a claim that was sent says what arrived since, and what it asks for is not accepted meanwhile', async () => {
  const path = `/reconciliation/fee-audit?claim=${claimed.id}`;
  const window = await openOwner(stage, claimed.own, { language: oneLanguage[0], url, path });
  // What is claimed is refused.
  window.expectErrors(/409/);
  const { page, t } = window;
  // One of the two arrived: the claim stays as it was made, and says so.
  const drawer = page.getByRole('complementary');
  await drawer.getByText(t('fees:missing.now.title')).waitFor();
  const still = drawer.getByText(t('fees:missing.now.open', { amount: '|' }).split('|').at(-1)?.trim() ?? '');
  expect(await still.innerText()).toMatch(/49\.54|٤٩٫٥٤/);
  // What the bank is asked for cannot be accepted as never paid at the same time.
  await window.go('/reconciliation/exceptions?outcome=missingInBank');
  await page.getByRole('table').locator('tbody tr[data-row-index]').first().click();
  await page.getByRole('textbox', { name: t('exceptions:accept.label') }).fill('The bank paid it in cash');
  await page.getByRole('button', { name: t('exceptions:accept.action') }).click();
  await page.getByText(t('exceptions:refused.claimed')).waitFor();
});
