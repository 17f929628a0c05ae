import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BankFileEntry } from '@mizan/contract/bank-file-entry.ts';
import { amountIn } from '@mizan/contract/entry-figures.ts';
import { figureFilters } from '@mizan/contract/entry-parts.ts';
import { type BankFileDetail } from '@mizan/contract/reconciliation.ts';
import type { TransactionRow } from '@mizan/contract/transactions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOpenFigures } from './testing/closed-figures.ts';
import { judgedFile } from './testing/judged-file.ts';
import { grossOf, minorFrom, openEach } from './testing/opened-list.ts';
import { askPortal, daysAgo, everyTransaction } from './testing/portal-api.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { languages, numberFrom, oneLanguage } from './testing/texts.ts';

/** The verdict: each of its numbers opens the rows that it counts, and they add up to it. */
const stage = browserStage();
/** Of the demo's other merchant: two files of one are not read at once, and another test reads those of the first. */
const owner = 'other@mizan.test';
const path = '/reconciliation?view=files';
/** Nothing that was sold yesterday is past its due day: what the file lacks waits. */
const day = daysAgo(1);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-e2e-verdict-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const lineOf = (row: TransactionRow, more = 0): string => {
  const { tid, rrn, createdAt, amountMinor, feeMinor, vatMinor, scheme, type } = row;
  const at = new Date(Date.parse(createdAt) + 3 * 3_600_000).toISOString();
  const amount = ((amountMinor + more) / 100).toFixed(2);
  const refund = type === 'REFUND';
  return [
    tid,
    rrn,
    at.slice(0, 19).replace('T', ' '),
    refund ? `-${amount}` : amount,
    (feeMinor / 100).toFixed(2),
    (vatMinor / 100).toFixed(2),
    scheme.toUpperCase(),
    refund ? 'Refund' : 'Purchase',
  ].join();
};

/** A file of one day that has something of every kind: one scheme is absent, lines are missing, wrong, twice or broken. */
async function writeFileOf(window: Window): Promise<string> {
  const rows = await everyTransaction(window, `from=${day}&to=${day}&status=APPROVED`);
  const known = rows.filter(({ rrn, type }) => rrn !== null && type !== 'REVERSAL');
  const absent = known.find(({ scheme }) => scheme !== 'Mada')?.scheme;
  const lines = known
    .filter(({ scheme }) => scheme !== absent)
    .flatMap((row, index) => {
      if (index % 10 === 7) return [];
      if (index % 20 === 11) return [lineOf(row, 100)];
      return index % 20 === 13 ? [lineOf(row), lineOf(row)] : [lineOf(row)];
    });
  const closedMinor = lines.reduce((sum, line) => sum + minorFrom(line.split(',')[3] ?? ''), 0);
  const tid = known[0]?.tid;
  const unknown = `${tid},999988887777,${day} 12:00:00,45.00,0.00,0.00,MADA,Purchase`;
  const broken = `${tid},999988887778,${day} 12:00:00,4x.00,0.00,0.00,MADA,Purchase`;
  const head =
    'Terminal ID,RRN,Transaction Date,Transaction Amount,Commission,VAT,Card Scheme,Transaction Type';
  const file = join(folder, 'every-kind.csv');
  const total = `Total,,,${(closedMinor / 100).toFixed(2)},,,,`;
  await writeFile(file, [head, ...lines, total, unknown, broken, ''].join('\n'));
  return file;
}

const text = (minor: number): string => (minor / 100).toFixed(2);

/** A file of one day that adds up the payments of each terminal and scheme, and keeps back their fees. */
async function writeSumsOf(window: Window): Promise<string> {
  const own = daysAgo(4);
  const rows = await everyTransaction(window, `from=${own}&to=${own}&status=APPROVED`);
  const places = Map.groupBy(rows, ({ tid, scheme }) => `${tid},${own},${scheme.toUpperCase()}`);
  const lines = [...places].map(([place, sold]) => {
    const sum = (of: (row: TransactionRow) => number): number => sold.reduce((all, row) => all + of(row), 0);
    const gross = sum(({ type, amountMinor }) => (type === 'PURCHASE' ? amountMinor : -amountMinor));
    const [fee, vat] = [sum(({ feeMinor }) => feeMinor), sum(({ vatMinor }) => vatMinor)];
    return [place, text(gross), text(fee), text(vat), text(gross - fee - vat)].join();
  });
  const file = join(folder, 'sums.csv');
  const head = 'Terminal ID,Transaction Date,Card Scheme,Amount,Commission,VAT,Net Amount';
  await writeFile(file, [head, ...lines, ''].join('\n'));
  return file;
}

/** A file of one day whose lines of two batches stand between one another, with the total of each below them. */
async function writeMingledOf(window: Window): Promise<string> {
  const own = daysAgo(5);
  const rows = await everyTransaction(window, `from=${own}&to=${own}&status=APPROVED`);
  const lines = rows
    .filter(({ rrn, type }) => rrn !== null && type === 'PURCHASE')
    .map((row, index) => ({
      line: lineOf(row),
      amountMinor: row.amountMinor,
      batch: index % 2 === 0 ? 7 : 8,
    }));
  const totals = [7, 8].map((batch) => {
    const closed = lines.filter((each) => each.batch === batch);
    return `Total,,,${text(closed.reduce((sum, { amountMinor }) => sum + amountMinor, 0))},,,,,${batch}`;
  });
  const head =
    'Terminal ID,RRN,Transaction Date,Transaction Amount,Commission,VAT,Card Scheme,Transaction Type,Batch Number';
  const file = join(folder, 'mingled.csv');
  await writeFile(
    file,
    [head, ...lines.map(({ line, batch }) => `${line},${batch}`), ...totals, ''].join('\n'),
  );
  return file;
}

/** Uploads the file, confirms it as it is proposed to be read, and answers the bank file; the second time it is there already. */
async function openVerdict(window: Window): Promise<BankFileDetail> {
  await openAs(window, owner, path);
  const id = await judgedFile(window, await writeFileOf(window));
  return askPortal(window, `/reconciliation/bank-files/${id}`);
}

/** Every entry that an address names, over all its pages. */
async function rowsBehind(window: Window, address: URL): Promise<BankFileEntry[]> {
  const query = new URLSearchParams({
    outcome: address.searchParams.get('tab') ?? 'exceptions',
    limit: '200',
  });
  for (const part of ['holes', 'rows', 'total']) {
    const named = address.searchParams.get(part);
    if (named !== null) query.set(part, named.replaceAll('"', ''));
  }
  const rows: BankFileEntry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    query.set('after', String(after));
    const file = address.searchParams.get('file');
    const page: { rows: BankFileEntry[]; nextAfter: number | null } = await askPortal(
      window,
      `/reconciliation/bank-files/${file}/entries?${query}`,
    );
    rows.push(...page.rows);
    after = page.nextAfter;
  }
  return rows;
}

type Figure = 'portalMinor' | 'bankMinor' | 'differenceMinor';
const sumOf = (rows: readonly BankFileEntry[], figure: Figure): number =>
  rows.reduce((sum, row) => sum + (row[figure] ?? 0), 0);

describe.each(languages)('in %s', (language) => {
  test('each number of the head, the bridge and the holes is the sum of the rows that it opens', async () => {
    const window = await stage.open({ language });
    const { page } = window;
    const detail = await openVerdict(window);
    await page.locator('[data-live]').first().waitFor();
    await expectOpenFigures(window);
    const links = await page
      .locator('main header a[href*="tab="], main ol a[href*="tab="], main table a[href*="tab=waits"]')
      .evaluateAll((all) =>
        all.map((link) => ({
          href: (link as HTMLAnchorElement).href,
          amount: link.querySelector('bdi[dir=ltr]')?.textContent ?? null,
          text: link.textContent ?? '',
        })),
      );
    expect(links.length).toBeGreaterThan(5);
    const opened = links.map(({ href }) => new URL(href).searchParams.get('tab'));
    expect(opened).toEqual(expect.arrayContaining(['here', 'portal', 'charges', 'bank', 'paidTooMuch']));
    for (const { href, amount, text } of links) {
      const address = new URL(href);
      const rows = await rowsBehind(window, address);
      const tab = address.searchParams.get('tab') ?? '';
      const figure = figureFilters.find((each) => each === tab) ?? 'here';
      const sum = rows.reduce((all, row) => all + amountIn[figure](row), 0);
      if (amount === null) expect([text, rows.length]).toEqual([text, numberFrom(text)]);
      else expect([text, sum + 0]).toEqual([text, minorFrom(amount) + 0]);
    }
    const waits = await rowsBehind(window, new URL(`${page.url()}&tab=waits`));
    const holes = detail.result?.holes ?? [];
    expect(holes.reduce((sum, hole) => sum + hole.waitsMinor, 0)).toBe(sumOf(waits, 'differenceMinor'));
    expect(holes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['day', 'rejectedLines']));
    // What could not be read opens from the line above the file.
    const rejected = page.locator('main a[href*="tab=rejected"]').first();
    const rejectedCount = numberFrom(await rejected.innerText());
    await rejected.click();
    const rejectedTab = page.getByRole('tab', { name: window.t('reconciliation:rejected.title') });
    await expect.poll(() => rejectedTab.getAttribute('aria-selected')).toBe('true');
    expect(numberFrom(await rejectedTab.innerText())).toBe(rejectedCount);
    await window.go(path);
    await page.locator('main tbody tr').first().waitFor();
    await expectOpenFigures(window);
  });

  test('what a hole has confirmed, and the money that the verdict does not cover, open as many payments', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    const { result } = await openVerdict(window);
    const counts = page.locator('tr[data-hole] td a[href*="ankFileId="]');
    for (const { shown, list } of await openEach(window, counts, 1))
      expect(list.count).toBe(numberFrom(shown));
    const covered = page.getByRole('region', { name: t('reconciliation:covered.title') });
    const sums = covered.locator('[data-live]');
    await sums.first().waitFor();
    const said = await sums.allInnerTexts();
    const opened = await openEach(window, sums.locator('a'), 2);
    expect(opened.length).toBe(said.length);
    // Told otherwise than by the filter that is followed: payment by payment, and as it was judged.
    const { to = '', until = '', beforeFirstFile = [] } = result?.coverage ?? {};
    const sold = await everyTransaction(window, `from=${day}&to=${daysAgo(0)}&status=APPROVED`);
    const after = sold.filter(
      ({ createdAt, bankConfirmed }) => createdAt > to && createdAt <= until && !bankConfirmed,
    );
    const signed = after.map(({ type, amountMinor }) => (type === 'PURCHASE' ? amountMinor : -amountMinor));
    expect(opened[0]?.list.count).toBe(after.length);
    expect(minorFrom(opened[0]?.shown ?? '')).toBe(signed.reduce((sum, each) => sum + each, 0));
    for (const { amountMinor } of beforeFirstFile)
      expect(opened.map(({ shown }) => minorFrom(shown))).toContain(amountMinor);
    for (const [index, { shown, list }] of opened.entries()) {
      expect(grossOf(list)).toBe(minorFrom(shown));
      expect(said[index]).toContain(t('units:transaction', { count: list.count }));
    }
  });

  test('each tab has as many rows as it says, which add up to its foot; the lines add up to all lines read', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    const detail = await openVerdict(window);
    const entries = page.getByRole('region', { name: t('reconciliation:entries.title') });
    const outer = entries.getByRole('tablist').first().getByRole('tab');
    const groups = ['exceptions', 'waits', 'confirmed'].map((group) => t(`reconciliation:group.${group}`));
    for (const name of groups) {
      const tab = outer.filter({ hasText: name });
      await tab.click();
      await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
      const rows = await rowsBehind(window, new URL(page.url()));
      expect(numberFrom((await tab.innerText()).replace(name, ''))).toBe(rows.length);
      const foot = entries.locator('dl[data-sum="SAR"] dd');
      await expect.poll(async () => numberFrom((await foot.first().innerText()) || '0')).toBe(rows.length);
      const [, portal = '', bank = '', difference = ''] = await foot.allInnerTexts();
      expect([portal, bank, difference].map(minorFrom)).toEqual(
        (['portalMinor', 'bankMinor', 'differenceMinor'] as const).map((figure) => sumOf(rows, figure)),
      );
    }
    const addends = await entries.locator('p button').allInnerTexts();
    const lines = addends.map((text) => numberFrom(text.split(/\s/)[0] ?? ''));
    expect(lines.reduce((sum, each) => sum + each, 0)).toBe(detail.linesRead);
    // The total that the bank wrote opens the lines that it closes.
    await entries.getByRole('tab', { name: t('reconciliation:rows.title') }).click();
    await expectOpenFigures(window, 'main table');
    await entries.locator('td a').click();
    await expect.poll(() => new URL(page.url()).searchParams.get('rows')).not.toBe(null);
    const closed = await rowsBehind(window, new URL(page.url()));
    const inTotal = closed.map(({ lines: [line = 0] }) => line);
    expect([Math.min(...inTotal), closed.length]).toEqual([2, Math.max(...inTotal) - 1]);
    expect(detail.linesRead - closed.length).toBe(1);
  });
});

describe.each(languages)('figures that no list had, in %s', (language) => {
  test("the bank's total and the charges of a file of sums open the lines that add up to them", async () => {
    const window = await stage.open({ language });
    const { page } = window;
    await openAs(window, owner, path);
    await judgedFile(window, await writeSumsOf(window));
    await page.locator('main ol a[href*="tab=bank"]').waitFor();
    await expectOpenFigures(window);
    expect(await page.locator('main [data-opens-nothing=listCannot]').count()).toBe(0);
    for (const figure of ['bank', 'charges'] as const) {
      const link = page.locator(`main ol a[href*="tab=${figure}"]`);
      const shown = minorFrom((await link.locator('bdi[dir=ltr]').first().textContent()) ?? '');
      await link.click();
      await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe(figure);
      const rows = await rowsBehind(window, new URL(page.url()));
      const ofSums = rows.filter(({ transactionId, chargeMinor }) => transactionId === null && chargeMinor);
      expect(ofSums.length).toBeGreaterThan(1);
      expect(rows.reduce((sum, row) => sum + amountIn[figure](row), 0)).toBe(shown);
    }
  });

  test('a total whose lines stand between those of another one opens these, which add up to it', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, owner, path);
    await judgedFile(window, await writeMingledOf(window));
    const entries = page.getByRole('region', { name: t('reconciliation:entries.title') });
    for (const at of [0, 1]) {
      await entries.getByRole('tab', { name: t('reconciliation:rows.title') }).click();
      const links = entries.locator('td a[href*="total="]');
      await links.first().waitFor();
      expect(await links.count()).toBe(2);
      const row = entries.locator('tr', { has: page.locator('td a[href*="total="]') }).nth(at);
      const said = (await row.innerText()).match(amounts)?.map(minorFrom) ?? [];
      await links.nth(at).click();
      await expect.poll(() => new URL(page.url()).searchParams.get('total')).not.toBe(null);
      const closed = await rowsBehind(window, new URL(page.url()));
      expect(said).toContain(sumOf(closed, 'bankMinor'));
      const places = closed.map(({ lines: [line = 0] }) => line % 2);
      expect([new Set(places).size, closed.length > 2]).toEqual([1, true]);
    }
  });
});

describe.each(oneLanguage)('the letter, in %s', (language) => {
  test('asks in both languages for what is not whole, and names no amount that does not stand on the screen', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openVerdict(window);
    const onScreen = new Set((await page.locator('main').innerText()).match(amounts)?.map(numberFrom));
    await page.getByRole('button', { name: t('reconciliation:ask.action') }).click();
    const letters = page.getByRole('complementary').locator('article');
    await expect.poll(() => letters.count()).toBe(2);
    expect(await letters.evaluateAll((all) => all.map((each) => (each as HTMLElement).lang))).toEqual([
      'ar',
      'en',
    ]);
    for (const text of await letters.allInnerTexts()) {
      const named = text.match(amounts)?.map(numberFrom) ?? [];
      expect(named.length).toBeGreaterThan(0);
      for (const each of named) expect(onScreen).toContain(each);
    }
    await page.reload();
    await letters.first().waitFor();
  });
});

/** Figures with halalas, in either digits. */
const amounts = /[\d٠-٩][\d٠-٩,٬]*[.٫][\d٠-٩]{2}(?![\d٠-٩])/g;

test('on a phone the holes stand before the bridge, and the letter is within reach', async () => {
  const window = await stage.open({ language: 'ar', ...phone });
  const { page, t } = window;
  await openVerdict(window);
  const ask = page.getByRole('button', { name: t('reconciliation:ask.action') });
  const holes = page.getByRole('region', { name: t('reconciliation:hole.title') });
  const bridge = page.getByRole('region', { name: t('reconciliation:bridge.title') });
  const [top, below] = await Promise.all([holes.boundingBox(), bridge.boundingBox()]);
  expect(top?.y ?? 0).toBeLessThan(below?.y ?? 0);
  expect(await ask.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  // What sets facts apart stands between two of one line: the first of each begins at its edge, and nothing ends one.
  const facts = page.locator('header h1 + p > *');
  expect(await facts.evaluateAll(lineStarts)).toEqual(expect.arrayContaining([0, 0]));
  expect(
    await facts.evaluateAll((all) => all.map((each) => getComputedStyle(each, '::after').content)),
  ).toEqual(Array(await facts.count()).fill('none'));
});

/** In the page: how far the text of each fact that begins a line stands from the edge of the lines, which run from the right. */
const lineStarts = (facts: (Element | HTMLElement)[]): number[] => {
  const texts = facts.map((fact) => {
    const range = document.createRange();
    range.selectNodeContents(fact);
    return range.getBoundingClientRect();
  });
  const edge = Math.max(
    ...facts.map(({ parentElement }) => parentElement?.getBoundingClientRect().right ?? 0),
  );
  return texts
    .filter(({ top }, index) => index === 0 || top > (texts[index - 1]?.bottom ?? 0) - 4)
    .map(({ right }) => Math.round(edge - right));
};
