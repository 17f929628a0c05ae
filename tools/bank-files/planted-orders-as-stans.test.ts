/**
 * Files that print a shop's orders, numbered from 1, where STANs stand: they are those of other payments by chance. With approval
 * codes every line finds its payment; with the minute alone none takes another one's, and nothing that was paid is called missing, wherever the minutes tell it.
 * Rows that nobody can read stand among them, and beside the terminals' RRNs lines of months ago.
 * MIZAN_SEED and ORDERS_RUNS play others.
 */
import { isEven } from '@mizan/contract/verdicts.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fileText,
  lineOf,
  sold,
  type Trial,
  type TrialPayment,
  tryBankFile,
} from '../../server/reconciliation/bank-file-trial.ts';

const isLong = Boolean(process.env['MIZAN_LONG']);
const seed = Number(process.env['MIZAN_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_128));
const numRuns = Number(process.env['ORDERS_RUNS'] ?? (isLong ? 5_000 : 150));
const timeout = 1_200_000;

const prices = [10_000, 4_500, 1_200, 3_300, 2_750];
const shop = fc.record({
  sales: fc.array(
    fc.record({
      price: fc.nat(4),
      terminal: fc.nat(1),
      isLost: fc.nat(9),
      isSpoilt: fc.nat(7),
      isLate: fc.nat(5),
    }),
    {
      minLength: 4,
      maxLength: 30,
    },
  ),
  /** How many payments each terminal had before the day. */
  firstStans: fc.tuple(fc.nat(6), fc.nat(6)),
  /** Whether RRNs of the bank's own stand beside the orders. */
  hasOwnRrns: fc.boolean(),
  hasSpoiltRows: fc.boolean(),
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

/**
 * The file of what was paid, with what stands in each line but for terminal, time and amounts; the line of each payment, and the
 * payments whose row nobody can read. `rrnOf` gives what stands as RRN.
 */
function fileOf(drawn: Shop, withCodes: boolean, rrnOf = ownRrnOf(drawn)) {
  const payments = soldBy(drawn);
  // A terminal without any line is another test's.
  const isFirst = (at: number): boolean =>
    drawn.sales.findIndex(({ terminal }) => terminal === drawn.sales[at]?.terminal) === at;
  const written = payments.filter((_, at) => isFirst(at) || drawn.sales[at]?.isLost !== 0);
  const isSpoilt = ({ id }: TrialPayment): boolean => {
    const at = Number(id) - 1;
    return drawn.hasSpoiltRows && !isFirst(at) && drawn.sales[at]?.isSpoilt === 0;
  };
  const isLate = ({ id }: TrialPayment): boolean =>
    !isFirst(Number(id) - 1) && drawn.sales[Number(id) - 1]?.isLate === 0;
  const paid = written.filter((each) => !isSpoilt(each));
  const spoilt = new Set(written.filter(isSpoilt).map(({ id }) => String(id)));
  const rows = written.map((each) => {
    const amount = isSpoilt(each) ? '#####' : (Number(each.amountMinor) / 100).toFixed(2);
    return lineOf(each, {
      rrn: rrnOf(each),
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
  const lineOfPayment = new Map(
    written.flatMap((each, at) => (isSpoilt(each) ? [] : [[String(each.id), String(at + 2)]])),
  );
  const lostCount = payments.length - written.length;
  // A line of today after them on their terminal says that the file goes so far.
  const covered = new Set(
    [...spoilt].filter((id) =>
      paid.some(
        (each) => Number(each.id) > Number(id) && !isLate(each) && each.tid === payments[Number(id) - 1]?.tid,
      ),
    ),
  );
  return { payments, lineOfPayment, spoilt, covered, lostCount, isLate, isTold, text: fileText(...rows) };
}

const ownRrnOf =
  ({ hasOwnRrns }: Shop) =>
  ({ id }: TrialPayment): string =>
    hasOwnRrns ? `9999${String(id).padStart(8, '0')}` : '';

/** Rows that nobody can read leave the file incomplete; of their payments nothing is claimed, and those that it covers wait. */
function expectNoClaim({ spoilt, covered }: Pick<Written, 'spoilt' | 'covered'>, trial: Trial): void {
  expect(trial.summary.rejections.map(({ code }) => code)).toEqual([...spoilt].map(() => 'amount'));
  const ofSpoilt = trial.entries.filter(({ transaction_id }) => spoilt.has(String(transaction_id)));
  expect(ofSpoilt.filter(({ outcome }) => !['waits', 'timing'].includes(String(outcome)))).toEqual([]);
  const waiting = new Set(
    ofSpoilt.flatMap(({ outcome, transaction_id }) => (outcome === 'waits' ? String(transaction_id) : [])),
  );
  expect([...covered].filter((id) => !waiting.has(id))).toEqual([]);
  if (spoilt.size > 0) expect(isEven(trial.summary.verdict)).toBe(false);
}
type Written = ReturnType<typeof fileOf>;

test(`orders in the place of STANs: approval codes find every line's payment (seed ${seed})`, {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(shop, async (drawn) => {
      const { payments, lineOfPayment, text, ...written } = fileOf(drawn, true);
      const trial = await tryBankFile(text, payments);
      const { entries } = trial;
      expectNoClaim(written, trial);
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
      const { payments, lineOfPayment, lostCount, isTold, text } = fileOf(drawn, false);
      fc.pre(isTold);
      const { entries } = await tryBankFile(text, payments);
      // Refused rows name no payment here: as many that are missing wait for them as there are.
      expect(entries.filter(({ outcome }) => outcome === 'missingInBank').length).toBeLessThanOrEqual(
        lostCount,
      );
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

test(`orders in the place of STANs beside the terminals' RRNs: lines of months ago find their payments (seed ${seed})`, {
  timeout,
}, async () => {
  let lateCount = 0;
  await fc.assert(
    fc.asyncProperty(
      shop,
      fc.boolean(),
      fc.integer({ min: 40, max: 400 }),
      async (drawn, withCodes, days) => {
        const { payments, lineOfPayment, isLate, text, ...written } = fileOf(drawn, withCodes, ({ rrn }) =>
          String(rrn),
        );
        const atMs = (payment: TrialPayment): number => Number(payment.createdAtMs) - days * 86_400_000;
        const late = payments.filter(isLate).map((payment) => ({
          ...payment,
          createdAtMs: atMs(payment),
          businessDay: new Date(atMs(payment) + 10_800_000).toISOString().slice(0, 10),
        }));
        const today = payments.filter((payment) => !isLate(payment));
        const trial = await tryBankFile(text, today, {}, late);
        // A refused row of months ago is of no payment that is owed in these days.
        const covered = new Set(
          [...written.covered].filter((id) => !late.some((each) => String(each.id) === id)),
        );
        expectNoClaim({ ...written, covered }, trial);
        const found = trial.entries.filter(({ line }) => line !== null);
        expect(
          found.map(({ outcome, transaction_id, line }) => `${outcome} ${transaction_id} ${line}`).toSorted(),
        ).toEqual([...lineOfPayment].map(([id, line]) => `matched ${id} ${line}`).toSorted());
        lateCount += late.filter(({ id }) => lineOfPayment.has(String(id))).length;
      },
    ),
    { seed, numRuns },
  );
  expect(lateCount).toBeGreaterThan(numRuns);
});
