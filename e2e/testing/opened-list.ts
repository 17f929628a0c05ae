import type { RouteOutput } from '@mizan/contract/route.ts';
import { transactionTotals } from '@mizan/contract/transactions.ts';
import { type Locator } from 'playwright-core';
import { expect } from 'vitest';
import { askPortal } from './portal-api.ts';
import { type Window } from './stage.ts';
import { numberFrom } from './texts.ts';

/** What the list of transactions says of what it was opened with: how many, and their sums in minor units. */
export interface OpenedList {
  count: number;
  salesMinor: number;
  refundedMinor: number;
  chargesMinor: number;
  netMinor: number;
  unknownMinor: number;
}

export const minorFrom = (text: string): number => Math.round(100 * numberFrom(text));

/** The list that stands there, once it and its sums have come. */
async function listed({ page, t }: Window): Promise<OpenedList> {
  // Of this screen: a comma stands on others too, while the address has changed already.
  const title = t('transactions:title');
  const summary = page.locator(`main h1:has-text("${title}") + div`).filter({ hasText: / · |، / });
  await summary.waitFor();
  const said = (await summary.innerText()).split(/ · |، /).at(-1) ?? '';
  const sums = page.locator('main dl > div');
  // Digits of a count in words: Arabic says one and two without any.
  const words = { one: t('units:transaction', { count: 1 }), two: t('units:transaction', { count: 2 }) };
  const number = numberFrom(said);
  const count = Number.isFinite(number)
    ? number
    : said.trim() === words.one
      ? 1
      : said.trim() === words.two
        ? 2
        : 0;
  // The sums stand among the rows, which may come later.
  if (count > 0) await sums.first().waitFor();
  const figures = new Map<string, number>();
  for (const row of await sums.all()) {
    const [term, amount] = await Promise.all([row.locator('dt').innerText(), row.locator('dd').innerText()]);
    figures.set(term.replace(/[\d٠-٩,٬]+$/, '').trim(), minorFrom(amount));
  }
  const figure = (key: string): number => figures.get(t(`transactions:totals.${key}`)) ?? 0;
  return {
    count,
    salesMinor: figure('sales'),
    refundedMinor: figure('refunded'),
    chargesMinor: figure('charges'),
    netMinor: figure('net'),
    unknownMinor: figure('unknown'),
  };
}

/** Follows a number to the list that it opens, reads what that says, and comes back. */
async function follow(window: Window, link: Locator): Promise<OpenedList> {
  const { page } = window;
  const from = page.url();
  const search = new URL(await link.evaluate((each: HTMLAnchorElement) => each.href)).searchParams;
  await link.click();
  await page.waitForURL(/\/transactions\?/);
  const list = await listed(window);
  // What the address asks for stands in it: none of it was dropped on the way.
  for (const name of search.keys()) expect([...new URL(page.url()).searchParams.keys()]).toContain(name);
  await page.goBack();
  await page.waitForURL((url) => url.href === from);
  return list;
}

/**
 * The same list without going there: what its totals say of the address of a number. Numbers beside each other often have
 * the same one, which is asked once.
 */
async function ask(window: Window, link: Locator, known: Map<string, OpenedList>): Promise<OpenedList> {
  const { search } = new URL(await link.evaluate((each: HTMLAnchorElement) => each.href));
  const before = known.get(search);
  if (before) return before;
  const totals = await askPortal<RouteOutput<typeof transactionTotals>>(
    window,
    transactionTotals.path + search,
  );
  expect(totals.atLeast).toBe(false);
  const { count, salesMinor, refundedMinor, feeMinor, vatMinor, netMinor, unknown } = totals;
  const list = {
    count,
    salesMinor,
    refundedMinor: -refundedMinor,
    chargesMinor: -(feeMinor + vatMinor),
    netMinor,
    unknownMinor: unknown?.amountMinor ?? 0,
  };
  known.set(search, list);
  return list;
}

/** What each number opens, the first `followed` of them by going there, and what it shows; read before any is followed. */
export async function openEach(
  window: Window,
  links: Locator,
  followed: number,
): Promise<{ shown: string; list: OpenedList }[]> {
  await links.first().waitFor();
  const count = await links.count();
  expect(count).toBeGreaterThan(0);
  const opened: { shown: string; list: OpenedList }[] = [];
  const known = new Map<string, OpenedList>();
  for (let index = 0; index < count; index++) {
    const link = links.nth(index);
    await link.waitFor();
    const shown = await link.innerText();
    opened.push({ shown, list: await (index < followed ? follow(window, link) : ask(window, link, known)) });
  }
  return opened;
}

/** Before fees, what was given back below zero. */
export const grossOf = ({ salesMinor, refundedMinor }: OpenedList): number => salesMinor + refundedMinor;
