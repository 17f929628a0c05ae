import { expect, test } from 'vitest';
import { fieldOfName } from './column-names.ts';
import { columnWords } from './column-words.ts';
import { currencyOfHeading } from './currency-words.ts';
import { comparableHeader } from './header-text.ts';
import { moreColumnWords } from './more-column-words.ts';

test.each([
  ['المبلغ بالريال', 'amount'],
  ['المبلغ بالريال السعودي', 'amount'],
  ['مبلغ العملية بالريال السعودي', 'amount'],
  ['Amount in SAR', 'amount'],
  ['Trx Amount', 'amount'],
  ['Gross Amt', 'amount'],
  ['قيمة العملية (ر.س)', 'amount'],
  ['العمولة بالريال', 'fee'],
  ['عمولة البنك', 'fee'],
  ['Merchant Fee', 'fee'],
  ['Bank Commission', 'fee'],
  ['ضريبة القيمة المضافة على العمولة', 'vat'],
  ['VAT on MDR', 'vat'],
  ['الصافي بالريال', 'net'],
  ['صافي المبلغ المستحق', 'net'],
  ['Net Amt', 'net'],
  ['Settlement Amt', 'net'],
  ['رقم جهاز نقطة البيع', 'terminalId'],
  ['الرقم المرجعي للعملية', 'rrn'],
  ['Authorization Number', 'authCode'],
  ['رمز الاعتماد', 'authCode'],
  ['Trx Date', 'date'],
  ['تاريخ تنفيذ العملية', 'date'],
  ['Payout Date', 'postingDate'],
  ['تاريخ التحويل', 'postingDate'],
  ['Trx Type', 'type'],
])('%s is %s', (name, field) => {
  expect(fieldOfName(name)?.field).toBe(field);
});

test.each(['المبلغ بالدولار', 'Amount in', 'Amount in USD of card', 'نسبة العمولة', 'السعودي', 'بالريال'])(
  '%s is no field',
  (name) => {
    expect(fieldOfName(name)).toBeNull();
  },
);

test('a heading in riyals names their currency', () => {
  expect(currencyOfHeading('المبلغ بالريال السعودي')).toBe(currencyOfHeading('Amount (SAR)'));
});

test.each([
  ['TXN DT', 'date'],
  ['Date of Transaction', 'date'],
  ['transDate', 'date'],
  ['Ref. Number', 'rrn'],
  ['refNo', 'rrn'],
  ['POS Terminal ID', 'terminalId'],
  ['terminalId', 'terminalId'],
  ['Fees (Incl. VAT)', 'totalFee'],
  ['Fee VAT', 'vat'],
  ['vat15', 'vat'],
  ['Amount Payable', 'net'],
  ['amountSar', 'amount'],
  ['Total Amount (مبلغ العملية)', 'amount'],
  ['VAT (15%) (ضريبة العمولة)', 'vat'],
  ['التاريخ - Trx Date', 'date'],
  ['Settlement Amount - صافي التسوية', 'net'],
])('%s is %s by its words', (name, field) => {
  expect(fieldOfName(name)?.field).toBe(field);
});

test.each([
  'From Date',
  'Original Transaction Date',
  'Merchant Ref No',
  'Trx No',
  'No. of Trx',
  'Terminal Serial No',
])('%s is no other field for its words', (name) => {
  expect(fieldOfName(name)).toBeNull();
});

test('who bears the name itself comes before who shortens it', () => {
  const [own = null, shortened = null] = ['Transaction Date', 'Txn Dt'].map(fieldOfName);
  expect(own?.field).toBe(shortened?.field);
  expect(own?.rank).toBeLessThan(shortened?.rank ?? 0);
});

test('every name holds a letter: what has none is not looked up', () => {
  const names = [...Object.values(columnWords), ...Object.values(moreColumnWords)].flat();
  expect(names.filter((name) => !/\p{L}/u.test(comparableHeader(name)))).toEqual([]);
  expect(['', '12', '1,240.00', '22/11/2026', '****1234', '%'].map(fieldOfName)).toEqual(
    Array.from({ length: 6 }, () => null),
  );
});
