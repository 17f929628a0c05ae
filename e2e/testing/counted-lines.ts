import { listCountedLines } from '@mizan/contract/counted-lines.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { askPortal } from './portal-api.ts';
import type { Window } from './stage.ts';
import { numberFrom } from './texts.ts';

const minorFrom = (text: string): number => Math.abs(Math.round(100 * numberFrom(text)));

interface Counted {
  count: number;
  totalMinor: number;
}

/** Opens a number's drawer, holds its rows to what it says of them, and goes back. */
async function follow({ page, t }: Window, link: Locator): Promise<Counted> {
  const from = page.url();
  await link.click();
  const count = page.locator('[data-docked] p [data-counted]');
  await count.waitFor();
  const said = {
    count: numberFrom(await count.innerText()),
    totalMinor: minorFrom(
      await page.locator('[data-docked] p:has([data-counted]) > :last-child').innerText(),
    ),
  };
  const rows = page.getByRole('list', { name: t('reconciliation:counted.title') }).locator('li');
  const more = page.locator('[data-docked]').getByRole('button', { name: t('common:actions.more') });
  while ((await rows.count()) < said.count) {
    const before = await rows.count();
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  }
  const amounts = await rows.locator('strong').allInnerTexts();
  expect(amounts.length).toBe(said.count);
  expect(Math.abs(amounts.reduce((sum, text) => sum + Math.round(100 * numberFrom(text)), 0))).toBe(
    said.totalMinor,
  );
  await page.goBack();
  await count.waitFor({ state: 'detached' });
  expect(page.url()).toBe(from);
  return said;
}

/**
 * The same without the drawer: what the portal answers for the number's address. Count and amount of a row have the same
 * one, which is asked once.
 */
async function ask(window: Window, link: Locator, known: Map<string, Counted>): Promise<Counted> {
  const address = new URL(await link.evaluate((each: HTMLAnchorElement) => each.href)).searchParams;
  const [reading = '', of = '', currency = '', kind = '', ...value] = (address.get('lines') ?? '').split('.');
  const query = new URLSearchParams({ reading, of, currency, kind, value: value.join('.') }).toString();
  const path = `${listCountedLines.path.replace(':id', address.get('file') ?? '')}?${query}`;
  const before = known.get(path);
  if (before) return before;
  const { count, totalMinor } = await askPortal<RouteOutput<typeof listCountedLines>>(window, path);
  const counted = { count, totalMinor: Math.abs(totalMinor) };
  known.set(path, counted);
  return counted;
}

/** Holds each number of the bank's side to what it opens, the first `followed` of each side in its drawer. */
export async function walkCounted(window: Window, table: Locator, followed: number): Promise<void> {
  const known = new Map<string, Counted>();
  for (const side of ['lines', 'notInFile']) {
    const links = table.locator(`a[data-counted=${side}]`);
    const count = await links.count();
    expect(count).toBeGreaterThan(0);
    for (let index = 0; index < count; index++) {
      const link = links.nth(index);
      const shown = await link.innerText();
      const opened = await (index < followed ? follow(window, link) : ask(window, link, known));
      // An amount has halalas; the other number is how many there are.
      if (/[.٫]/.test(shown)) expect(opened.totalMinor).toBe(minorFrom(shown));
      else expect(opened.count).toBe(numberFrom(shown));
    }
  }
}
