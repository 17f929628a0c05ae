/**
 * Files that print a shop's orders, numbered from 1, where STANs stand: they are those of other payments by chance. With approval
 * codes every line finds its payment; with the minute alone none takes another one's, and nothing that was paid is called missing, wherever the minutes tell it.
 * MIZAN_SEED and ORDERS_RUNS play others.
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
const seed = Number(process.env['MIZAN_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_128));
const numRuns = Number(process.env['ORDERS_RUNS'] ?? (isLong ? 5_000 : 150));
const timeout = 1_200_000;

const prices = [10_000, 4_500, 1_200, 3_300, 2_750];
const shop = fc.record({
  sales: fc.array(fc.record({ price: fc.nat(4), terminal: fc.nat(1), isLost: fc.nat(9) }), {
    minLength: 4,
    maxLength: 30,
  }),
  /** How many payments each terminal had before the day. */
  firstStans: fc.tuple(fc.nat(6), fc.nat(6)),
  /** Whether RRNs of the bank's own stand beside the orders. */
  hasOwnRrns: fc.boolean(),
});
type Shop = typeof shop extends fc.Arbitrary<infer Drawn> ? Drawn : never;
const tids = ['88501158', '88501159'];

/** A sale a minute, each with approval code and card of its own. */
function soldBy({ sales, firstStans }: Shop): TrialPayment[] {
  const stans = [...firstStans];
  return sales.map(({ price, terminal }, at) => {
    const stan = (stans[terminal] = (stans[terminal] ?? 0) + 1);
    const time = `22 ${String(10 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
    return {
      ...sold(at + 1, time, {
        tid: tids[terminal] as string,
        stan: String(stan).padStart(6, '0'),
        amountMinor: prices[price] as number,
        mdrBps: 0,
        feeMinor: 0,
        vatMinor: 0,
      }),
      authCode: String(440_000 + at),
      last4: String(1_000 + at),
    };
  });
}

/** The file of what was paid, with what stands in each line but for terminal, time and amounts; and the line of each payment. */
function fileOf(drawn: Shop, withCodes: boolean) {
  const payments = soldBy(drawn);
  // A terminal without any line is another test's.
  const isFirst = (at: number): boolean =>
    drawn.sales.findIndex(({ terminal }) => terminal === drawn.sales[at]?.terminal) === at;
  const paid = payments.filter((_, at) => isFirst(at) || drawn.sales[at]?.isLost !== 0);
  const rows = paid.map((each) => {
    const amount = (Number(each.amountMinor) / 100).toFixed(2);
    return lineOf(each, {
      rrn: drawn.hasOwnRrns ? `9999${String(each.id).padStart(8, '0')}` : '',
      stan: String(each.id),
      auth: withCodes ? String(each.authCode) : '',
      card: withCodes ? `484783******${each.last4}` : '',
      amount,
      fee: '0.00',
      vat: '0.00',
      net: amount,
    });
  });
  const isOf = (order: number, payment: TrialPayment): boolean => Number(payment.stan) === order;
  const agreeing = paid.filter((each) => isOf(Number(each.id), each));
  const byChance = paid.filter(
    (each) =>
      !agreeing.includes(each) &&
      payments.some(
        (other) =>
          other.tid === each.tid && other.amountMinor === each.amountMinor && isOf(Number(each.id), other),
      ),
  );
  /** The minutes of more lines say that these are no STANs than of which they, or the numbers by themselves, say that they are. */
  const isTold = paid.length - agreeing.length > Math.max(1, agreeing.length, byChance.length);
  const lineOfPayment = new Map(paid.map(({ id }, at) => [String(id), String(at + 2)]));
  return { payments, lineOfPayment, isTold, text: fileText(...rows) };
}

test(`orders in the place of STANs: approval codes find every line's payment (seed ${seed})`, {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(shop, async (drawn) => {
      const { payments, lineOfPayment, text } = fileOf(drawn, true);
      const { entries } = await tryBankFile(text, payments);
      const found = entries.filter(({ line }) => line !== null);
      expect(
        found.map(({ outcome, transaction_id, line }) => `${outcome} ${transaction_id} ${line}`).toSorted(),
      ).toEqual([...lineOfPayment].map(([id, line]) => `matched ${id} ${line}`).toSorted());
    }),
    { seed, numRuns },
  );
});

test(`orders in the place of STANs beside the minute alone: nothing paid is missing, and no pair is wrong (seed ${seed})`, {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(shop, async (drawn) => {
      const { payments, lineOfPayment, isTold, text } = fileOf(drawn, false);
      fc.pre(isTold);
      const { entries } = await tryBankFile(text, payments);
      const wrong = entries.filter(({ outcome, transaction_id, line }) => {
        const own = lineOfPayment.get(String(transaction_id));
        if (outcome === 'missingInBank') return own !== undefined;
        return line !== null && transaction_id !== null && own !== line;
      });
      expect(
        wrong.map(({ outcome, transaction_id, line }) => `${outcome} ${transaction_id} ${line}`),
      ).toEqual([]);
    }),
    { seed, numRuns },
  );
});
