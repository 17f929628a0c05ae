/** Refunds that a bank reports under the reference or the RRN of their sale, and themselves by no key that the portal has. */
import { expect, test } from 'vitest';
import { fileText, lineText, type TrialEntry, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

const saleUuid = '0193a1b2-0000-7000-8000-0000000000a1';
const uuidOf = (id: number): string => `0193a1b2-0000-7000-8000-${String(id).padStart(12, '0')}`;
const at = (day: number, time: string): number => Date.parse(`2026-11-${day}T${time}:00+03:00`);

/** The sale of 100.00 on the 20th, which is payment 1. */
const sale: TrialPayment = {
  uuid: saleUuid,
  orderRef: 'INV-1001',
  businessDay: '2026-11-20',
  createdAtMs: at(20, '12:00'),
};
/** A later sale of its terminal: until then the file covers everything. */
const lastSale: TrialPayment = {
  id: 9,
  uuid: uuidOf(9),
  rrn: '632609120009',
  stan: '000009',
  authCode: '440009',
  businessDay: '2026-11-20',
  createdAtMs: at(20, '18:00'),
};
const refund = (id: number, more: TrialPayment = {}): TrialPayment => ({
  id,
  uuid: uuidOf(id),
  type: 'REFUND',
  originalId: 1,
  rrn: `63260912000${id}`,
  stan: `00000${id}`,
  authCode: `44000${id}`,
  amountMinor: 4_000,
  feeMinor: 0,
  vatMinor: 0,
  businessDay: '2026-11-20',
  createdAtMs: at(20, '13:00'),
  ...more,
});

const names =
  'Psp Reference,Merchant Reference,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC)';
const saleLines = [
  'PSP000000000A100,INV-1001,2026-11-20 12:00:00,Asia/Riyadh,Settled,,SAR,,100.00,SAR,,99.08,0.92',
  `PSP000000000A109,${uuidOf(9)},2026-11-20 18:00:00,Asia/Riyadh,Settled,,SAR,,100.00,SAR,,99.08,0.92`,
];
const refundLine = (
  modification: string,
  { psp = saleUuid, order = '', time = '2026-11-20 13:00:00', amount = '40.00' } = {},
): string => `${psp},${order},${time},Asia/Riyadh,Refunded,${modification},SAR,${amount},,SAR,${amount},,`;
const adyen = (...lines: string[]): string => [names, ...lines, ...saleLines, ''].join('\n');

const found = (entries: readonly TrialEntry[]) =>
  entries.map(({ outcome, line, transaction_id, matched_by, reason }) =>
    [outcome, line ?? '-', transaction_id ?? '-', matched_by ?? reason ?? ''].join(' '),
  );
const judged = async (
  text: string,
  payments: readonly TrialPayment[],
  late: readonly TrialPayment[] = [],
  sales: readonly TrialPayment[] = [sale, lastSale],
) => {
  const { entries, summary } = await tryBankFile(text, [...sales, ...payments], {}, late);
  const isOfSale = ({ transaction_id }: TrialEntry): boolean => ['1', '9'].includes(transaction_id ?? '');
  return { verdict: summary.verdict, found: found(entries.filter((one) => !isOfSale(one))) };
};

test('a refund that names its sale in the reference and itself as a modification alone is that refund', async () => {
  expect(await judged(adyen(refundLine('MOD1')), [refund(2)])).toEqual({
    verdict: 'BALANCED',
    found: ['matched 2 2 originalReference'],
  });
});

test('so is one that names the order of its sale', async () => {
  const line = refundLine('MOD1', { psp: 'PSP000000000A100', order: 'INV-1001' });
  expect(await judged(adyen(line), [refund(2)])).toEqual({
    verdict: 'BALANCED',
    found: ['matched 2 2 originalReference'],
  });
});

test('a key that names the refund itself comes first, whatever sale the other lines name', async () => {
  const own = refundLine('MOD1', { psp: 'PSP000000000A100', order: uuidOf(3), time: '2026-11-20 15:00:00' });
  const { found } = await judged(adyen(refundLine('MOD2', { time: '2026-11-20 15:00:00' }), own), [
    refund(2),
    refund(3, { createdAtMs: at(20, '15:00') }),
  ]);
  expect(found).toEqual(['matched 2 2 originalReference', 'matched 3 3 reference']);
});

test('a refund of another amount, and a sale of the same reference, are none of it', async () => {
  expect((await judged(adyen(refundLine('MOD1', { amount: '30.00' })), [refund(2)])).found).toContain(
    'missingInPortal 2 - noKey',
  );
});

const noTime = { time: '2026-11-22 00:00:00' };
const alike = [refund(2), refund(3, { createdAtMs: at(20, '15:00') })];
const undecided = {
  verdict: 'INCOMPLETE',
  found: ['undecidedSum 2 - severalRefunds', 'waits - 2 severalRefunds', 'waits - 3 severalRefunds'],
};
const sorted = (told: { verdict: string; found: string[] }) => ({ ...told, found: told.found.toSorted() });

test('one line for two refunds of a sale and amount is undecided, and neither of them is called missing', async () => {
  expect(sorted(await judged(adyen(refundLine('MOD1', noTime)), alike))).toEqual(undecided);
});

test('so it is by the RRN of the sale', async () => {
  const line = lineText({
    type: 'Refund',
    date: '22/11/2026',
    card: '',
    stan: '',
    auth: '',
    amount: '40.00',
    fee: '0',
    vat: '0',
    net: '-40.00',
  });
  const last = { rrn: '632609120009', stan: '000009', auth: '440009', date: '20/11/2026 18:00' };
  const told = await judged(fileText(line, lineText({ date: '20/11/2026 12:00' }), lineText(last)), alike);
  expect(sorted(told)).toEqual(undecided);
});

test('two lines for the two of them confirm both, and the minute of a refund tells it from another', async () => {
  expect(await judged(adyen(refundLine('MOD1', noTime), refundLine('MOD2', noTime)), alike)).toMatchObject({
    verdict: 'BALANCED',
  });
  const told = await judged(adyen(refundLine('MOD1', { time: '2026-11-20 15:00:00' })), alike);
  expect(sorted(told)).toEqual({
    verdict: 'UNBALANCED',
    found: ['matched 2 3 originalReference', 'missingInBank - 2 nothingNear'],
  });
});

test('two lines for three of them decide nothing, in whatever order they stand', async () => {
  const lines = [refundLine('MOD1', noTime), refundLine('MOD2', noTime)];
  const three = [...alike, refund(4, { createdAtMs: at(20, '16:00') })];
  const told = await judged(adyen(...lines), three);
  expect(told.found.map((one) => one.split(' ')[0] ?? '').toSorted()).toEqual([
    'undecidedSum',
    'undecidedSum',
    'waits',
    'waits',
    'waits',
  ]);
  expect(sorted(await judged(adyen(...lines.toReversed()), three.toReversed()))).toEqual(sorted(told));
});

const brought = { claimedBy: 77, claimedLine: 4, claimedGrossMinor: -4_000, claimedDay: '2026-11-21' };

test('a refund that was declined, or that an earlier file has with another fee, makes no doubt', async () => {
  const line = adyen(refundLine('MOD1', noTime));
  for (const other of [
    refund(3, { status: 'DECLINED' }),
    refund(3, { ...brought, claimedGrossMinor: -3_000 }),
  ])
    expect((await judged(line, [refund(2), other])).found).toContain('matched 2 2 originalReference');
});

test('beside a refund that an earlier file has with the same figures it is asked whether it is that line again', async () => {
  const line = adyen(refundLine('MOD1', noTime));
  expect(sorted(await judged(line, [refund(2), refund(3, brought)]))).toEqual({
    verdict: 'INCOMPLETE',
    found: ['sameAsBefore 2 3 sameAsBefore', 'waits - 2 severalRefunds'],
  });
});

/** Of a week before all that the file's days hold. */
const weekBefore = { businessDay: '2026-11-13', createdAtMs: at(13, '21:30') };
const byRrnOfSale = (cells: Parameters<typeof lineText>[0] = {}): string =>
  lineText({
    type: 'Refund',
    date: '20/11/2026 12:30',
    card: '',
    stan: '',
    auth: '',
    amount: '40.00',
    fee: '0',
    vat: '0',
    net: '-40.00',
    ...cells,
  });
const ofTwoSales = (...lines: string[]): string =>
  fileText(
    ...lines,
    lineText({ date: '20/11/2026 12:00' }),
    lineText({ rrn: '632609120009', stan: '000009', auth: '440009', date: '20/11/2026 18:00' }),
  );

/** As long as an RRN: a shorter one needs its place besides (docs/decisions/0282). */
const longOrder = 'INV-2026-001001';

test.each([
  ['reference', adyen(refundLine('MOD1')), 'originalReference'],
  ['order', adyen(refundLine('MOD1', { psp: 'PSP000000000A100', order: 'INV-1001' })), 'originalReference'],
  ['RRN', ofTwoSales(byRrnOfSale()), 'originalRrn'],
])(
  "a refund of a week before is found by the %s of its sale, whose day is the file's",
  async (_, text, key) => {
    const sales = [{ ...sale, orderRef: longOrder }, lastSale];
    const told = await judged(text.replaceAll('INV-1001', longOrder), [], [refund(2, weekBefore)], sales);
    expect(told).toEqual({
      verdict: 'BALANCED',
      found: [`matched 2 2 ${key}`],
    });
  },
);

test('under a short order of its sale, without a terminal, it may be that refund: it is not called missing', async () => {
  const text = adyen(refundLine('MOD1', { psp: 'PSP000000000A100', order: 'INV-1001' }));
  expect(await judged(text, [], [refund(2, weekBefore)])).toEqual({
    verdict: 'INCOMPLETE',
    found: ['undecidedSum 2 - shortOrder'],
  });
});

test('so it is where the sale is of a day before the file too, and another amount is none of it', async () => {
  const old = { ...sale, rrn: '632609120007', businessDay: '2026-11-12', createdAtMs: at(12, '12:00') };
  const other = { ...sale, id: 7, uuid: uuidOf(7), orderRef: null };
  const toldOf = (amount: string) =>
    judged(
      ofTwoSales(byRrnOfSale({ rrn: '632609120007', amount, net: `-${amount}` })),
      [],
      [old, refund(2, weekBefore)],
      [other, lastSale],
    );
  expect(await toldOf('40.00')).toMatchObject({
    verdict: 'BALANCED',
    found: expect.arrayContaining(['matched 2 2 originalRrn']),
  });
  expect((await toldOf('30.00')).found).toEqual([
    expect.stringContaining('missingInPortal 2 -'),
    'matched 3 7 rrn',
  ]);
});

test('a refund of a week before is as good as one of the file where the line is of neither day', async () => {
  const text = adyen(refundLine('MOD1', noTime));
  expect(sorted(await judged(text, [refund(2)], [refund(3, weekBefore)]))).toEqual({
    verdict: 'INCOMPLETE',
    // The older one is of no day that the file covers: it says nothing of it.
    found: ['undecidedSum 2 - severalRefunds', 'waits - 2 severalRefunds'],
  });
  const ofItsDay = adyen(refundLine('MOD1', { time: '2026-11-20 00:00:00' }));
  expect((await judged(ofItsDay, [refund(2)], [refund(3, weekBefore)])).found).toEqual([
    'matched 2 2 originalReference',
  ]);
});

test('a refund that nobody made, as a chargeback may be called: taken, and the sale stands beside it', async () => {
  const line = byRrnOfSale({ date: '22/11/2026 09:00', amount: '100.00' });
  const { entries, summary } = await tryBankFile(fileText(lineText(), line), [{}]);
  expect(found(entries)).toEqual(['missingInPortal 3 - claimed', 'matched 2 1 rrn']);
  expect(JSON.parse(entries[0]?.detail ?? '{}')).toMatchObject({ candidates: [{ transactionId: '1' }] });
  expect(summary.verdict).toBe('UNBALANCED');
  expect(summary.bridges[0]?.groups).toMatchObject({ toClaim: -10_000 });
});

/** Payment 3 is a refund that has the RRN of its sale itself. */
const sameRrn = refund(3, { rrn: '632609120001' });

test("a refund that has its sale's RRN is told from another one of the sale and amount by the other keys", async () => {
  const second = byRrnOfSale({ stan: '000002', auth: '440002' });
  const third = byRrnOfSale({ stan: '000003', auth: '440003' });
  const both = await judged(ofTwoSales(third, second), [refund(2), sameRrn]);
  expect(both.verdict).toBe('BALANCED');
  expect(both.found.toSorted()).toEqual(['matched 2 3 stan', 'matched 3 2 originalRrn']);
  const secondAlone = await judged(ofTwoSales(second), [refund(2), sameRrn]);
  expect(sorted(secondAlone).found).toEqual(['matched 2 2 originalRrn', 'missingInBank - 3 nothingNear']);
  const thirdTwice = await judged(ofTwoSales(third, third), [refund(2), sameRrn]);
  expect(sorted(thirdTwice).found).toEqual([
    'duplicate 3 - claimed',
    'matched 2 3 stan',
    'missingInBank - 2 nothingNear',
  ]);
});

test("and by nothing where the line says no more than its sale's RRN", async () => {
  expect(sorted(await judged(ofTwoSales(byRrnOfSale()), [refund(2), sameRrn]))).toEqual(undecided);
  expect(await judged(ofTwoSales(byRrnOfSale(), byRrnOfSale()), [refund(2), sameRrn])).toMatchObject({
    verdict: 'BALANCED',
  });
});

test('a refund in two lines takes no other refund of another amount, under the RRN of their sale', async () => {
  const third = byRrnOfSale({ stan: '000003', auth: '440003' });
  const smaller = refund(4, { rrn: '632609120001', amountMinor: 2_000 });
  const told = await judged(ofTwoSales(third, third), [refund(2), sameRrn, smaller]);
  expect(told.found).toContain('missingInBank - 4 nothingNear');
});

test('a line that would repeat a refund may be an older one of that sale', async () => {
  const second = byRrnOfSale({ stan: '000002', auth: '440002' });
  const third = byRrnOfSale({ stan: '000003', auth: '440003' });
  const told = await judged(ofTwoSales(third, second), [sameRrn], [refund(2, weekBefore)]);
  expect(told.verdict).toBe('BALANCED');
  expect(told.found.toSorted()).toEqual(['matched 2 3 stan', 'matched 3 2 originalRrn']);
});
