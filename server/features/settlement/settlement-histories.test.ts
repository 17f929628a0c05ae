import { addDays, dueDayOf } from '@mizan/contract/business-day.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import {
  type ExpectationState,
  getSettlementMonth,
  type SettlementMonth,
} from '@mizan/contract/settlement.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { expectationDifferences } from '../../testing/agreement.ts';
import { reckonDueDays } from '../expectations/due-days.service.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';

/** Random histories of what a bank owes, on Sunday, 22 November 2026, at noon in Riyadh. */
const first = await bankWorld();
const { db } = first.portal;
const today = '2026-11-22';

const monthIn = async ({ portal, token }: BankWorld, month: string): Promise<SettlementMonth> => {
  const answer = await portal.call(getSettlementMonth, { query: { month } }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<SettlementMonth>();
};

/** What the calendar must come to, from the rows alone and in words of its own. */
async function fromRows(merchantId: string) {
  const rows = await platformRows<{
    cell: string;
    day: string;
    due: string;
    line: string;
    missing: boolean;
    net: number | null;
    gross: number;
  }>(
    db,
    `SELECT bank_id || ' ' || scheme || ' ' || business_day AS cell, business_day AS day, due_day AS due, line,
            missing_in_file_id IS NOT NULL AS missing, net_minor AS net, gross_minor AS gross
       FROM expectations WHERE merchant_id = $1 AND is_owed`,
    [merchantId],
  );
  const brought = new Set(rows.filter(({ line }) => line !== 'none').map(({ cell }) => cell));
  const stateOf = (row: (typeof rows)[number]): ExpectationState => {
    if (row.line === 'agreed') return 'CONFIRMED';
    if (row.line !== 'none') return 'DIFFERS';
    if (row.due >= today) return brought.has(row.cell) ? 'PARTLY' : 'NOT_DUE';
    return row.missing || brought.has(row.cell) ? 'OVERDUE' : 'NO_FILE';
  };
  const sums: Record<string, { count: number; netMinor: number; unjudgedMinor: number }> = {};
  for (const row of rows) {
    const sum = (sums[`${row.day} ${stateOf(row)}`] ??= { count: 0, netMinor: 0, unjudgedMinor: 0 });
    sum.count += 1;
    sum.netMinor += row.net ?? 0;
    sum.unjudgedMinor += row.net === null ? row.gross : 0;
  }
  return sums;
}

/** Expectations whose due day is not what terms and closed days say, counted from the day of the sale. */
async function wronglyDue(merchantId: string) {
  const closed = await platformRows<{ from: string; to: string }>(
    db,
    `SELECT from_day AS "from", to_day AS "to" FROM bank_holidays WHERE state <> 'DROPPED'`,
  );
  const rows = await platformRows<{ day: string; due: string }>(
    db,
    'SELECT business_day AS day, due_day AS due FROM expectations WHERE merchant_id = $1 AND is_owed',
    [merchantId],
  );
  return rows.filter(({ day, due }) => due !== dueDayOf(day, { days: 1, kind: 'WORKING' }, closed));
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      ago: fc.nat(12),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('file' as const),
      part: fc.constantFrom(2, 3, 4),
      wrong: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), which: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('holiday' as const),
      ago: fc.integer({ min: -3, max: 12 }),
      days: fc.nat(2),
    }),
  },
);

test('after any history of sales, files, undos and holidays the calendar is the sum over the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 7 }), async (steps) => {
      const world = await anotherMerchant(first);
      const sold: Sold[] = await sell(world, [{ amountMinor: 12_345, at: '2026-11-16 12:00' }]);
      const files: string[] = [];
      for (const [index, each] of steps.entries()) {
        if (each.do === 'sell') {
          const at = `${addDays(today, -each.ago - 1)} 1${index % 10}:05`;
          const more = Array.from({ length: each.count }, (_, n) => ({
            amountMinor: 1_000 + 37 * n + index,
            at,
          }));
          sold.push(...(await sell(world, more)));
        } else if (each.do === 'file') {
          const lines = sold.filter((_, n) => (n + index) % each.part !== 0);
          if (lines.length === 0) continue;
          const wrong = (line: Sold): Sold =>
            each.wrong ? { ...line, amountMinor: line.amountMinor + 100 } : line;
          const file = await reconcile(
            world,
            csvOf(lines.map((line, n) => csvLineOf(n === 0 ? wrong(line) : line))),
            `najd-${index}.csv`,
          );
          files.push(file.id);
        } else if (each.do === 'holiday') {
          const from = addDays(today, -each.ago);
          const to = addDays(from, each.days);
          await platformRows(
            db,
            `INSERT INTO bank_holidays (from_day, to_day, kind, name_en, name_ar, state)
             VALUES ($1, $2, 'OTHER', 'A span', 'أيام', 'PROPOSED')`,
            [from, to],
          );
          await reckonDueDays(db, from, to);
        } else {
          const id = files[each.which % Math.max(1, files.length)];
          if (id === undefined) continue;
          await world.portal.call(contract.undoBankFile, { params: { id } }, { token: world.token });
        }
        await world.runner.idle();
      }
      expect(await expectationDifferences(db)).toEqual([]);
      expect(await wronglyDue(world.merchant.merchantId)).toEqual([]);
      const { rows } = await monthIn(world, '2026-11');
      const shown: Awaited<ReturnType<typeof fromRows>> = {};
      for (const { day, parts } of rows.flatMap(({ days }) => days)) {
        for (const { state, count, netMinor, unjudgedMinor } of parts) {
          shown[`${day} ${state}`] = { count, netMinor, unjudgedMinor };
        }
      }
      expect(shown).toEqual(await fromRows(world.merchant.merchantId));
    }),
    { numRuns: 3 },
  );
}, 120_000);
