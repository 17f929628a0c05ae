/**
 * Banks that number their lines by themselves, with numbers that are now and then those of other payments by chance, and banks
 * that print the terminals' RRNs beside STANs of their own, or orders in the place of STANs: every line finds its payment. MIZAN_SEED and OWN_RRNS_RUNS play others.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fileText,
  lineOf,
  sold,
  type TrialPayment,
  tryBankFile,
} from '../../server/reconciliation/bank-file-trial.ts';

const isLong = Boolean(process.env['MIZAN_LONG']);
const seed = Number(process.env['MIZAN_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_126));
const numRuns = Number(process.env['OWN_RRNS_RUNS'] ?? (isLong ? 5_000 : 150));
const timeout = 1_200_000;

/** What a shop sold: a few prices, so that equal amounts are common; by two terminals, each with STANs of its own. */
const shop = fc.array(
  fc.record({ price: fc.constantFrom(10_000, 4_500, 1_200), terminal: fc.nat(1), isLost: fc.nat(9) }),
  { minLength: 4, maxLength: 30 },
);
const tids = ['88501158', '88501159'];

function soldBy(sales: { price: number; terminal: number }[]): TrialPayment[] {
  const stans = [0, 0];
  return sales.map(({ price, terminal }, at) => {
    const time = `22 ${String(10 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
    stans[terminal] = (stans[terminal] ?? 0) + 1;
    return sold(at + 1, time, {
      tid: tids[terminal] as string,
      stan: String(stans[terminal]).padStart(6, '0'),
      amountMinor: price,
      mdrBps: 0,
      feeMinor: 0,
      vatMinor: 0,
    });
  });
}
const lineWith = (payment: TrialPayment, cells: Parameters<typeof lineOf>[1]): string => {
  const amount = (Number(payment.amountMinor) / 100).toFixed(2);
  return lineOf(payment, { auth: '', card: '', amount, fee: '0.00', vat: '0.00', net: amount, ...cells });
};

/**
 * The lines' own numbers, some of them those of other payments: of fewer than half of the lines, because where as many are the
 * terminals' as not, nothing tells whose they are.
 */
function numbersByChance(
  paid: readonly TrialPayment[],
  strangers: readonly TrialPayment[],
  hits: readonly { line: number; of: number }[],
): string[] {
  const numbers = paid.map((_, at) => `9999${String(at + 1).padStart(8, '0')}`);
  for (const { line, of } of hits.slice(0, Math.ceil(paid.length / 2) - 1)) {
    const at = line % paid.length;
    const other = strangers[of % strangers.length] as TrialPayment;
    if (other.id !== paid[at]?.id) numbers[at] = String(other.rrn);
  }
  return numbers;
}

/** What is found, as 'outcome payment line'; of a payment without a line that it has none: when it is due is another test's. */
async function foundIn(text: string, payments: readonly TrialPayment[]): Promise<string[]> {
  const { entries } = await tryBankFile(text, payments);
  return entries
    .map(({ outcome, transaction_id, line }) =>
      line === null ? `without ${transaction_id}` : `${outcome} ${transaction_id} ${line}`,
    )
    .toSorted();
}

test(`own RRNs that are by chance those of other payments find none of these (seed ${seed})`, {
  timeout,
}, async () => {
  const chance = fc.array(fc.record({ line: fc.nat(30), of: fc.nat(40) }), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(shop, chance, async (sales, hits) => {
      const payments = soldBy(sales);
      const old = payments.slice(0, 3).map((each, at) => ({
        ...each,
        id: 900 + at,
        rrn: `63230912000${at}`,
        stan: `000${700 + at}`,
        businessDay: '2026-10-20',
        createdAtMs: Date.parse('2026-10-20T12:00:00+03:00'),
        claimedBy: '77',
        claimedLine: at + 2,
      }));
      // A terminal without any line is another test's.
      const isOnly = (at: number): boolean =>
        sales.findIndex(({ terminal }) => terminal === sales[at]?.terminal) === at;
      const has = (at: number): boolean => isOnly(at) || sales[at]?.isLost !== 0;
      const paid = payments.filter((_, at) => has(at));
      const rrns = numbersByChance(paid, [...payments, ...old], hits);
      const text = fileText(...paid.map((each, at) => lineWith(each, { rrn: rrns[at] as string })));
      const lines = new Map(paid.map((each, at) => [each.id, at + 2]));
      const wanted = payments.map(({ id }) =>
        lines.has(id) ? `matched ${id} ${lines.get(id)}` : `without ${id}`,
      );
      expect(await foundIn(text, [...payments, ...old])).toEqual(wanted.toSorted());
    }),
    { seed, numRuns },
  );
});

test(`the terminals' RRNs beside STANs of the bank's own find their payments all the same (seed ${seed})`, {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(shop, fc.integer({ min: 1, max: 5 }), async (sales, step) => {
      const payments = soldBy(sales);
      const text = fileText(
        ...payments.map((each) => {
          const stan = String(Number(each.stan) + step).padStart(6, '0');
          return lineWith(each, { stan });
        }),
      );
      expect(await foundIn(text, payments)).toEqual(
        payments.map(({ id }, at) => `matched ${id} ${at + 2}`).toSorted(),
      );
    }),
    { seed, numRuns },
  );
});

test(`own RRNs beside orders in the place of STANs find no payment by chance (seed ${seed})`, {
  timeout,
}, async () => {
  const chance = fc.array(fc.record({ line: fc.nat(30), of: fc.nat(40) }), { minLength: 1, maxLength: 3 });
  const orders = fc.constantFrom(
    (id: number) => `ORD-${id}`,
    (id: number) => String(700_000 + id),
    () => '',
  );
  await fc.assert(
    fc.asyncProperty(shop, chance, orders, async (sales, hits, orderOf) => {
      const payments = soldBy(sales).map((each) => ({
        ...each,
        authCode: String(440_000 + Number(each.id)),
        last4: String(1_000 + Number(each.id)),
      }));
      const old = payments.slice(0, 3).map((each, at) => ({
        ...each,
        id: 900 + at,
        rrn: `63230912000${at}`,
        authCode: `55000${at}`,
        businessDay: '2026-10-20',
        createdAtMs: Date.parse('2026-10-20T12:00:00+03:00'),
        claimedBy: '77',
        claimedLine: at + 2,
      }));
      const isOnly = (at: number): boolean =>
        sales.findIndex(({ terminal }) => terminal === sales[at]?.terminal) === at;
      const paid = payments.filter((_, at) => isOnly(at) || sales[at]?.isLost !== 0);
      const rrns = numbersByChance(paid, [...payments, ...old], hits);
      const text = fileText(
        ...paid.map((each, at) =>
          lineWith(each, {
            rrn: rrns[at] as string,
            stan: orderOf(Number(each.id)),
            auth: each.authCode,
            card: `484783******${each.last4}`,
          }),
        ),
      );
      const lines = new Map(paid.map((each, at) => [each.id, at + 2]));
      const wanted = payments.map(({ id }) =>
        lines.has(id) ? `matched ${id} ${lines.get(id)}` : `without ${id}`,
      );
      expect(await foundIn(text, [...payments, ...old])).toEqual(wanted.toSorted());
    }),
    { seed, numRuns },
  );
});
