import { beforeAll, describe, expect, test } from 'vitest';
import { depositOf, entered, firstBankOf } from '../server/features/deposits/testing/deposit-world.ts';
import { close } from '../server/features/proof/testing/proof-world.ts';
import {
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from '../server/features/reconciliation/testing/bank-world.ts';
import { openOwner, servedBankWorld } from './testing/bank-world-window.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { languages, numberFrom } from './testing/texts.ts';

/** One day of one branch and one bank: the four sums, read from the screen. */
const stage = browserStage();
const tuesday = '2026-11-17';
const { world, url } = await servedBankWorld();
let bankId = '';
/** What arrived for the two payments of the branch that the file has. */
let arrivedMinor = 0;

/** The first branch sells by mada on terminals 0 and 2, and the file lacks one of its payments; the other sells by Visa. */
beforeAll(async () => {
  for (const terminal of [0, 1, 2]) await close(world, terminal, '2026-11-16 23:55');
  bankId = await firstBankOf(world);
  const [first, , third, elsewhere] = (await sell(world, [
    { amountMinor: 10_000, at: `${tuesday} 09:00`, terminal: 0 },
    { amountMinor: 20_000, at: `${tuesday} 10:00`, terminal: 0 },
    { amountMinor: 30_000, at: `${tuesday} 11:00`, terminal: 2 },
    { amountMinor: 70_000, at: `${tuesday} 12:00`, terminal: 1, scheme: 'Visa' },
  ])) as [Sold, Sold, Sold, Sold];
  for (const terminal of [0, 1, 2]) await close(world, terminal, `${tuesday} 23:55`);
  await reconcile(world, csvOf([first, third, elsewhere].map((sale) => csvLineOf(sale))));
  arrivedMinor = [first, third].reduce(
    (sum, { amountMinor, feeMinor, vatMinor }) => sum + amountMinor - feeMinor - vatMinor,
    0,
  );
  await entered(
    world,
    depositOf(bankId, {
      amountMinor: arrivedMinor,
      valueDate: '2026-11-18',
      shares: [{ day: tuesday, scheme: 'Mada', amountMinor: arrivedMinor }],
    }),
  );
});

const minorOf = (text: string): number => Math.round(100 * numberFrom(text));

const opened = (language: Window['language']): Promise<Window> => {
  const path = `/reconciliation/proof?day=${tuesday}&branch=${world.merchant.branchIds[0]}&bank=${bankId}`;
  return openOwner(stage, world, { language, url, path });
};

describe.each(languages)('in %s', (language) => {
  test('a day of one branch and bank: four sums as sold, filed and paid', async () => {
    const { page, t } = await opened(language);
    const table = page.getByRole('table', { name: t('proof:title') });
    const foot = table.locator('tfoot');
    await foot.waitFor();
    const sums = ['terminals', 'transactions', 'lines', 'deposit'] as const;
    const shown: number[] = [];
    for (const sum of sums) {
      const label = t('proof:gap.label', {
        name: t('proof:all.branch'),
        between: t(`proof:column.${sum}`),
      });
      shown.push(minorOf(await foot.getByRole('button', { name: label }).locator('bdi').last().innerText()));
    }
    expect(shown).toEqual([60_000, 60_000, 40_000, arrivedMinor]);
  });
});
