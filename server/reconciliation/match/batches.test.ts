import { describe, expect, test } from 'vitest';
import { type TrialPayment, tryBankFile } from '../bank-file-trial.ts';
import { at, counted, mixed, sums, told } from '../batch-trial.ts';

describe('several batches of one terminal in one day', () => {
  const day = [
    at(1, '22 09:00', 10_000),
    at(2, '22 11:00', 5_000),
    at(3, '22 17:00', 8_000),
    at(4, '22 19:00', 4_700),
  ];

  test('are cut by time where their sums end', async () => {
    for (const rows of [
      ['22/11/2026,150.00', '22/11/2026,127.00'],
      ['22/11/2026,127.00', '22/11/2026,150.00'],
    ]) {
      const trial = told(await tryBankFile(sums(...rows), day));
      const [first, second] = rows[0]?.includes('150') ? [2, 3] : [3, 2];
      expect(trial).toEqual({
        verdict: 'GROSS_AGREED',
        has: { [first]: [1, 2], [second]: [3, 4] },
        said: [],
      });
    }
  });

  test('are undecided where the day can be cut in two ways: nothing is confirmed, missing or too much', async () => {
    const same = [
      at(1, '22 09:00', 3_000),
      at(2, '22 11:00', 7_000),
      at(3, '22 17:00', 3_000),
      at(4, '22 19:00', 7_000),
      at(5, '22 20:00', 3_000),
    ];
    const trial = await tryBankFile(sums('22/11/2026,100.00', '22/11/2026,100.00'), same);
    expect(told(trial)).toMatchObject({ verdict: 'INCOMPLETE', has: {} });
    expect(trial.summary.bridges[0]?.groups).toMatchObject({ toClaim: 0, paidTooMuch: 0 });
    expect(told(trial).said.slice(0, 2)).toEqual([
      ['undecidedSum', 2, 'sums'],
      ['undecidedSum', 3, 'sums'],
    ]);
    // All was read, so nothing waits because of a line that could not be.
    expect(trial.summary.absent).toEqual([]);
    expect(trial.summary.holes).toMatchObject([
      { kind: 'undecidedSums', value: '', count: 2, waitsCount: 5, waitsMinor: -23_000, edge: null },
    ]);
  });

  test('say so where a batch lacks: the day is not forced together', async () => {
    const trial = told(await tryBankFile(sums('22/11/2026,150.00', '22/11/2026,126.00'), day));
    // The batch that begins the day is whole, and the other one is not made to fit.
    expect(trial.has).toEqual({ 2: [1, 2] });
    expect(trial.said[0]).toEqual(['undecidedSum', 3, 'manySums']);
    expect(trial.verdict).toBe('INCOMPLETE');
  });
});

test('a batch that was closed after midnight has what was sold before and after it', async () => {
  const payments = [
    at(1, '22 21:00', 10_000),
    at(2, '22 23:50', 5_000),
    at(3, '23 00:20', 2_500),
    at(4, '23 12:00', 8_000),
  ];
  const closed = told(await tryBankFile(sums('23/11/2026,175.00', '23/11/2026,80.00'), payments));
  expect(closed).toEqual({ verdict: 'GROSS_AGREED', has: { 2: [1, 2, 3], 3: [4] }, said: [] });
  const alone = told(await tryBankFile(sums('22/11/2026,175.00'), payments.slice(0, 3)));
  expect(alone).toEqual({ verdict: 'GROSS_AGREED', has: { 2: [1, 2, 3] }, said: [] });
});

describe('how many payments a sum says it has', () => {
  const payments = [at(1, '22 09:00', 10_000), at(2, '22 11:00', 5_000), at(3, '22 12:00', -5_000)];

  test('decides which payments are meant', async () => {
    const two = [at(1, '22 09:00', 10_000), at(2, '22 11:00', 5_000)];
    expect(told(await tryBankFile(counted('22/11/2026,150.00,٢'), two))).toEqual({
      verdict: 'GROSS_AGREED',
      has: { 2: [1, 2] },
      said: [],
    });
    const one = told(await tryBankFile(counted('22/11/2026,100.00,1'), payments));
    expect(one.has).toEqual({ 2: [1] });
  });

  test('is said where the sum agrees and the count does not', async () => {
    const two = [at(1, '22 09:00', 10_000), at(2, '22 11:00', 5_000)];
    const trial = await tryBankFile(counted('22/11/2026,150.00,3'), two);
    expect(told(trial)).toEqual({
      verdict: 'INCOMPLETE',
      has: { 2: [1, 2] },
      said: [['countDiffers', 2, 'count']],
    });
    expect(JSON.parse(trial.entries[0]?.detail ?? '{}')).toEqual({ params: { ownCount: 2, lineCount: 3 } });
  });
});

describe('a file in which most lines are single and some are a batch', () => {
  const single = '88501158,22/11/2026,632609120009,31.00';
  const known = at(9, '22 08:00', 3_100);

  test('the batch has what no single line has', async () => {
    const trial = await tryBankFile(mixed(single, '88501158,22/11/2026,,150.00'), [
      known,
      at(1, '22 09:00', 10_000),
      at(2, '22 11:00', 5_000),
    ]);
    expect(told(trial)).toEqual({ verdict: 'GROSS_AGREED', has: { 2: [9], 3: [1, 2] }, said: [] });
  });

  test('is undecided where a part of them makes the sum as well', async () => {
    const trial = await tryBankFile(mixed(single, '88501158,22/11/2026,,100.00'), [
      known,
      at(1, '22 09:00', 10_000),
      at(2, '22 11:00', 5_000),
      at(3, '22 12:00', -5_000),
    ]);
    expect(told(trial)).toMatchObject({ verdict: 'INCOMPLETE', has: { 2: [9] } });
    expect(told(trial).said[0]).toEqual(['undecidedSum', 3, 'sums']);
    expect(trial.summary.bridges[0]?.groups).toMatchObject({ toClaim: 0, paidTooMuch: 0 });
  });
});

describe('sums and earlier files', () => {
  const held = (line: number): TrialPayment => ({ claimedBy: 77, claimedLine: line });

  test('a batch after midnight that comes again is asked, and not paid too much', async () => {
    const payments = [at(1, '22 23:00', 10_000, held(4)), at(2, '23 00:10', 5_000, held(4))];
    const trial = told(await tryBankFile(sums('23/11/2026,150.00'), payments));
    expect(trial).toEqual({ verdict: 'INCOMPLETE', has: {}, said: [['sameAsBefore', 2, 'sameAsBefore']] });
  });

  test('the sum of lines that an earlier file had one by one is asked as well', async () => {
    const payments = [at(1, '22 09:00', 10_000, held(4)), at(2, '22 10:00', 5_000, held(5))];
    const trial = told(await tryBankFile(sums('22/11/2026,150.00'), payments));
    expect(trial.said).toEqual([['sameAsBefore', 2, 'sameAsBefore']]);
  });

  test('where earlier files have a part of the sum, it is undecided and not paid too much', async () => {
    const payments = [at(1, '22 09:00', 10_000, held(4)), at(2, '22 10:00', 5_000)];
    const trial = await tryBankFile(sums('22/11/2026,150.00'), payments);
    expect(told(trial).said[0]).toEqual(['undecidedSum', 2, 'sums']);
    expect(trial.summary.bridges[0]?.groups).toMatchObject({ toClaim: 0, paidTooMuch: 0 });
  });

  test('single lines of payments that a sum has are asked, because their fees are not known apart', async () => {
    const payments = [at(1, '22 09:00', 10_000, { ...held(4), claimedGrossMinor: 10_000 })];
    const trial = told(await tryBankFile(mixed('88501158,22/11/2026,632609120001,100.00'), payments));
    expect(trial.said).toEqual([['sameAsBefore', 2, 'sameAsBefore']]);
  });
});

test('sums of a scheme and a terminal are cut apart from those of other schemes', async () => {
  const rows = ['Terminal ID,Transaction Date,Card Scheme,Amount,Batch No'];
  rows.push(
    '88501158,22/11/2026,MADA,150.00,7',
    '88501158,22/11/2026,MADA,30.00,8',
    '88501158,22/11/2026,VISA,70.00,7',
  );
  const payments = [
    at(1, '22 09:00', 10_000),
    at(2, '22 10:00', 7_000, { scheme: 'Visa' }),
    at(3, '22 11:00', 5_000),
    at(4, '22 18:00', 3_000),
  ];
  expect(told(await tryBankFile([...rows, ''].join('\n'), payments))).toEqual({
    verdict: 'GROSS_AGREED',
    has: { 2: [1, 3], 3: [4], 4: [2] },
    said: [],
  });
});

test('six batches of one day are cut by their numbers', async () => {
  const payments = Array.from({ length: 12 }, (_, index) =>
    at(index + 1, `22 ${String(8 + index).padStart(2, '0')}:00`, 1_000 + 2 ** index * 10),
  );
  const sum = (from: number): string =>
    ((Number(payments[from]?.amountMinor) + Number(payments[from + 1]?.amountMinor)) / 100).toFixed(2);
  const rows = [0, 2, 4, 6, 8, 10].map((from, index) => `88501158,22/11/2026,${20 + index},${sum(from)}`);
  const trial = told(
    await tryBankFile(
      ['Terminal ID,Transaction Date,Batch No,Amount', ...rows.toReversed(), ''].join('\n'),
      payments,
    ),
  );
  expect([trial.verdict, trial.said]).toEqual(['GROSS_AGREED', []]);
  expect(trial.has[7]).toEqual([1, 2]);
});

describe('sums of both signs in one day', () => {
  const soldAndGiven = [
    at(1, '22 09:00', 10_000),
    at(2, '22 11:00', -2_000),
    at(3, '22 17:00', 5_000),
    at(4, '23 00:10', 2_000),
    at(5, '23 00:30', -2_000),
    at(6, '23 10:00', 8_000),
  ];
  const undecided = (...lines: readonly number[]) => lines.map((line) => ['undecidedSum', line, 'sums']);

  test('are what was paid and what was taken back, where nothing else fits', async () => {
    const trial = told(
      await tryBankFile(sums('22/11/2026,150.00', '22/11/2026,-20.00'), soldAndGiven.slice(0, 3)),
    );
    expect(trial.has).toEqual({ 2: [1, 3], 3: [2] });
  });

  test('are batches where they end so', async () => {
    const payments = [...soldAndGiven.slice(0, 3), at(7, '22 18:00', 500), at(8, '22 19:00', -2_500)];
    const trial = told(await tryBankFile(sums('22/11/2026,130.00', '22/11/2026,-20.00'), payments));
    expect(trial).toEqual({ verdict: 'GROSS_AGREED', has: { 2: [1, 2, 3], 3: [7, 8] }, said: [] });
  });

  test('are undecided where both fit', async () => {
    const trial = await tryBankFile(
      sums('22/11/2026,150.00', '22/11/2026,-20.00', '23/11/2026,80.00'),
      soldAndGiven,
    );
    expect(told(trial)).toMatchObject({ verdict: 'INCOMPLETE', has: {} });
    expect(told(trial).said.slice(0, 3)).toEqual(undecided(2, 3, 4));
    expect(trial.summary.bridges[0]?.groups).toMatchObject({ toClaim: 0, paidTooMuch: 0 });
  });

  test('are undecided where by sign another sum fits nothing, and as batches all fit', async () => {
    const trial = await tryBankFile(sums('22/11/2026,150.00', '22/11/2026,-20.00', '23/11/2026,80.00'), [
      ...soldAndGiven,
      at(7, '23 23:50', 500),
    ]);
    expect(told(trial).has).toEqual({});
    expect(told(trial).said.filter(([outcome]) => outcome === 'undecidedSum')).toEqual(undecided(2, 3, 4));
  });
});

describe('a sum that is all of its day', () => {
  // Either line may have the sale that was given back: what each should have cost is not known.
  const givenBack = (change: TrialPayment = {}) => [
    at(1, '22 09:00', 10_000),
    at(2, '23 00:10', 5_000),
    at(3, '23 00:30', -5_000, change),
    at(4, '23 10:00', 3_000),
  ];

  test('is undecided where a batch that ends elsewhere leaves nothing over either', async () => {
    const trial = await tryBankFile(sums('22/11/2026,100.00', '23/11/2026,30.00'), givenBack());
    expect(told(trial)).toMatchObject({ verdict: 'INCOMPLETE', has: {} });
    expect(told(trial).said.slice(0, 2)).toEqual([
      ['undecidedSum', 2, 'sums'],
      ['undecidedSum', 3, 'sums'],
    ]);
    expect(trial.summary.bridges[0]?.groups).toMatchObject({ toClaim: 0, paidTooMuch: 0 });
  });

  test('is decided by the number of its payments', async () => {
    const trial = told(await tryBankFile(counted('22/11/2026,100.00,1', '23/11/2026,30.00,3'), givenBack()));
    expect(trial).toEqual({ verdict: 'GROSS_AGREED', has: { 2: [1], 3: [2, 3, 4] }, said: [] });
  });

  test('is not doubted for a reversed sale, which costs nothing on either side', async () => {
    const reversed = givenBack({ type: 'REVERSAL', originalId: 2 });
    const trial = told(await tryBankFile(sums('22/11/2026,100.00', '23/11/2026,30.00'), reversed));
    expect(trial).toEqual({ verdict: 'GROSS_AGREED', has: { 2: [1], 3: [2, 3, 4] }, said: [] });
  });

  test('stays it where another batch would leave a payment of the day over', async () => {
    const same = [22, 22, 23, 23, 24].map((day, index) => at(index + 1, `${day} ${10 + index}:00`, 3_000));
    const trial = told(await tryBankFile(sums('22/11/2026,60.00', '23/11/2026,60.00'), same));
    expect(trial.has).toEqual({ 2: [1, 2], 3: [3, 4] });
  });
});

test('five batches of one day without numbers are cut by time alone', async () => {
  const amounts = [10_100, 10_200, 10_400, 10_800, 11_600, 13_200];
  const payments = amounts.map((amount, index) => at(index + 1, `22 ${10 + index}:00`, amount));
  const rows = ['132.00', '108.00', '203.00', '116.00', '104.00'].map((sum) => `22/11/2026,${sum}`);
  expect(told(await tryBankFile(sums(...rows), payments))).toEqual({
    verdict: 'GROSS_AGREED',
    has: { 2: [6], 3: [4], 4: [1, 2], 5: [5], 6: [3] },
    said: [],
  });
});

test('what a row of batches reads as one payment is no sum of others afterwards', async () => {
  const single = '88501158,22/11/2026,632609120009,31.00';
  const trial = told(
    await tryBankFile(
      mixed(
        single,
        '88501158,22/11/2026,,30.00',
        '88501158,22/11/2026,,10.00',
        '88501158,23/11/2026,,50.00',
        '88501158,23/11/2026,,30.00',
      ),
      [
        at(9, '22 00:05', 3_100),
        at(1, '22 00:44', 3_000),
        at(2, '22 02:50', 1_000),
        at(3, '22 06:01', 1_000),
        at(4, '22 07:20', 2_000),
        at(5, '23 00:44', 2_000),
        at(6, '23 13:41', 2_000),
        at(7, '23 18:06', 1_000),
      ],
    ),
  );
  expect(trial.has).toEqual({ 2: [9] });
});

test('lines that may be one payment each are no sums of the day before', async () => {
  const rows = ['19/11/2026,10.00', '19/11/2026,20.00', '20/11/2026,30.00', '20/11/2026,15.00'];
  const payments = [
    at(1, '19 09:00', 1_000),
    at(2, '19 10:00', 2_000),
    at(3, '20 09:00', 1_500),
    at(4, '20 10:00', 3_000),
  ];
  const trial = told(await tryBankFile(sums(...rows), payments));
  // 30.00 is the last sale, or the first two; 15.00 is the same sale in both.
  expect(trial.has).toEqual({ 5: [3] });
  expect(trial.said).toContainEqual(['undecidedSum', 4, 'sums']);
});

test('lines of payments’ minutes and amounts among lines with keys are no sums of others', async () => {
  const keyed = '88501158,22/11/2026 08:00,632609120009,31.00';
  const payments = [
    at(9, '22 08:00', 3_100),
    at(1, '22 11:56', 10_000),
    at(2, '22 14:30', 1_000),
    at(3, '22 14:33', 1_000),
    at(4, '22 15:39', 10_000),
    at(5, '22 16:33', 5_000),
    at(6, '22 19:01', 2_000),
  ];
  const file = (first: string, second: string): string =>
    mixed(keyed, `88501158,22/11/2026 ${first},,100.00`, `88501158,22/11/2026 ${second},,20.00`);
  const trial = await tryBankFile(file('11:56', '19:01'), payments);
  expect(told(trial).has).toEqual({ 2: [9] });
  expect(told(trial).said).toEqual(
    expect.arrayContaining([3, 4].map((line) => ['undecidedSum', line, 'nearLine'])),
  );
  // At times that are nobody's they are what they add up to.
  expect(told(await tryBankFile(file('23:55', '23:55'), payments)).has).toEqual({ 2: [9], 4: [2, 3] });
});
