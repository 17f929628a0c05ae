import { randomUUID } from 'node:crypto';
import { type LinkType, linkTypes } from '@mizan/contract/transaction-types.ts';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import { expectationDifferences, rollupDifferences } from '../../testing/agreement.ts';
import { type HandTerminal, handTerminal, makeKey, resultOf } from '../../testing/hand-terminal.ts';
import { randomFrom } from '../../testing/random-from.ts';
import { asTestTerminal, type ShopTerminal } from '../../testing/shop.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill, startOn, type Till } from '../../testing/till.ts';
import { dashboardOf } from '../dashboard/dashboard.service.ts';
import { getShift } from '../shifts/shift-view.service.ts';
import { openShift } from '../shifts/shifts.service.ts';
import { listPage, totalsOf } from '../transactions/transactions.service.ts';

/** Whatever a test terminal does and says, every figure of the merchant stays as it was, to the row. */
const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();
const seed = Number(process.env.MIZAN_SEED ?? Date.now() % 2 ** 31);
const eventsOfHistory = 60;

/** Everything that counts money or payments. */
const countingTables = [
  'transaction_rollups',
  'transaction_day_rollups',
  'expectations',
  'expectation_days',
  'refunds',
  'shifts',
  'terminal_reconciliations',
  'notices',
];

async function figuresOf({ shop, place }: Till, shiftId: string) {
  const now = clock.now();
  const tables = await Promise.all(
    countingTables.map(async (table) => [
      table,
      await platformRows(db, `SELECT r::text FROM ${table} r WHERE merchant_id = $1 ORDER BY 1`, [
        shop.merchantId,
      ]),
    ]),
  );
  const { terminals: _, ...dashboard } = await dashboardOf(db, shop.owner, {}, now);
  return {
    tables: Object.fromEntries(tables),
    dashboard,
    totals: await totalsOf(db, shop.owner, {}, now),
    byTerminal: await totalsOf(db, shop.owner, { terminalId: [place.id] }, now),
    searched: await totalsOf(db, shop.owner, { minAmountMinor: 1 }, now),
    rows: (await listPage(db, shop.owner, { limit: 200 }, now)).rows,
    shift: await getShift({ db, clock }, shop.owner, shiftId),
    originals: await platformRows(
      db,
      "SELECT id, original_id, bank_id, under_review FROM transactions WHERE merchant_id = $1 AND type <> 'TEST' ORDER BY id",
      [shop.merchantId],
    ),
  };
}

test(`no figure moves by what a test terminal does (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const till = await openTill(world, stand, 2);
  const tested = till.shop.terminals[1] as ShopTerminal;
  await asTestTerminal(db, tested);
  const shift = await openShift({ db, clock }, tested.cashier, null);
  const sold = ['632609100001', '632609100002'];
  for (const rrn of sold) await say(till.terminal, 'PURCHASE', 10_000, { rrn });
  await say(till.terminal, 'PREAUTH', 8_000, { rrn: '632609100003' });
  const terminal = handTerminal(stand.url, tested.tid, makeKey());
  await terminal.signIn(tested.enrolCode);
  const before = await figuresOf(till, shift.id);
  for (let event = 0; event < eventsOfHistory; event += 1) {
    const kind = linkTypes[Math.floor(random() * linkTypes.length)] as LinkType;
    const originalRrn = [...sold, '632609100003', '632609199999'][Math.floor(random() * 4)] as string;
    const refused = random() < 0.3 ? { providerCode: '05', actionCode: '116' } : {};
    const amountMinor = 1 + Math.floor(random() * 20_000);
    if (random() < 0.2) await asked(till, tested, terminal, amountMinor);
    else
      await say(terminal, kind, amountMinor, { rrn: String(632609200000 + event), originalRrn, ...refused });
  }
  terminal.send({
    type: 'recon.result',
    body: {
      reconciliationId: randomUUID(),
      actionCode: '500',
      schemes: [],
      startAt: new Date().toISOString(),
      endAt: new Date().toISOString(),
    },
  });
  await terminal.next('recon.result.ack');
  expect(await figuresOf(till, shift.id)).toEqual(before);
  const [kept] = await platformRows<{ count: number; others: number }>(
    db,
    `SELECT count(*) FILTER (WHERE type = 'TEST') AS count, count(*) FILTER (WHERE type <> 'TEST') AS others
       FROM transactions WHERE terminal_id = $1`,
    [tested.id],
  );
  expect(kept).toEqual({ count: eventsOfHistory, others: 0 });
  // What a test named first is not what a charge of that number finds later.
  await say(till.terminal, 'PURCHASE', 5_000, { rrn: '632609199999' });
  const joined = await platformRows(
    db,
    "SELECT id FROM transactions WHERE type = 'TEST' AND original_id IS NOT NULL",
  );
  expect(joined).toEqual([]);
  expect(await rollupDifferences(db)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
});

async function say(
  terminal: HandTerminal,
  kind: LinkType,
  amountMinor: number,
  more: Parameters<typeof resultOf>[2],
): Promise<void> {
  terminal.send({ type: 'sale.report', body: resultOf(randomUUID(), amountMinor, { kind, ...more }) });
  await terminal.next('result.ack');
}

/** A payment that the portal begins there, to its end. */
async function asked(
  till: Till,
  { id }: ShopTerminal,
  terminal: HandTerminal,
  amountMinor: number,
): Promise<void> {
  const { id: payment } = await startOn(world, till.shop, id, amountMinor);
  const { paymentId } = await terminal.next('pay.start');
  terminal.send({ type: 'pay.ack', paymentId, outcome: 'ACCEPTED' });
  terminal.send({ type: 'pay.result', body: resultOf(paymentId, amountMinor) });
  await terminal.next('result.ack');
  await inTenant(db, till.shop.merchantId, async (tx) => {
    const row = await tx.row(
      'SELECT type, status FROM transactions WHERE merchant_id = tenant_id() AND id = $1',
      [payment],
    );
    expect(row).toEqual({ type: 'TEST', status: 'APPROVED' });
  });
}
