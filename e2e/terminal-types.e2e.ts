import { randomUUID } from 'node:crypto';
import { paths } from '@mizan/contract/paths.ts';
import type { LinkType } from '@mizan/contract/transaction-types.ts';
import { beforeAll, expect, test } from 'vitest';
import { platformRows } from '../server/platform/database/database.ts';
import { type HandTerminal, handTerminal, makeKey, resultOf } from '../server/testing/hand-terminal.ts';
import { asTestTerminal } from '../server/testing/shop.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { amountIn, languages } from './testing/texts.ts';

/** What a terminal begins by itself is named as what it is, and nothing is said of it that cannot come true. */
const portals = await shopPortals({ terminals: 3, speed: 0 });
const { shop, db } = portals;
const stage = browserStage();
const [url] = portals.urls;

async function signedIn(at: number): Promise<HandTerminal> {
  const { tid = '', enrolCode = '' } = shop.terminals[at] ?? {};
  const terminal = handTerminal(url.replace('http', 'ws'), tid, makeKey());
  await terminal.signIn(enrolCode);
  return terminal;
}

/** What a terminal took by itself, as the portal then has it: the number of its payment. */
async function reported(
  terminal: HandTerminal,
  kind: LinkType,
  amountMinor: number,
  more: object = {},
): Promise<string> {
  const paymentId = randomUUID();
  terminal.send({ type: 'sale.report', body: { ...resultOf(paymentId, amountMinor), kind, ...more } });
  await terminal.next('result.ack');
  const [row] = await platformRows<{ id: string }>(db, 'SELECT id::text FROM transactions WHERE uuid = $1', [
    paymentId,
  ]);
  return row?.id ?? '';
}
const sold = async (kind: LinkType, at = 0) => reported(await signedIn(at), kind, 55_000);

const taken = { advance: '', completion: '', voided: '', cashBack: '' };
beforeAll(async () => {
  const terminal = await signedIn(2);
  const held = (rrn: string, amountMinor: number) => reported(terminal, 'PREAUTH', amountMinor, { rrn });
  taken.advance = await reported(terminal, 'CASH_ADVANCE', 20_000, { rrn: '632609000201' });
  await held('632609000202', 30_000);
  const original = { originalRrn: '632609000202', rrn: '632609000203' };
  taken.completion = await reported(terminal, 'COMPLETION', 25_000, original);
  await held('632609000204', 10_000);
  const gone = { originalRrn: '632609000204', rrn: '632609000205' };
  taken.voided = await reported(terminal, 'PREAUTH_VOID', 10_000, gone);
  const cash = { cashMinor: 5_000, rrn: '632609000206' };
  taken.cashBack = await reported(terminal, 'PURCHASE', 15_000, cash);
});

/** What stands beside a term of the sums or the facts of a screen. */
const beside = ({ page }: Window, term: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: term }) });

test.each(languages)(
  'in %s: what was begun at a terminal is called what it is, and charges alone are counted',
  async (language) => {
    const window = await stage.open({ language, url });
    const { page, t } = window;
    const path = `${paths.transactions}?terminalId=${shop.terminals[2]?.id}`;
    await openAsMember(window, portals, { member: shop.owner, path });
    const rowOf = (id: string) => page.getByRole('row').filter({ hasText: `#${id}` });
    const named = { advance: 'cashAdvance', completion: 'completion', voided: 'preauthVoid' } as const;
    for (const [key, type] of Object.entries(named)) {
      await rowOf(taken[key as keyof typeof named])
        .getByText(t(`transactions:type.${type}`), { exact: true })
        .waitFor();
    }
    // 200.00 of cash, 250.00 of what was held, 150.00 with its cash: three charges. What is held or let go is in no sum.
    const sales = beside(window, t('transactions:totals.sales')).first();
    await sales.getByText(amountIn(language, 60_000)).waitFor();
    expect(await sales.locator('dt').innerText()).toContain(language === 'ar' ? '٣' : '3');

    await rowOf(taken.cashBack).click();
    await page.getByText(t('transactions:sum.cash', { cash: amountIn(language, 5_000) })).waitFor();
    await page.getByText('PURCHASE AMOUNT', { exact: true }).waitFor();
    await page.getByText('CASH AMOUNT', { exact: true }).waitFor();
    await window.go(`${path}&open=${taken.advance}`);
    await page.getByText(t('transactions:sum.feeUnknown')).waitFor();
    await page.getByText('CASH ADVANCE', { exact: true }).waitFor();
    await window.go(`${path}&open=${taken.voided}`);
    await page.getByText('PRE-AUTHORIZATION VOID', { exact: true }).waitFor();
    expect(await page.getByText(t('transactions:detail.notConfirmed')).count()).toBe(0);
  },
);

test('a pre-authorisation is named on a phone, and no bank is waited for', async () => {
  const id = await sold('PREAUTH');
  const window = await stage.open({ language: 'ar', url, ...phone });
  const { page, t } = window;
  await openAsMember(window, portals, { member: shop.owner, path: paths.transactions });
  const row = page.getByRole('listitem').filter({ hasText: t('transactions:type.preauth') });
  await row.first().waitFor();
  await window.go(`${paths.transactions}?open=${id}`);
  await page.getByText(t('transactions:columns.uuid'), { exact: true }).waitFor();
  expect(await page.getByText(t('transactions:type.preauth'), { exact: true }).count()).toBeGreaterThan(0);
  expect(await page.getByText(t('transactions:detail.notConfirmed')).count()).toBe(0);
});

test('a test terminal is not offered a reconciliation, and its test waits for no bank', async () => {
  const place = shop.terminals[1];
  if (!place) throw new Error('no terminal');
  await asTestTerminal(db, place);
  const id = await sold('PURCHASE', 1);
  const window = await stage.open({ language: 'en', url });
  const { page, t } = window;
  const path = paths.terminalDetail.replace('$tid', place.tid);
  await openAsMember(window, portals, { member: shop.owner, path });
  await page.getByText(t('common:test'), { exact: true }).first().waitFor();
  await page.getByRole('button', { name: t('terminals:settings.configure') }).waitFor();
  expect(await page.getByRole('button', { name: t('reconcile:one.now') }).count()).toBe(0);
  await window.go(`${paths.transactions}?open=${id}`);
  await page.getByText(t('transactions:test'), { exact: true }).waitFor();
  expect(await page.getByText(t('transactions:detail.notConfirmed')).count()).toBe(0);
});
