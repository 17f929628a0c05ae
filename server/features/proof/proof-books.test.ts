import * as fc from 'fast-check';
import { test } from 'vitest';
import { depositOf, enter, firstBankOf } from '../deposits/testing/deposit-world.ts';
import {
  anotherMerchant,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { close, expectToClose } from './testing/proof-world.ts';

/** Random books: whatever terminals, files and deposits say, each gap is its causes, and each cause its rows. */
const seed = Number(process.env.MIZAN_SEED ?? Date.now() % 2 ** 31);
const first = await bankWorld();
const days = ['2026-11-16', '2026-11-17', '2026-11-18'] as const;

const sale = fc.record({
  amountMinor: fc.integer({ min: 100, max: 900_000 }),
  day: fc.constantFrom(...days),
  hour: fc.integer({ min: 8, max: 21 }),
  terminal: fc.integer({ min: 0, max: 2 }),
  type: fc.constantFrom('PURCHASE' as const, 'PURCHASE' as const, 'PURCHASE' as const, 'REFUND' as const),
  scheme: fc.constantFrom('Mada' as const, 'Visa' as const),
  line: fc.constantFrom('plain', 'plain', 'plain', 'none', 'amount', 'fee', 'twice', 'strange'),
});
const book = fc.record({
  sales: fc.array(sale, { minLength: 1, maxLength: 14 }),
  closes: fc.array(
    fc.record({
      day: fc.constantFrom(...days),
      terminal: fc.integer({ min: 0, max: 2 }),
      more: fc.integer({ min: 0, max: 2 }),
    }),
    { maxLength: 6 },
  ),
  hasFile: fc.boolean(),
  deposits: fc.array(
    fc.record({
      day: fc.constantFrom(...days),
      scheme: fc.constantFrom('Mada' as const, 'Visa' as const),
      amountMinor: fc.integer({ min: 1, max: 400_000 }),
    }),
    { maxLength: 3 },
  ),
});

test(`random books close at every level, by branch, bank and terminal, for a day and the month (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(book, async ({ sales, closes, hasFile, deposits }) => {
      const world = await anotherMerchant(first);
      const bankId = await firstBankOf(world);
      // In the order of time: a terminal counts what came before it closed.
      for (const day of days) {
        const ofDay = sales.filter((each) => each.day === day);
        const sold = await sell(
          world,
          ofDay.map(({ amountMinor, hour, terminal, type, scheme }) => ({
            amountMinor,
            terminal,
            type,
            scheme,
            at: `${day} ${String(hour).padStart(2, '0')}:00`,
          })),
        );
        for (const { terminal, more } of closes.filter((each) => each.day === day))
          await close(world, terminal, `${day} 21:30`, { count: more, minor: more * 1_500 });
        const lines = sold.flatMap((each, at) => {
          switch (ofDay[at]?.line) {
            case 'none':
              return [];
            case 'amount':
              return [csvLineOf(each, { amountMinor: each.amountMinor + 250 })];
            case 'fee':
              return [csvLineOf(each, { feeMinor: each.feeMinor + 77 })];
            case 'twice':
              return [csvLineOf(each), csvLineOf(each)];
            case 'strange':
              return [
                csvLineOf(each),
                csvLineOf(each, {
                  rrn: `9${each.rrn.slice(1)}`,
                  approvalCode: '000001',
                  lastFour: '0001',
                  amountMinor: 333,
                }),
              ];
            default:
              return [csvLineOf(each)];
          }
        });
        if (hasFile && lines.length > 0) await reconcile(world, csvOf(lines), `${day}.csv`);
      }
      for (const share of deposits)
        await enter(
          world,
          depositOf(bankId, {
            valueDate: '2026-11-19',
            amountMinor: share.amountMinor,
            shares: [share],
            isOverpaid: true,
            isAnother: true,
          }),
        );
      for (const by of ['branch', 'bank', 'terminal'] as const)
        await expectToClose(world, { month: '2026-11', by }, by === 'branch');
      await expectToClose(world, { day: days[1] }, false);
      await expectToClose(world, { day: days[1], bankId, by: 'bank' }, false);
      await expectToClose(world, { day: days[1], branchId: world.merchant.branchIds[1] ?? '' });
    }),
    { numRuns: 4, seed, endOnFailure: true },
  );
}, 120_000);
