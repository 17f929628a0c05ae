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
      'cash advance',
      'purchase with naqd',
      'pos purchase',
      'debit purchase',
      'شراء',
      'مشتريات',
      'عمليه شراء',
      'بيع',
      'دفع',
      'مدفوعات',
      'سلفه نقديه',
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
      'second chargeback',
      'secondchargeback',
      'representment',
      're presentment',
      'second presentment',
      'chargeback representment',
      'عكس اعتراض',
      'عكس الاعتراض',
      'اعتراض',
      'اعتراض حامل البطاقه',
      'رد المدفوعات',
    ],
  ],
  ['FEE', ['fee', 'fees', 'commission', 'رسوم', 'عموله']],
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
  ['PAYOUT', ['merchantpayout', 'payout', 'transfer', 'deposit', 'ايداع', 'تحويل', 'حواله']],
];

const typeByWord = new Map(
  typeWords.flatMap(([type, words]) => words.map((word) => [comparableHeader(word), type] as const)),
);

/**
 * Lines that are about no payment, by what is left of their words without terminals, months and figures: the whole of it
 * has to be known, because one word of it may stand in a name.
 */
const otherWords: readonly (readonly [LineType, readonly string[]])[] = [
  [
    'RENT',
    [
      'rent',
      'rental',
      'lease',
      'monthly rent',
      'monthly rental',
      'ايجار شهري',
      'rent fee',
      'rental fee',
      'ايجار',
      'تاجير',
      'رسوم ايجار',
      'رسوم تاجير',
      'استيجار',
    ],
  ],
  [
    'MONTHLY_FEE',
    [
      'monthly fee',
      'service fee',
      'subscription',
      'subscription fee',
      'maintenance fee',
      'monthly service fee',
      'رسوم شهريه',
      'رسوم خدمه',
      'رسوم صيانه',
      'اشتراك',
      'اشتراك شهري',
      'رسوم اشتراك',
    ],
  ],
  [
    'CHARGEBACK_FEE',
    [
      'chargeback fee',
      'charge back fee',
      'chargeback penalty',
      'chargeback handling fee',
      'chargebackfee',
      'dispute fee',
      'رسوم اعتراض',
      'رسوم الاعتراض',
      'غرامه اعتراض',
    ],
  ],
  [
    'INVOICE',
    [
      'invoice',
      'tax invoice',
      'vat invoice',
      'fee invoice',
      'invoicededuction',
      'invoice deduction',
      'vat',
      'vat on fee',
      'فاتوره',
      'فاتوره ضريبيه',
      'فاتوره رسوم',
      'ضريبه القيمه المضافه',
    ],
  ],
  [
    'CARRIED_OVER',
    [
      'balancetransfer',
      'balance transfer',
      'balance carried forward',
      'balance brought forward',
      'carried forward',
      'brought forward',
      'balance carried over',
      'carried over',
      'رصيد مرحل',
      'رصيد مدور',
      'ترحيل رصيد',
    ],
  ],
];
/** Kinds of lines that are the bank's own charges. */
export const ownCharges = [
  'RENT',
  'MONTHLY_FEE',
  'CHARGEBACK_FEE',
  'INVOICE',
] as const satisfies readonly LineType[];
const otherByWords = new Map(
  otherWords.flatMap(([type, words]) => words.map((word) => [comparableHeader(word), type] as const)),
);

/** Whose it is and of when: what a line of such a kind says beside its kind. */
const besideKind: ReadonlySet<string> = new Set(
  [
    'pos terminal terminals device devices machine for of the month charge no',
    'january february march april may june july august september october november december',
    'jan feb mar apr jun jul aug sep sept oct nov dec',
    'جهاز اجهزه الجهاز نقاط نقطه البيع عن شهر لشهر رقم خصم',
    'يناير فبراير مارس ابريل مايو يونيو يوليو اغسطس سبتمبر اكتوبر نوفمبر ديسمبر',
    'محرم صفر ربيع جمادي الاول الاخر الاولي الاخره الثاني رجب شعبان رمضان شوال ذو القعده الحجه',
  ].flatMap((words) => words.split(' ')),
);

/** The kind of a line without a payment that all words of a text name; null where any is not known. */
function otherType(plain: string): LineType | null {
  const whole = otherByWords.get(plain);
  if (whole) return whole;
  const named = plain
    .split(' ')
    .filter((word) => !/^\d+$/.test(word) && !besideKind.has(word))
    .map((word) => (word === 'fees' ? 'fee' : word));
  return otherByWords.get(named.join(' ')) ?? null;
}

/** The kind that a text names as a whole, or null. */
export function typeOfWhole(text: string): LineType | null {
  const plain = comparableHeader(text);
  return typeByWord.get(plain) ?? otherType(plain);
}

/** Words of a payment that goes to the merchant: what the bank pays, and no sale. */
const paysOut =
  /(?:^| )(?:payments?|paid|settlements?|settled|transfer(?:red)?|remittance|deposit(?:ed)?|credited) (?:in)?to (?:the |your |my )*(?:merchants?|account|acct|iban|bank|beneficiary)(?: |$)|(?:^| )merchants? payments?(?: |$)|(?:^| )(?:دفع|دفعه|مدفوعات|سداد|صرف|تحويل|ايداع) (?:لل|ل|الي ال|الي |في ال|في )(?:تاجر|تجار|حساب|متجر)/;

/** The kind a type word means, or null for a word banks use that we do not know. */
export function typeOfWord(text: string): LineType | null {
  const plain = comparableHeader(text);
  const whole = typeOfWhole(text);
  if (whole) return whole;
  if (paysOut.test(plain)) return 'PAYOUT';
  const parts = plain.split(' ').flatMap((word) => typeByWord.get(word) ?? []);
  const [first] = parts.filter((part) => part !== 'PURCHASE');
  // A fee for something else is neither that nor what was kept of payments.
  if (parts.includes('FEE') && parts.some((part) => part !== 'FEE' && part !== 'PURCHASE')) return null;
  return first ?? (parts.length > 0 ? 'PURCHASE' : null);
}

/** A chargeback that was decided for the merchant, or is answered, brings money back; a second one takes it again. */
export const isChargebackReturned = (text: string): boolean =>
  /charge ?back.*revers|\b(?:re ?|second )presentment\b|عكس (?:ال)?اعتراض/.test(comparableHeader(text));

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

/** -1 for a debit word, 1 for a credit word, 0 for neither. */
export function directionOfWord(text: string): -1 | 0 | 1 {
  const plain = comparableHeader(text);
  if (/^(?:d|dr|debit|مدين)$/.test(plain) || text.trim() === '-') return -1;
  return /^(?:c|cr|credit|دائن|داين)$/.test(plain) || text.trim() === '+' ? 1 : 0;
}
