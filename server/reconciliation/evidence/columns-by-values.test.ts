/** Columns whose names say nothing are told by the payments, and what nothing tells is asked or left to a person. */
import { expect, test } from 'vitest';
import { copyTextOfPayment, sold, trialDefaults, tryBankFile } from '../bank-file-trial.ts';
import { inspectBankFile } from '../inspect-bank-file.ts';
import { unconfirmedPart } from '../judge/coverage-job.ts';
import { withFile } from '../read/file-trial.ts';
import { layoutOf } from './reading.ts';

const ofAmount = (id: number, amountMinor: number, more: object = {}) => {
  const feeMinor = Math.floor((amountMinor * 80 + 5_000) / 10_000);
  const vatMinor = Math.floor((feeMinor * 15 + 50) / 100);
  const authCode = `4461${20 + id}`;
  return { ...sold(id, `22 1${id}:00`), authCode, amountMinor, feeMinor, vatMinor, ...more };
};
const sales = [ofAmount(1, 10_000), ofAmount(2, 25_000), ofAmount(3, 7_550), ofAmount(4, 100_000)];
const refund = ofAmount(5, 25_000, {
  type: 'REFUND',
  originalId: 2,
  mdrBps: 0,
  feeMinor: 0,
  vatMinor: 0,
});

async function read(titles: string, lines: string[], payments = [...sales, refund]) {
  const text = [titles, ...lines, ''].join('\n');
  const { mapping, trial } = await withFile(text, (filePath) =>
    inspectBankFile(
      { ...trialDefaults, filePath, parts: [unconfirmedPart] },
      {
        layoutFor: () => Promise.resolve(null),
        payments: async function* () {
          yield Buffer.from(payments.map(copyTextOfPayment).join(''));
        },
      },
    ),
  );
  if (!trial) throw new Error(`not tried: ${mapping.missing.join()}`);
  const { summary, entries } = await tryBankFile(text, payments, {
    layout: layoutOf(mapping, trial.reading, {}),
  });
  return {
    fields: Object.fromEntries(mapping.titles.map((title, at) => [title, mapping.fields[at] ?? null])),
    verdict: summary.verdict,
    asked: summary.words.map(({ word }) => word),
    outcomes: [...new Set(entries.map(({ outcome }) => outcome))],
  };
}

const riyals = (minor: number): string => (minor / 100).toFixed(2);
const line = (id: number, ...cells: string[]): string => [`22/11/2026 1${id}:00`, ...cells].join(',');
const all = [...sales, refund];
/** Date, RRN, the word and the amount of each payment, and what follows from it. */
const linesOf = (cells: (payment: (typeof all)[number], id: number) => string[]): string[] =>
  all.map((payment, at) => line(at + 1, ...cells(payment, at + 1)));
const word = ({ type }: { type?: unknown }): string => (type === 'REFUND' ? 'Refund' : 'Purchase');
const rrn = (id: number): string => `63260912000${id}`;

test('keys, type and net under names that nobody knows', async () => {
  const lines = linesOf((payment, id) => {
    const { amountMinor, feeMinor, vatMinor } = payment;
    const net = payment === refund ? -amountMinor : amountMinor - feeMinor - vatMinor;
    return ['88501158', rrn(id), word(payment), riyals(amountMinor), riyals(net)];
  });
  expect(await read('Transaction Date,Box,Slip,Description,Amount,To merchant', lines)).toEqual({
    fields: {
      'Transaction Date': 'date',
      Box: 'terminalId',
      Slip: 'rrn',
      Description: 'type',
      Amount: 'amount',
      'To merchant': 'net',
    },
    verdict: 'BALANCED',
    asked: [],
    outcomes: ['matched'],
  });
});

test('one refund among four hundred lines is found by its word', async () => {
  const many = Array.from({ length: 400 }, (_, at) => ({
    ...sold(at + 1, '22 10:00'),
    rrn: String(632609200000 + at),
    stan: null,
    authCode: null,
    amountMinor: 10_000 + at,
  }));
  const payments = many.map((payment, at) =>
    at === 201 ? { ...payment, type: 'REFUND', originalId: 1, amountMinor: 10_000 } : payment,
  );
  const lines = payments.map((payment) =>
    ['22/11/2026 10:00', payment.rrn, word(payment), riyals(payment.amountMinor)].join(','),
  );
  const { fields } = await read('Date,RRN,Description,Amount', lines, payments as never);
  expect(fields['Description']).toBe('type');
});

test('a code and a card tell each other', async () => {
  const lines = linesOf((payment, id) => [
    `4461${20 + id}`,
    '484783******6106',
    word(payment),
    riyals(payment.amountMinor),
  ]);
  const { fields, outcomes } = await read('Transaction Date,Ok,Plastic,Transaction Type,Amount', lines);
  expect(fields).toMatchObject({ Ok: 'authCode', Plastic: 'card' });
  expect(outcomes).toEqual(['matched']);
});

test('a column that tells nothing of the payments stays without a field', async () => {
  const lines = linesOf((payment, id) => [
    rrn(id),
    word(payment),
    riyals(payment.amountMinor),
    `70000000000${id}`,
    '6011',
  ]);
  const { fields, verdict } = await read('Date,RRN,Type,Amount,Slip,Shift', lines);
  expect(fields).toMatchObject({ Slip: null, Shift: null });
  expect(verdict).toBe('GROSS_AGREED');
});

test('a fee of one figure on different amounts may be a rate: it is asked', async () => {
  const lines = linesOf((payment, id) => [rrn(id), word(payment), riyals(payment.amountMinor), '0.80']);
  expect(await read('Date,RRN,Type,Amount,MDR', lines)).toMatchObject({
    fields: { MDR: null },
    verdict: 'INCOMPLETE',
    asked: ['MDR'],
    outcomes: ['matched'],
  });
});

test('a fee of nil on every line says nothing of fees, unless the net says it', async () => {
  const lines = (net: boolean): string[] =>
    linesOf((payment, id) => {
      const paid = riyals(payment.amountMinor * (payment === refund ? -1 : 1));
      return [rrn(id), word(payment), riyals(payment.amountMinor), '0.00', ...(net ? [paid] : [])];
    });
  expect(await read('Date,RRN,Type,Amount,Commission', lines(false))).toMatchObject({
    fields: { Commission: null },
    verdict: 'GROSS_AGREED',
    asked: [],
  });
  expect(await read('Date,RRN,Type,Amount,Commission,Net', lines(true))).toMatchObject({
    fields: { Commission: 'fee' },
    verdict: 'UNBALANCED',
  });
});

test('a flat fee that was agreed is a fee', async () => {
  const flat = all.map((payment) =>
    payment === refund ? payment : { ...payment, feeMinor: 100, vatMinor: 15 },
  );
  const lines = linesOf((payment, id) => [
    rrn(id),
    word(payment),
    riyals(payment.amountMinor),
    ...(payment === refund ? ['0.00', '0.00'] : ['1.00', '0.15']),
  ]);
  const { fields, verdict } = await read('Date,RRN,Type,Amount,Commission,VAT', lines, flat);
  expect(fields).toMatchObject({ Commission: 'fee', VAT: 'vat' });
  expect(verdict).toBe('BALANCED');
});

test('beside what was kept it is the rate', async () => {
  const lines = linesOf((payment, id) => {
    const { amountMinor, feeMinor, vatMinor } = payment;
    return [rrn(id), word(payment), riyals(amountMinor), '0.80', riyals(feeMinor), riyals(vatMinor), '15'];
  });
  const { fields } = await read('Date,RRN,Type,Amount,Commission,MDR Amount,VAT on fees,VAT', lines);
  expect(fields).toMatchObject({ Commission: null, 'MDR Amount': 'fee', 'VAT on fees': 'vat', VAT: null });
});

test('what repeats the fee without its VAT is not asked about; a figure of its own is', async () => {
  const titles = 'Date,RRN,Type,Amount,Discount,VAT,Net';
  const lines = (more: number): string[] =>
    linesOf((payment, id) => {
      const { amountMinor, feeMinor, vatMinor } = payment;
      const net = payment === refund ? -amountMinor : amountMinor - feeMinor - vatMinor;
      return [
        rrn(id),
        word(payment),
        riyals(amountMinor),
        riyals(feeMinor + (id === 2 ? more : 0)),
        riyals(vatMinor),
        riyals(net),
      ];
    });
  expect(await read(titles, lines(0))).toMatchObject({ verdict: 'BALANCED', asked: [] });
  expect(await read(titles, lines(1))).toMatchObject({ verdict: 'INCOMPLETE', asked: ['Discount'] });
});

test('one line alone proves no repetition: its column is asked about', async () => {
  const text = ['22/11/2026 11:00,632609120001,Purchase,100.00,0.80,0.12,99.08'];
  const { asked } = await read('Date,RRN,Type,Amount,Discount,VAT,Net', text, sales.slice(0, 1));
  expect(asked).toEqual(['Discount']);
});
