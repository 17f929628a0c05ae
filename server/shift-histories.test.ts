import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { startPayment } from './features/payments/payments.service.ts';
import { startRefund } from './features/refunds/refunds.service.ts';
import { getShift } from './features/shifts/shift-view.service.ts';
import { closeShift, handOverShift, openShift } from './features/shifts/shifts.service.ts';
import { asNow, connectAll, decide, freeCashier } from './features/shifts/testing/seats.ts';
import { closeDatabase, openDatabase, platformRows } from './platform/database/database.ts';
import { Failure } from './platform/failure.ts';
import type { Member } from './platform/http/call.ts';
import { openShop, type Shop } from './testing/shop.ts';
import { openWorld } from './testing/stand.ts';

/**
 * Random histories of shifts on two processes: cashiers open, pay, hand over, take over and close at once while results come
 * early, late or never. Afterwards each transaction is in one shift of the cashier who asked for it, or in none, and each
 * closed shift is what was counted then and what came later. Again with MIZAN_SEED=<seed>.
 */
const world = await openWorld();
const { clock } = world;
const portals = [world.db, openDatabase(world.database.roles)] as const;
afterAll(() => closeDatabase(portals[1]));

const who = fc.nat(2);
const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('open' as const), who }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pay' as const), who, at: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ownerPays' as const), at: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), of: fc.nat(5) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('decide' as const), of: fc.nat(9), how: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('handOver' as const), who, to: who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('takeOver' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), who }) },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

interface Scene {
  shop: Shop;
  people: Member[];
  amounts: number;
}

/** Refusals are part of the game, and two who decide one payment at once. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
}

const idsOf = (db: typeof world.db, text: string, values: unknown[]): Promise<{ id: string }[]> =>
  platformRows<{ id: string }>(db, text, values);
const openOf = (db: typeof world.db, column: string, id: string) =>
  idsOf(db, `SELECT id::text FROM shifts WHERE ${column} = $1 AND closed_at IS NULL`, [id]);

async function play({ shop, people, ...scene }: Scene, step: Command, portal: number): Promise<void> {
  const db = portals[portal % 2] ?? portals[0];
  const deps = { db, clock };
  const person = 'who' in step ? await asNow(db, people[step.who] as Member) : shop.owner;
  const place = 'at' in step ? shop.terminals[step.at] : undefined;
  if (step.do === 'pay' || step.do === 'ownerPays') {
    const input = { paymentId: randomUUID(), terminalId: place?.id ?? '', amountMinor: scene.amounts };
    await unlessRefused(startPayment(deps, person, input));
  } else if (step.do === 'refund') {
    const sold = await idsOf(
      db,
      `SELECT id AS place, id::text FROM transactions
        WHERE merchant_id = $1 AND status = 'APPROVED' AND type = 'PURCHASE' ORDER BY place`,
      [shop.merchantId],
    );
    const original = sold[step.of % Math.max(1, sold.length)];
    if (!original) return;
    const asked = {
      refundId: randomUUID(),
      originalId: original.id,
      type: 'REFUND',
      reason: 'RETURNED',
    } as const;
    await unlessRefused(startRefund(deps, shop.owner, { ...asked, amountMinor: 1 }));
  } else if (step.do === 'decide') {
    const open = await idsOf(
      db,
      `SELECT id AS place, id::text FROM transactions
        WHERE merchant_id = $1 AND status <> 'APPROVED' ORDER BY place DESC LIMIT 10`,
      [shop.merchantId],
    );
    const one = open[step.of % Math.max(1, open.length)];
    const status = (['APPROVED', 'DECLINED', 'TIMEOUT'] as const)[step.how] ?? 'APPROVED';
    if (one) await decide(db, shop.merchantId, one.id, { status, at: clock.now() });
  } else if (step.do === 'open') await unlessRefused(openShift(deps, person, null));
  else if (step.do === 'takeOver') {
    const [there] = await openOf(db, 'terminal_id', person.terminalId ?? '0');
    await unlessRefused(openShift(deps, person, there?.id ?? null));
  } else {
    const [own] = await openOf(db, 'cashier_id', person.userId);
    if (!own) return;
    const next = step.do === 'handOver' ? people[step.to]?.userId : undefined;
    await unlessRefused(
      next === undefined ? closeShift(deps, person, own.id) : handOverShift(deps, person, own.id, next),
    );
  }
}

interface Kept {
  id: string;
  cashierId: string;
}

async function agrees({ shop }: Scene): Promise<void> {
  const db = portals[0];
  const shifts = await platformRows<Kept>(
    db,
    'SELECT id::text, cashier_id::text AS "cashierId" FROM shifts WHERE merchant_id = $1',
    [shop.merchantId],
  );
  const rows = await platformRows<{ shiftId: string; by: string; minor: number; isOdd: boolean }>(
    db,
    `SELECT t.shift_id::text AS "shiftId", t.started_by_id::text AS by,
            CASE WHEN t.status <> 'APPROVED' THEN 0 WHEN t.type = 'PURCHASE' THEN t.amount_minor ELSE -t.amount_minor END AS minor,
            t.created_at < s.opened_at OR t.created_at > coalesce(s.closed_at, t.created_at)
              OR t.terminal_id <> s.terminal_id AS "isOdd"
       FROM transactions t JOIN shifts s ON s.merchant_id = t.merchant_id AND s.id = t.shift_id
      WHERE t.merchant_id = $1`,
    [shop.merchantId],
  );
  // Who asked while their shift was open there, and nobody else.
  expect(rows.filter((row) => row.isOdd)).toEqual([]);
  for (const row of rows) expect(shifts.find(({ id }) => id === row.shiftId)?.cashierId).toBe(row.by);
  const missed = await platformRows(
    db,
    `SELECT t.id FROM transactions t JOIN shifts s ON s.merchant_id = t.merchant_id AND s.terminal_id = t.terminal_id
        AND s.cashier_id = t.started_by_id AND t.created_at > s.opened_at AND t.created_at < coalesce(s.closed_at, 'infinity')
      WHERE t.merchant_id = $1 AND t.shift_id IS NULL`,
    [shop.merchantId],
  );
  expect(missed).toEqual([]);
  for (const { id } of shifts) {
    const { sums, laterMinor, later, closedAt } = await getShift({ db, clock }, shop.owner, id);
    const now = rows.filter((row) => row.shiftId === id).reduce((sum, { minor }) => sum + minor, 0);
    expect(sums.totalMinor + laterMinor).toBe(now);
    const told = later.map(
      (one) => (one.type === 'PURCHASE' ? 1 : -1) * (one.isCounted ? 1 : -1) * one.amountMinor,
    );
    expect(told.reduce((sum, minor) => sum + minor, 0)).toBe(closedAt === null ? 0 : laterMinor);
    expect(sums.schemes.reduce((sum, { minor }) => sum + minor, 0) - sums.refunds.minor).toBe(
      sums.totalMinor,
    );
  }
}

const histories = process.env.MIZAN_LONG ? 200 : 12;
const seed = Number(process.env.MIZAN_SEED ?? Date.now() % 2 ** 31);

test(`shifts agree with their transactions after random histories (seed ${seed})`, {
  timeout: histories * 50_000,
}, async () => {
  let taken = 0;
  const together = fc.array(command, { minLength: 1, maxLength: 3 });
  const history = fc.asyncProperty(fc.array(together, { minLength: 10, maxLength: 30 }), async (rounds) => {
    const shop = await openShop(portals[0], 2);
    await connectAll(portals[0], shop.merchantId);
    const people = [
      ...shop.terminals.map(({ cashier }) => cashier),
      await freeCashier(portals[0], shop, 'Noura'),
    ];
    const scene: Scene = { shop, people, amounts: 100 };
    for (const round of rounds) {
      // Past the time that a payment may take, so that the next one is not refused.
      clock.advance(4 * 60_000);
      await Promise.all(
        round.map((step, at) => {
          scene.amounts += 1;
          return play({ ...scene }, step, at);
        }),
      );
    }
    await agrees(scene);
    const [row] = await platformRows<{ n: number }>(
      portals[0],
      'SELECT count(*)::int AS n FROM transactions WHERE merchant_id = $1 AND shift_id IS NOT NULL',
      [shop.merchantId],
    );
    taken += row?.n ?? 0;
  });
  await fc.assert(history, { seed, numRuns: histories, endOnFailure: true });
  // The game is worth nothing where nobody was in a shift.
  expect(taken).toBeGreaterThan(0);
});
