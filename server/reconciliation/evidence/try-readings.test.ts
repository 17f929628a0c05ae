import { expect, test } from 'vitest';
import { fieldsOf, fileText, lineText, type TrialPayment } from '../bank-file-trial.ts';
import { tryText } from '../reading-trial.ts';
import type { TriedQuestion } from './try-readings.ts';

/** Payments of consecutive days with RRNs of their own, from a day on, each at its minute in Riyadh. */
const paid = (moments: readonly string[], change: TrialPayment = {}): TrialPayment[] =>
  moments.map((moment, index) => {
    const [day = '', time = '12:00'] = moment.split(' ');
    return {
      id: index + 1,
      rrn: String(632_609_120_001 + index),
      stan: String(index + 1).padStart(6, '0'),
      authCode: String(446_120 + index),
      businessDay: day,
      dueDay: null,
      createdAtMs: Date.parse(`${day}T${time}:00+03:00`),
      ...change,
    };
  });
const rrnOf = (index: number): string => String(632_609_120_001 + index);
const stanOf = (index: number): string => String(index + 1).padStart(6, '0');
const authOf = (index: number): string => String(446_120 + index);
const linesOf = (cells: readonly Parameters<typeof lineText>[0][]): string =>
  fileText(
    ...cells.map((each, index) =>
      lineText({ rrn: rrnOf(index), stan: stanOf(index), auth: authOf(index), ...each }),
    ),
  );
const brief = (question: TriedQuestion | undefined) =>
  question && {
    way: question.way,
    evidence: question.evidence,
    finds: Object.fromEntries(question.ways.map(({ way, finds }) => [way, finds])),
    tried: question.tried,
  };

test('03/04/2026 is read month first where the payments are of March', async () => {
  const trial = await tryText(
    linesOf(['03/04/2026', '03/05/2026', '03/06/2026'].map((date) => ({ date: `${date} 12:00` }))),
    paid(['2026-03-04', '2026-03-05', '2026-03-06']),
  );
  expect(brief(trial.of('dateOrder'))).toEqual({
    way: 'monthFirst',
    evidence: 'finds',
    finds: { dayFirst: 0, monthFirst: 3 },
    tried: 3,
  });
  expect(trial.reading.formats.dateOrder).toBe('monthFirst');
  expect(brief(trial.of('clock'))).toMatchObject({ way: 'riyadh', finds: { riyadh: 3, utc: 0 } });
});

test('an exact key alone decides about no date: it has to lie between the payment and its due day', async () => {
  // Paid on 4 March; read day first the lines are of 3 April, four weeks after it was due.
  const trial = await tryText(linesOf([{ date: '03/04/2026' }]), paid(['2026-03-04']));
  expect(brief(trial.of('dateOrder'))).toMatchObject({ finds: { dayFirst: 0, monthFirst: 1 } });
});

test('without payments nothing decides an ambiguous date, and there is no default', async () => {
  const trial = await tryText(linesOf([{ date: '03/04/2026 12:00' }, { date: '05/06/2026 12:01' }]), []);
  expect(trial.of('dateOrder')).toMatchObject({ way: null, evidence: 'none', decided: false, tried: 2 });
  expect(trial.of('clock')).toMatchObject({ way: null, evidence: 'none', decided: false });
});

test('as many finds the one way as the other decide nothing', async () => {
  const trial = await tryText(linesOf([{ date: '03/04/2026' }, { date: '03/04/2026' }]), [
    ...paid(['2026-03-04']),
    ...paid(['2026-04-03', '2026-04-03']).slice(1),
  ]);
  expect(brief(trial.of('dateOrder'))).toEqual({
    way: null,
    evidence: 'none',
    finds: { dayFirst: 1, monthFirst: 1 },
    tried: 2,
  });
});

test('a value proves the order of its date without any payment: 21/11 is no month', async () => {
  const trial = await tryText(linesOf([{ date: '03/04/2026' }, { date: '21/11/2026' }]), []);
  expect(trial.of('dateOrder')).toMatchObject({ way: 'dayFirst', evidence: 'proved', example: '21/11/2026' });
});

test('what a value proves and what the payments say contradict each other: asked', async () => {
  const trial = await tryText(
    linesOf([{ date: '03/04/2026' }, { date: '03/05/2026' }, { date: '21/11/2026' }]),
    paid(['2026-03-04', '2026-03-05']),
  );
  expect(trial.of('dateOrder')).toMatchObject({ way: null, decided: false });
});

test('dates written year first leave no question about their order', async () => {
  const trial = await tryText(linesOf([{ date: '2026-03-04 12:00' }]), paid(['2026-03-04']));
  expect(trial.of('dateOrder')).toBeUndefined();
});

test('a file in UTC whose payments lie near midnight is read in UTC', async () => {
  const trial = await tryText(
    linesOf(['2026-11-21 21:10', '2026-11-21 21:50', '2026-11-21 20:55'].map((date) => ({ date }))),
    paid(['2026-11-22 00:10', '2026-11-22 00:50', '2026-11-21 23:55']),
  );
  expect(brief(trial.of('clock'))).toEqual({
    way: 'utc',
    evidence: 'finds',
    finds: { riyadh: 0, utc: 3 },
    tried: 3,
  });
  expect(brief(trial.of('day'))).toMatchObject({ way: 'date', finds: { date: 3, settlement: 0 } });
});

test('a heading that says UTC is evidence of its own kind, and against the payments it is asked', async () => {
  const text = linesOf([{ date: '2026-11-21 21:10' }]).replace('Transaction Date', 'Transaction Date (UTC)');
  expect((await tryText(text, [])).of('clock')).toMatchObject({
    way: 'utc',
    evidence: 'said',
    by: 'Transaction Date (UTC)',
  });
  const against = await tryText(text, paid(['2026-11-21 21:10']));
  expect(against.of('clock')).toMatchObject({ way: null, evidence: 'none' });
});

test('lines that name their zone themselves leave no other clock to try', async () => {
  const trial = await tryText(
    linesOf([{ date: '2026-11-21 10:10 Europe/Amsterdam' }]),
    paid(['2026-11-21 12:10']),
  );
  expect(brief(trial.of('clock'))).toEqual({
    way: 'named',
    evidence: 'finds',
    finds: { named: 1 },
    tried: 1,
  });
});

test('AST is held against the payments, and asked without them', async () => {
  const text = linesOf([{ date: '2026-11-21 09:10 AST' }, { date: '2026-11-21 09:20 AST' }]);
  const trial = await tryText(text, paid(['2026-11-21 09:10', '2026-11-21 09:20']));
  expect(brief(trial.of('clock'))).toMatchObject({ way: 'arabia', finds: { arabia: 2, atlantic: 0 } });
  expect((await tryText(text, [])).of('clock')).toMatchObject({ way: null });
});

test('a file of settlement dates: each line bears the day after its payment', async () => {
  const text = linesOf(['22/11/2026', '23/11/2026', '23/11/2026'].map((date) => ({ date }))).replace(
    'Transaction Date',
    'Date',
  );
  const trial = await tryText(text, paid(['2026-11-21', '2026-11-22', '2026-11-22']));
  expect(brief(trial.of('day'))).toEqual({
    way: 'settlement',
    evidence: 'finds',
    finds: { date: 0, settlement: 3 },
    tried: 3,
  });
  expect(trial.reading.fields).toContain('postingDate');
  expect(trial.reading.fields).not.toContain('date');
  expect((await tryText(text, [])).of('day')).toMatchObject({ way: null, decided: false });
});

test('a heading that calls settlement days those of the transaction is not believed: asked', async () => {
  const text = linesOf(['22/11/2026', '23/11/2026'].map((date) => ({ date })));
  const trial = await tryText(text, paid(['2026-11-21', '2026-11-22']));
  expect(brief(trial.of('day'))).toMatchObject({ way: null, finds: { date: 0, settlement: 2 } });
});

test('of two date columns that of the transaction is found, whatever they are called', async () => {
  const text = [
    'Terminal ID,RRN,Date,Value Date,Amount',
    `88501158,${rrnOf(0)},22/11/2026,21/11/2026,100.00`,
    `88501158,${rrnOf(1)},23/11/2026,22/11/2026,100.00`,
    '',
  ].join('\n');
  const trial = await tryText(text, paid(['2026-11-21', '2026-11-22']));
  expect(brief(trial.of('day'))).toMatchObject({
    way: 'postingDate',
    finds: { date: 0, postingDate: 2, settlement: 0 },
  });
});

const amounts = (values: readonly string[]): string =>
  [
    'Terminal ID;RRN;Transaction Date;Amount',
    ...values.map((value, index) => `88501158;${rrnOf(index)};21.11.2026;${value}`),
    '',
  ].join('\n');

test.each([
  ['comma', ['1.249,00', '850,5'], [124_900, 85_050], { point: 0, comma: 2, minor: 0 }],
  ['comma', ['1.200', '12.850'], [120_000, 1_285_000], { point: 0, comma: 2, minor: 0 }],
  ['minor', ['124900', '850'], [124_900, 850], { point: 0, minor: 2 }],
  ['point', ['1,249.00', '850.50'], [124_900, 85_050], { point: 2, comma: 0, minor: 0 }],
] as const)('amounts are read with %s: %j', async (way, values, minors, finds) => {
  const payments = paid(['2026-11-21', '2026-11-21']).map((each, index) => ({
    ...each,
    amountMinor: minors[index] as number,
  }));
  const trial = await tryText(amounts(values), payments);
  expect(brief(trial.of('amounts'))).toEqual({ way, evidence: 'finds', finds, tried: 2 });
});

test('without payments 100 is riyals or halalas: asked; 1,249.50 can be read in one way alone', async () => {
  expect((await tryText(amounts(['100', '250']), [])).of('amounts')).toMatchObject({ way: null });
  expect((await tryText(amounts(['1,249.50', '250']), [])).of('amounts')).toMatchObject({
    way: 'point',
    evidence: 'proved',
    example: '1,249.50',
  });
});

test.each([
  ['٢٨٦٫٩٠', '١٬٢٤٠٫٥٠'],
  ['286', '1240'],
])(
  'nobody is asked for a point or a comma that no amount would be read otherwise by: %s, %s',
  async (...values) => {
    const minors = /^\d/.test(values[0]) ? [28_600, 124_000] : [28_690, 124_050];
    const payments = paid(['2026-11-21', '2026-11-21']).map((payment, index) => ({
      ...payment,
      amountMinor: minors[index] as number,
    }));
    const trial = await tryText(amounts(values), payments);
    expect(brief(trial.of('amounts'))).toEqual({
      way: 'point',
      evidence: 'finds',
      finds: { point: 2, minor: 0 },
      tried: 2,
    });
    // Files of these columns were read with a comma before: this one says nothing against it.
    const layout = { fields: fieldsOf(amounts(values)), decimalComma: true };
    const again = await tryText(amounts(values), payments, layout);
    expect(brief(again.of('amounts'))).toMatchObject({ way: 'comma', finds: { comma: 2, minor: 0 } });
  },
);

test('wrong amounts and a wrong order of dates at once do not hide each other', async () => {
  const text = amounts(['1.249,00', '850,50']).replaceAll('21.11.2026', '03/04/2026');
  const payments = paid(['2026-03-04', '2026-03-04']).map((each, index) => ({
    ...each,
    amountMinor: [124_900, 85_050][index] as number,
  }));
  const trial = await tryText(text, payments);
  expect(trial.of('amounts')?.way).toBe('comma');
  expect(trial.of('dateOrder')?.way).toBe('monthFirst');
});

test('refunds are told by the word in their type where a minus sign finds none of them', async () => {
  const [purchase, refund] = paid(['2026-11-21', '2026-11-21']) as [TrialPayment, TrialPayment];
  const text = linesOf([
    { date: '21/11/2026' },
    { date: '21/11/2026', type: 'Refund', fee: '0.00', vat: '0.00', net: '-100.00' },
  ]);
  const trial = await tryText(text, [purchase, { ...refund, type: 'REFUND', feeMinor: 0, vatMinor: 0 }]);
  expect(brief(trial.of('refunds'))).toEqual({
    way: 'word',
    evidence: 'finds',
    finds: { word: 1, minus: 0 },
    tried: 1,
  });
  // Nothing found: the word still says it.
  expect((await tryText(text, [])).of('refunds')).toMatchObject({
    way: 'word',
    evidence: 'said',
    by: 'Refund',
  });
});

test('fees are held against the net: with VAT apart, or within the fee', async () => {
  const apart = linesOf([{ date: '21/11/2026' }]);
  const trial = await tryText(apart, paid(['2026-11-21']));
  expect(brief(trial.of('fees'))).toEqual({
    way: 'vatApart',
    evidence: 'sums',
    finds: { vatApart: 1, vatWithin: 0 },
    tried: 1,
  });
  const within = linesOf([{ date: '21/11/2026', fee: '0.92', vat: '0.12', net: '99.08' }]);
  expect(brief((await tryText(within, [])).of('fees'))).toMatchObject({ way: 'vatWithin', evidence: 'sums' });
});

test('a file without fees says so, and its currency by a heading', async () => {
  const trial = await tryText(amounts(['100.00']).replace('Amount', 'Amount (SAR)'), []);
  expect(trial.of('fees')).toMatchObject({ way: 'none', evidence: 'absent', decided: true });
  expect(trial.of('currency')).toMatchObject({ way: 'SAR', evidence: 'said', by: 'Amount (SAR)' });
});

test('of a large file a bounded number of lines is tried, spread over all of it', async () => {
  const count = 5_000;
  const text = linesOf(Array.from({ length: count }, () => ({ date: '21/11/2026' })));
  const trial = await tryText(text, paid(Array.from({ length: count }, () => '2026-11-21')));
  expect(trial.rowsTried).toBeLessThanOrEqual(1_000);
  expect(trial.of('dateOrder')?.tried).toBe(trial.rowsTried);
  expect(trial.of('dateOrder')?.ways[0]?.finds).toBe(trial.rowsTried);
});

test('where no payment is found, amounts that can be read in one way alone hide no other question', async () => {
  const rows = ['632609120001,10/11/2026 12:00,"1.200,50 SAR"', '632609120002,11/11/2026 13:00,"45,10 SAR"'];
  const { of } = await tryText(['RRN,Transaction Date,Amount', ...rows, ''].join('\n'), []);
  expect(of('amounts')).toMatchObject({ way: 'comma', evidence: 'proved' });
  expect(of('dateOrder')).toMatchObject({ way: null, decided: false });
});
