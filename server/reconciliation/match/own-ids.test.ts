/** A line that names a payment by its id is no other payment's line, whatever else it says. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sold, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

const idOf = (id: number): string => `0193a1b2-0000-7000-8000-00000000000${id}`;
const names =
  'Terminal ID,Payment Reference,Order Reference,RRN,STAN,Auth Code,Card Number,Transaction Date,Transaction Type,Transaction Amount';
const keysOf = (payment: TrialPayment) => ({
  tid: '88501158',
  id: String(payment.uuid),
  order: String(payment.orderRef ?? ''),
  rrn: String(payment.rrn),
  stan: String(payment.stan),
  auth: String(payment.authCode),
  card: `484783******${payment.last4}`,
  at: Number(payment.createdAtMs),
});
type Keys = ReturnType<typeof keysOf>;
const riyals = (minor: number): string => (minor / 100).toFixed(2);
const row = (keys: Keys, minor: number): string => {
  const [date = '', time = ''] = new Date(keys.at + 10_800_000).toISOString().split('T');
  const when = `${date.split('-').reverse().join('/')} ${time.slice(0, 5)}`;
  const { tid, id, order, rrn, stan, auth, card } = keys;
  return [tid, id, order, rrn, stan, auth, card, when, minor < 0 ? 'Refund' : 'Purchase', riyals(minor)].join(
    ',',
  );
};
const paid = (id: number, more: TrialPayment): TrialPayment =>
  sold(id, `22 1${id}:00`, { uuid: idOf(id), last4: String(4_000 + id), ...more });
const back = (id: number, of: number, amountMinor: number): TrialPayment =>
  paid(id, { type: 'REFUND', originalId: of, amountMinor, feeMinor: 0, vatMinor: 0, mdrBps: 0 });

test('a refund that a line names by its id has that line, though it is as much as another refund of the sale', async () => {
  const [sale, one, other] = [paid(1, {}), back(2, 1, 4_000), back(3, 1, 3_000)];
  const line = { ...keysOf(other), order: idOf(1), rrn: '', stan: '', auth: '' };
  const { entries } = await tryBankFile(`${names}\n${row(keysOf(sale), 10_000)}\n${row(line, -4_000)}\n`, [
    sale,
    one,
    other,
  ]);
  const ofLine = entries.find((entry) => entry.line === '3');
  expect([ofLine?.outcome, ofLine?.transaction_id]).toEqual(['amountDiffers', '3']);
});

/** Sales of two amounts and refunds of them; some share an order. */
const books = fc
  .array(
    fc.record({
      isDear: fc.boolean(),
      order: fc.constantFrom(null, '12', 'SO-2026-00012'),
      backs: fc.nat(2),
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((sales) => {
    const payments: TrialPayment[] = [];
    for (const { isDear, order, backs } of sales) {
      const sale = payments.length + 1;
      payments.push(paid(sale, { amountMinor: isDear ? 10_000 : 4_000, orderRef: order }));
      for (let count = 0; count < backs; count++)
        payments.push(back(payments.length + 1, sale, 4_000 - 1_000 * count));
    }
    return payments.slice(0, 8);
  });
const which = fc.nat(7);
/** A line: which payment's each of its keys is, and how much it pays. */
const mixed = fc.record({
  id: which,
  order: which,
  isOrderId: fc.boolean(),
  rrn: which,
  stan: which,
  auth: which,
  at: which,
  minor: fc.constantFrom(10_000, 4_000, -4_000, -3_000),
});

test('no pass gives a line a payment that its id contradicts', async () => {
  await fc.assert(
    fc.asyncProperty(books, fc.array(mixed, { minLength: 1, maxLength: 4 }), async (payments, lines) => {
      const pick = (index: number): TrialPayment => payments[index % payments.length] as TrialPayment;
      const rows = lines.map((line) => {
        const [order, card] = [keysOf(pick(line.order)), keysOf(pick(line.auth))];
        return row(
          {
            ...keysOf(pick(line.id)),
            order: line.isOrderId ? order.id : order.order,
            rrn: keysOf(pick(line.rrn)).rrn,
            stan: keysOf(pick(line.stan)).stan,
            auth: card.auth,
            card: card.card,
            at: keysOf(pick(line.at)).at,
          },
          line.minor,
        );
      });
      const { entries } = await tryBankFile(`${names}\n${rows.join('\n')}\n`, payments);
      for (const [index, { id, order, isOrderId, minor }] of lines.entries()) {
        const named = [pick(id), ...(isOrderId ? [pick(order)] : [])].filter(
          ({ type }) => (type === 'REFUND') === minor < 0,
        );
        const entry = entries.find(({ line }) => line === String(index + 2));
        const found = entry?.transaction_id;
        if (named.length > 0 && found && entry.outcome !== 'missingInPortal')
          expect(named.map((payment) => String(payment.id))).toContain(found);
      }
    }),
    { numRuns: Number(process.env['IDS_RUNS'] ?? 80), seed: 20_261_130 },
  );
});
