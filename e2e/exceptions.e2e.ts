import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase } from '@mizan/contract/route.ts';
import type { TransactionRow } from '@mizan/contract/transactions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectInLine } from './testing/amount-columns.ts';
import { expectOpenFigures } from './testing/closed-figures.ts';
import { judgedFile } from './testing/judged-file.ts';
import { oneAtATime } from './testing/one-at-a-time.ts';
import { daysAgo, everyTransaction } from './testing/portal-api.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { languages, numberFrom, numberIn, oneLanguage } from './testing/texts.ts';

/** Exceptions: why nothing was found, a match by hand and its undo, accepting below and above the limit. */
const stage = browserStage();
const owner = 'merchant@mizan.test';
oneAtATime(`bank files of ${owner}`);
const day = daysAgo(17);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-e2e-exceptions-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const lineOf = (row: TransactionRow, change: Partial<TransactionRow> = {}): string => {
  const { tid, rrn, createdAt, amountMinor, feeMinor, vatMinor, scheme } = { ...row, ...change };
  const at = new Date(Date.parse(createdAt) + 3 * 3_600_000).toISOString();
  const riyals = (minor: number): string => (minor / 100).toFixed(2);
  return [
    tid,
    rrn,
    at.slice(0, 19).replace('T', ' '),
    riyals(amountMinor),
    riyals(feeMinor),
    riyals(vatMinor),
    scheme.toUpperCase(),
  ].join();
};

interface Told {
  id: string;
  joint: [TransactionRow, TransactionRow];
}

/** A day's file with two payments in one line, one 1.00 short, and one 250.00 short. */
async function uploadFile(window: Window): Promise<Told> {
  await openAs(window, owner, '/reconciliation?view=files');
  const known = (await everyTransaction(window, `from=${day}&to=${day}&status=APPROVED&scheme=Mada`)).filter(
    ({ type, rrn }) => type === 'PURCHASE' && rrn !== null,
  );
  const bySize = known.toSorted((a, b) => b.amountMinor - a.amountMinor);
  const [large] = bySize as [TransactionRow];
  // From the middle of the day: what its last line does not reach is not due yet.
  const ordinary = known.filter((each) => each !== large && each.amountMinor > 1_000);
  const [one, other, small] = ordinary.slice(Math.floor(ordinary.length / 2)) as [
    TransactionRow,
    TransactionRow,
    TransactionRow,
  ];
  const sum = (of: 'amountMinor' | 'feeMinor' | 'vatMinor'): number => one[of] + other[of];
  const lines = known.flatMap((each) => {
    if (each === other) return [];
    if (each === one)
      return lineOf(one, {
        rrn: '632199999903',
        amountMinor: sum('amountMinor'),
        feeMinor: sum('feeMinor'),
        vatMinor: sum('vatMinor'),
      });
    if (each === small) return lineOf(small, { amountMinor: small.amountMinor - 100 });
    return lineOf(each, each === large ? { amountMinor: large.amountMinor - 25_000 } : {});
  });
  expect(large.amountMinor).toBeGreaterThan(25_000);
  const file = join(folder, 'exceptions.csv');
  const head = 'Terminal ID,RRN,Transaction Date,Transaction Amount,Commission,VAT,Card Scheme';
  await writeFile(file, [head, ...lines, ''].join('\n'));
  return { id: await judgedFile(window, file), joint: [one, other] };
}

/** A day's file in which one payment came in two parts, of which neither number nor amount is its own; their rows are the last. */
async function uploadParts(
  window: Window,
): Promise<{ id: string; whole: TransactionRow; rows: [number, number] }> {
  await openAs(window, owner, '/reconciliation?view=files');
  const known = (await everyTransaction(window, `from=${day}&to=${day}&status=APPROVED&scheme=Mada`)).filter(
    ({ type, rrn }) => type === 'PURCHASE' && rrn !== null,
  );
  // From the middle of the day: what its last line does not reach is not due yet.
  const ordinary = known.filter(({ amountMinor }) => amountMinor > 1_000);
  const whole = ordinary[Math.floor(ordinary.length / 2)] as TransactionRow;
  const firstMinor = Math.floor(whole.amountMinor * 0.6);
  const others = known.filter((each) => each !== whole).map((each) => lineOf(each));
  const parts = [
    lineOf(whole, { rrn: '632199999904', amountMinor: firstMinor }),
    lineOf(whole, {
      rrn: '632199999905',
      amountMinor: whole.amountMinor - firstMinor,
      feeMinor: 0,
      vatMinor: 0,
    }),
  ];
  const file = join(folder, 'parts.csv');
  const head = 'Terminal ID,RRN,Transaction Date,Transaction Amount,Commission,VAT,Card Scheme';
  await writeFile(file, [head, ...others, ...parts, ''].join('\n'));
  const id = await judgedFile(window, file);
  return { id, whole, rows: [others.length + 2, others.length + 3] };
}

/** As other files of this merchant found it. */
async function takeBack({ page, url }: Window, id: string): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('accessToken'));
  const answer = await fetch(`${url}${apiBase}/reconciliation/bank-files/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
}

/** All that a file names at once: together above the limit, so all wait for the second person; then taken back. */
async function several(window: Window, id: string): Promise<void> {
  const { page, t, url } = window;
  await page.goto(`${url}/reconciliation/exceptions?file=${id}`);
  await page.getByRole('button', { name: t('exceptions:together.begin') }).click();
  const bar = page.getByRole('region', { name: t('exceptions:together.title') });
  const list = page.getByRole('table', { name: t('exceptions:title') });
  await list.getByRole('checkbox').first().check();
  await bar.getByText(t('exceptions:together.chosen', { count: 1 }), { exact: true }).waitFor();
  const count = await list.getByRole('checkbox').count();
  await bar.getByRole('button', { name: t('exceptions:together.all', { count }) }).click();
  await bar.getByText(t('exceptions:together.chosen', { count }), { exact: true }).waitFor();
  await expectOpenFigures(window);
  await bar.getByRole('button', { name: t('exceptions:together.ACCEPT', { count }), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('exceptions:together.note.ACCEPT')).fill('The bank wrote the wrong column');
  await dialog.getByLabel(t('exceptions:accept.second')).selectOption({ index: 1 });
  await dialog.getByRole('button', { name: t('exceptions:accept.send') }).click();
  await bar.getByText(t('exceptions:together.asked', { count })).waitFor();
  expect(await list.locator('[title=ASKED]').count()).toBe(count);
  await bar.getByRole('button', { name: t('exceptions:together.all', { count }) }).click();
  await bar.getByRole('button', { name: t('exceptions:together.REFUSE', { count }), exact: true }).click();
  await dialog.getByRole('button', { name: t('exceptions:together.REFUSE', { count }) }).click();
  await bar.getByText(t('exceptions:together.done', { count })).waitFor();
  expect(await list.locator('[title=OPEN]').count()).toBe(count);
}

test('from the verdict to an exception: matched by hand and undone, accepted and reopened, approved by a second person', {
  timeout: 180_000,
}, async () => {
  const window = await stage.open({ language: oneLanguage[0] });
  const { page, t } = window;
  const { id, joint } = await uploadFile(window);
  try {
    await page.locator('a[href*="/reconciliation/exceptions?file"]').first().click();
    await page.waitForURL(/\/reconciliation\/exceptions\?file=/);
    const list = page.getByRole('table', { name: t('exceptions:title') });
    await list.waitFor();
    expect(await list.getByRole('row').count()).toBeGreaterThan(5);
    await expectInLine(window, 1);
    await expectOpenFigures(window);

    // Two payments that are one line: enabled only where the sums agree.
    await list
      .getByRole('row')
      .filter({ hasText: t('reconciliation:outcome.missingInPortal.title') })
      .click();
    await page
      .getByRole('heading', { level: 1, name: t('reconciliation:outcome.missingInPortal.title') })
      .waitFor();
    const choose = (row: TransactionRow) =>
      page.getByRole('checkbox', { name: t('exceptions:tick', { name: `#${row.id}` }) });
    const match = (count: number) =>
      page.getByRole('button', {
        name: t('exceptions:match.action', {
          lines: t('units:line', { count: 1 }),
          transactions: t('units:transaction', { count }),
        }),
      });
    for (const [index, row] of joint.entries()) {
      const box = choose(row);
      if (await box.isVisible()) await box.check();
      else {
        await page.getByLabel(t('exceptions:find.label')).fill(row.id);
        await page.getByLabel(t('exceptions:find.label')).press('Enter');
      }
      await box.waitFor();
      expect(await box.isChecked()).toBe(true);
      if (index === 0) {
        await page.getByText(t('exceptions:refused.sumsDiffer')).waitFor();
        expect(await match(1).getAttribute('aria-disabled')).toBe('true');
      }
    }
    await page.getByText(t('exceptions:match.help')).waitFor();
    await expectOpenFigures(window);
    expect(await match(2).getAttribute('aria-disabled')).toBe('false');
    await match(2).click();
    await page.getByRole('button', { name: t('exceptions:match.undo') }).waitFor({ timeout: 30_000 });
    await page.locator('[title=MATCHED]').first().waitFor({ timeout: 30_000 });
    // The verdict says how many lines were matched by hand, and opens them.
    const exception = page.url();
    await page.goto(new URL(`/reconciliation?file=${id}`, exception).href);
    const lines = t('units:line', { count: 1 });
    await page.getByRole('link', { name: t('reconciliation:work.byHand', { lines }) }).click();
    await page.getByRole('tab', { name: t('reconciliation:mended.byHand') }).waitFor();
    const byHand = page.getByRole('table', { name: t('reconciliation:entries.title') }).getByRole('row');
    // The head, what the line kept back of all of them, and each payment.
    await expect.poll(() => byHand.count()).toBe(2 + joint.length);
    await page.goto(exception);
    await page.getByRole('button', { name: t('exceptions:match.undo') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('exceptions:match.undo') })
      .click();
    await page.locator('header [title=OPEN]').waitFor({ timeout: 30_000 });

    // Below the limit one accepts alone.
    const note = page.getByLabel(t('exceptions:accept.label'));
    const differs = list
      .getByRole('row')
      .filter({ hasText: t('reconciliation:outcome.amountDiffers.title') });
    const rows = await differs.allInnerTexts();
    const small = rows.findIndex((text) => /(?:^|[^\d٠-٩])[1١][.٫]/.test(text));
    expect(small).toBeGreaterThanOrEqual(0);
    await differs.nth(small).click();
    const title = t('reconciliation:outcome.amountDiffers.title');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await note.fill('The bank wrote it off');
    await page.getByRole('button', { name: t('exceptions:accept.action'), exact: true }).click();
    await page.getByRole('button', { name: t('exceptions:reopen') }).click();
    await note.waitFor();

    // Above it a second person approves, here on a phone; who asked may only take it back.
    await differs.nth(1 - small).click();
    await page.getByLabel(t('exceptions:accept.second')).waitFor();
    await note.fill('Agreed with the bank');
    await page.getByRole('button', { name: t('exceptions:accept.send') }).click();
    await page.getByText(t('exceptions:decide.own')).waitFor();
    const approve = t('exceptions:decide.approve');
    expect(await page.getByRole('button', { name: approve, exact: true }).count()).toBe(0);
    const { searchParams } = new URL(page.url());
    const second = await stage.open({ language: oneLanguage[0], ...phone });
    // The bell has it, on every screen, and leads there; beside what waits otherwise, as the demo's account statement.
    await openAs(second, 'manager@mizan.test', '/settings');
    const bell = second.page.locator('header button[aria-expanded]');
    const nothing = t('notifications:unread', { count: 0 });
    await expect.poll(() => bell.getAttribute('aria-label'), { timeout: 6_000 }).not.toBe(nothing);
    await bell.click();
    await second.page.getByRole('link', { name: t('notifications:approval', { count: 1 }) }).click();
    await second.page.waitForURL((url) => url.searchParams.get('open') === searchParams.get('open'));
    await second.page.getByRole('button', { name: approve, exact: true }).click();
    await second.page.getByRole('dialog').getByRole('button', { name: approve }).click();
    await second.page.getByRole('button', { name: t('exceptions:reopen') }).waitFor();
    const isWithin = await second.page.evaluate(
      () => document.documentElement.scrollWidth <= globalThis.innerWidth,
    );
    expect(isWithin).toBe(true);
    // Each window is told at once what the other one did: that it was approved, and that it is open again.
    await page.getByRole('button', { name: t('exceptions:reopen') }).click();
    await page.getByLabel(t('exceptions:accept.second')).waitFor();
    await second.page.getByLabel(t('exceptions:accept.second')).waitFor({ timeout: 5_000 });
    expect(await second.page.getByRole('button', { name: t('exceptions:reopen') }).count()).toBe(0);
    await several(window, id);
  } finally {
    await takeBack(window, id);
  }
});

test.each(languages)(
  'one payment that came in two lines: found by file and row or amount, and their sum agrees (%s)',
  { timeout: 120_000 },
  async (language) => {
    const window = await stage.open({ language, ...(language === 'ar' && phone) });
    const { page, t } = window;
    const { id, whole, rows } = await uploadParts(window);
    try {
      await page.goto(`${window.url}/reconciliation/exceptions?file=${id}&outcome=missingInBank`);
      const title = t('reconciliation:outcome.missingInBank.title');
      // On a phone rows are drawn otherwise: by the number that stands in each.
      await page.getByText(whole.id).last().click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      const tick = (row: number) =>
        page.getByRole('checkbox', {
          name: t('exceptions:tick', { name: numberIn(language, row) }),
          exact: true,
        });
      const [row, amount] = [
        page.getByLabel(t('exceptions:findLine.row'), { exact: true }),
        page.getByLabel(t('exceptions:findLine.amount'), { exact: true }),
      ];
      await row.waitFor();
      expect(await tick(rows[0]).count()).toBe(0);
      await row.fill('1');
      await row.press('Enter');
      await page.getByText(t('exceptions:findLine.none')).waitFor();
      await row.fill(String(rows[0]));
      await row.press('Enter');
      await tick(rows[0]).waitFor();
      await page.getByText(t('exceptions:refused.sumsDiffer')).waitFor();
      const rest = whole.amountMinor - Math.floor(whole.amountMinor * 0.6);
      // What the chosen lines leave of the payment stands beside them.
      const [before = '', after = ''] = t('exceptions:match.remains', { amount: '|' }).split('|');
      const remains = page.getByText(before.trim() || after.trim()).last();
      expect(Math.round(100 * numberFrom(await remains.innerText()))).toBe(rest);
      await amount.fill((rest / 100).toFixed(2));
      await amount.press('Enter');
      await tick(rows[1]).waitFor();
      expect([await tick(rows[0]).isChecked(), await tick(rows[1]).isChecked()]).toEqual([true, true]);
      await page.getByText(t('exceptions:match.help')).waitFor();
      expect(await remains.count()).toBe(0);
      await page
        .getByRole('button', {
          name: t('exceptions:match.action', {
            lines: t('units:line', { count: 2 }),
            transactions: t('units:transaction', { count: 1 }),
          }),
        })
        .click();
      await page.getByRole('button', { name: t('exceptions:match.undo') }).waitFor({ timeout: 30_000 });
      await page.locator('[title=MATCHED]').first().waitFor({ timeout: 30_000 });
    } finally {
      await takeBack(window, id);
    }
  },
);
