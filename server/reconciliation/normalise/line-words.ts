import type { LineType } from '@mizan/contract/reconciliation-terms.ts';
import { comparableHeader } from '../read/header-text.ts';

/** What banks call the kinds of their lines, by comparable text; the first list that holds a word decides. */
const typeWords: readonly (readonly [LineType, readonly string[]])[] = [
  [
    'PURCHASE',
    [
      'purchase',
      'sale',
      'pay',
      'payment',
      'paid',
      'settled',
      'charge',
      'capture',
      'captured',
      'installment',
      'completion',
      'purchase with naqd',
      'pos purchase',
      'debit purchase',
      'شراء',
      'مشتريات',
      'عمليه شراء',
      'بيع',
      'دفع',
      'مدفوعات',
    ],
  ],
  [
    'REFUND',
    [
      'refund',
      'refunded',
      'return',
      'credit refund',
      'sale refund',
      'merchandise return',
      'استرداد',
      'استرجاع',
      'مرتجع',
      'عمليه استرداد',
      'ارجاع',
    ],
  ],
  [
    'REVERSAL',
    [
      'reversal',
      'void',
      'voided',
      'reversed',
      'purchase reversal',
      'cancel',
      'cancelled',
      'cancellation',
      'عكس العمليه',
      'عكس',
      'ابطال',
      'الغاء',
    ],
  ],
  [
    'CHARGEBACK',
    [
      'chargeback',
      'charge back',
      'dispute',
      'first chargeback',
      'chargeback reversed',
      'chargebackreversed',
      'chargeback reversal',
      'secondchargeback',
      'اعتراض',
      'اعتراض حامل البطاقه',
      'رد المدفوعات',
    ],
  ],
  [
    'FEE',
    [
      'fee',
      'fees',
      'commission',
      'monthly fee',
      'terminal fee',
      'terminal rent',
      'chargeback penalty',
      'invoicededuction',
      'رسوم',
      'عموله',
      'رسوم شهريه',
      'ايجار جهاز',
    ],
  ],
  [
    'ADJUSTMENT',
    [
      'adjustment',
      'adj',
      'correction',
      'depositcorrection',
      'platform duties',
      'other duties',
      'misc',
      'credit adjustment',
      'debit adjustment',
      'reserve',
      'تعديل',
      'تسويه',
      'قيد تعديل',
      'تصحيح',
    ],
  ],
  [
    'PAYOUT',
    [
      'merchantpayout',
      'payout',
      'balancetransfer',
      'balance transfer',
      'transfer',
      'deposit',
      'ايداع',
      'تحويل',
      'حواله',
    ],
  ],
];

const typeByWord = new Map(
  typeWords.flatMap(([type, words]) => words.map((word) => [comparableHeader(word), type] as const)),
);

/** The kind a type word means, or null for a word banks use that we do not know. */
export function typeOfWord(text: string): LineType | null {
  const plain = comparableHeader(text);
  const whole = typeByWord.get(plain);
  if (whole) return whole;
  for (const word of plain.split(' ')) {
    const part = typeByWord.get(word);
    if (part && part !== 'PURCHASE') return part;
  }
  return plain.split(' ').some((word) => typeByWord.get(word) === 'PURCHASE') ? 'PURCHASE' : null;
}

/** A chargeback that was decided for the merchant brings money back. */
export const isChargebackReturned = (text: string): boolean =>
  /charge ?back.*revers|second ?chargeback/.test(comparableHeader(text));

/** Index into schemeNames of the contract: None, Mada, Visa, MasterCard, Maestro, Jcb, Other. */
export function schemeOfWord(text: string): number {
  const plain = comparableHeader(text).replace(/[\s_]/g, '');
  if (plain === '') return 0;
  if (/mada|مدي|span|p1\b/.test(plain)) return 1;
  if (/visa|فيزا/.test(plain)) return 2;
  if (/maestro|مايسترو/.test(plain)) return 4;
  if (/master|^mc$|ماستر/.test(plain)) return 3;
  if (/jcb/.test(plain)) return 5;
  if (/amex|american|union|discover|diners|gccnet|^gn$|اميريكان|امريكان/.test(plain)) return 6;
  return 0;
}

/** Whether a status word of the bank says that the line was not paid. */
export function isUnpaidWord(text: string): boolean {
  return /declin|reject|fail|pending|cancel|refused|error|not settled|unsettled|مرفوض|ملغ|معلق|فشل|غير ناجح/.test(
    comparableHeader(text),
  );
}

/** -1 for a debit word, 1 for a credit word, 0 for neither. */
export function directionOfWord(text: string): -1 | 0 | 1 {
  const plain = comparableHeader(text);
  if (/^(?:d|dr|debit|مدين)$/.test(plain) || text.trim() === '-') return -1;
  return /^(?:c|cr|credit|دائن|داين)$/.test(plain) || text.trim() === '+' ? 1 : 0;
}
