import { refundReasons } from '@mizan/contract/refund-terms.ts';
import { refundStates } from '@mizan/contract/refunds.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { testClock } from '../../platform/clock.ts';
import { closeDatabase, openDatabase, platformRows } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';
import { listRefunds, totalsOfRefunds } from './refund-list.service.ts';

/** The list of refunds by its filters: those that were sent, in every state, and those that wait, were refused or taken back. */
const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));
const clock = testClock(new Date('2026-11-22T09:00:00Z'));
const world = await makeMerchant(db, { branches: 2, terminals: 3, cashiers: 2 });

interface Planted {
  id: string;
  state: string;
  reason: string | null;
  originalId: string;
  terminalId: string;
  branchId: string;
  askedById: string;
  day: string;
  amountMinor: number;
}
const states = [
  'APPROVED',
  'DECLINED',
  'INITIALIZED',
  'WAITING',
  'REFUSED',
  'WITHDRAWN',
  'APPROVED',
] as const;
const unsent: ReadonlySet<string> = new Set(['WAITING', 'REFUSED', 'WITHDRAWN']);
const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'] as const;

async function onePurchase(own: MerchantWorld, index: number): Promise<string> {
  const terminal = own.terminals[index % 3];
  const [row] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, currency, terminal_id, tid, branch_id, created_at,
       decided_at, business_day) VALUES ($1, gen_random_uuid(), 'PURCHASE', 'APPROVED', 900000, 'SAR', $2, $3, $4,
       '2026-11-17T09:00:00Z', '2026-11-17T09:00:00Z', '2026-11-17') RETURNING id::text`,
    [own.merchantId, terminal?.id, terminal?.tid, terminal?.branchId],
  );
  return row?.id ?? '';
}

/** Each field turns over in a rhythm of its own, so that none stands for another. */
async function plantOne(own: MerchantWorld, originals: readonly string[], index: number): Promise<Planted> {
  const terminal = own.terminals[Math.floor(index / 2) % 3];
  const state = states[index % states.length] ?? 'WAITING';
  const askers = [own.owner.userId, ...own.cashierIds];
  const planted = {
    state,
    reason: refundReasons[Math.floor(index / 3) % refundReasons.length] ?? null,
    originalId: originals[index % originals.length] ?? '',
    terminalId: terminal?.id ?? '',
    branchId: terminal?.branchId ?? '',
    askedById: askers[Math.floor(index / 5) % askers.length] ?? '',
    day: days[Math.floor(index / 4) % days.length] ?? '',
    amountMinor: 100 + index,
  };
  const at = new Date(`${planted.day}T06:00:00Z`);
  at.setUTCMinutes(index);
  const { merchantId } = own;
  if (!unsent.has(state)) {
    const [sent] = await platformRows<{ id: string }>(
      db,
      `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, currency, terminal_id, tid, branch_id, created_at,
         business_day, original_id, started_by_id, decided_at)
       VALUES ($1, gen_random_uuid(), 'REFUND', $2::text, $3, 'SAR', $4, $5, $6, $7::timestamptz, $8, $9, $10,
         CASE WHEN $2::text <> 'INITIALIZED' THEN $7::timestamptz END)
       RETURNING id::text`,
      [
        merchantId,
        state,
        planted.amountMinor,
        planted.terminalId,
        terminal?.tid,
        planted.branchId,
        at,
        planted.day,
        planted.originalId,
        planted.askedById,
      ],
    );
    const id = sent?.id ?? '';
    // Every fourth was begun at the terminal itself: nobody said why.
    if (index % 4 === 3) return { ...planted, id, reason: null };
    await platformRows(db, insertRefund('$11'), [...refundValues(merchantId, planted, at), 'SENT', id]);
    return { ...planted, id };
  }
  const [row] = await platformRows<{ id: string }>(
    db,
    insertRefund("nextval(pg_get_serial_sequence('transactions', 'id'))"),
    [...refundValues(merchantId, planted, at), state],
  );
  return { ...planted, id: row?.id ?? '' };
}

const insertRefund = (id: string): string =>
  `INSERT INTO refunds (merchant_id, id, uuid, original_id, terminal_id, branch_id, type, amount_minor, currency, reason, note,
     asked_by_id, asked_by_name, asked_at, state, decided_by_id)
   VALUES ($1, ${id}, gen_random_uuid(), $2, $3, $4, 'REFUND', $5, 'SAR', $6, 'because', $7::bigint, 'Somebody', $8, $10::text, $9::bigint) RETURNING id::text`;
/** Who took it back asked for it; who refused it is somebody else. */
const decidedBy = ({ state, askedById }: Omit<Planted, 'id'>): string | null =>
  state === 'WITHDRAWN' ? askedById : state === 'REFUSED' ? String(Number(askedById) + 1_000_000) : null;
const refundValues = (merchantId: string, one: Omit<Planted, 'id'>, at: Date): unknown[] => [
  merchantId,
  one.originalId,
  one.terminalId,
  one.branchId,
  one.amountMinor,
  one.reason,
  one.askedById,
  at,
  decidedBy(one),
];

const originals = [await onePurchase(world, 0), await onePurchase(world, 1), await onePurchase(world, 2)];
const planted: Planted[] = [];
for (let index = 0; index < 84; index += 1) planted.push(await plantOne(world, originals, index));

const some = <T>(values: readonly T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), { nil: undefined });
const filters = fc.record({
  state: some(refundStates),
  reason: some(refundReasons),
  branchId: some(world.branchIds),
  terminalId: some(world.terminals.map(({ id }) => id)),
  askedById: some([world.owner.userId, ...world.cashierIds]),
  originalId: fc.option(fc.constantFrom(...originals), { nil: undefined }),
  waiting: fc.option(fc.constant('me' as const), { nil: undefined, freq: 1 }),
  from: fc.option(fc.constantFrom(...days), { nil: undefined }),
  to: fc.option(fc.constantFrom(...days), { nil: undefined }),
});
const has = (chosen: readonly string[] | undefined, value: string | null): boolean =>
  chosen === undefined || (value !== null && chosen.includes(value));
const isSeen = (by: Member, one: Planted): boolean =>
  by.role === 'MERCHANT' || one.askedById === by.userId || one.terminalId === by.terminalId;

test('any combination of filters gives what holds of each refund, newest first, and the totals count it', async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(world.owner, ...world.cashiers), async (chosen, by) => {
      const { from, to } = chosen;
      fc.pre(from === undefined || to === undefined || from <= to);
      // Alone, `from` and `to` are a window of so many days; without both a purchase's refunds are of all time.
      const asked = { ...chosen, from: from ?? days[0], to: to ?? days[3] };
      const expected = planted.filter(
        (one) =>
          isSeen(by, one) &&
          has(chosen.state, one.state) &&
          has(chosen.reason, one.reason) &&
          has(chosen.branchId, one.branchId) &&
          has(chosen.terminalId, one.terminalId) &&
          has(chosen.askedById, one.askedById) &&
          (!chosen.originalId || one.originalId === chosen.originalId) &&
          (!chosen.waiting || (one.state === 'WAITING' && one.askedById !== by.userId)) &&
          one.day >= asked.from &&
          one.day <= asked.to,
      );
      const { rows, nextCursor } = await listRefunds({ db, clock }, by, { ...asked, limit: 200 });
      expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
      expect(nextCursor).toBeNull();
      const times = rows.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted().toReversed());
      const approved = expected.filter(({ state }) => state === 'APPROVED');
      const open = expected.filter(({ state }) => state === 'WAITING' || state === 'INITIALIZED');
      const sum = (of: Planted[]) => of.reduce((all, { amountMinor }) => all + amountMinor, 0);
      expect(await totalsOfRefunds({ db, clock }, by, asked)).toMatchObject({
        count: expected.length,
        atLeast: false,
        approvedCount: approved.length,
        approvedMinor: sum(approved),
        openCount: open.length,
        openMinor: sum(open),
      });
    }),
    { numRuns: 60 },
  );
});
