/** What a bank calls a line decides about money: a word nobody knows is asked, and its lines wait until somebody has said it. */
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { describe, expect, test } from 'vitest';
import { fieldsOf, fileText, headerText, lineOf, sold, tryBankFile } from './bank-file-trial.ts';
import { fieldColumns } from './normalise/line-fields.ts';
import { createWordReader } from './normalise/row-words.ts';
import type { Layout } from './read/columns.ts';

const sales = [1, 2, 3].map((id) => sold(id, `22 1${id}:00`));
const [first, second, third] = sales as [(typeof sales)[0], (typeof sales)[0], (typeof sales)[0]];

const withStatus = (...words: string[]): string =>
  [`${headerText},Status`, ...sales.map((sale, at) => `${lineOf(sale)},${words[at]}`), ''].join('\n');
const withTypes = (...types: string[]): string =>
  fileText(...sales.map((sale, at) => lineOf(sale, { type: types[at] ?? 'Purchase' })));

const wordsOf = async (file: string, words?: Layout['words']) => {
  const trial = await tryBankFile(file, sales, { layout: { fields: fieldsOf(file), words } });
  const { verdict, rejections, words: asked } = trial.summary;
  return { verdict, rejected: rejections.map(({ line, code, value }) => [line, code, value]), asked };
};
describe('status words', () => {
  test.each([
    'Settled',
    'Paid',
    'APPROVED',
    'Approved or completed successfully',
    'Success',
    'Transaction successful',
    'Posted',
    'Completed',
    '00',
    'No error',
    'Not rejected',
    'Never failed',
    'مدفوع',
    'تمت التسوية',
    'ناجحة',
    'غير مرفوض',
  ])('balanced, nothing asked: %s', async (word) => {
    expect(await wordsOf(withStatus('Settled', 'Settled', word))).toEqual({
      verdict: 'BALANCED',
      rejected: [],
      asked: [],
    });
  });

  test.each([
    'Unpaid',
    'Not Paid',
    'Not yet paid',
    'NOT-SETTLED',
    'On Hold',
    'Held',
    'Blocked',
    'Denied',
    'Declined',
    'Not Approved',
    'Unsuccessful',
    'Expired',
    'Suspended',
    'Pending settlement',
    'غير مدفوع',
    'غير ناجحة',
    'محتجز',
    'موقوف',
    'مرفوضة',
  ])('not paid, as the bank says of a sale that was approved: %s', async (word) => {
    const { summary, entries } = await tryBankFile(withStatus('Settled', 'Settled', word), sales);
    expect(summary.verdict).toBe('UNBALANCED');
    expect(entries.map(({ outcome }) => outcome)).toContain('statusConflict');
    expect(summary.words).toEqual([]);
  });

  test.each([
    'Reversed',
    'Voided',
    'Charged back',
    'Refunded',
    'Under review',
    'Partially paid',
    'Paid: no',
    'Approved, pending',
    'No',
    '51',
    'لم تتم',
    'قيد المراجعة',
    // Every word of them is known of a line's kind: of a sale they say that it failed, or whose money it was.
    'Sale declined',
    'Purchase rejected',
    'Capture failed',
    'عملية شراء مرفوضة',
    'Visa charge back',
    'Paid back',
    'Paid by merchant',
    'Paid to customer',
    'Partial payment posted',
    'Yet to complete',
    'مدفوع جزئي',
  ])('asked, and its payment waits: %s', async (word) => {
    const cell = word.includes(',') ? `"${word}"` : word;
    expect(await wordsOf(withStatus('Settled', 'Settled', cell))).toMatchObject({
      verdict: 'INCOMPLETE',
      rejected: [[4, 'statusWord', word]],
      asked: [{ field: 'status', word, count: 1, answer: null }],
    });
  });

  test.each(['', 'N/A', '-'])('none where others have one is asked as a word is: %j', async (word) => {
    expect(await wordsOf(withStatus('Settled', word, 'Settled'))).toEqual({
      verdict: 'INCOMPLETE',
      rejected: [[3, 'statusWord', '']],
      asked: [{ field: 'status', key: '', word: '', count: 1, answer: null }],
    });
  });

  test('none on any line says nothing, and asks nothing', async () => {
    expect(await wordsOf(withStatus('', '-', ''))).toMatchObject({ verdict: 'BALANCED', asked: [] });
  });

  test('what was answered of lines without one decides', async () => {
    const told = (answer: 'PAID' | 'UNPAID' | 'OPEN') =>
      wordsOf(withStatus('Settled', '', ''), { status: { '': answer } });
    expect(await told('PAID')).toMatchObject({
      verdict: 'BALANCED',
      rejected: [],
      asked: [{ word: '', count: 2, answer: 'PAID' }],
    });
    expect(await told('UNPAID')).toMatchObject({
      verdict: 'UNBALANCED',
      rejected: [],
      asked: [{ count: 2 }],
    });
    expect(await told('OPEN')).toMatchObject({
      verdict: 'INCOMPLETE',
      rejected: [
        [3, 'statusWord', ''],
        [4, 'statusWord', ''],
      ],
      asked: [{ count: 2, answer: 'OPEN' }],
    });
  });

  test('a line about no payment needs none', async () => {
    const fee = ',,,,Fee,22/11/2026,,-5.00,,,-5.00,';
    const file = [
      `${headerText},Status`,
      ...sales.map((sale) => `${lineOf(sale)},Settled`),
      `${fee},`,
      '',
    ].join('\n');
    const { summary } = await tryBankFile(file, sales);
    expect([summary.linesRejected, summary.words]).toEqual([0, []]);
  });

  test('a refund that is called refunded is what it says', async () => {
    const refund = sold(4, '22 15:00', { type: 'REFUND', amountMinor: 4_000, feeMinor: 0, vatMinor: 0 });
    const line = lineOf(refund, { type: 'Refund', amount: '-40.00', fee: '0', vat: '0', net: '-40.00' });
    const file = [`${headerText},Status`, `${lineOf(first)},Settled`, `${line},Refunded`, ''].join('\n');
    const { summary } = await tryBankFile(file, [first, refund]);
    expect([summary.verdict, summary.words]).toEqual(['BALANCED', []]);
  });

  test('counted over the whole file, the most first, however they are written', async () => {
    const { asked } = await wordsOf(withStatus('In the vault', 'Under Review', 'UNDER-REVIEW'));
    expect(asked).toEqual([
      { field: 'status', key: 'under review', word: 'Under Review', count: 2, answer: null },
      { field: 'status', key: 'in the vault', word: 'In the vault', count: 1, answer: null },
    ]);
  });

  test('what was answered decides, and stays on the list with its count', async () => {
    const review = withStatus('Settled', 'In the vault', 'In the vault');
    const told = (answer: 'PAID' | 'UNPAID' | 'OPEN') =>
      wordsOf(review, { status: { 'in the vault': answer } });
    expect(await told('PAID')).toMatchObject({
      verdict: 'BALANCED',
      rejected: [],
      asked: [{ count: 2, answer: 'PAID' }],
    });
    expect(await told('UNPAID')).toMatchObject({ verdict: 'UNBALANCED', rejected: [] });
    expect(await told('OPEN')).toMatchObject({
      verdict: 'INCOMPLETE',
      rejected: [
        [3, 'statusWord', 'In the vault'],
        [4, 'statusWord', 'In the vault'],
      ],
      asked: [{ count: 2, answer: 'OPEN' }],
    });
  });
});

describe('words of the kind of a line with a key', () => {
  test.each([
    'Purchase',
    'POS',
    'POS Purchase',
    'mada',
    'Sale - Contactless',
    'Domestic purchase',
    'Purchase with cash back',
    'E-Commerce Sale',
    'Pre-Auth Completion',
    'SALES',
    'عملية شراء',
    'شراء نقاط بيع',
    'مبيعات',
  ])('balanced, nothing asked: %s', async (word) => {
    expect(await wordsOf(withTypes('Purchase', 'Purchase', word))).toEqual({
      verdict: 'BALANCED',
      rejected: [],
      asked: [],
    });
  });

  test.each(['Declined Purchase', 'Rejected sale', 'شراء مرفوض', 'Unsuccessful payment'])(
    'no money came of it: %s',
    async (word) => {
      const { summary, entries } = await tryBankFile(withTypes('Purchase', 'Purchase', word), sales);
      expect(summary.verdict).toBe('UNBALANCED');
      expect(entries.map(({ outcome }) => outcome)).toContain('statusConflict');
    },
  );

  test.each(['Returned', 'Returns', 'Sales return', 'Credit Voucher', 'مردودات', 'مردودات مبيعات'])(
    'money given back, under the key of a sale: %s',
    async (word) => {
      const { summary } = await tryBankFile(withTypes('Purchase', 'Purchase', word), sales);
      expect(summary.verdict).toBe('UNBALANCED');
      expect(summary.words).toEqual([]);
    },
  );

  test.each([
    'Pre-Authorization',
    'Balance Inquiry',
    'Retrieval request',
    'Failed refund',
    'Refund reversal',
    'Not a purchase',
    'Credit',
    'XQ7',
    'استعلام رصيد',
    'Bank charges',
    'POS charge',
  ])('asked, and its payment waits: %s', async (word) => {
    expect(await wordsOf(withTypes('Purchase', 'Purchase', word))).toMatchObject({
      verdict: 'INCOMPLETE',
      rejected: [[4, 'typeWord', word]],
      asked: [{ field: 'type', word, count: 1, answer: null }],
    });
  });

  test.each(['Visa charge back', 'POS Charge-Back', 'Chargebacks'])(
    'a chargeback with the name of its card is one: %s',
    async (word) => {
      const { summary, entries } = await tryBankFile(withTypes('Purchase', 'Purchase', word), sales);
      expect(summary.words).toEqual([]);
      expect(entries.map(({ outcome }) => outcome)).toContain('chargeback');
    },
  );

  test('of two columns of kinds one that is not known is asked, whatever the other says', async () => {
    const file = [
      `${headerText},Dispute Type`,
      `${lineOf(first)},Online`,
      `${lineOf(second)},None`,
      `${lineOf(third)},Retrieval`,
      '',
    ].join('\n');
    expect(await wordsOf(file)).toMatchObject({
      verdict: 'INCOMPLETE',
      rejected: [[4, 'typeWord', 'Retrieval']],
    });
  });

  test('what was answered decides', async () => {
    const file = withTypes('Purchase', 'XQ7', 'XQ7');
    const so = (answer: NonNullable<NonNullable<Layout['words']>['type']>[string]) =>
      wordsOf(file, { type: { xq7: answer } });
    expect(await so('PURCHASE')).toMatchObject({ verdict: 'BALANCED', asked: [{ count: 2 }] });
    expect((await so('REFUND')).verdict).toBe('UNBALANCED');
    expect((await so('NO_MONEY')).verdict).toBe('UNBALANCED');
    expect(await so('OPEN')).toMatchObject({ verdict: 'INCOMPLETE', asked: [{ answer: 'OPEN' }] });
  });

  test('a line without a key under a word that is not known stays a line without a transaction', async () => {
    const file = fileText(
      ...sales.map((sale) => lineOf(sale)),
      ',,,,Rent a Car Olaya,22/11/2026,,-150.00,,,-150.00,',
    );
    const { summary, entries } = await tryBankFile(file, sales);
    expect(summary.words).toEqual([]);
    expect(entries.map(({ outcome }) => outcome)).toContain('unnamedLine');
  });
});

test('a word that is called like what every object has is asked as any other', async () => {
  const file = withStatus('In the vault', 'Settled', 'Constructor');
  expect(await wordsOf(file, { status: { 'in the vault': 'PAID' } })).toMatchObject({
    verdict: 'INCOMPLETE',
    rejected: [[4, 'statusWord', 'Constructor']],
  });
});

test('no part of what is asked keeps a card number', async () => {
  const file = withStatus('Settled', 'Settled', 'Held by 4111111111111111 of ours');
  const { asked } = await wordsOf(file);
  expect(asked).toMatchObject([
    { word: 'Held by 411111******1111 of ours', key: 'held by 411111 1111 of ours' },
  ]);
  expect(await wordsOf(file, { status: { 'held by 411111 1111 of ours': 'UNPAID' } })).toMatchObject({
    verdict: 'UNBALANCED',
    rejected: [],
  });
});

test('a column that says something else in each row is asked, and not kept row by row', () => {
  const reader = createWordReader(fieldColumns({ fields: [], shift: 0 } as never, []), {
    remark: { 'called last': 'ASIDE' },
  });
  const names = Array.from({ length: bankFileLimits.rejectionsKeptMax + 50 }, (_, at) =>
    [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join(''),
  );
  expect(names.map((name) => reader.remarkOf(name).answer)).toEqual(names.map(() => null));
  expect(reader.asked.size).toBe(bankFileLimits.rejectionsKeptMax);
  expect(reader.remarkOf('called last').answer).toBe('ASIDE');
});
