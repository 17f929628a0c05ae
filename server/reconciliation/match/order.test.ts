import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headerText, lineText, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

/** What became of every line, by what stands in it, and of every payment. */
async function answersOf(lines: readonly string[], payments: readonly TrialPayment[]): Promise<string[]> {
  const text = [`${headerText},Settlement Date,Batch No`, ...lines, ''].join('\n');
  const { entries, summary } = await tryBankFile(text, payments);
  const answers = entries.map(
    ({ line, outcome, transaction_id, difference_minor, matched_by, reason, claims }) =>
      [
        line === null ? 'payment' : lines[Number(line) - 2],
        outcome,
        transaction_id,
        difference_minor,
        matched_by,
        reason,
        claims,
      ].join(' | '),
  );
  return [...answers.toSorted(), summary.verdict, JSON.stringify(summary.bridges)];
}

const few = <T>(...values: T[]) => fc.constantFrom(...values);
const spot = {
  tid: few('88501158', '88501165'),
  rrn: few('', '', '632609120001', '632609120002', '632609120003'),
  stan: few('', '000001', '000002'),
  auth: few('', '111111', '222222'),
  last4: few('6106', '3421'),
  amount: few(10_000, 5_000, 5_100),
};
const anyLine = fc
  .record({
    ...spot,
    type: few('Purchase', 'Purchase', 'Purchase', 'Refund', 'Chargeback', 'Fee'),
    hour: few(9, 12),
    settled: few('', '23/11/2026', '24/11/2026'),
    batch: few('', '7', '8'),
    fee: few('', '0.80', '0.81'),
  })
  .map((line) => {
    const cells = lineText({
      tid: line.tid,
      rrn: line.rrn,
      stan: line.stan,
      auth: line.auth,
      type: line.type,
      card: `484783******${line.last4}`,
      date: `22/11/2026 ${String(line.hour).padStart(2, '0')}:00`,
      amount: String(line.amount / 100),
      fee: line.fee,
      vat: line.fee === '' ? '' : '0.12',
      net: '',
    });
    return `${cells},${line.settled},${line.batch}`;
  });
const anyPayment = fc
  .record({
    ...spot,
    status: few('APPROVED', 'APPROVED', 'DECLINED'),
    type: few('PURCHASE', 'PURCHASE', 'REFUND'),
    earlier: few(false, false, true),
    claimedDay: few(null, '2026-11-23'),
    claimedBatch: few(null, '7'),
    yearsAgo: few(0, 0, 0, 10),
  })
  .map(
    ({ rrn, stan, auth, amount, earlier, yearsAgo, ...payment }): TrialPayment => ({
      tid: payment.tid,
      last4: payment.last4,
      status: payment.status,
      type: payment.type,
      rrn: rrn === '' ? null : rrn,
      stan: stan === '' ? null : stan,
      authCode: auth === '' ? null : auth,
      amountMinor: amount,
      feeMinor: null,
      vatMinor: null,
      businessDay: `${2026 - yearsAgo}-11-22`,
      createdAtMs: Date.parse(`${2026 - yearsAgo}-11-22T12:00:00+03:00`),
      claimedBy: earlier ? 77 : null,
      claimedLine: earlier ? 2 : null,
      claimedGrossMinor: earlier ? amount : null,
      claimedChargeMinor: earlier ? 92 : null,
      claimedDay: earlier ? payment.claimedDay : null,
      claimedBatch: earlier ? payment.claimedBatch : null,
    }),
  );

test('the order of lines and of payments changes no answer', { timeout: 60_000 }, async () => {
  const world = fc
    .tuple(
      fc.array(anyLine, { minLength: 1, maxLength: 8 }),
      fc
        .array(anyPayment, { maxLength: 8 })
        .map((payments) => payments.map((payment, index) => ({ ...payment, id: index + 1 }))),
    )
    .chain(([lines, payments]) =>
      fc.record({
        lines: fc.constant(lines),
        payments: fc.constant(payments),
        otherLines: fc.shuffledSubarray(lines, { minLength: lines.length }),
        otherPayments: fc.shuffledSubarray(payments, { minLength: payments.length }),
      }),
    );
  await fc.assert(
    fc.asyncProperty(world, async ({ lines, payments, otherLines, otherPayments }) => {
      expect(await answersOf(otherLines, otherPayments)).toEqual(await answersOf(lines, payments));
    }),
    { numRuns: 300 },
  );
});

test('one RRN twice, both amounts wrong: the nearer amount has the payment, whichever stands first', async () => {
  const line = (amount: string) => `${lineText({ stan: '', auth: '', amount, fee: '', vat: '', net: '' })},,`;
  const [near, far] = [line('99.00'), line('80.00')];
  const told = await answersOf([near, far], [{}]);
  expect(told).toEqual(await answersOf([far, near], [{}]));
  expect(told.slice(0, 2)).toEqual([
    expect.stringMatching(/80\.00.*\| duplicate \|/),
    expect.stringMatching(/99\.00.*\| amountDiffers \| 1 \| -100 \| rrnAnyAmount/),
  ]);
});

test('a crowd of payments that nothing tells apart is shared out without a look at the order', async () => {
  const payments = Array.from({ length: 90 }, (_, index) => ({ id: index + 1 }));
  const lines = Array.from({ length: 95 }, (_, index) => {
    const minute = String(index % 60).padStart(2, '0');
    return `${lineText({ date: `22/11/2026 12:${minute}`, scheme: index % 7 === 0 ? '' : 'MADA' })},,`;
  });
  const told = await answersOf(lines, payments);
  expect(told).toEqual(await answersOf(lines.toReversed(), payments));
  expect(told.filter((answer) => answer.includes('| matched |'))).toHaveLength(90);
});
