import { livePath } from '@mizan/contract/live.ts';
import type { SchemeTotals, SideTotals } from '@mizan/contract/terminal-link.ts';
import { expect, test } from 'vitest';
import { type HandTerminal, handTerminal, makeKey } from '../server/testing/hand-terminal.ts';
import { openShop, type Shop } from '../server/testing/shop.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { amountIn, languages, numberFrom } from './testing/texts.ts';

/** Terminals are asked to reconcile by a press: those that are chosen, and one on its own screen. */
const stage = browserStage();
const portals = await shopPortals({ terminals: 0, speed: 0 });

/** A shop of three terminals in one branch, of which the first two have a line. */
async function shopWithLines(): Promise<{ shop: Shop; lines: [HandTerminal, HandTerminal] }> {
  const shop = await openShop(portals.db, 3);
  const connect = async (at: number): Promise<HandTerminal> => {
    const { tid = '', enrolCode } = shop.terminals[at] ?? {};
    const line = handTerminal(portals.urls[0], tid, makeKey());
    await line.signIn(enrolCode);
    return line;
  };
  return { shop, lines: [await connect(0), await connect(1)] };
}

const mada = (debitMinor: number): SideTotals => ({
  debitCount: 2,
  debitMinor,
  creditCount: 0,
  creditMinor: 0,
});

/** A terminal answers what it was asked; its host has counted `hostMinor`. */
async function answer(line: HandTerminal, terminalMinor: number, hostMinor: number): Promise<void> {
  const { reconciliationId } = await line.next('recon.start');
  const at = new Date().toISOString();
  const schemes: SchemeTotals[] = [{ scheme: 'Mada', host: mada(hostMinor), terminal: mada(terminalMinor) }];
  const actionCode = terminalMinor === hostMinor ? '500' : '501';
  line.send({
    type: 'recon.result',
    body: { reconciliationId, actionCode, schemes, startAt: at, endAt: at },
  });
  await line.next('recon.result.ack');
}

async function opened(language: Window['language'], shop: Shop, path: string): Promise<Window> {
  const window = await stage.open({ language, url: portals.urls[0] });
  await openAsMember(window, portals, { member: shop.owner, path });
  return window;
}

test.each(languages)(
  'a branch is chosen and asked: who was asked and who has no line is said, and each row says how it ended (%s)',
  async (language) => {
    const { shop, lines } = await shopWithLines();
    const window = await opened(language, shop, '/reconciliation');
    const { page, t } = window;
    const row = (at: number) =>
      page
        .getByRole('table', { name: t('reconcile:title') })
        .getByRole('row')
        .filter({ hasText: shop.terminals[at]?.tid ?? '' });
    const said = (at: number, key: string) => row(at).getByText(t(key), { exact: true });
    await said(0, 'reconcile:state.none').waitFor();
    // Nothing waits at any of them: none is chosen beforehand.
    const none = page.getByRole('button', { name: t('reconcile:now.choose'), exact: true });
    expect(await none.isDisabled()).toBe(true);
    const branch = page.getByRole('checkbox', {
      name: t('reconcile:chooseBranch', { branch: { en: 'Olaya', ar: 'العليا' }[language] }),
    });
    await branch.check();
    await page.getByRole('button', { name: t('reconcile:now.title', { count: 3 }), exact: true }).click();
    const outcome = [
      t('reconcile:now.ASKED', { count: 2 }),
      t('reconcile:now.NOT_CONNECTED', { count: 1 }),
    ].join(' ');
    await page.getByText(outcome, { exact: true }).waitFor();
    // Asked, or on its way already: the terminal is as quick as the screen.
    for (const at of [0, 1])
      await said(at, 'reconcile:asked.ASKED').or(said(at, 'reconcile:asked.SENT')).waitFor();
    await said(2, 'reconcile:state.none').waitFor();
    expect(await none.isDisabled()).toBe(true);
    // Who is being reconciled is not asked twice: the branch is now the one that has no line.
    await branch.check();
    const alone = page.getByRole('button', { name: t('reconcile:now.title', { count: 1 }), exact: true });
    await alone.click();
    await page.getByText(t('reconcile:now.NOT_CONNECTED', { count: 1 }), { exact: true }).waitFor();

    await answer(lines[0], 12_345, 12_345);
    await answer(lines[1], 20_050, 30_100);
    await said(0, 'reconcile:state.BALANCED').waitFor();
    await row(0).getByText(amountIn(language, 12_345)).waitFor();
    await said(1, 'reconcile:state.UNBALANCED').waitFor();
    await row(1).getByText(amountIn(language, 20_050)).waitFor();
    for (const line of lines) line.drop();
  },
);

test.each(languages)(
  'one terminal is asked on its own screen, its totals stand beside those of its host; one without a line waits (%s)',
  async (language) => {
    const { shop, lines } = await shopWithLines();
    const [line, other] = lines;
    const window = await opened(language, shop, `/terminals/${line.tid}`);
    const { page, t } = window;
    const ask = page.getByRole('button', { name: t('reconcile:one.now'), exact: true });
    const last = page.locator('section').filter({
      has: page.getByRole('heading', { name: t('reconcile:one.last') }),
    });
    await last.getByText(t('reconcile:one.none')).waitFor();
    await ask.click();
    await page.getByText(t('reconcile:now.ASKED', { count: 1 }), { exact: true }).waitFor();
    await page.getByText(t('reconcile:one.held.running')).waitFor();
    expect(await ask.getAttribute('aria-disabled')).toBe('true');
    await answer(line, 5_075, 7_100);
    await last.getByText(t('reconcile:state.UNBALANCED'), { exact: true }).waitFor();
    const sums = last.getByRole('table').getByRole('row').last().getByRole('cell');
    const minor = async (at: number) => Math.round(100 * numberFrom(await sums.nth(at).innerText()));
    expect([await minor(0), await minor(2)]).toEqual([5_075, 7_100]);
    // Never a difference without its explanation, or the word that there is none.
    await last
      .getByRole('heading', { name: t('reconcile:explain.none') })
      .first()
      .waitFor();
    await expect.poll(() => ask.getAttribute('aria-disabled')).toBe('false');
    // The other one of the branch was asked nothing.
    expect(other.waiting('recon.start')).toBe(0);
    await window.go(`/terminals/${shop.terminals[2]?.tid}`);
    await page.getByText(t('reconcile:one.held.line')).waitFor();
    expect(await ask.getAttribute('aria-disabled')).toBe('true');
    for (const each of lines) each.drop();
  },
);

test('what changed while the live channel was still being opened is read once it is', async () => {
  const { shop, lines } = await shopWithLines();
  const [line] = lines;
  const window = await stage.open({ language: 'ar', url: portals.urls[0] });
  const held = Promise.withResolvers<void>();
  await window.context.routeWebSocket(`**${livePath}`, async (socket) => {
    await held.promise;
    socket.connectToServer();
  });
  await openAsMember(window, portals, { member: shop.owner, path: '/reconciliation' });
  const { page, t } = window;
  const row = page
    .getByRole('table', { name: t('reconcile:title') })
    .getByRole('row')
    .filter({ hasText: line.tid });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('reconcile:now.title', { count: 1 }), exact: true }).click();
  await page.getByText(t('reconcile:now.ASKED', { count: 1 }), { exact: true }).waitFor();
  await row.getByText(t('reconcile:state.none'), { exact: true }).waitFor({ state: 'detached' });
  await answer(line, 12_345, 12_345);
  expect(await row.getByText(t('reconcile:state.BALANCED'), { exact: true }).count()).toBe(0);
  held.resolve();
  await row.getByText(t('reconcile:state.BALANCED'), { exact: true }).waitFor();
  for (const each of lines) each.drop();
});
