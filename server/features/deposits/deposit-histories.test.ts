import * as contract from '@mizan/contract/deposits.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { expectationDifferences } from '../../testing/agreement.ts';
import { anotherMerchant, type BankWorld, bankWorld, sell } from '../reconciliation/testing/bank-world.ts';
import { depositOf, depositsByCell, enter, firstBankOf, undo } from './testing/deposit-world.ts';

/** Random histories of what arrives, on Sunday, 22 November 2026, at noon in Riyadh. */
const first = await bankWorld();
const { db } = first.portal;
const days = ['2026-11-15', '2026-11-16', '2026-11-17'] as const;
const schemes = ['Mada', 'Visa'] as const;

const share = fc.record({
  day: fc.constantFrom(...days),
  scheme: fc.constantFrom(...schemes),
  /** Of what is owed: halves, all of it, twice. */
  part: fc.constantFrom(0.5, 1, 1, 1, 2),
});
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('enter' as const),
      shares: fc.uniqueArray(share, { maxLength: 3, selector: ({ day, scheme }) => day + scheme }),
      more: fc.constantFrom(0, 0, 500, -1),
      isOverpaid: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), which: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), which: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('match' as const), which: fc.nat(7), share }) },
);

/** What the deposits on record come to, in words of the test's own. */
async function fromRows(merchantId: string) {
  const shares = await platformRows<{ cell: string; deposit: string; amount: number }>(
    db,
    `SELECT business_day || ' ' || scheme || ' ' || currency AS cell, deposit_id::text AS deposit, amount_minor AS amount
       FROM deposit_shares WHERE merchant_id = $1 AND undone_at IS NULL`,
    [merchantId],
  );
  const owed = await platformRows<{ cell: string; net: number; fields: string[] }>(
    db,
    `SELECT business_day || ' ' || scheme || ' ' || currency AS cell, sum(net_minor) AS net,
            array_agg(DISTINCT deposit) AS fields
       FROM expectations WHERE merchant_id = $1 AND is_owed GROUP BY 1`,
    [merchantId],
  );
  const deposits = await platformRows<{ id: string; amount: number; shared: number; undone: boolean }>(
    db,
    `SELECT id::text, amount_minor AS amount, shared_minor AS shared, undone_at IS NOT NULL AS undone
       FROM bank_deposits WHERE merchant_id = $1`,
    [merchantId],
  );
  return { shares, owed, deposits };
}

async function assertWhole(world: BankWorld): Promise<void> {
  const { shares, owed, deposits } = await fromRows(world.merchant.merchantId);
  const sumOf = (isIn: (row: (typeof shares)[number]) => boolean) =>
    shares.filter(isIn).reduce((sum, { amount }) => sum + amount, 0);
  for (const { id, amount, shared, undone } of deposits) {
    expect(sumOf(({ deposit }) => deposit === id)).toBe(shared);
    expect(shared).toBeLessThanOrEqual(amount);
    if (undone) expect(shared).toBe(0);
  }
  const shown = await depositsByCell(world);
  for (const { cell, net, fields } of owed) {
    const arrived = sumOf((row) => row.cell === cell);
    expect([cell, fields]).toEqual([cell, [arrived >= net ? 'paid' : 'open']]);
    expect(shown[cell]).toMatchObject({ arrivedMinor: arrived, differenceMinor: arrived - net });
    // Visa of Tuesday is due after three working days, which is today: until it is over nothing is short.
    const less = cell.startsWith('2026-11-17 Visa') ? 'PARTLY' : 'SHORT';
    if (arrived > 0)
      expect(shown[cell]?.state).toBe(arrived === net ? 'PAID' : arrived > net ? 'OVER' : less);
  }
  expect(await expectationDifferences(db)).toEqual([]);
}

const seed = Number(process.env.MIZAN_SEED ?? Date.now() % 2 ** 31);
test(`after any history of deposits, undos and matches the states are what the sums say (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      const world = await anotherMerchant(first);
      const { portal, token } = world;
      const sold = await sell(
        world,
        days.flatMap((day, n) =>
          schemes.map((scheme, m) => ({
            amountMinor: 10_000 + 1_000 * n + 137 * m,
            at: `${day} 10:00`,
            scheme,
          })),
        ),
      );
      const bankId = await firstBankOf(world);
      const netOf = (day: string, scheme: string) =>
        sold
          .filter((each) => each.at.startsWith(day) && each.scheme === scheme)
          .reduce((sum, each) => sum + each.amountMinor - each.feeMinor - each.vatMinor, 0);
      const sharesOf = (wanted: { day: string; scheme: 'Mada' | 'Visa'; part: number }[]) =>
        wanted.map(({ day, scheme, part }) => ({
          day,
          scheme,
          amountMinor: Math.floor(netOf(day, scheme) * part),
        }));
      const ids: string[] = [];
      for (const [at, each] of steps.entries()) {
        const id = 'which' in each ? ids[each.which % Math.max(1, ids.length)] : undefined;
        if (each.do === 'enter') {
          const shares = sharesOf(each.shares);
          const sum = shares.reduce((total, { amountMinor }) => total + amountMinor, 0);
          const body = { amountMinor: Math.max(1, sum + each.more), reference: `R${at}`, shares };
          const answer = await enter(world, depositOf(bankId, { ...body, isOverpaid: each.isOverpaid }));
          expect([201, 409]).toContain(answer.statusCode);
          if (answer.statusCode === 201) ids.push(answer.json<{ id: string }>().id);
        } else if (id !== undefined && each.do === 'undo') {
          expect((await undo(world, id)).statusCode).toBe(200);
        } else if (id !== undefined && each.do === 'release') {
          await portal.call(contract.releaseDeposit, { params: { id } }, { token });
        } else if (id !== undefined && each.do === 'match') {
          const body = { shares: sharesOf([each.share]) };
          const answer = await portal.call(contract.matchDeposit, { params: { id }, body }, { token });
          expect([200, 409]).toContain(answer.statusCode);
        }
        await assertWhole(world);
      }
    }),
    { numRuns: 8, seed },
  );
}, 120_000);
