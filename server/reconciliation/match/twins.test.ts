/** Payments that a line fits alike: nothing in the file says which of them is meant. */
import { expect, test } from 'vitest';
import { sold, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

const charges = '0.80,0.12,99.08';
const columns = (keys: string): string => `Terminal ID,${keys},Transaction Date,Amount,Commission,VAT,Net\n`;
const ordered = (...lines: string[]): string =>
  columns('Order ID,STAN,Auth Code') +
  lines.map((line) => `88501158,12,${line},100.00,${charges}\n`).join('');
const halves = [sold(1, '22 11:00', { orderRef: '12' }), sold(2, '22 11:30', { orderRef: '12' })];

const judged = async (text: string, payments: readonly TrialPayment[]) => {
  const { entries, summary } = await tryBankFile(text, payments);
  const told = entries.map(({ outcome, line, transaction_id: id, reason }) =>
    [outcome, line ?? '-', id ?? '-', reason ?? ''].join(' ').trimEnd(),
  );
  return { told: told.toSorted(), verdict: summary.verdict };
};
const undecided = {
  told: ['undecidedSum 2 - severalPayments', 'waits - 1 severalPayments', 'waits - 2 severalPayments'],
  verdict: 'INCOMPLETE',
};

const byStan = `${columns('STAN')}88501158,000001,22/11/2026,100.00,${charges}\n`;
const byRrn = `RRN,Transaction Date,Amount,Commission,VAT,Net\n632609120001,22/11/2026,100.00,${charges}\n`;
const byCode = `${columns('Auth Code,Card Number')}88501158,440001,484783******6106,22/11/2026,100.00,${charges}\n`;
const ofOne = (more: TrialPayment): TrialPayment[] => [sold(1, '22 11:00'), sold(2, '22 11:30', more)];

test.each([
  ['an order paid in halves', ordered(',,22/11/2026'), halves],
  ['a STAN that came again that day', byStan, ofOne({ stan: '000001' })],
  [
    'an RRN of two terminals, which the file does not name',
    byRrn,
    ofOne({ rrn: '632609120001', tid: '88505544' }),
  ],
  ['an approval code of two payments of a card', byCode, ofOne({ authCode: '440001' })],
])('one line for two payments that it fits alike is undecided: %s', async (_, text, payments) => {
  expect(await judged(text, payments)).toEqual(undecided);
});

test('lines for both of them confirm both', async () => {
  const { told, verdict } = await judged(ordered(',,22/11/2026', ',,22/11/2026'), halves);
  expect(told).toEqual(['matched 2 1', 'matched 3 2']);
  expect(verdict).toBe('BALANCED');
});

const withoutTerminal = (keys: string, ...lines: string[]): string =>
  `RRN,${keys},Transaction Date,Amount,Commission,VAT,Net\n${lines.map((line) => `632609120001,${line},22/11/2026,100.00,${charges}\n`).join('')}`;
const ofOneRrn = ofOne({ rrn: '632609120001', tid: '88505544', last4: '3421' });

test.each([
  ['STAN, of an order paid in halves', ordered('000001,,22/11/2026', '000001,,22/11/2026'), halves],
  ['approval code, of an RRN of two terminals', withoutTerminal('Auth Code', '440001', '440001'), ofOneRrn],
  [
    'approval code, of an RRN of two terminals, where the first line is found by its order',
    withoutTerminal('Order ID,Auth Code', 'INV-2026-000001,440001', 'INV-2026-000001,440001'),
    [{ ...ofOneRrn[0], orderRef: 'INV-2026-000001' }, ...ofOneRrn.slice(1)],
  ],
  [
    'card, of an RRN of two terminals',
    withoutTerminal('Card Number', '484783******6106', '484783******6106'),
    ofOneRrn,
  ],
])('a line that stands there twice by %s, confirms nothing of the other one', async (_, text, payments) => {
  expect(await judged(text, payments)).toEqual({
    told: [
      expect.stringMatching(/^duplicate \d - claimed$/),
      expect.stringMatching(/^matched \d 1$/),
      'timing - 2 notDue',
    ],
    verdict: 'UNBALANCED',
  });
});

test('of two lines of which each has something of the other’s payment, the one with more of its own keeps it', async () => {
  const [one, other] = [
    { tid: '88505544', stan: '000001', authCode: '222222' },
    { tid: '88505544', stan: null, authCode: null, last4: '3421' },
  ];
  const payments = [sold(1, '22 11:00', one), sold(2, '22 11:30', { ...other, rrn: '632609120001' })];
  const keyed = withoutTerminal(
    'STAN,Auth Code,Card Number',
    ',111111,484783******6106',
    '000001,222222,484783******3421',
  );
  expect((await judged(keyed, payments)).told).toEqual([
    'duplicate 2 - claimed',
    'matched 3 1',
    'timing - 2 notDue',
  ]);
});

test.each([
  ['the minute', ',,22/11/2026 11:30'],
  ['the STAN', '000002,,22/11/2026'],
  ['the approval code', ',440002,22/11/2026'],
])('%s tells which of them a line is of', async (_, line) => {
  expect((await judged(ordered(line), halves)).told).toEqual([
    'matched 2 2',
    'missingInBank - 1 nothingNear',
  ]);
});

test('where another key gives one of them away the line is of the other', async () => {
  const text = `Terminal ID,Order ID,STAN,Auth Code,Card Number,Transaction Date,Amount,Commission,VAT,Net
88501158,12,,,,22/11/2026,100.00,${charges}
88501158,,,440001,484783******6106,22/11/2026,100.00,${charges}
`;
  expect(await judged(text, halves)).toEqual({ told: ['matched 2 2', 'matched 3 1'], verdict: 'BALANCED' });
});

const held = { claimedBy: 7, claimedLine: 2, claimedGrossMinor: 10_000, claimedChargeMinor: 92 };
const oneBefore = (claimed: TrialPayment): TrialPayment[] => [
  sold(1, '22 11:00', { orderRef: '12', ...held, ...claimed }),
  halves[1] as TrialPayment,
];
const inBatch = (batch: string, ...lines: string[]): string =>
  'Terminal ID,Order ID,Transaction Date,Amount,Commission,VAT,Net,Batch No\n' +
  lines.map((day) => `88501158,12,${day},100.00,${charges},${batch}\n`).join('');

test.each([
  ['in the same batch', '55', { claimedBatch: '55' }],
  ['without a batch or settlement date', '', {}],
])('the line of one that an earlier file has, or of its twin, is asked: %s', async (_, batch, claimed) => {
  expect(await judged(inBatch(batch, '22/11/2026'), oneBefore(claimed))).toEqual({
    told: ['sameAsBefore 2 1 sameAsBefore', 'waits - 2 severalPayments'],
    verdict: 'INCOMPLETE',
  });
});

test('it names the other transaction that it fits', async () => {
  const { entries } = await tryBankFile(inBatch('55', '22/11/2026'), oneBefore({ claimedBatch: '55' }));
  const line = entries.find(({ outcome }) => outcome === 'sameAsBefore');
  expect(JSON.parse(line?.detail ?? '{}')).toMatchObject({
    params: { fitsAnother: true },
    candidates: [{ transactionId: '2' }],
  });
});

test.each([
  [true, ['confirmedBefore 2 1 confirmedBefore', 'missingInBank - 2 nothingNear'], 'UNBALANCED'],
  [false, ['matched 2 2'], 'BALANCED'],
])('and answered: the same line again is %s', async (isSame, told, verdict) => {
  const { entries, summary } = await tryBankFile(
    inBatch('55', '22/11/2026'),
    oneBefore({ claimedBatch: '55' }),
    {
      answers: [{ earlierFileId: '7', line: 2, isSame }],
    },
  );
  const found = entries.map(({ outcome, line, transaction_id: id, reason }) =>
    [outcome, line ?? '-', id ?? '-', reason ?? ''].join(' ').trimEnd(),
  );
  expect(found.toSorted()).toEqual(told);
  expect(summary.verdict).toBe(verdict);
});

test.each([undefined, false])(
  'its twin has another line meanwhile: it is the earlier one again (same: %s)',
  async (isSame) => {
    const text = `Terminal ID,Order ID,RRN,Transaction Date,Amount,Commission,VAT,Net,Batch No
88501158,12,,22/11/2026,100.00,${charges},55
88501158,,632609120002,22/11/2026,105.00,0.84,0.13,104.03,55
`;
    const answers = isSame === undefined ? [] : [{ earlierFileId: '7', line: 2, isSame }];
    const { entries } = await tryBankFile(text, oneBefore({ claimedBatch: '55' }), { answers });
    const ofTwin = entries.filter(({ transaction_id: id }) => id === '2');
    expect(ofTwin.map(({ outcome, line }) => [outcome, line])).toEqual([['amountDiffers', '3']]);
    expect(entries.map(({ outcome, reason }) => [outcome, reason])).not.toContainEqual([
      'sameAsBefore',
      'severalPayments',
    ]);
    const first = entries.find(({ line }) => line === '2');
    expect(JSON.parse(first?.detail ?? '{}').params?.fitsAnother).toBeUndefined();
  },
);

test('of another batch it is its twin’s', async () => {
  const { told } = await judged(inBatch('56', '22/11/2026'), oneBefore({ claimedBatch: '55' }));
  expect(told).toEqual(['matched 2 2']);
});

test('a file that has the lines of both brings one again and confirms the other', async () => {
  const { told } = await judged(inBatch('', '22/11/2026', '22/11/2026'), oneBefore({}));
  expect(told).toEqual(['matched 2 2', 'sameAsBefore 3 1 sameAsBefore']);
});

const bothBefore = (...claimed: TrialPayment[]): TrialPayment[] =>
  halves.map((half, at) => ({ ...half, ...held, claimedLine: at + 2, ...claimed[at] }));

test('a file that has the lines of both again brings nothing twice, and one line more is a duplicate', async () => {
  const lines = ['22/11/2026', '22/11/2026'];
  const [one, other] = [{ claimedBatch: '55' }, { claimedBatch: '55' }];
  const again = ['confirmedBefore 2 1 confirmedBefore', 'confirmedBefore 3 2 confirmedBefore'];
  expect((await judged(inBatch('55', ...lines), bothBefore(one, other))).told).toEqual(again);
  expect((await judged(inBatch('55', ...lines, '22/11/2026'), bothBefore(one, other))).told).toEqual([
    ...again,
    'duplicate 4 - claimed',
  ]);
});

test('each of them is the line of its own batch again', async () => {
  const text = [inBatch('56', '22/11/2026'), inBatch('55', '22/11/2026').split('\n')[1], '']
    .join('\n')
    .replace('\n\n', '\n');
  const { told } = await judged(text, bothBefore({ claimedBatch: '55' }, { claimedBatch: '56' }));
  expect(told).toEqual(['confirmedBefore 2 2 confirmedBefore', 'confirmedBefore 3 1 confirmedBefore']);
});
