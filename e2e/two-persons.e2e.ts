import { afterAll, beforeAll, expect, test } from 'vitest';
import { anotherOwner, exceptionsOf } from '../server/features/exceptions/testing/exception-world.ts';
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
import { giveSession } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { languages, numberFrom } from './testing/texts.ts';

/**
 * What is above the limit of one person: asked by one, approved by the other, in both languages. Sunday, 22 November 2026, noon in
 * Riyadh; the rules are those of exceptions.test.
 */
const stage = browserStage();
const day = '2026-11-16';
const { world: first, url } = await servedBankWorld();
const worlds = new Map<string, { own: BankWorld; id: string; khalid: string }>();

/** Monday: 400.00 is missing. */
async function unpaid(first: BankWorld) {
  const own = await anotherMerchant(first);
  const sold = (await sell(own, [
    { amountMinor: 20_000, at: `${day} 09:00` },
    { amountMinor: 40_000, at: `${day} 10:00` },
    { amountMinor: 30_000, at: `${day} 12:00` },
  ])) as [Sold, Sold, Sold];
  await reconcile(own, csvOf([csvLineOf(sold[0]), csvLineOf(sold[2])]), 'monday.csv');
  const [found] = await exceptionsOf(own, { outcome: 'missingInBank' });
  if (!found) throw new Error('nothing is missing');
  expect(found.differenceMinor).toBe(-40_000);
  const { token: khalid } = await anotherOwner(own, 'Khalid');
  return { own, id: found.id, khalid };
}

beforeAll(async () => {
  for (const language of languages) worlds.set(language, await unpaid(first));
});

test.each(languages)('one person asks, and only the other one can approve (%s)', async (language) => {
  const world = worlds.get(language);
  if (!world) throw new Error(`nobody sold anything in ${language}`);
  const { own, id, khalid } = world;
  const path = `/reconciliation/exceptions?open=${id}`;
  const window = await openOwner(stage, own, { language, url, path });
  const { page, t } = window;
  await page.getByLabel(t('exceptions:accept.second')).waitFor();
  await page.getByRole('textbox', { name: t('exceptions:accept.label') }).fill('Agreed with the bank');
  await page.getByRole('button', { name: t('exceptions:accept.send') }).click();
  await page.getByText(t('exceptions:decide.own')).waitFor();
  const approve = t('exceptions:decide.approve');
  expect(await page.getByRole('button', { name: approve, exact: true }).count()).toBe(0);
  // The other person, in the same browser, sees who asks and how much, and approves with the sum in the question.
  await giveSession(window, { accessToken: khalid, role: 'MERCHANT', userName: 'Khalid', email: '' });
  await window.go(path);
  await page.getByRole('button', { name: approve, exact: true }).click();
  const question = page.getByRole('dialog');
  const amounts = (await question.innerText()).match(/[\d٠-٩,٬]+[.٫][\d٠-٩]{2}/g) ?? [];
  expect(amounts.map((text) => Math.abs(numberFrom(text)))).toContain(400);
  // By the currency's name in this language.
  expect(await question.innerText()).toContain(t('units:currency.SAR'));
  await question.getByRole('button', { name: approve }).click();
  await page.getByRole('button', { name: t('exceptions:reopen') }).waitFor();
  expect(
    (await exceptionsOf(own, { outcome: 'missingInBank', state: 'ACCEPTED' })).map((row) => row.id),
  ).toEqual([id]);
  // Both names stand with it for whoever reads it later.
  const steps = page.locator('main, aside').filter({ hasText: 'Khalid' }).first();
  await steps.waitFor();
  expect(await steps.innerText()).toContain(own.merchant.owner.fullName);
});

afterAll(() => worlds.clear());
