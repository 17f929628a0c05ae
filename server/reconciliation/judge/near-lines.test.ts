import { expect, test } from 'vitest';
import { fileText, lineOf, sold, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

/** A file without any key that names a payment. */
const keyless = (...rows: readonly [time: string, amount: string, tid?: string][]): string =>
  [
    'Terminal ID,Transaction Date,Card Number,Transaction Amount,Net Amount',
    ...rows.map(([time, amount, tid = '88501158']) => `${tid},${time},484783******6106,${amount},`),
    '',
  ].join('\n');

const minutes = (...times: string[]) => times.map((time, at) => sold(at + 1, `22 ${time}`));
const day = '22/11/2026';

const told = ({ entries }: Awaited<ReturnType<typeof tryBankFile>>) =>
  entries.map(({ outcome, transaction_id, line, reason, detail }) => [
    outcome,
    transaction_id ?? line,
    reason,
    JSON.parse(detail ?? '{}').params?.line ?? null,
  ]);
const toClaim = ({ summary }: Awaited<ReturnType<typeof tryBankFile>>) =>
  summary.bridges.map(({ groups }) => [groups.toClaim, groups.paidTooMuch]);

const rrnOnly = (...rows: string[]): string =>
  ['Terminal ID,RRN,Transaction Date,Transaction Amount,Net Amount', ...rows, ''].join('\n');

test('a payment beside the line that lost the zeros of its RRN is not to claim, and waits for that line', async () => {
  const [first, second] = minutes('11:00', '12:00') as [TrialPayment, TrialPayment];
  const payments = [{ ...first, rrn: '003042448545' }, second];
  const trial = await tryBankFile(
    rrnOnly(
      `88501158,3042448545,${day} 11:00,100.00,99.08`,
      `88501158,${second.rrn},${day} 12:00,100.00,99.08`,
    ),
    payments,
  );
  expect(trial.summary.verdict).toBe('INCOMPLETE');
  expect(toClaim(trial)).toEqual([[0, 0]]);
  expect(told(trial)).toEqual([
    ['undecidedSum', '2', 'nearLine', null],
    ['waits', '1', 'nearLine', 2],
    ['matched', '2', null, null],
  ]);
  expect(trial.entries[0]?.detail).toContain('"transactionId":"1"');
  expect(trial.summary.holes).toMatchObject([
    { kind: 'nearLines', count: 1, waitsCount: 1, waitsMinor: -10_000 },
  ]);
});

test('lines by terminal, minute and amount alone are nobody’s claim and nobody’s gift', async () => {
  const times = ['10:05', '11:10', '12:15', '13:20'];
  const trial = await tryBankFile(
    keyless(...times.map((time): [string, string] => [`${day} ${time}`, '100.00'])),
    minutes(...times),
  );
  expect(trial.summary.verdict).toBe('INCOMPLETE');
  expect(toClaim(trial)).toEqual([[0, 0]]);
  expect(told(trial).filter(([outcome]) => outcome === 'waits')).toEqual([
    ['waits', '1', 'nearLine', 2],
    ['waits', '2', 'nearLine', 3],
    ['waits', '3', 'nearLine', 4],
    ['waits', '4', 'nearLine', 5],
  ]);
});

test('a line of a scheme is rather one of its payments’, whatever their order', async () => {
  const text = [
    'Terminal ID,Transaction Date,Card Number,Card Scheme,Transaction Amount,Net Amount',
    `88501158,${day} 11:00,484783******6106,VISA,100.00,`,
    `88501158,${day} 12:00,484783******6106,MADA,50.00,`,
    '',
  ].join('\n');
  const [mada, visa, last] = minutes('11:00', '11:00', '12:00') as [TrialPayment, TrialPayment, TrialPayment];
  for (const payments of [
    [mada, { ...visa, scheme: 'Visa' }],
    [{ ...mada, scheme: 'Visa' }, visa],
  ]) {
    const trial = await tryBankFile(text, [...payments, { ...last, amountMinor: 5_000 }]);
    const ofVisa = payments.find(({ scheme }) => scheme === 'Visa')?.id;
    expect(told(trial)).toContainEqual(['waits', String(ofVisa), 'nearLine', 2]);
  }
});

test('a line with a payment’s approval code is rather that one’s, and another one is missing', async () => {
  const coded = (code: string): string => `${day},${code},100.00`;
  const text = ['Transaction Date,Auth Code,Transaction Amount', coded('000264'), coded(''), ''].join('\n');
  const codes = [null, '000165', '000264'];
  for (const order of [codes, codes.toReversed()]) {
    const payments = minutes('11:00', '12:00', '13:00').map((payment, at) => ({
      ...payment,
      authCode: order[at] ?? null,
    }));
    const trial = await tryBankFile(text, payments);
    const own = payments.find(({ authCode }) => authCode === '000264')?.id;
    expect(told(trial)).toContainEqual(['waits', String(own), 'nearLine', 2]);
  }
});

test('a STAN speaks for no payment where the file’s are other numbers', async () => {
  const payments = minutes('11:00', '11:01', '11:02', '11:03').map((payment, at) => ({
    ...payment,
    stan: `00000${at + 2}`,
  }));
  const orders = payments.map((payment, at) =>
    lineOf(payment, { rrn: '', auth: '', card: '', stan: String(at + 1) }),
  );
  const trial = await tryBankFile(fileText(...orders), payments);
  const waiting = payments.map(({ id }, at) => ['waits', String(id), 'nearLine', at + 2]);
  expect(told(trial)).toEqual(expect.arrayContaining(waiting));
});

test('one line is one payment’s: where fewer lines come than payments are missing, the rest is to claim', async () => {
  const trial = await tryBankFile(keyless([`${day} 11:10`, '100.00']), minutes('10:05', '11:10'));
  expect(toClaim(trial)).toEqual([[-10_000, 0]]);
  expect(told(trial)).toContainEqual(['missingInBank', '1', expect.anything(), null]);
  expect(told(trial)).toContainEqual(['waits', '2', 'nearLine', 2]);
});

test.each([
  ['another amount', keyless([`${day} 10:05`, '100.01'])],
  ['another sign', keyless([`${day} 10:05`, '-100.00'])],
  ['another terminal', keyless([`${day} 10:05`, '100.00', '88501544'])],
  ['another day', keyless(['21/11/2026 10:05', '100.00'])],
  ['another card', keyless([`${day} 10:05`, '100.00']).replace('6106', '7777')],
  ['another STAN', fileText(lineOf(sold(1, '22 10:05'), { rrn: '', auth: '', stan: '000777', card: '' }))],
  ['another approval code', fileText(lineOf(sold(1, '22 10:05'), { rrn: '', auth: '999777', stan: '' }))],
])('a line of %s holds no payment back', async (_, text) => {
  const trial = await tryBankFile(text, [sold(1, '22 10:05'), sold(2, '22 23:00')]);
  expect(trial.entries.filter(({ reason }) => reason === 'nearLine')).toEqual([]);
});

test('an RRN of another payment’s kind holds none back where the file has RRNs of the portal', async () => {
  const [first, second] = minutes('11:00', '12:00') as [TrialPayment, TrialPayment];
  const trial = await tryBankFile(
    rrnOnly(
      `88501158,999999999999,${day} 11:00,100.00,99.08`,
      `88501158,${second.rrn},${day} 12:00,100.00,99.08`,
    ),
    [first, second],
  );
  expect(trial.summary.verdict).toBe('UNBALANCED');
  expect(toClaim(trial)).toEqual([[-10_000, 10_000]]);
});

test('as many payments as can be have a line, in whatever order the lines stand', async () => {
  // One line may be either's, the other has a card of the second payment: each of both has one.
  const payments = [
    { ...sold(1, '22 10:00'), last4: '1111' },
    { ...sold(2, '22 10:00'), last4: '2222' },
  ];
  const row = (card: string): string => `88501158,,${day} 10:00,${card},100.00,`;
  const rows = [row(''), row('484783******1111')];
  for (const order of [rows, rows.toReversed()]) {
    const text = [
      'Terminal ID,RRN,Transaction Date,Card Number,Transaction Amount,Net Amount',
      ...order,
      '',
    ].join('\n');
    const trial = await tryBankFile(text, payments);
    expect(toClaim(trial)).toEqual([[0, 0]]);
    const lineOfSecond = order.indexOf(rows[0] ?? '') + 2;
    expect(told(trial)).toContainEqual(['waits', '2', 'nearLine', lineOfSecond]);
  }
});

test.each([
  ['the numbers that a terminal gives', 'STAN,Auth Code', '000001,440001', '000002,440002'],
  ['an RRN that lost its zeros', 'RRN', '1234560', '1234561'],
])('without a terminal, lines of day, amount and %s are nobody’s claim and nobody’s gift', async (...of) => {
  const [, keys, one, other] = of;
  const payments = minutes('11:00', '12:00').map((payment, at) => ({ ...payment, rrn: `00000123456${at}` }));
  const trial = await tryBankFile(
    `${keys},Transaction Date,Transaction Amount,Net Amount\n${one},${day},100.00,99.08\n${other},${day},100.00,99.08\n`,
    payments,
  );
  expect(trial.summary.verdict).toBe('INCOMPLETE');
  expect(toClaim(trial)).toEqual([[0, 0]]);
  expect(told(trial).map(([outcome, , reason]) => [outcome, reason])).toEqual([
    ['undecidedSum', 'nearLine'],
    ['undecidedSum', 'nearLine'],
    ['waits', 'nearLine'],
    ['waits', 'nearLine'],
  ]);
});

test('without a terminal, a line of another approval code holds no payment back', async () => {
  const text = `STAN,Auth Code,Transaction Date,Transaction Amount,Net Amount\n,999777,${day},100.00,99.08\n`;
  expect(toClaim(await tryBankFile(text, minutes('11:00')))).toEqual([[-10_000, 10_000]]);
});

test.each([
  ['before', '21', '10:00'],
  ['after', '22', '18:00'],
])('what may be the line of a payment %s what the file covers is no gift', async (_, onDay, time) => {
  const payments = [sold(1, `${onDay} ${time}`, { rrn: '000001234560' }), sold(2, '22 12:00')];
  const trial = await tryBankFile(
    rrnOnly(
      `88501158,1234560,${onDay}/11/2026 ${time},100.00,99.08`,
      `88501158,632609120002,${day} 12:00,100.00,99.08`,
    ),
    payments,
  );
  expect(trial.summary.verdict).toBe('INCOMPLETE');
  expect(toClaim(trial)).toEqual([[0, 0]]);
  expect(told(trial)).toContainEqual(['waits', '1', 'nearLine', 2]);
});

const sold100 = sold(1, '22 10:00', { rrn: '000001234560' });
const reversed = sold(2, '22 11:00', {
  type: 'REVERSAL',
  originalId: 1,
  rrn: '000001234561',
  feeMinor: 0,
  vatMinor: 0,
});
const later = sold(3, '22 12:00');
const lineOfSale = `88501158,1234560,${day} 10:00,100.00,99.08`;
const lineOfReversal = `88501158,1234561,${day} 11:00,-100.00,-100.00`;
const lineOfLater = `88501158,632609120003,${day} 12:00,100.00,99.08`;

test('lines that may be of a sale and of its whole reversal are nobody’s claim and nobody’s gift', async () => {
  const trial = await tryBankFile(rrnOnly(lineOfSale, lineOfReversal, lineOfLater), [
    sold100,
    reversed,
    later,
  ]);
  expect(trial.summary.verdict).toBe('INCOMPLETE');
  expect(toClaim(trial)).toEqual([[0, 0]]);
  expect(told(trial)).toEqual([
    ['undecidedSum', '2', 'nearLine', null],
    ['undecidedSum', '3', 'nearLine', null],
    ['waits', '1', 'nearLine', 2],
    ['waits', '2', 'nearLine', 3],
    ['matched', '3', null, null],
  ]);
});

test('a line that may be of the sale alone is paid too much, as its reversal is in no line', async () => {
  const trial = await tryBankFile(rrnOnly(lineOfSale, lineOfLater), [sold100, reversed, later]);
  expect(trial.summary.verdict).toBe('UNBALANCED');
  expect(toClaim(trial)).toEqual([[0, 10_000]]);
});
