import type { ProofFigures, ProofLevel, ProofListed } from '@mizan/contract/proof.ts';
import * as contract from '@mizan/contract/proof.ts';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  plantedCauses,
  plantedMonth,
  writePlantedMonth,
} from '../server/features/proof/testing/planted-month.ts';
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
import { expectOpenFigures } from './testing/closed-figures.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { languages, numberFrom } from './testing/texts.ts';

/** One shop's month with each kind of difference once, walked figure by figure, in both languages. */
const stage = browserStage();
const { world: first, url } = await servedBankWorld();
const world = await writePlantedMonth(first);

const minorOf = (text: string): number => Math.round(100 * numberFrom(text));
const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);

const opened = (language: Window['language'], of = world): Promise<Window> =>
  openOwner(stage, of, { language, url, path: `/reconciliation/proof?month=${plantedMonth}` });

const rowsOf = async (query: object): Promise<ProofListed[]> => {
  const answer = await world.portal.call(contract.listProofRows, { query } as never, { token: world.token });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ rows: ProofListed[] }>().rows;
};

/** A list with all that stands behind it, however many pages that are. */
async function wholeList({ page, t }: Window, name: string): Promise<Locator> {
  const rows = page.getByRole('list', { name, exact: true });
  await rows.waitFor();
  const more = page.getByRole('button', { name: t('common:actions.more'), exact: true });
  while ((await more.count()) > 0) {
    const count = await rows.getByRole('listitem').count();
    await more.click();
    await expect.poll(() => rows.getByRole('listitem').count()).toBeGreaterThan(count);
  }
  return rows;
}

/** Opens a gap and each of its causes; answers what each came to on the screen. */
async function walked({ page, t }: Window, level: ProofLevel): Promise<Record<string, number>> {
  const buttons = page.getByRole('list', { name: t(`proof:between.${level}`) }).getByRole('button');
  const found: Record<string, number> = {};
  const { causes, differenceMinor } = total.gaps[level] ?? { causes: [], differenceMinor: 0 };
  await expect.poll(() => buttons.count()).toBe(causes.length);
  for (const [at, { cause, count }] of causes.entries()) {
    const button = buttons.nth(at);
    await button.click();
    found[cause] = minorOf(await button.locator('> span').last().innerText());
    const rows = page.getByRole('list', { name: t(`proof:cause.${cause}`), exact: true });
    await expect.poll(() => rows.getByRole('listitem').count()).toBe(count);
    const listed = (await rows.locator('strong').allInnerTexts()).map(minorOf);
    expect([cause, sum(listed)]).toEqual([cause, found[cause]]);
  }
  expect(sum(Object.values(found))).toBe(differenceMinor);
  return found;
}
let total: ProofFigures;
const asked = async (): Promise<contract.Proof> => {
  const query = { month: plantedMonth, by: 'branch' as const };
  return (
    await world.portal.call(contract.getProof, { query }, { token: world.token })
  ).json<contract.Proof>();
};

/** Opens each sum of a line of the table; what it opens comes to what stands there. Answers what stands there. */
async function sumsWalked(
  window: Window,
  { line, name }: { line: Locator; name: string },
  figures: ProofFigures,
): Promise<object> {
  const { t } = window;
  const found: Record<string, number> = {};
  for (const sumName of contract.proofSums) {
    const of: { amountMinor: number; count?: number } | null = figures[sumName];
    const label = t('proof:gap.label', { name, between: t(`proof:column.${sumName}`) });
    const button = line.getByRole('button', { name: label });
    const isShown = of !== null && (sumName !== 'host' || (figures.gaps.host?.causes.length ?? 0) > 0);
    if (!isShown || (of.amountMinor === 0 && (of.count ?? 0) === 0)) {
      expect([sumName, await button.count()]).toEqual([sumName, 0]);
      continue;
    }
    await button.click();
    const said = minorOf(await button.locator('bdi').last().innerText());
    const rows = await wholeList(window, t(`proof:column.${sumName}`));
    await expect
      .poll(async () => [sumName, sum((await rows.locator('strong').allInnerTexts()).map(minorOf))])
      .toEqual([sumName, said]);
    // What opens leads on: to its payment, line, reconciliation or settlement.
    const count = await rows.getByRole('listitem').count();
    expect([sumName, await rows.getByRole('link').count()]).toEqual([sumName, count]);
    if (of.count !== undefined && (sumName === 'transactions' || sumName === 'lines'))
      expect([sumName, count]).toEqual([sumName, of.count]);
    found[sumName] = said;
  }
  return found;
}

describe.each(languages)('in %s', (language) => {
  test('every figure opens its causes and every cause the rows that add up to it, as it was planted', async () => {
    const proof = await asked();
    ({ total } = proof);
    const window = await opened(language);
    const { page, t } = window;
    const table = page.getByRole('table', { name: t('proof:title') });
    await table.waitFor();
    const foot = table.locator('tfoot');
    for (const level of contract.proofLevels) {
      await foot.getByRole('button', { name: t(`proof:between.${level}`) }).click();
      expect(await walked(window, level)).toEqual(plantedCauses[level]);
    }
    // Of each branch every gap says what its causes come to.
    for (const [at, row] of proof.rows.entries()) {
      for (const level of contract.proofLevels) {
        const gap = row.gaps[level];
        if (!gap || gap.causes.length === 0) continue;
        await table
          .locator('tbody tr')
          .nth(at)
          .getByRole('button', { name: t(`proof:between.${level}`) })
          .click();
        const causes = page.getByRole('list', { name: t(`proof:between.${level}`) }).getByRole('button');
        await expect.poll(() => causes.count()).toBe(gap.causes.length);
        const amounts = (await causes.locator('> span:last-child').allInnerTexts()).map(minorOf);
        expect([row.key, level, sum(amounts)]).toEqual([row.key, level, gap.differenceMinor]);
      }
    }
  });

  test('every sum opens rows that add up to it, of the whole and of a branch', async () => {
    const proof = await asked();
    ({ total } = proof);
    const window = await opened(language);
    const { page, t } = window;
    const table = page.getByRole('table', { name: t('proof:title') });
    await table.waitFor();
    const foot = table.locator('tfoot');
    expect(await sumsWalked(window, { line: foot, name: t('proof:all.branch') }, total)).toEqual({
      host: total.host?.amountMinor,
      terminals: total.terminals?.amountMinor,
      transactions: total.transactions.amountMinor,
      lines: total.lines.amountMinor,
      deposit: total.deposit?.amountMinor,
    });
    const [first] = proof.rows;
    if (!first) throw new Error('the month has no branch');
    const name = language === 'ar' ? first.nameAr : first.nameEn;
    await sumsWalked(window, { line: table.locator('tbody tr').first(), name }, first);
  });
});

/** A shop of which one terminal lacks a line, and nothing else is open. */
async function shopThatLacks(): Promise<{ shop: BankWorld; missing: Sold }> {
  const shop = await anotherMerchant(world);
  const [missing, ...rest] = await sell(shop, [
    { amountMinor: 12_300, at: '2026-11-17 10:00', terminal: 0 },
    { amountMinor: 4_500, at: '2026-11-17 11:00', terminal: 0 },
    { amountMinor: 6_700, at: '2026-11-17 12:00', terminal: 1 },
  ]);
  if (!missing) throw new Error('nothing was sold');
  await reconcile(shop, csvOf(rest.map((sale) => csvLineOf(sale))));
  return { shop, missing };
}

describe.each(languages)('in %s', (language) => {
  test('no figure of the month stands there that opens nothing, on a desktop and on a phone', async () => {
    const window = await opened(language);
    const { page, t } = window;
    await page.getByRole('table', { name: t('proof:title') }).waitFor();
    await expectOpenFigures(window);
    await page
      .locator('tfoot')
      .getByRole('button', { name: t('proof:between.deposit') })
      .click();
    await page.getByRole('list', { name: t('proof:between.deposit') }).waitFor();
    await expectOpenFigures(window);
    await page.setViewportSize(phone);
    await page.getByRole('list', { name: t('proof:title') }).waitFor();
    await expectOpenFigures(window);
  });

  test('the sentence of the terminal where most is missing leads to what is missing there', async () => {
    const { shop, missing } = await shopThatLacks();
    const window = await opened(language, shop);
    const { page, t } = window;
    await page.getByRole('link', { name: missing.tid }).click();
    const rows = page.getByRole('list', { name: t('proof:cause.MISSING'), exact: true });
    await expect
      .poll(async () => (await rows.locator('strong').allInnerTexts()).map(minorOf))
      .toEqual([-missing.amountMinor]);
    await rows.getByText(missing.rrn, { exact: true }).waitFor();
    await expectOpenFigures(window);
  });
});

test('the level where money is missing stands out, on a desktop and on a phone, and no other does', async () => {
  const { missing, rows } = await asked();
  expect(missing.length).toBeGreaterThan(0);
  const window = await opened('ar');
  const { page, t } = window;
  const table = page.getByRole('table', { name: t('proof:title') });
  await table.waitFor();
  const heads = table.locator('thead [data-band]');
  expect(await heads.allInnerTexts()).toEqual(missing.map(() => t('proof:gap.missing')));
  // The whole column: its head, each row, and their sum.
  expect(await table.locator('[data-band]').count()).toBe(missing.length * (rows.length + 2));
  const ground = (band: Locator) => band.evaluate((each) => getComputedStyle(each).backgroundColor);
  const plain = await ground(table.locator('thead th:not([data-band])').first());
  expect(await ground(heads.first())).not.toBe(plain);
  await page.setViewportSize(phone);
  const steps = page.getByRole('list', { name: t('proof:title') }).locator('[data-band]');
  await expect.poll(() => steps.count()).toBeGreaterThan(0);
  const said = missing.map((level) => t(`proof:between.${level}`));
  for (const step of await steps.all()) expect(said).toContain(await step.locator('dt').innerText());
});

test('who decided stands beside what was decided, and leads to where it can be taken back', async () => {
  const [accepted] = await rowsOf({ month: plantedMonth, cause: 'WRITTEN_OFF' });
  const window = await opened('en');
  const { page, t } = window;
  await page
    .locator('tfoot')
    .getByRole('button', { name: t('proof:between.lines') })
    .click();
  await page
    .getByRole('list', { name: t('proof:between.lines') })
    .getByRole('button', { name: t('proof:cause.WRITTEN_OFF') })
    .click();
  const row = page.getByRole('list', { name: t('proof:cause.WRITTEN_OFF'), exact: true }).getByRole('link');
  await row.getByText(world.merchant.owner.fullName).waitFor();
  expect(await row.getAttribute('href')).toContain(`open=${accepted?.exceptionId}`);
});
