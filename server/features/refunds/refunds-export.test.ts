import { randomUUID } from 'node:crypto';
import * as contract from '@mizan/contract/exports.ts';
import type { ResultBody } from '@mizan/contract/terminal-link.ts';
import { beforeAll, expect, test } from 'vitest';
import { exportSources } from '../../export-sources.ts';
import { resultOf } from '../../testing/hand-terminal.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill, type Till } from '../../testing/till.ts';
import { setRefundLimit } from './refund-limit.service.ts';
import { listRefunds, totalsOfRefunds } from './refund-list.service.ts';
import { refuseRefund, startRefund } from './refunds.service.ts';
import { refundsTable } from './refunds-export.ts';
import { anotherOwner } from './testing/another-owner.ts';

/** The refunds of a filter as a file: the rows of the list, and the sum of the screen. */
const world = await openWorld();
const { db, clock } = world;
const deps = { db, clock };
const stand = await world.stand();
let till: Till;

async function answered(amountMinor: number, more: Partial<ResultBody> = {}) {
  const { paymentId, kind } = await till.terminal.next('pay.start');
  till.terminal.send({ type: 'pay.result', body: resultOf(paymentId, amountMinor, { kind, ...more }) });
  await till.terminal.next('result.ack');
}

beforeAll(async () => {
  till = await openTill(world, stand);
  const { owner } = till.shop;
  const khalid = await anotherOwner(db, till.shop);
  const purchase = await till.begin(40_000);
  till.terminal.send({ type: 'pay.result', body: resultOf(purchase.uuid, 40_000) });
  await till.terminal.next('result.ack');
  await setRefundLimit(deps, owner, 10_000);
  const give = (amountMinor: number, note: string) =>
    startRefund(deps, owner, {
      refundId: randomUUID(),
      originalId: purchase.id,
      type: 'REFUND',
      amountMinor,
      reason: 'OTHER',
      note,
    });
  clock.advance(1_000);
  await give(4_001, '=1+1');
  await answered(4_001, { rrn: '632609000777' });
  clock.advance(1_000);
  await give(2_000, 'the card was another');
  await answered(2_000, { providerCode: '86', actionCode: '197' });
  clock.advance(1_000);
  const refused = await give(20_000, 'wrong roast');
  await refuseRefund(deps, khalid, refused.id, 'Nothing came back');
  clock.advance(1_000);
  await give(15_000, 'wrong size');
  // More than is left, begun at the terminal: it went back, and a person looks.
  clock.advance(1_000);
  const body = resultOf(randomUUID(), 40_000, {
    kind: 'REFUND',
    rrn: '632609000888',
    originalRrn: purchase.rrn,
  });
  till.terminal.send({ type: 'sale.report', body: { ...body, originalRrn: '632609000123' } });
  await till.terminal.next('result.ack');
});

async function written(asked: object = {}, language: 'en' | 'ar' = 'en') {
  const table = await refundsTable(deps, till.shop.merchantId, asked, language);
  const rows: (string | number | null)[][] = [];
  for await (const batch of table.rows)
    rows.push(...batch.map((row) => [...row] as (string | number | null)[]));
  const at = (key: string) => table.columns.findIndex(({ name }) => name === key);
  return { table, rows, at };
}

test('every row of the list once, in its order and with the words of the screen; what was not sent too', async () => {
  const { table, rows, at } = await written();
  const list = await listRefunds(deps, till.shop.owner, { limit: 50 });
  expect(rows.map((row) => row[0])).toEqual(list.rows.map(({ id }) => id));
  expect(table.rowsTotal).toBe(list.rows.length);
  expect(rows.map((row) => [row[at('Status')], row[at('Amount')]])).toEqual([
    ['Approved', 40_000],
    ['Waiting for approval', 15_000],
    ['Not approved', 20_000],
    ['Declined', 2_000],
    ['Approved', 4_001],
  ]);
  expect(rows[2]?.[at('Reason of the decision')]).toBe('Nothing came back');
});

test('the sum is what the screen says was refunded', async () => {
  const { table, at } = await written();
  const { approvedMinor } = await totalsOfRefunds(deps, till.shop.owner, {});
  expect(table.totals().map((row) => row[at('Amount')])).toEqual([approvedMinor]);
  expect(approvedMinor).toBe(44_001);
});

test('a filter narrows it, and the file says that it is not all', async () => {
  const { rows, table } = await written({ state: ['WAITING'] });
  expect(rows).toHaveLength(1);
  expect(table.totals()).toEqual([]);
  expect(table.facts).toContain('Other filters are set: these are not all refunds of these days');
});

test('it is asked for as any export, in both languages, and holds nothing of another merchant', async () => {
  const other = await openTill(world, stand);
  const open = exportSources(deps).refunds;
  const theirs = await open(other.shop.merchantId, { kind: 'refunds', filter: {} }, 'ar');
  expect(theirs.rowsTotal).toBe(0);
  const body = { subject: { kind: 'refunds', filter: { waiting: 'me' } }, format: 'csv', lang: 'en' };
  expect(contract.askExport.body?.safeParse(body).success).toBe(false);
  const { rows } = await written({}, 'ar');
  expect(rows).toHaveLength(5);
});
