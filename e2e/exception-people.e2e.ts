import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  anotherOwner,
  exceptionOf,
  exceptionsOf,
} from '../server/features/exceptions/testing/exception-world.ts';
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
import { browserStage } from './testing/stage.ts';
import { languages } from './testing/texts.ts';

/**
 * In whose hands an exception is and what people say of it, in both languages: given to one, commented, narrowed by who has it, and
 * given with others at once. Sunday, 22 November 2026, noon in Riyadh; the rules are those of exceptions.test.
 */
const stage = browserStage();
const day = '2026-11-16';
const { world: first, url } = await servedBankWorld();
interface World {
  own: BankWorld;
  /** 400.00 and 300.00 are missing. */
  large: string;
  small: string;
}
const worlds = new Map<string, World>();

async function unpaid(first: BankWorld): Promise<World> {
  const own = await anotherMerchant(first);
  const sold = (await sell(own, [
    { amountMinor: 20_000, at: `${day} 09:00` },
    { amountMinor: 40_000, at: `${day} 10:00` },
    { amountMinor: 30_000, at: `${day} 11:00` },
    { amountMinor: 10_000, at: `${day} 12:00` },
  ])) as [Sold, Sold, Sold, Sold];
  await reconcile(own, csvOf([csvLineOf(sold[0]), csvLineOf(sold[3])]), 'monday.csv');
  const missing = await exceptionsOf(own, { outcome: 'missingInBank' });
  const [small, large] = missing.toSorted((a, b) => b.differenceMinor - a.differenceMinor);
  expect([small?.differenceMinor, large?.differenceMinor]).toEqual([-30_000, -40_000]);
  await anotherOwner(own, 'Khalid');
  return { own, large: large?.id ?? '', small: small?.id ?? '' };
}

beforeAll(async () => {
  for (const language of languages) worlds.set(language, await unpaid(first));
});
afterAll(() => worlds.clear());

test.each(languages)(
  'one is given to a person and commented: both names stand in its history, and the list is narrowed to who has it (%s)',
  async (language) => {
    const world = worlds.get(language);
    if (!world) throw new Error(`nobody sold anything in ${language}`);
    const { own, large, small } = world;
    const { fullName } = own.merchant.owner;
    const window = await openOwner(stage, own, {
      language,
      url,
      path: `/reconciliation/exceptions?open=${large}`,
    });
    const { page, t } = window;
    const side = page.getByRole('complementary', { name: t('exceptions:sideTitle') });
    const given = side.getByLabel(t('exceptions:assignedTo'));
    await given.selectOption({ label: 'Khalid' });
    const told = side.getByText(t('exceptions:history.ASSIGNED', { by: fullName, other: 'Khalid' }));
    await told.waitFor();
    expect((await exceptionOf(own, large)).assignee?.name).toBe('Khalid');

    // Nothing is kept of a comment that says nothing, blanks among them.
    const comment = side.getByLabel(t('exceptions:comment.label'), { exact: true });
    const send = side.getByRole('button', { name: t('exceptions:comment.action') });
    for (const nothing of ['', '  \n ']) {
      await comment.fill(nothing);
      await send.click();
      await side.getByText(t('exceptions:comment.required')).waitFor();
      await comment.fill('x');
      await side.getByText(t('exceptions:comment.required')).waitFor({ state: 'detached' });
    }
    const text = 'The bank was asked, ticket 4711';
    await comment.fill(text);
    await send.click();
    const said = side.getByRole('listitem').filter({ hasText: text });
    await said.getByText(fullName, { exact: true }).waitFor();
    await expect.poll(() => comment.inputValue()).toBe('');
    expect(
      (await exceptionOf(own, large)).steps
        .filter(({ kind }) => kind === 'COMMENT')
        .map(({ byName, note }) => [byName, note]),
    ).toEqual([[fullName, text]]);

    // The list holds the one that Khalid has, then the one that nobody has.
    await window.go('/reconciliation/exceptions');
    const rows = page.getByRole('table', { name: t('exceptions:title') }).locator('tbody tr[data-row-index]');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: t('exceptions:columns.assignee'), exact: true }).click();
    await page.getByRole('checkbox', { name: 'Khalid', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL(/assignee=\d+/);
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.innerText()).toContain('Khalid');
    await rows.click();
    await page.waitForURL((at) => at.searchParams.get('open') === large);
    await window.go('/reconciliation/exceptions?assignee=none');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: t('exceptions:together.begin') }).click();
    await rows.getByRole('checkbox').check();

    // From the bar under the list it is given away as well, and then nobody's are none.
    const bar = page.getByRole('region', { name: t('exceptions:together.title') });
    await bar
      .getByRole('button', { name: t('exceptions:together.ASSIGN', { count: 1 }), exact: true })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('exceptions:assignedTo')).selectOption({ label: 'Khalid' });
    await dialog
      .getByRole('button', { name: t('exceptions:together.ASSIGN', { count: 1 }), exact: true })
      .click();
    await bar.getByText(t('exceptions:together.done', { count: 1 })).waitFor();
    await expect.poll(() => rows.count()).toBe(0);
    expect((await exceptionOf(own, small)).assignee?.name).toBe('Khalid');
  },
);
