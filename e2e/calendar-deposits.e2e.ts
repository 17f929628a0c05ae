import { beforeAll, expect, test } from 'vitest';
import { depositOf, entered, firstBankOf } from '../server/features/deposits/testing/deposit-world.ts';
import { type Sold, sell } from '../server/features/reconciliation/testing/bank-world.ts';
import { openOwner, servedBankWorld } from './testing/bank-world-window.ts';
import { browserStage } from './testing/stage.ts';
import { amountIn, languages } from './testing/texts.ts';

/** What deposits say of a day in the calendar of banks and days. Sunday, 22 November 2026, noon in Riyadh; the rules are those of deposit-state.test. */
const stage = browserStage();
const { world, url } = await servedBankWorld();

/** Each sold 100.00 or more by mada: Sunday's is paid, Monday's lacks 14.32, Tuesday's has 0.05 too much, Thursday's before never came. */
const days = [
  { day: '2026-11-12', state: 'LATE', offMinor: null },
  { day: '2026-11-15', state: 'PAID', offMinor: 0 },
  { day: '2026-11-16', state: 'SHORT', offMinor: -1_432 },
  { day: '2026-11-17', state: 'OVER', offMinor: 5 },
] as const;

/** What each is owed, in the order of the days. */
const netMinors: number[] = [];

beforeAll(async () => {
  const sold = (await sell(
    world,
    days.map(({ day }, at) => ({ amountMinor: 10_000 * (at + 1), at: `${day} 09:00` })),
  )) as Sold[];
  const bankId = await firstBankOf(world);
  for (const [at, { day, offMinor }] of days.entries()) {
    const { amountMinor = 0, feeMinor = 0, vatMinor = 0 } = sold[at] ?? {};
    const netMinor = amountMinor - feeMinor - vatMinor;
    netMinors.push(netMinor);
    if (offMinor === null) continue;
    const arrivedMinor = netMinor + offMinor;
    const shares = [{ day, scheme: 'Mada' as const, amountMinor: arrivedMinor }];
    const more = { amountMinor: arrivedMinor, shares, isOverpaid: offMinor > 0, reference: day };
    await entered(world, depositOf(bankId, more));
  }
  // What is on record reaches back to Thursday: without that nobody would know whether its money came.
  await entered(world, depositOf(bankId, { amountMinor: 500, valueDate: '2026-11-12', reference: 'before' }));
});

test.each(languages)(
  'cells that are paid, short, over and late say so beside the state of their payments, and look unlike (%s)',
  async (language) => {
    const window = await openOwner(stage, world, { language, url, path: '/settlement?month=2026-11' });
    const { page, t } = window;
    const grid = page.getByRole('table', { name: t('settlement:grid') });
    const cells = grid.locator('tbody button[aria-pressed]');
    await cells.first().waitFor();
    const shown = await cells.evaluateAll((all) =>
      all.map((cell) => {
        const mark = cell.querySelector('[data-arrived]');
        // The line that is drawn under the mark.
        const line = getComputedStyle(mark ?? cell, '::after');
        return {
          label: cell.getAttribute('aria-label') ?? '',
          title: cell.getAttribute('title') ?? '',
          arrived: mark?.getAttribute('data-arrived'),
          look: [line.borderBottomStyle, line.borderBottomColor, line.width].join(),
        };
      }),
    );
    expect(shown.map(({ arrived }) => arrived)).toEqual(days.map(({ state }) => state));
    for (const [at, { state, offMinor }] of days.entries()) {
      const word = t(`settlement:deposit.state.${state}`);
      const said = offMinor
        ? t('settlement:deposit.off', { word, amount: amountIn(language, Math.abs(offMinor)) })
        : word;
      const { label = '', title } = shown[at] ?? {};
      expect(label.split(t('settlement:and'))).toContain(said);
      expect(title).toBe(label);
    }
    // A line under the mark for each of them, and no two the same.
    expect(new Set(shown.map(({ look }) => look)).size).toBe(days.length);
    expect(shown.filter(({ look }) => look.startsWith('none'))).toEqual([]);
    // Opened, a day is headed by what is still to come of it: money that is there is not missing because no file came.
    const heads = [
      t('settlement:state.NO_FILE'),
      ...days.slice(1).map(({ state }) => t(`settlement:deposit.state.${state}`)),
    ];
    const amounts = [netMinors[0], netMinors[1], 1_432, netMinors[3]];
    for (const [at, head] of heads.entries()) {
      await cells.nth(at).click();
      const figure = page.locator('[data-docked] [data-cell-head]').filter({ hasText: head });
      await figure.getByText(amountIn(language, amounts[at] ?? 0)).waitFor();
    }
  },
);
