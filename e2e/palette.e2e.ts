import { beforeAll, describe, expect, test } from 'vitest';
import {
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from '../server/features/reconciliation/testing/bank-world.ts';
import { openOwner, servedBankWorld } from './testing/bank-world-window.ts';
import { axeFindings } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { languages, oneLanguage } from './testing/texts.ts';

/** The command palette: one field over any page, by keys alone, within what the person has the right to. */
const stage = browserStage();
const merchant = 'merchant@mizan.test';

const field = ({ page, t }: Window) => page.getByRole('combobox', { name: t('palette:title') });
const options = ({ page }: Window) => page.getByRole('option');
const chosen = ({ page }: Window) => page.locator('[role="option"][aria-selected="true"]');
const kind = ({ page, t }: Window, name: string) =>
  page.getByRole('button', { name: t(`palette:kind.${name}`) });

describe.each(oneLanguage)('in %s', (language) => {
  test('a branch is found with its terminals and people, and Enter opens it', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/transactions');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await field(window).fill('التحلية');
    await page.getByRole('group', { name: t('palette:heading.branches') }).waitFor();
    await page.getByRole('group', { name: t('palette:heading.terminals') }).waitFor();
    await page
      .getByRole('group', { name: t('palette:heading.people') })
      .getByText('ريم الدوسري')
      .waitFor();
    const keys = page.getByRole('dialog').getByText(t('palette:foot.choose'));
    const isSeen = (each: Element): boolean => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    expect(await keys.evaluate(isSeen), 'the keys at its foot are cut off by nothing').toBe(true);
    // The reader hears the row that the arrows chose: the field names it.
    const first = await chosen(window).getAttribute('id');
    expect(await field(window).getAttribute('aria-activedescendant')).toBe(first);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen(window).getAttribute('id')).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/management?open=*');
  });
});

describe.each(oneLanguage)('in %s', (language) => {
  test('what is typed before the palette is there stands in its field; a terminal finds its merchant', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', '/neopass-admin/districts');
    await page.getByRole('heading', { level: 1 }).waitFor();
    let come = (): void => undefined;
    const typed = new Promise<void>((resolve) => (come = resolve));
    await page.route(/search-dialogs|admin-palette/, async (route) => {
      await typed;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('885048714');
    await page.keyboard.press('Backspace');
    come();
    await expect.poll(() => field(window).inputValue()).toBe('88504871');
    await page
      .getByRole('group', { name: t('palette:heading.merchants') })
      .getByRole('option')
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/neopass-admin/merchants?open=1');
  });
});

describe.each(oneLanguage)('in %s', (language) => {
  test('Tab goes through the kinds, and a kind shows its own alone', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/dashboard');
    await page.getByRole('button', { name: t('shell:search.placeholder') }).click();
    await field(window).fill('التحلية');
    await kind(window, 'terminals').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => kind(window, 'terminals').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => page.getByRole('group', { name: t('palette:heading.branches') }).count()).toBe(0);
    await expect.poll(() => options(window).count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await field(window).waitFor({ state: 'detached' });
  });

  test('a cashier finds the own screens, and neither people nor branches nor bank files', async () => {
    const window = await stage.open({ language, ...phone });
    const { page, t } = window;
    await openAs(window, 'cashier1', '/dashboard');
    await page.getByRole('button', { name: t('shell:search.label') }).click();
    await page.getByRole('option', { name: t('palette:act.newPayment') }).waitFor();
    expect(await page.getByRole('option', { name: t('shell:menu.management') }).count()).toBe(0);
    await field(window).fill('8850');
    await kind(window, 'transactions').waitFor();
    for (const name of ['branches', 'people', 'bankFiles']) expect(await kind(window, name).count()).toBe(0);
  });

  test('a question mark shows the keys, which can be told not to answer single ones', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: t('palette:keys.title') });
    await keys.getByText(t('palette:keys.anywhere.find'), { exact: true }).waitFor();
    // What two keys do is said once.
    expect(await keys.getByText(t('palette:keys.anywhere.find'), { exact: true }).count()).toBe(1);
    await page.getByLabel(t('palette:keys.single')).press('Space');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await field(window).waitFor();
  });

  test('an administrator finds merchants, vendors, models, places and pages, by keys alone', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'admin@mizan.test', '/neopass-admin/msps');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: t('shell:search.adminPlaceholder') }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: t('palette:keys.title') }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await field(window).waitFor();
    await page.getByRole('option', { name: t('shell:menu.districts') }).waitFor();
    for (const [text, heading] of [
      ['diyar', 'merchants'],
      ['geidea', 'vendors'],
      ['a920pro', 'models'],
      ['jeddah', 'places'],
    ] as const) {
      await field(window).fill(text);
      await page.getByRole('group', { name: t(`palette:heading.${heading}`) }).waitFor();
    }
    expect(await kind(window, 'transactions').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/neopass-admin/districts?kind=CITY&open=*');
  });
});

describe('a payment, a person, a terminal and a bank file', async () => {
  const { world, url } = await servedBankWorld();
  let sold: Sold;
  let fileId = '';
  beforeAll(async () => {
    [sold] = (await sell(world, [{ amountMinor: 12_345, at: '2026-11-21 10:00' }])) as [Sold];
    fileId = (await reconcile(world, csvOf([csvLineOf(sold)]), 'najd_2026-11-21.csv')).id;
  });

  test.each(languages)(
    'in %s each is found by what is printed of it, and Enter opens it',
    async (language) => {
      const window = await openOwner(stage, world, { language, url, path: '/refunds' });
      const { page, t } = window;
      await page.getByRole('heading', { level: 1 }).waitFor();
      const [cashier] = world.merchant.cashiers;
      const found = [
        { text: sold.rrn, of: 'transactions', at: /\/transactions\?.*open=/ },
        { text: cashier?.fullName ?? '', of: 'people', at: /\/management\?.*tab=people.*open=/ },
        { text: sold.tid, of: 'terminals', at: new RegExp(`/terminals/${sold.tid}`) },
        { text: 'najd_2026', of: 'bankFiles', at: new RegExp(`/reconciliation\\?.*file=${fileId}`) },
      ] as const;
      for (const { text, of, at } of found) {
        await page.keyboard.press('Control+k');
        await field(window).fill(text);
        const group = page.getByRole('group', { name: t(`palette:heading.${of}`) });
        await group.waitFor();
        const row = await group.getByRole('option').first().getAttribute('id');
        await expect
          .poll(async () => {
            const at = await chosen(window).getAttribute('id');
            if (at !== row) await page.keyboard.press('ArrowDown');
            return at;
          })
          .toBe(row);
        await page.keyboard.press('Enter');
        await page.waitForURL(at);
      }
    },
  );
});
