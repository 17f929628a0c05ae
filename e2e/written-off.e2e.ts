import { beforeAll, describe, expect, test } from 'vitest';
import {
  accept,
  exceptionsOf,
  matchByHand,
  reopen,
} from '../server/features/exceptions/testing/exception-world.ts';
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
import { browserStage } from './testing/stage.ts';
import { languages, numberFrom, oneLanguage } from './testing/texts.ts';

/**
 * What a bank did not pay, as people see it: written off and opened again, near and taken, charged in one sum. Sunday,
 * 22 November 2026, noon in Riyadh; the rules are those of written-off.test, exceptions.test and audit-lines.test.
 */
const stage = browserStage();
const day = '2026-11-16';
const { world: first, url } = await servedBankWorld();
/** A merchant for each language: one test's reopening is no other's. */
const unpaid = new Map<string, { own: BankWorld; id: string; lost: Sold }>();
let taken: { own: BankWorld; id: string; paid: Sold };
let charged: BankWorld;

/** Monday: 100.00 is missing, of which 99.08 are due; it was accepted. */
async function writtenOff() {
  const own = await anotherMerchant(first);
  const sold = (await sell(own, [
    { amountMinor: 20_000, at: `${day} 09:00` },
    { amountMinor: 10_000, at: `${day} 10:00` },
    { amountMinor: 30_000, at: `${day} 12:00` },
  ])) as [Sold, Sold, Sold];
  await reconcile(own, csvOf([csvLineOf(sold[0]), csvLineOf(sold[2])]), 'monday.csv');
  const [found] = await exceptionsOf(own, { outcome: 'missingInBank' });
  if (!found) throw new Error('nothing is missing');
  expect(await accept(own, found)).toMatchObject({ state: 'ACCEPTED' });
  return { own, id: found.id, lost: sold[1] };
}

/** Two sales of 417.25 within five minutes; the bank's line of that amount names the second one. */
async function sameAmount() {
  const own = await anotherMerchant(first);
  const sold = (await sell(own, [
    { amountMinor: 10_000, at: `${day} 09:00` },
    { amountMinor: 41_725, at: `${day} 10:00` },
    { amountMinor: 41_725, at: `${day} 10:05` },
    { amountMinor: 12_000, at: `${day} 11:00` },
  ])) as [Sold, Sold, Sold, Sold];
  await reconcile(own, csvOf([sold[0], sold[2], sold[3]].map((sale) => csvLineOf(sale))), 'monday.csv');
  const [found] = await exceptionsOf(own, { outcome: 'missingInBank' });
  return { own, id: found?.id ?? '', paid: sold[2] };
}

/** One line for two sales, with 1.00 more than was agreed for both. */
async function chargedTogether() {
  const own = await anotherMerchant(first);
  const [one, two, three, last] = (await sell(
    own,
    ['09:00', '14:00', '14:01', '21:00'].map((time, at) => ({
      amountMinor: 10_000 + 1_000 * at,
      at: `${day} ${time}`,
    })),
  )) as [Sold, Sold, Sold, Sold];
  const joint = csvLineOf(two, {
    rrn: '632116771200',
    approvalCode: '446810',
    amountMinor: two.amountMinor + three.amountMinor,
    feeMinor: two.feeMinor + three.feeMinor + 100,
    vatMinor: two.vatMinor + three.vatMinor,
  });
  const file = await reconcile(own, csvOf([csvLineOf(one), joint, csvLineOf(last)]), 'najd.csv');
  expect(await matchByHand(own, file.id, [3], [two.id, three.id])).toMatchObject({ status: 200 });
  return own;
}

beforeAll(async () => {
  for (const language of languages) unpaid.set(language, await writtenOff());
  taken = await sameAmount();
  charged = await chargedTogether();
});

describe.each(languages)('in %s', (language) => {
  test('what is written off stands in its day by that name and beside the net, until it is opened again', async () => {
    const world = unpaid.get(language);
    if (!world) throw new Error(`nobody sold anything in ${language}`);
    const { own, id, lost } = world;
    const path = `/settlement?month=2026-11&view=table`;
    const window = await openOwner(stage, own, { language, url, path });
    const { page, t } = window;
    const row = page.getByRole('table').locator('tbody tr[data-row-index]').first();
    const said = t('settlement:table.writtenOff', { amount: '|' }).split('|');
    const inRow = row.getByText(said.toSorted((a, b) => b.length - a.length)[0]?.trim() ?? '');
    expect(numberFrom(await inRow.innerText())).toBe(99.08);
    await row.click();
    const drawer = page.locator('[data-docked]');
    const list = drawer.getByRole('list', { name: t('settlement:payments.title') });
    const given = list.getByRole('link', { name: `#${lost.id}` });
    await given.getByText(t('settlement:state.WRITTEN_OFF')).waitFor();
    expect(numberFrom(await given.locator('strong').innerText())).toBe(99.08);
    // Opened again, as exceptions.e2e does it on its screen.
    expect(await reopen(own, id)).toMatchObject({ status: 200 });
    await window.go(path);
    await row.waitFor();
    expect(await inRow.count()).toBe(0);
  });

  test('a line that charges for two payments is named with its sum, its file and its line', async () => {
    const path = '/reconciliation/fee-audit?from=2026-11-01&to=2026-11-30';
    const { page, t } = await openOwner(stage, charged, { language, url, path });
    // Which payment it is of is not known: the sentence that says so is the last one.
    await page
      .locator('main li')
      .getByRole('button', { name: t('fees:lines.show') })
      .last()
      .click();
    await page.waitForURL(/sums=SAR/);
    const line = page.getByRole('list', { name: t('fees:lines.inSums') }).getByRole('listitem');
    await line.getByRole('link', { name: 'najd.csv' }).waitFor();
    expect(await line.count()).toBe(1);
    const amount = await line.locator(':scope > *').last().innerText();
    expect(numberFrom(amount)).toBe(1);
    await line.getByRole('link').click();
    await page.waitForURL(/entry=/);
  });
});

test('a line that another payment has stands beside the missing one with whose it is, and cannot be chosen', async () => {
  const path = `/reconciliation/exceptions?open=${taken.id}`;
  const [language] = oneLanguage;
  const { page, t } = await openOwner(stage, taken.own, { language, url, path });
  const near = page.getByRole('region', { name: t('exceptions:why.title') }).getByRole('table');
  const owner = near.getByRole('link', {
    name: t('exceptions:why.belongsTo', { payment: `#${taken.paid.id}` }),
  });
  await owner.waitFor();
  const row = near.getByRole('row').filter({ has: page.locator('a') });
  expect(await row.getByRole('checkbox').count()).toBe(0);
  // Terminal, day and amount are the missing payment's; number and approval are the other one's.
  for (const field of ['terminal', 'date', 'amount']) {
    expect(await row.locator(`td[data-field=${field}]`).innerText()).toBe(t('reconciliation:field.agrees'));
  }
  expect(await row.locator('td[data-field=rrn]').innerText()).toContain(taken.paid.rrn);
  await owner.click();
  await page.waitForURL((to) => to.searchParams.get('open')?.includes(taken.paid.id) ?? false);
});
