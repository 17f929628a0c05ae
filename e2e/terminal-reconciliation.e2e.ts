import type { getFilesLetter } from '@mizan/contract/files-letter.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type {
  getTerminalReconciliation,
  listTerminalStates,
} from '@mizan/contract/terminal-reconciliation.ts';
import { describe, expect, test } from 'vitest';
import { askPortal } from './testing/portal-api.ts';
import { axeFindings } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { languages } from './testing/texts.ts';

/** What terminals and their hosts reconciled: the list, one terminal whole, the way to its explaining transaction. */
const stage = browserStage();
const merchant = 'merchant@mizan.test';
const unlike = '88504871';

type States = RouteOutput<typeof listTerminalStates>;
type FilesLetter = RouteOutput<typeof getFilesLetter>;
type Whole = RouteOutput<typeof getTerminalReconciliation>;

async function opened(language: Window['language'], more = {}): Promise<Window> {
  const window = await stage.open({ language, ...more });
  await openAs(window, merchant, '/reconciliation');
  await window.page.getByRole('button', { name: window.t('reconcile:open', { tid: unlike }) }).waitFor();
  return window;
}

describe.each(languages)('in %s', (language) => {
  test('the one left out is chosen and named with its money; the one that differs is explained', async () => {
    const window = await opened(language);
    const { page, t } = window;
    const { rows } = await askPortal<States>(window, '/terminal-reconciliations');
    const leftOut = rows.find(({ tid }) => tid === '88505713');
    await page.getByText(t('reconcile:state.leftOut'), { exact: true }).first().waitFor();
    const boxes = page.getByRole('checkbox');
    const checked = await boxes.evaluateAll(
      (all) => all.filter((box) => (box as HTMLInputElement).checked).length,
    );
    // Only what has a line is chosen beforehand.
    expect(checked).toBe(leftOut?.isConnected ? 1 : 0);
    const first = rows[0];
    const branch = language === 'ar' ? first?.branchNameAr : first?.branchNameEn;
    const ofBranch = page.getByRole('checkbox', {
      name: t('reconcile:chooseBranch', { branch: branch ?? '' }),
    });
    for (const on of [true, false]) {
      await ofBranch.setChecked(on);
      for (const { tid } of rows.filter(({ branchId }) => branchId === first?.branchId))
        expect(await page.getByRole('checkbox', { name: t('reconcile:choose', { tid }) }).isChecked()).toBe(
          on,
        );
    }

    await page
      .getByText(t('reconcile:waiting.noneKnown'))
      .or(page.locator('main li').filter({ hasText: '88505713' }))
      .first()
      .waitFor();
    await page.getByRole('button', { name: t('reconcile:open', { tid: unlike }) }).click();
    const drawer = page.locator('[data-docked]');
    const whole = await askPortal<Whole>(
      window,
      `/terminal-reconciliations/${rows.find(({ tid }) => tid === unlike)?.last?.id}`,
    );
    const [explaining] = whole.differences.flatMap(({ transactions }) => transactions);
    await drawer.getByText(t('reconcile:state.UNBALANCED')).first().waitFor();
    await drawer.getByText(t('reconcile:explain.whole')).waitFor();
    expect(explaining?.amountMinor).toBe(-whole.discrepancyMinor);
    await drawer.getByRole('link', { name: `#${explaining?.transactionId}` }).click();
    await page.waitForURL((url) => url.searchParams.get('open') === explaining?.transactionId);
    await page.goBack();
    await drawer.getByText(t('reconcile:knows.NO_ANSWER')).waitFor();
  });

  test('on a phone the three stand below each other, and earlier ones open', async () => {
    const window = await opened(language, phone);
    const { page, t } = window;
    const table = page.getByRole('table', { name: t('reconcile:title') });
    // No state is cut at the edge, and a finger need not find the number.
    expect(
      await table.evaluate(({ parentElement: list }) => list && list.scrollWidth > list.clientWidth),
    ).toBe(false);
    // The time that stands in the button is heard with it.
    const row = table.getByRole('row').filter({ hasText: unlike });
    const time = (await row.locator('time').innerText()).trim();
    await row.getByRole('button', { name: time }).waitFor();
    expect(await axeFindings(page, { contrast: false })).toEqual([]);
    await row.getByRole('cell').last().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText(t('reconcile:who.portal')).first().waitFor();
    const overflows = await drawer.evaluate((element) => element.scrollWidth > element.clientWidth);
    expect(overflows).toBe(false);
    const earlier = drawer.getByRole('list', { name: t('reconcile:earlier.title') }).getByRole('button');
    await earlier.nth(1).click();
    await page.waitForURL((url) => url.searchParams.has('earlier'));
    await drawer.getByText(t('reconcile:state.BALANCED')).first().waitFor();
  });

  test('the tabs lead to the bank files and back, and the way back of the browser does too', async () => {
    const window = await opened(language);
    const { page, t } = window;
    await page.getByRole('tab', { name: t('reconcile:tabs.files') }).click();
    await page.getByText(t('reconciliation:upload.drop')).first().waitFor();
    expect(new URL(page.url()).searchParams.get('view')).toBe('files');
    await page.goBack();
    await page.getByRole('button', { name: t('reconcile:open', { tid: unlike }) }).waitFor();
  });

  test('the daily time is said once for all, refused where it is none, and taken back', async () => {
    const window = await opened(language);
    const { page, t } = window;
    const change = page.getByRole('button', { name: t('reconcile:daily.change'), exact: true });
    const typed = async (time: string): Promise<void> => {
      await change.click();
      await page.getByLabel(t('reconcile:daily.field')).fill(time);
      await page.getByRole('button', { name: t('common:actions.save') }).click();
    };
    await typed('25:00');
    await page.getByText(t('reconcile:daily.problem')).waitFor();
    await page.getByLabel(t('reconcile:daily.field')).fill('23:50');
    await page.getByRole('button', { name: t('common:actions.save') }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await askPortal<States>(window, '/terminal-reconciliations')).dailyTime).toBe('23:50');
    await typed('');
    await page.getByText(t('reconcile:daily.none')).waitFor();
  });

  test('who is written to after the daily time is chosen, and the state of the e-mail says so', async () => {
    const window = await opened(language);
    const { page, t } = window;
    const { people } = await askPortal<States>(window, '/terminal-reconciliations');
    const owner = people.find(({ email }) => email === merchant);
    const change = page.getByRole('button', { name: t('reconcile:letter.form') });
    for (const isRecipient of [false, true]) {
      await change.click();
      await page.getByRole('checkbox', { name: owner?.name ?? '' }).setChecked(isRecipient);
      await page.getByRole('button', { name: t('common:actions.save') }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      const state = await askPortal<States>(window, '/terminal-reconciliations');
      expect(state.people.find(({ id }) => id === owner?.id)?.isRecipient).toBe(isRecipient);
    }
  });
});

test('a terminal has a time of its own, says that it counts, and without it the wider one counts again', async () => {
  const window = await opened('ar');
  const { page, t } = window;
  const asked = () => askPortal<States>(window, '/terminal-reconciliations');
  await page.getByRole('button', { name: t('reconcile:open', { tid: unlike }) }).click();
  const drawer = page.locator('[data-docked]');
  const title = t('reconcile:place.title.TERMINAL', { name: unlike });
  const say = async (time: string) => {
    await drawer.getByRole('button', { name: title }).click();
    await page.locator('input:focus').waitFor();
    await page.getByLabel(t('reconcile:daily.field')).fill(time);
    await page.getByRole('button', { name: t('common:actions.save') }).click();
    await page.getByLabel(t('reconcile:daily.field')).waitFor({ state: 'detached' });
  };
  // 02:30 as an Arabic keyboard types it.
  await say('\u0660\u0662:\u0663\u0660');
  const words = t('reconcile:place.counts.TERMINAL', { time: '\n' }).split('\n');
  await drawer.getByText(words.at(-1) ?? '').waitFor();
  expect((await asked()).placeTimes).toMatchObject([{ scope: 'TERMINAL', dailyTime: '02:30' }]);
  // The cross gives the focus back to the button that opened the form.
  const opener = drawer.getByRole('button', { name: title });
  await opener.click();
  await page.locator('input:focus').waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:actions.close') })
    .click();
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  await say('');
  await drawer.getByText(words.at(-1) ?? '').waitFor({ state: 'detached' });
  expect((await asked()).placeTimes).toEqual([]);
});

test('the time of the daily e-mail and who gets it are chosen below the bank files', async () => {
  const window = await stage.open({ language: 'ar' });
  await openAs(window, merchant, '/reconciliation?view=files');
  const { page, t } = window;
  const asked = () => askPortal<FilesLetter>(window, '/reconciliation/files-letter');
  const saved = async (): Promise<void> => {
    await page.getByRole('button', { name: t('common:actions.save') }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };
  const time = page.getByRole('button', { name: t('reconciliation:filesLetter.time') });
  await time.click();
  await page.getByLabel(t('reconcile:daily.field')).fill('25:00');
  await page.getByRole('button', { name: t('common:actions.save') }).click();
  await page.getByText(t('reconcile:daily.problem')).waitFor();
  await page.getByLabel(t('reconcile:daily.field')).fill('19:30');
  await saved();
  const { people, dailyTime } = await asked();
  expect(dailyTime).toBe('19:30');
  const owner = people.find(({ email }) => email === merchant);
  for (const isRecipient of [false, true]) {
    await page.getByRole('button', { name: t('reconciliation:filesLetter.recipients') }).click();
    await page.getByRole('checkbox', { name: owner?.name ?? '' }).setChecked(isRecipient);
    await saved();
    expect((await asked()).people.find(({ id }) => id === owner?.id)?.isRecipient).toBe(isRecipient);
  }
});
