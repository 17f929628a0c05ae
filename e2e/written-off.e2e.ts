import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accept, exceptionsOf } from '../server/features/exceptions/testing/exception-world.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from '../server/features/reconciliation/testing/bank-world.ts';
import { openOwner } from './testing/bank-world-window.ts';
import { browserStage } from './testing/stage.ts';
import { languages, numberFrom } from './testing/texts.ts';

/**
 * What a bank did not pay and a person gave up, as people see it, until it is opened again. Sunday, 22 November 2026, noon in
 * Riyadh; the rules are those of written-off.test.
 */
const stage = browserStage();
const day = '2026-11-16';
let first: BankWorld;
let url = '';
/** A merchant for each language: one test's reopening is no other's. */
const unpaid = new Map<string, { own: BankWorld; id: string; lost: Sold }>();

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

beforeAll(async () => {
  first = await bankWorld();
  for (const language of languages) unpaid.set(language, await writtenOff());
  url = await first.portal.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => first.portal.app.server.closeAllConnections());

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
    await window.go(`/reconciliation/exceptions?open=${id}`);
    await page.getByRole('button', { name: t('exceptions:reopen') }).click();
    await page.getByText(t('exceptions:reopened')).waitFor();
    await window.go(path);
    await row.waitFor();
    expect(await inRow.count()).toBe(0);
  });
});
