import { randomUUID } from 'node:crypto';
import { paths } from '@mizan/contract/paths.ts';
import type { LinkType } from '@mizan/contract/transaction-types.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../server/platform/database/database.ts';
import { handTerminal, makeKey, resultOf } from '../server/testing/hand-terminal.ts';
import { asTestTerminal } from '../server/testing/shop.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, phone } from './testing/stage.ts';

/** What a terminal begins by itself is named as what it is, and nothing is said of it that cannot come true. */
const portals = await shopPortals({ terminals: 2, speed: 0 });
const { shop, db } = portals;
const stage = browserStage();
const [url] = portals.urls;

async function sold(kind: LinkType, at = 0): Promise<string> {
  const { tid = '', enrolCode = '' } = shop.terminals[at] ?? {};
  const terminal = handTerminal(url.replace('http', 'ws'), tid, makeKey());
  await terminal.signIn(enrolCode);
  const paymentId = randomUUID();
  terminal.send({ type: 'sale.report', body: { ...resultOf(paymentId, 55_000), kind } });
  await terminal.next('result.ack');
  const [row] = await platformRows<{ id: string }>(db, 'SELECT id::text FROM transactions WHERE uuid = $1', [
    paymentId,
  ]);
  return row?.id ?? '';
}

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
