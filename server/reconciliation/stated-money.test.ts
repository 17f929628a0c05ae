/** Every total and deposit that a file states is compared with its lines, or named beside a verdict that is not BALANCED. */
import { describe, expect, test } from 'vitest';
import {
  fieldsOf,
  fileText,
  headerText,
  lineOf,
  sold,
  type TrialPayment,
  tryBankFile,
} from './bank-file-trial.ts';

const payments = [1, 2, 3].map((id) => sold(id, `22 1${id}:00`));
const names = 'Terminal ID,RRN,Type,Date,Amount,Fee,VAT,Net,Settlement Date';
const row = ({ rrn }: TrialPayment, cells = '100.00,0.80,0.12,99.08', settled = '23/11/2026'): string =>
  `88501158,${rrn},Purchase,22/11/2026 12:00,${cells},${settled}`;
const text = (...rows: string[]): string => [names, ...rows, ''].join('\n');
const payout = (amount: string, settled = '', date = '23/11/2026'): string =>
  `,,Payout,${date},${amount},,,,${settled}`;
const judged = async (file: string, sales: readonly TrialPayment[] = payments) => {
  const { summary } = await tryBankFile(file, sales);
  return { verdict: summary.verdict, absent: summary.absent, totals: summary.totals };
};
const gross = '100.00,,,';

describe('a deposit', () => {
  const rows = payments.map((payment) => row(payment));

  test('that names no day closes the lines that no other one pays', async () => {
    expect((await judged(text(...rows, payout('297.24')))).verdict).toBe('BALANCED');
    const short = await judged(text(...rows, payout('10.00')));
    expect(short.verdict).toBe('INCOMPLETE');
    expect(short.absent).toContainEqual({ kind: 'linesOfPayout', value: '-28724', count: 1 });
    expect(short.totals).toMatchObject([{ kind: 'payout', stated: 1_000, sum: 29_724, lineCount: 3 }]);
  });

  test('of another day than its lines is theirs where it comes to the same, else named', async () => {
    expect((await judged(text(...rows, payout('297.24', '24/11/2026')))).verdict).toBe('BALANCED');
    const other = await judged(text(...rows, payout('10.00', '24/11/2026')));
    expect(other.verdict).toBe('INCOMPLETE');
    expect(other.absent).toContainEqual({ kind: 'notCompared', value: '1000', count: 1 });
  });

  test('several that name nothing pay the rest together, beside one of a day', async () => {
    const last = row(payments[2] ?? {}, undefined, '24/11/2026');
    const beside = (...amounts: string[]) =>
      judged(
        text(
          ...rows.slice(0, 2),
          last,
          payout('198.16', '23/11/2026'),
          ...amounts.map((each) => payout(each)),
        ),
      );
    expect((await beside('90.00', '9.08')).verdict).toBe('BALANCED');
    const short = await beside('90.00', '9.00');
    expect(short.verdict).toBe('INCOMPLETE');
    expect(short.absent).toContainEqual({ kind: 'linesOfPayout', value: '-8', count: 1 });
  });

  test('with another sign beside its lines than the others have is not theirs for certain', async () => {
    const last = row(payments[2] ?? {}, undefined, '24/11/2026');
    const days = (first: string, second: string) =>
      judged(text(...rows.slice(0, 2), last, payout(first, '23/11/2026'), payout(second, '24/11/2026')));
    expect((await days('198.16', '99.08')).verdict).toBe('BALANCED');
    expect((await days('-198.16', '-99.08')).verdict).toBe('BALANCED');
    const apart = await days('198.16', '-99.08');
    expect(apart.verdict).toBe('INCOMPLETE');
    // As many with either: of none it is known.
    expect(apart.absent.map(({ kind, value }) => [kind, value])).toEqual([
      ['notCompared', '19816'],
      ['notCompared', '9908'],
    ]);
  });

  test('of lines without a net is held against what was agreed to be kept', async () => {
    const [first = '', second = ''] = rows;
    const file = (amount: string) =>
      text(first, second, row(payments[2] ?? {}, gross), payout(amount, '23/11/2026'));
    expect(await judged(file('297.24'))).toMatchObject({ verdict: 'BALANCED', absent: [] });
    const short = await judged(file('10.00'));
    expect(short.verdict).toBe('INCOMPLETE');
    expect(short.absent).toContainEqual({ kind: 'linesOfPayout', value: '-28724', count: 1 });
  });

  test('of lines whose rate nobody agreed is named', async () => {
    const noRate = { mdrBps: null, vatBps: null, capLimitMinor: null, feeMinor: null, vatMinor: null };
    const visa = { ...payments[2], scheme: 'Visa', processingFeeMinor: null, ...noRate };
    const file = text(...rows.slice(0, 2), row(visa, gross), payout('10.00', '23/11/2026'));
    const { verdict, absent } = await judged(file, [...payments.slice(0, 2), visa]);
    expect(verdict).toBe('INCOMPLETE');
    expect(absent).toContainEqual({ kind: 'notCompared', value: '1000', count: 1 });
  });

  test('of a batch whose charge was taken on its sum agrees', async () => {
    const sales = [1, 2, 3].map((id) =>
      sold(id, `22 1${id}:00`, { amountMinor: 1_050, feeMinor: 8, vatMinor: 1 }),
    );
    const lines = sales.map((each) => row(each, '10.50,,,'));
    // 31.50 at 0.80% is 0.25 and 0.04 of VAT; line by line it is 0.27.
    expect((await judged(text(...lines, payout('31.21', '23/11/2026')), sales)).absent).toEqual([]);
    expect((await judged(text(...lines, payout('31.23', '23/11/2026')), sales)).absent).toEqual([]);
    expect((await judged(text(...lines, payout('31.20', '23/11/2026')), sales)).verdict).toBe('INCOMPLETE');
  });

  test('of which more was taken back than paid agrees with nothing', async () => {
    const paid = (...amounts: string[]) => judged(text(...rows, ...amounts.map((each) => payout(each))));
    const back = await paid('297.24', '-594.48');
    expect(back.verdict).toBe('INCOMPLETE');
    expect(back.absent).toContainEqual({ kind: 'notCompared', value: '29724', count: 1 });
    expect((await paid('297.24', '-297.24', '297.24')).verdict).toBe('BALANCED');
    expect((await paid('-297.24', '297.24', '-297.24')).verdict).toBe('BALANCED');
    expect((await paid('-297.24')).verdict).toBe('BALANCED');
  });

  test.each([
    'Payment to merchant',
    'Paid to your account',
    'Merchant payment',
    'Settled to IBAN',
    'دفعة للتاجر',
  ])('called %s is one, and no sale', async (type) => {
    const file = (amount: string) => text(...rows, payout(amount).replace('Payout', type));
    expect(await judged(file('297.24'))).toMatchObject({ verdict: 'BALANCED', absent: [] });
    const short = await judged(file('10.00'));
    expect(short.verdict).toBe('INCOMPLETE');
    expect(short.absent).toContainEqual({ kind: 'linesOfPayout', value: '-28724', count: 1 });
  });

  test('without any line is named', async () => {
    const alone = await judged(text(payout('10.00', '23/11/2026')), []);
    expect(alone.verdict).toBe('INCOMPLETE');
    expect(alone.absent).toContainEqual({ kind: 'notCompared', value: '1000', count: 1 });
  });
});

describe('a total', () => {
  const inCurrencies = (...rows: string[]): string => [`${headerText},Currency`, ...rows, ''].join('\n');
  const [first = {}, second = {}, third = {}] = payments;
  const dollars = { ...third, currency: 'USD' };
  const lines = [`${lineOf(first)},SAR`, `${lineOf(second)},SAR`, `${lineOf(dollars)},USD`];

  test('over two currencies is named, and a number of lines is compared', async () => {
    const both = [first, second, dollars];
    const sum = await judged(inCurrencies(...lines, 'Total,,,,,,,9999.00,,,,,'), both);
    expect(sum.verdict).toBe('INCOMPLETE');
    expect(sum.absent).toContainEqual({ kind: 'notCompared', value: '999900', count: 1 });
    const count = await judged(inCurrencies(...lines, 'Total Transactions,3'), both);
    expect(count).toMatchObject({
      verdict: 'BALANCED',
      totals: [{ measure: 'count', sum: 3, agrees: true }],
    });
    const wrong = await judged(inCurrencies(...lines, 'Total Transactions,4'), both);
    expect(wrong.verdict).toBe('INCOMPLETE');
  });

  test('is compared in every figure, also where lines say nothing of charges', async () => {
    const rows = payments.map((payment) => lineOf(payment, { fee: '', vat: '', net: '' }));
    const total = (net: string) => fileText(...rows, `Total,,,,,,,300.00,2.40,0.36,${net},`);
    expect((await judged(total('297.24'))).absent).toEqual([]);
    const wrong = await judged(total('10.00'));
    expect(wrong.verdict).toBe('INCOMPLETE');
    expect(wrong.absent).toContainEqual({ kind: 'linesOfTotal', value: '-28724', count: 1 });
  });

  test('of charges that lines leave empty may be nil', async () => {
    const rows = payments.map((payment) => lineOf(payment, { fee: '', vat: '', net: '' }));
    expect((await judged(fileText(...rows, 'Total,,,,,,,300.00,0.00,0.00,,'))).absent).toEqual([]);
  });

  test('of a net beside lines of fees is compared', async () => {
    const rows = payments.map((each) => `88501158,${each.rrn},Purchase,22/11/2026 12:00,100.00,,,,`);
    const file = (net: string) => text(...rows, ',,Fee,22/11/2026,-2.76,,,,', `Net total,,,,,,,${net},`);
    expect(await judged(file('297.24'))).toMatchObject({ verdict: 'BALANCED', absent: [] });
    expect((await judged(file('10.00'))).verdict).toBe('INCOMPLETE');
  });

  describe('beside fee lines that are not what was agreed', () => {
    const rows = payments.map((each) => `88501158,${each.rrn},Purchase,22/11/2026 12:00,100.00,,,,`);
    const file = (...stated: string[]) => text(...rows, ',,Fee,22/11/2026,-5.00,,,,', ...stated);

    test.each([
      ['the agreed fees and these', '292.24'],
      ['these alone', '295.00'],
    ])('of a net less %s is reached', async (_, net) => {
      const total = await judged(file(`Net total,,,,,,,${net},`));
      expect(total.totals).toMatchObject([{ agrees: true, measure: 'net' }]);
      const deposit = await judged(file(payout(net)));
      expect(deposit.totals).toMatchObject([{ agrees: true, kind: 'payout' }]);
      for (const { verdict, absent } of [total, deposit]) {
        // What these fees are for is said of them and not of the total.
        expect(verdict).toBe('UNBALANCED');
        expect(absent).toEqual([]);
      }
    });

    test('of another net differs', async () => {
      expect((await judged(file('Net total,,,,,,,10.00,'))).totals).toMatchObject([{ agrees: false }]);
      expect((await judged(file(payout('10.00')))).totals).toMatchObject([{ agrees: false }]);
    });

    test('of lines without an agreed rate is compared with nothing else', async () => {
      const unrated = payments.map((each) => ({ ...each, mdrBps: null, feeMinor: null, vatMinor: null }));
      for (const stated of ['Net total,,,,,,,290.00,', payout('290.00')]) {
        const { verdict, absent } = await judged(file(stated), unrated);
        expect(verdict).toBe('INCOMPLETE');
        expect(absent).toContainEqual({ kind: 'notCompared', value: '29000', count: 1 });
      }
      const exact = await judged(file('Net total,,,,,,,295.00,'), unrated);
      expect(exact.totals).toMatchObject([{ agrees: true }]);
    });

    test('that are as agreed: taken twice is not reached', async () => {
      const once = (net: string) => text(...rows, ',,Fee,22/11/2026,-2.76,,,,', payout(net));
      expect((await judged(once('297.24'))).verdict).toBe('BALANCED');
      expect((await judged(once('294.48'))).totals).toMatchObject([{ agrees: false }]);
    });
  });

  test('in whole riyals behind its words is compared', async () => {
    const rows = payments.map((payment) => lineOf(payment));
    expect((await judged(fileText(...rows, 'Total amount: 300'))).totals).toMatchObject([{ agrees: true }]);
    expect((await judged(fileText(...rows, 'Net total,10'))).verdict).toBe('INCOMPLETE');
  });
});

describe('words below the lines', () => {
  const lines = payments.map((payment) => lineOf(payment));
  const notCompared = (value: string) => ({ kind: 'notCompared', value, count: 1 });

  test.each([
    ['Less chargeback deducted SAR 500.00', '50000'],
    ['"Terminal rent","SAR 345.00 deducted"', '34500'],
    ['Deducted SAR 345', '34500'],
    ['A chargeback of SAR 500.00 was deducted from SAR 797.24.', '50000'],
    ['We deducted SAR 500.', '50000'],
    ['We deducted 500.00.', '50000'],
    ['Chargeback deduction: -500.00', '50000'],
    ['Chargeback deduction SAR -500.00', '50000'],
    ['Chargeback deduction SAR (500)', '50000'],
    ['Deducted 500.5 SAR', '50050'],
    ['Deducted 500 riyals', '50000'],
    ['Deducted SR. 500/-', '50000'],
    ['خصم مبلغ 500 ر.س', '50000'],
    ['خصم مبلغ ٥٠٠٫٠٠', '50000'],
    ['خصم مبلغ ﷼500', '50000'],
    ['Deducted USD 500', '50000'],
    ['Chargeback of card 4111 1111 1111 1111 SAR 500.00', '50000'],
    ['Chargeback of terminal 88501158 SAR 500', '50000'],
  ])('with an amount are named: %s', async (foot, value) => {
    const { verdict, absent } = await judged(fileText(...lines, foot));
    expect(verdict).toBe('INCOMPLETE');
    expect(absent).toContainEqual(notCompared(value));
  });

  test('that are those of a total are one', async () => {
    expect(await judged(fileText(...lines, 'Net Settlement: 297.24'))).toMatchObject({ verdict: 'BALANCED' });
    const short = await judged(fileText(...lines, 'Net Settlement: 10.00'));
    expect(short.verdict).toBe('INCOMPLETE');
    expect(short.absent).toContainEqual({ kind: 'linesOfTotal', value: '-28724', count: 1 });
  });

  test.each([
    'The net amount of SAR 297.24 was transferred to your account.',
    'Net of 297.24 will be credited on 23/11/2026',
    'تم تحويل المبلغ الصافي 297.24 ريال إلى حسابكم',
  ])('that repeat the net ask nothing: %s', async (foot) => {
    const same = (await tryBankFile(fileText(...lines, foot), payments)).summary;
    expect(same).toMatchObject({ verdict: 'BALANCED', absent: [], words: [] });
    expect(same.totals).toMatchObject([{ agrees: true, measure: 'net', sum: 29_724 }]);
    const other = (await tryBankFile(fileText(...lines, foot.replace('297.24', '290.00')), payments)).summary;
    expect(other).toMatchObject({
      verdict: 'INCOMPLETE',
      words: [{ field: 'remark', count: 1, answer: null }],
    });
    expect(other.absent).toContainEqual(notCompared('29000'));
  });

  test.each([
    ['Amount of SAR 297.24 was transferred', '29724'],
    ['The net amount of SAR 297.24 is withheld', '29724'],
    ['Net 297.24 less SAR 500.00', '29724'],
  ])('that do not call it the net that was paid are asked: %s', async (foot, value) => {
    const { verdict, absent } = await judged(fileText(...lines, foot));
    expect(verdict).toBe('INCOMPLETE');
    expect(absent).toContainEqual(notCompared(value));
  });

  test.each([
    'Page 2 of 2',
    '*** End ***',
    'Printed 23.11.2026 16:30',
    'VAT 15.00% included',
    'End of report 3',
    'Version 1.2.30',
    'Call 800-12.34.56',
    'Printed 2026-11-23',
  ])('without an amount say nothing of money: %s', async (foot) => {
    expect(await judged(fileText(...lines, foot))).toMatchObject({ verdict: 'BALANCED', absent: [] });
  });

  test.each([
    ['Service charges: 5.00', '500'],
    ['Fee SAR 5.00', '500'],
    ['Minimum fee SAR 5.00', '500'],
    ['Card fee 5.00', '500'],
  ])('of a fee are no total of fees, unless they say so: %s', async (foot, value) => {
    const { verdict, absent, totals } = await judged(fileText(...lines, foot));
    expect(verdict).toBe('INCOMPLETE');
    expect(absent).toContainEqual(notCompared(value));
    expect(totals).toMatchObject([{ measure: null }]);
    expect((await judged(fileText(...lines, 'Total fees: 2.40'))).verdict).toBe('BALANCED');
  });

  test('are asked as one whatever they name, and confirmed once for a layout they leave a good day balanced', async () => {
    const said = async (foot: string, answer?: 'ASIDE' | 'OPEN') => {
      const words = answer && { remark: { 'minimum fee sar a month': answer } };
      const layout = { fields: fieldsOf(fileText(...lines)), words };
      const { summary } = await tryBankFile(fileText(...lines, foot), payments, { layout });
      const { verdict, words: asked } = summary;
      return {
        verdict,
        asked: asked.map(({ field, key, count, answer: told }) => [field, key, count, told]),
      };
    };
    const key = 'minimum fee sar a month';
    expect(await said('Minimum fee SAR 25.00 a month')).toEqual({
      verdict: 'INCOMPLETE',
      asked: [['remark', key, 1, null]],
    });
    expect(await said('Minimum fee SAR 30.00 a month', 'ASIDE')).toEqual({
      verdict: 'BALANCED',
      asked: [['remark', key, 1, 'ASIDE']],
    });
    expect((await said('Minimum fee SAR ٢٥٫٠٠ a month', 'OPEN')).verdict).toBe('INCOMPLETE');
    // Said of these words alone.
    expect((await said('Chargeback SAR 30.00 a month', 'ASIDE')).verdict).toBe('INCOMPLETE');
  });
});

describe('words above the names of columns', () => {
  const lines = payments.map((payment) => lineOf(payment));
  const under = (...titles: string[]): string => [...titles, fileText(...lines)].join('\n');

  test.each([
    ['Net settlement amount,297.24', 'Net settlement amount,10.00', '-28724'],
    ['Total: 300.00', 'Total: 200.00', '-10000'],
    ['صافي التسوية,297.24', 'صافي التسوية,10.00', '-28724'],
    ['Total fees,2.40', 'Total fees,5.40', '300'],
  ])('that are those of a total are one of the whole file: %s', async (right, wrong, value) => {
    expect(await judged(under('Najd Bank', right))).toMatchObject({ verdict: 'BALANCED', absent: [] });
    const short = await judged(under('Najd Bank', wrong));
    expect(short.verdict).toBe('INCOMPLETE');
    expect(short.absent).toContainEqual({ kind: 'linesOfTotal', value, count: 1 });
    expect(short.totals).toMatchObject([{ line: 2, agrees: false, lineCount: 3 }]);
  });

  test.each([
    ['Chargeback deducted SAR 500.00', '50000'],
    ['Opening balance,"1,250.00"', '125000'],
    ['Fees,2.40', '240'],
    ['Gross,300.00,Net,10.00', '30000'],
  ])('with another amount are asked about: %s', async (title, value) => {
    const { summary } = await tryBankFile(under(title), payments);
    expect(summary.verdict).toBe('INCOMPLETE');
    expect(summary.absent).toContainEqual({ kind: 'notCompared', value, count: 1 });
    expect(summary.words).toMatchObject([{ field: 'remark', count: 1, answer: null }]);
    const [asked] = summary.words;
    const words = { remark: { [asked?.key ?? '']: 'ASIDE' as const } };
    const layout = { fields: fieldsOf(fileText(...lines)), words };
    expect((await tryBankFile(under(title), payments, { layout })).summary.verdict).toBe('BALANCED');
  });

  test.each([
    'Najd Bank',
    'Settlement report 22/11/2026 16:30',
    'VAT 15.00% included',
    'Adjustments,0.00',
    'Transactions: 3',
  ])('without an amount say nothing of money: %s', async (title) => {
    expect(await judged(under(title))).toMatchObject({ verdict: 'BALANCED', absent: [] });
  });
});
