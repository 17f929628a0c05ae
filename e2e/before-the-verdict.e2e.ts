import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOpenFigures } from './testing/closed-figures.ts';
import { walkCounted } from './testing/counted-lines.ts';
import { oneAtATime } from './testing/one-at-a-time.ts';
import { grossOf, openEach } from './testing/opened-list.ts';
import { askPortal, daysAgo, everyTransaction } from './testing/portal-api.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { languages, numberFrom } from './testing/texts.ts';

/** The screen before the verdict: what a file covers, what is left out of it, and what it will be at best. */
const stage = browserStage();
const owner = 'merchant@mizan.test';
oneAtATime(`bank files of ${owner}`);
const path = '/reconciliation?view=files';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-e2e-before-the-verdict-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(languages)('before the verdict, in %s', (language) => {
  // It asks for the rows of every number of a screen: half a minute on a quiet machine.
  const walk = { timeout: 120_000 };
  test(
    'each row opens the lines and transactions it counts, a scheme that is in other files is left out, and the verdict is announced',
    walk,
    async () => {
      const window = await stage.open({ language });
      const { page, t } = window;
      await openAs(window, owner, path);
      // Days that no other test brings a file of.
      const day = daysAgo(language === 'en' ? 30 : 33);
      const { banks } = await askPortal<{ banks: { id: string }[] }>(window, '/banks');
      const ofBank = `days=bank&bankId=${banks[0]?.id}&from=${day}&to=${day}`;
      const all = await everyTransaction(window, `${ofBank}&status=APPROVED&type=PURCHASE`);
      const mada = all.filter(({ scheme, rrn }) => scheme === 'Mada' && rrn !== null);
      const lines = mada.map(({ tid, rrn, createdAt, amountMinor }) => {
        const [date, time = ''] = new Date(Date.parse(createdAt) + 10_800_000).toISOString().split('T');
        return [tid, rrn, `${date} ${time.slice(0, 8)}`, (amountMinor / 100).toFixed(2)].join(',');
      });
      const file = join(folder, `mada-alone-${language}.csv`);
      await writeFile(
        file,
        [
          `Terminal ID,RRN,Transaction Date,Amount,Note ${language}`,
          ...lines.map((line) => `${line},`),
          '',
        ].join('\n'),
      );
      await page.locator('input[type=file]').setInputFiles(file);
      const sides = page.getByRole('table', { name: t('reconciliation:reading.covers.title') });
      await sides.waitFor();
      const asked = page.locator('select:has(> option[value=""]:checked)');
      // What is open is said to be so, not only shown.
      while ((await asked.count()) > 0) {
        expect(await asked.first().getAttribute('aria-invalid')).toBe('true');
        await asked.first().selectOption({ index: 1 });
      }
      const judge = page.getByRole('button', { name: t('reconciliation:reading.judge') });
      const isHeld = (): Promise<boolean> =>
        judge.getAttribute('aria-disabled').then((held) => held === 'true');
      await expect.poll(isHeld, { timeout: 6_000 }).toBe(false);

      for (const { shown, list } of await openEach(window, sides.locator('td a:not([data-counted])'), 2)) {
        // An amount has halalas; the other number is how many there are.
        const isAmount = /[.٫]/.test(shown);
        expect(isAmount ? grossOf(list) : list.count).toBe(
          isAmount ? Math.round(100 * numberFrom(shown)) : numberFrom(shown),
        );
      }

      await walkCounted(window, sides, 1);
      await expectOpenFigures(window);

      const opened = sides.locator('tbody a:not([data-counted])').first();
      const counted = numberFrom(await opened.innerText());
      const search = new URLSearchParams(
        new URL(await opened.evaluate((link: HTMLAnchorElement) => link.href)).search,
      );
      const filter = [...search].flatMap(([name, value]) => {
        const values: unknown = value.startsWith('[') ? JSON.parse(value) : value;
        return [values].flat().map((each) => `${name}=${encodeURIComponent(String(each))}`);
      });
      expect((await everyTransaction(window, filter.join('&'))).length).toBe(counted);

      const asVisa = sides.getByLabel(
        t('reconciliation:reading.covers.judgedOf', { row: t('transactions:scheme.visa') }),
      );
      await asVisa.selectOption('leftOut');
      // What was chosen stands while it is being tried.
      expect(await asVisa.inputValue()).toBe('leftOut');
      await expect.poll(isHeld).toBe(true);
      await expect.poll(isHeld, { timeout: 6_000 }).toBe(false);
      expect(await asVisa.inputValue()).toBe('leftOut');
      const announced = page.locator('[data-verdict]');
      await announced.waitFor();
      const verdict = (await announced.getAttribute('data-verdict')) ?? '';
      await announced.getByText(t(`reconciliation:reading.atBest.${verdict}`)).waitFor();
      await judge.click();
      await page
        .getByRole('heading', { level: 1, name: t(`reconciliation:verdict.${verdict.toLowerCase()}.title`) })
        .waitFor();
      await page.getByRole('button', { name: t('reconciliation:reading.howItWasRead') }).click();
      await page.getByRole('heading', { name: t('reconciliation:reading.filePart.confirmed') }).waitFor();
    },
  );
});
