import { expect, test } from 'vitest';
import { fieldOfName } from './column-names.ts';
import { currencyOfHeading } from './currency-words.ts';

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
