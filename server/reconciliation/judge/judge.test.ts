import { expect, test } from 'vitest';
import { fileText, lineText, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';
import { type JobPart, type PartFile, unconfirmedPart } from './coverage-job.ts';

const second: TrialPayment = { id: 2, rrn: '632609120002', stan: '000002', authCode: '446121' };
const secondLine = (cells: Parameters<typeof lineText>[0] = {}): string =>
  lineText({ rrn: '632609120002', stan: '000002', auth: '446121', ...cells });

test('amountDiffers: by the amount, with the fee of what the bank paid as agreed', async () => {
  const { entries, summary } = await tryBankFile(
    fileText(lineText({ amount: '90.00', fee: '0.72', vat: '0.11', net: '89.17' })),
    [{}],
  );
  expect(entries).toMatchObject([
    {
      outcome: 'amountDiffers',
      step: 'amountDiffers',
      portal_minor: '10000',
      bank_minor: '9000',
      difference_minor: '-1000',
      reason: 'amount',
    },
  ]);
  expect(summary.bridges[0]).toMatchObject({
    portalMinor: 10_000,
    chargesMinor: -83,
    expectedMinor: 9_917,
    bankMinor: 8_917,
  });
});

test('feeDiffers: the overcharge is named to the halala, with the rate the bank took', async () => {
  const { entries } = await tryBankFile(fileText(lineText({ fee: '0.88', vat: '0.13', net: '98.99' })), [{}]);
  expect(entries).toMatchObject([{ outcome: 'feeDiffers', difference_minor: '-9', reason: 'fee' }]);
  expect(JSON.parse(entries[0]?.detail ?? '')).toEqual({
    params: { bankMinor: 101, expectedMinor: 92, overchargedMinor: 9, bankRateBps: 88 },
    charged: { feeMinor: 88, vatMinor: 13 },
  });
});

test('rounding: truncated fees are told apart from an overcharge', async () => {
  // 0.80% of 101.99 is 0.8159: half-up 0.82 and 0.12, truncated 0.81 and 0.12.
  const payment = { amountMinor: 10_199, feeMinor: 82, vatMinor: 12 };
  const { entries } = await tryBankFile(
    fileText(lineText({ amount: '101.99', fee: '0.81', vat: '0.12', net: '101.06' })),
    [payment],
  );
  expect(entries).toMatchObject([{ outcome: 'rounding', difference_minor: '1' }]);
});

test('rounding: a batch whose halalas even out, with nothing left over, is balanced', async () => {
  const { entries, summary } = await tryBankFile(
    fileText(
      lineText({ amount: '100.00', fee: '0.81', vat: '0.12', net: '99.07' }),
      secondLine({ amount: '100.00', fee: '0.79', vat: '0.12', net: '99.09' }),
    ),
    [{}, second],
  );
  expect(entries.map(({ outcome, difference_minor }) => [outcome, difference_minor])).toEqual([
    ['rounding', '-1'],
    ['rounding', '1'],
  ]);
  expect(summary.bridges[0]).toMatchObject({ differenceMinor: 0 });
});

test('a halala too much on every line is an overcharge, however small', async () => {
  const dear = { fee: '0.81', vat: '0.12', net: '99.07' };
  const { entries } = await tryBankFile(fileText(lineText(dear), secondLine(dear)), [{}, second]);
  expect(entries.map(({ outcome }) => outcome)).toEqual(['feeDiffers', 'feeDiffers']);
});

test('an overcharge of one line is not hidden by its batch, nor does it spoil the rounding of the others', async () => {
  const { entries } = await tryBankFile(
    fileText(
      lineText({ fee: '0.81', vat: '0.12', net: '99.07' }),
      secondLine({ fee: '0.79', vat: '0.12', net: '99.09' }),
      lineText({ rrn: '632609120003', fee: '1.80', vat: '0.27', net: '97.93' }),
    ),
    [{}, second, { id: 3, rrn: '632609120003' }],
  );
  expect(entries.map(({ outcome, difference_minor }) => [outcome, difference_minor])).toEqual([
    ['feeDiffers', '-115'],
    ['rounding', '-1'],
    ['rounding', '1'],
  ]);
});

test('the fee is judged by the rate of the day, capped, and not by the portal of today', async () => {
  const capped = { amountMinor: 2_000_000, feeMinor: 4_000, vatMinor: 600 };
  const { entries } = await tryBankFile(
    fileText(lineText({ amount: '20,000.00'.replace(',', ''), fee: '40.00', vat: '6.00', net: '19954.00' })),
    [capped],
  );
  expect(entries).toMatchObject([{ outcome: 'matched' }]);
});

test('fee lines: their sum is held against the fees agreed on all payments', async () => {
  const plain = { fee: '', vat: '', net: '' };
  const feeLine = (amount: string) =>
    lineText({ rrn: '', stan: '', auth: '', card: '', type: 'Fee', amount, ...plain });
  const right = await tryBankFile(fileText(lineText(plain), secondLine(plain), feeLine('1.84')), [
    {},
    second,
  ]);
  expect(right.entries.map(({ outcome }) => outcome)).toEqual(['matched', 'matched', 'matched']);
  expect(right.summary).toMatchObject({
    verdict: 'BALANCED',
    bridges: [{ chargesMinor: -184, bankMinor: 19_816 }],
  });
  const dear = await tryBankFile(fileText(lineText(plain), secondLine(plain), feeLine('2.00')), [{}, second]);
  expect(dear.entries[0]).toMatchObject({
    outcome: 'feeDiffers',
    line: '4',
    matched_by: 'feeTotal',
    difference_minor: '-16',
  });
  const rent = await tryBankFile(fileText(lineText(plain), secondLine(plain), feeLine('150.00')), [
    {},
    second,
  ]);
  // However much it is: 150.00 was kept where 1.84 is agreed.
  expect(rent.entries[0]).toMatchObject({ outcome: 'feeDiffers', difference_minor: '-14816' });
});

test('statusConflict: declined here and paid there, and approved here but listed as rejected there', async () => {
  const paid = await tryBankFile(fileText(lineText()), [{ status: 'DECLINED' }]);
  expect(paid.entries).toMatchObject([
    { outcome: 'statusConflict', reason: 'status', difference_minor: '10000', claims: 't' },
  ]);
  const text = `RRN,Date,Amount,Status\n632609120001,22/11/2026,100.00,Rejected\n632609120002,22/11/2026,100.00,Settled\n`;
  const unpaid = await tryBankFile(text, [{}, second]);
  expect(unpaid.entries).toMatchObject([
    {
      outcome: 'statusConflict',
      reason: 'unpaid',
      difference_minor: '-10000',
      claims: 'f',
      bank_minor: null,
    },
    { outcome: 'matched' },
  ]);
});

test('chargeback: its payment stays paid, and the amount is a difference that nobody claims', async () => {
  const back = lineText({ type: 'Chargeback', fee: '', vat: '', net: '' });
  const { entries, summary } = await tryBankFile(fileText(back, lineText()), [{}]);
  expect(entries).toMatchObject([
    {
      outcome: 'chargeback',
      line: '2',
      difference_minor: '-10000',
      claims: 'f',
      detail: expect.stringContaining('"transactionId":"1"'),
    },
    { outcome: 'matched', line: '3', transaction_id: '1' },
  ]);
  expect(summary).toMatchObject({
    verdict: 'UNBALANCED',
    bridges: [{ groups: { toClaim: 0, notDueYet: 0, paidTooMuch: 0 }, differenceMinor: -10_000 }],
  });
});

test.each(['Chargeback', 'Second Chargeback', 'SecondChargeback'])(
  '%s without a sign takes the money',
  async (type) => {
    const taken = lineText({ type, fee: '', vat: '', net: '' });
    const { entries } = await tryBankFile(fileText(lineText(), taken), [{}]);
    expect(entries).toMatchObject([
      { outcome: 'chargeback', difference_minor: '-10000' },
      { outcome: 'matched' },
    ]);
  },
);

test.each(['Chargeback Reversal', 'Representment', 'Second Presentment', 'عكس الاعتراض'])(
  '%s without a sign gives the money back, and nobody is asked what it is',
  async (type) => {
    const back = lineText({ type, fee: '', vat: '', net: '' });
    const { entries, summary } = await tryBankFile(fileText(lineText(), back), [{}]);
    expect(summary.words).toEqual([]);
    expect(entries).toMatchObject([
      { outcome: 'chargeback', difference_minor: '10000' },
      { outcome: 'matched' },
    ]);
  },
);

test('timing: after the cut-off a payment is due with the next file, which then has to bring it', async () => {
  const late: TrialPayment = {
    ...second,
    businessDay: '2026-11-23',
    createdAtMs: Date.parse('2026-11-22T22:30:00+03:00'),
  };
  const first = await tryBankFile(fileText(lineText()), [{}, late], { cutoff: '22:00' });
  expect(first.entries).toMatchObject([
    { outcome: 'timing', reason: 'notDue', difference_minor: '-10000' },
    { outcome: 'matched' },
  ]);
  expect(first.entries[0]?.detail).toContain('2026-11-24');
  expect(first.summary).toMatchObject({
    verdict: 'BALANCED',
    bridges: [{ groups: { toClaim: 0, notDueYet: -10_000 } }],
  });
  const next = lineText({ rrn: '632609120009', date: '23/11/2026 10:00' });
  const later = await tryBankFile(
    fileText(next),
    [
      {
        id: 9,
        rrn: '632609120009',
        businessDay: '2026-11-23',
        createdAtMs: Date.parse('2026-11-23T10:00:00+03:00'),
      },
      late,
    ],
    { cutoff: '22:00', parts: [partAfter('2026-11-22T12:00:00+03:00')] },
  );
  expect(later.entries[0]).toMatchObject({ outcome: 'missingInBank', transaction_id: '2' });
});

test('waits: a covered payment is missing only when its due day has passed', async () => {
  const judged = async (dueDay: string) => {
    const { summary, entries } = await tryBankFile(fileText(lineText()), [{}, { ...second, dueDay }]);
    return [summary.verdict, entries[0]?.outcome, summary.bridges[0]?.groups];
  };
  expect(await judged('2026-11-25')).toEqual([
    'INCOMPLETE',
    'waits',
    { toClaim: 0, notDueYet: -10_000, paidTooMuch: 0 },
  ]);
  expect(await judged('2026-11-24')).toEqual([
    'UNBALANCED',
    'missingInBank',
    { toClaim: -10_000, notDueYet: 0, paidTooMuch: 0 },
  ]);
});

test('a stray line of an earlier day does not make that whole day expected', async () => {
  const day = Array.from({ length: 20 }, (_, index) =>
    lineText({ rrn: `6326091300${String(index).padStart(2, '0')}` }),
  );
  const payments: TrialPayment[] = Array.from({ length: 20 }, (_, index) => ({
    id: 100 + index,
    rrn: `6326091300${String(index).padStart(2, '0')}`,
  }));
  const earlier = { businessDay: '2026-11-20', createdAtMs: Date.parse('2026-11-20T12:00:00+03:00') };
  const stray = secondLine({ date: '20/11/2026 12:00' });
  const parts = [partAfter('2026-11-21T12:00:00+03:00')];
  const sold = [
    ...payments,
    { ...second, ...earlier },
    { id: 3, rrn: '632609120003', ...earlier, namedBy: 7 },
  ];
  const { summary } = await tryBankFile(fileText(...day, stray), sold, { parts });
  expect(summary.scope).toMatchObject({ fromDay: '2026-11-20', toDay: '2026-11-22' });
  expect(summary).toMatchObject({ verdict: 'BALANCED', portalCount: 21, matchedCount: 21 });
});

/** A part whose first file, 7, ended then. */
const partAfter = (newestLine: string, of: Partial<PartFile> = {}): JobPart => ({
  ...unconfirmedPart,
  id: '1',
  openingMs: Date.parse('2026-11-15T00:00:00+03:00'),
  files: [
    {
      bankFileId: '7',
      newestLineMs: Date.parse(newestLine),
      settlement: null,
      batches: [],
      stretches: [],
      ...of,
    },
  ],
});

test('INCOMPLETE names an absent terminal and scheme; a missing payment among others is only missing', async () => {
  const verdict = async (payment: TrialPayment, ...lines: string[]) => {
    const { summary } = await tryBankFile(fileText(...lines), [{}, { ...second, ...payment }]);
    return [summary.verdict, ...summary.absent.map(({ kind, value }) => `${kind} ${value}`)];
  };
  expect(await verdict({}, lineText())).toEqual(['UNBALANCED']);
  expect(await verdict({ tid: '88505544' }, lineText())).toEqual(['INCOMPLETE', 'terminal 88505544']);
  expect(await verdict({ scheme: 'Visa' }, lineText())).toEqual(['INCOMPLETE', 'scheme Visa']);
});

test('INCOMPLETE names a day between two files that neither of them holds; a day within one is missing', async () => {
  const on = (day: number): TrialPayment => ({
    id: day,
    rrn: `6326091200${day}`,
    stan: `0000${day}`,
    authCode: `4461${day}`,
    businessDay: `2026-11-${day}`,
    createdAtMs: Date.parse(`2026-11-${day}T10:00:00+03:00`),
  });
  const line = (day: number) =>
    lineText({
      rrn: `6326091200${day}`,
      stan: `0000${day}`,
      auth: `4461${day}`,
      date: `${day}/11/2026 10:00`,
    });
  const between = await tryBankFile(fileText(line(23)), [on(22), on(23)], {
    parts: [partAfter('2026-11-21T10:00:00+03:00')],
  });
  expect(between.summary).toMatchObject({
    verdict: 'INCOMPLETE',
    absent: [{ kind: 'withoutFile', count: 1 }],
    coverage: { withoutFile: [{ tid: '88501158', sums: [{ count: 1, amountMinor: 10_000 }] }] },
  });
  expect(between.entries.map(({ outcome }) => outcome)).toEqual(['matched']);
  const within = await tryBankFile(fileText(line(21), line(23)), [on(21), on(22), on(23)]);
  expect(within.summary).toMatchObject({ verdict: 'UNBALANCED', absent: [] });
  expect(within.entries[0]).toMatchObject({ outcome: 'missingInBank', transaction_id: '22' });
});

test('INCOMPLETE where a batch number of a terminal is left out between two files', async () => {
  const text = 'Terminal ID,RRN,Date,Amount,Batch No\n88501158,632609120001,22/11/2026 12:00,100.00,103\n';
  const lost = { ...second, createdAtMs: Date.parse('2026-11-22T08:00:00+03:00') };
  const batches = (highest: number) => [{ tid: '88501158', lowest: 100, highest }];
  const after = async (highest: number) => {
    const parts = [partAfter('2026-11-21T22:00:00+03:00', { batches: batches(highest) })];
    const { summary } = await tryBankFile(text, [{}, lost], { parts });
    return [summary.verdict, ...summary.absent.map(({ kind }) => kind)];
  };
  expect(await after(101)).toEqual(['INCOMPLETE', 'withoutFile']);
  expect(await after(102)).toEqual(['UNBALANCED']);
});

test('INCOMPLETE where a totals row says that lines are lacking, or a line could not be read', async () => {
  const lacking = await tryBankFile(fileText(lineText(), 'Total,,,,,,,250.00,,,,'), [{}]);
  expect(lacking.summary).toMatchObject({
    verdict: 'INCOMPLETE',
    absent: [{ kind: 'linesOfTotal', value: '15000' }],
  });
  const unread = await tryBankFile(fileText(lineText(), lineText({ amount: 'x' })), [{}]);
  expect(unread.summary).toMatchObject({
    verdict: 'INCOMPLETE',
    absent: [{ kind: 'rejectedLines', count: 1 }],
  });
});

test('currencies are never mixed: one bridge each, and the same amount in another one is no match', async () => {
  const text =
    'RRN,Date,Amount,Currency\n632609120001,22/11/2026,100.00,USD\n632609120002,22/11/2026,100.00,SAR\n';
  const { entries, summary } = await tryBankFile(text, [{}, second]);
  expect(entries.map(({ outcome, currency }) => [outcome, currency])).toEqual([
    ['missingInBank', 'SAR'],
    ['missingInPortal', 'USD'],
    ['matched', 'SAR'],
  ]);
  expect(summary.bridges.map(({ currency, differenceMinor }) => [currency, differenceMinor])).toEqual([
    ['SAR', -10_000],
    ['USD', 10_000],
  ]);
});

test('a payout stands outside the bridge: it is neither sold nor owed', async () => {
  const payout = lineText({
    rrn: '',
    stan: '',
    auth: '',
    card: '',
    type: 'MerchantPayout',
    amount: '-99.08',
    fee: '',
    vat: '',
    net: '-99.08',
  });
  const { summary, entries } = await tryBankFile(fileText(lineText(), payout), [{}]);
  expect(summary.bridges[0]).toMatchObject({ bankMinor: 9_908, differenceMinor: 0 });
  expect(entries).toHaveLength(2);
});
