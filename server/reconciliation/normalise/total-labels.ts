import { type LineType, lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import { currencyOfHeading, isCurrencyWord, withoutCurrencyWords } from '../read/currency-words.ts';
import { comparableHeader } from '../read/header-text.ts';
import { schemeOfWord } from './line-words.ts';

/** What a total adds up of each line. `count` is the number of lines. */
export type TotalMeasure = 'gross' | 'net' | 'fee' | 'vat' | 'count';

/**
 * How far up a total stands, by its words. Totals of a page and running ones close what they say wherever they stand;
 * how the others nest is told by their order in the file.
 */
type TotalLevel =
  | 'plain'
  | 'sub'
  | 'batch'
  | 'terminal'
  | 'day'
  | 'branch'
  | 'scheme'
  | 'type'
  | 'page'
  | 'running'
  | 'grand';

/** What the words of a total say. */
export interface TotalLabel {
  /** All of its words are those of a total; otherwise 'Total' may begin the name of a shop. */
  isCertain: boolean;
  level: TotalLevel;
  /** null where no word says what is added up. */
  measure: TotalMeasure | null;
  /** It may be a sum of purchases alone. */
  isOfSales: boolean;
  /** Index into schemeNames and into lineTypes of what alone is added up, -1 for everything. */
  scheme: number;
  type: number;
  /** Index into currencies, `noCurrency` where none is named. */
  currency: number;
}

const levelWords: readonly (readonly [TotalLevel, readonly string[]])[] = [
  [
    'running',
    ['running', 'cumulative', 'carried', 'forward', 'brought', 'accumulated', 'التراكمي', 'المرحل', 'المدور'],
  ],
  [
    'grand',
    [
      'grand',
      'overall',
      'final',
      'report',
      'file',
      'all',
      'general',
      'statement',
      'العام',
      'الكلي',
      'النهايي',
      'الكشف',
      'الملف',
    ],
  ],
  ['page', ['page', 'الصفحه', 'صفحه']],
  ['batch', ['batch', 'الدفعه', 'دفعه', 'الحزمه', 'الباتش']],
  ['terminal', ['terminal', 'tid', 'device', 'pos', 'الجهاز', 'جهاز', 'الطرفيه', 'نقطه']],
  ['day', ['day', 'daily', 'date', 'اليوم', 'يوم', 'اليومي', 'تاريخ']],
  [
    'branch',
    ['branch', 'store', 'outlet', 'merchant', 'mid', 'account', 'الفرع', 'فرع', 'التاجر', 'تاجر', 'الحساب'],
  ],
  ['scheme', ['scheme', 'card', 'cards', 'network', 'البطاقه', 'بطاقه', 'البطاقات', 'الشبكه']],
  ['type', ['type', 'نوع', 'النوع']],
  ['sub', ['sub', 'subtotal', 'subtotals', 'group', 'section', 'الفرعي', 'فرعي', 'الجزيي', 'جزيي']],
];

const measureWords: readonly (readonly [TotalMeasure, readonly string[]])[] = [
  ['vat', ['vat', 'tax', 'ضريبه', 'الضريبه', 'المضافه']],
  [
    'fee',
    [
      'fee',
      'fees',
      'commission',
      'msc',
      'mdr',
      'msf',
      'charges',
      'discount',
      'عموله',
      'العموله',
      'العمولات',
      'رسوم',
      'الرسوم',
    ],
  ],
  ['net', ['net', 'settlement', 'payable', 'صافي', 'الصافي', 'المستحق', 'التسويه']],
  [
    'count',
    [
      'count',
      'number',
      'no',
      'transactions',
      'transaction',
      'txns',
      'txn',
      'records',
      'record',
      'lines',
      'items',
      'عدد',
      'العدد',
      'العمليات',
      'عمليات',
      'السجلات',
      'الاسطر',
    ],
  ],
  [
    'gross',
    [
      'gross',
      'amount',
      'amounts',
      'sales',
      'sale',
      'value',
      'المبلغ',
      'المبالغ',
      'مبلغ',
      'مبالغ',
      'المبيعات',
      'قيمه',
    ],
  ],
];

const totalWords: ReadonlySet<string> = new Set([
  'total',
  'totals',
  'subtotal',
  'subtotals',
  'sum',
  'اجمالي',
  'الاجمالي',
  'اجماليات',
  'الاجماليات',
  'مجموع',
  'المجموع',
]);
const fillers: ReadonlySet<string> = new Set([
  'of',
  'for',
  'in',
  'the',
  'by',
  'per',
  'and',
  'this',
  'id',
  'as',
  'at',
  'to',
  'on',
  'added',
  'from',
  'service',
  'في',
  'من',
  'رقم',
  'هذه',
  'هذا',
  'قبل',
  'بعد',
  'القيمه',
  'علي',
  'الي',
]);

const levelOf = new Map(levelWords.flatMap(([level, words]) => words.map((word) => [word, level] as const)));
const measureOf = new Map(
  measureWords.flatMap(([measure, words]) => words.map((word) => [word, measure] as const)),
);

/** Types whose totals banks print by themselves. */
const typeOf: ReadonlyMap<string, LineType> = new Map(
  Object.entries({
    PURCHASE: ['purchase', 'purchases', 'شراء', 'الشراء', 'مشتريات', 'المشتريات'],
    REFUND: ['refund', 'refunds', 'returns', 'استرداد', 'الاسترداد', 'المستردات', 'مرتجعات', 'المرتجعات'],
    REVERSAL: ['reversal', 'reversals', 'voids', 'عكس', 'الابطال'],
    CHARGEBACK: ['chargeback', 'chargebacks', 'اعتراضات', 'الاعتراضات'],
  } satisfies Partial<Record<LineType, string[]>>).flatMap(([type, words]) =>
    words.map((word) => [word, type as LineType] as const),
  ),
);

const isOwnWord = (word: string): boolean =>
  levelOf.has(word) ||
  measureOf.has(word) ||
  typeOf.has(word) ||
  fillers.has(word) ||
  isCurrencyWord(word) ||
  schemeOfWord(word) > 0;

/** A glance that most texts do not pass, before they are looked at word by word. */
const glance = /total|\bsum\b|جمال|مجموع/i;
/** A longer text is a sentence. */
const labelCharsMax = 120;

/**
 * What a text says as the label of a total, or null where it is none: 'Grand Total', 'Total Visa', 'إجمالي الجهاز 88501158',
 * 'Total fees: 12.50'. Words that are none of a total's own make it uncertain: 'Total Station 12' may be a shop.
 */
export function totalLabel(text: string): TotalLabel | null {
  if (text.length > labelCharsMax || !glance.test(text)) return null;
  const plain = withoutCurrencyWords(comparableHeader(text));
  const words = plain.split(' ').filter((word) => !/^\d+$/.test(word));
  const at = words.findIndex((word) => totalWords.has(word));
  if (at < 0) return null;
  const others = words.filter((word) => !totalWords.has(word));
  const isCertain = others.every(isOwnWord);
  // Within a name the word is no label.
  if (!isCertain && at > 0 && at < words.length - 1 && !levelOf.has(words[0] ?? '')) return null;
  const scheme = others.map(schemeOfWord).find((each) => each > 0) ?? -1;
  const type = others.map((word) => typeOf.get(word)).find((each) => each !== undefined) ?? null;
  const named = levelWords.find(([, known]) => words.some((word) => known.includes(word)))?.[0];
  const unnamed = isCertain ? 'plain' : 'branch';
  return {
    isCertain,
    level: scheme > 0 ? 'scheme' : type === null ? (named ?? unnamed) : 'type',
    measure: measureIn(others),
    isOfSales: words.some((word) => salesWords.includes(word)),
    scheme,
    type: type === null ? -1 : lineTypes.indexOf(type),
    currency: currencyOfHeading(text),
  };
}

const salesWords = ['sales', 'sale', 'المبيعات'];

/** 'Transaction amount' is an amount, 'transactions' is how many they are. */
function measureIn(words: readonly string[]): TotalMeasure | null {
  const named = words.map((word) => measureOf.get(word));
  const measure = measureWords.find(([each]) => named.includes(each))?.[0] ?? null;
  return measure === 'count' && named.includes('gross') ? 'gross' : measure;
}
