import type { LineType } from '@mizan/contract/reconciliation-terms.ts';
import { comparableHeader } from '../read/header-text.ts';
import { typeOfWhole } from './line-words.ts';

const setOf = (...lines: string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')).map(comparableHeader));

/** Where and with what a sale was made, and words that only join others: they say nothing of whether or which way money went. */
const besideWords = setOf(
  'pos terminal mada visa mastercard master maestro amex jcb unionpay gccnet card cards domestic international intl local foreign',
  'online offline ecommerce e commerce ecom internet contactless contact chip swipe magstripe manual keyed tap nfc qr',
  'transaction transactions txn txns trx tran operation merchant customer cardholder bank acquirer host system auto automatic',
  'full partial by the of on a for and with at from cash back cashback naqd',
  'نقاط نقطه البيع نقطة مدي فيزا ماستركارد بطاقه بطاقات محليه دوليه عبر الانترنت عمليه عمليات العمليه جهاز كلي جزئي من مع',
);

const kindWords: ReadonlyMap<string, LineType> = new Map(
  (
    [
      ['PURCHASE', 'sales purchases payments captures مبيعات المبيعات شراء الشراء'],
      ['REFUND', 'refunds returns returned مردودات مردود مرتجعات استردادات'],
      ['REVERSAL', 'reversals voids cancellations'],
      ['CHARGEBACK', 'chargebacks disputes'],
    ] as const
  ).flatMap(([type, words]) => words.split(' ').map((word) => [comparableHeader(word), type] as const)),
);

const payWords = setOf('payment payments pay paid');

/** Names of kinds of more than one word that its words alone do not tell. */
const wholeNames: ReadonlyMap<string, LineType> = new Map(
  (
    [
      ['credit voucher', 'REFUND'],
      ['credit slip', 'REFUND'],
      ['pre auth completion', 'PURCHASE'],
      ['preauth completion', 'PURCHASE'],
      ['pre authorization completion', 'PURCHASE'],
      ['preauthorization completion', 'PURCHASE'],
      ['authorization completion', 'PURCHASE'],
      ['dispute reversal', 'CHARGEBACK'],
      ['other adjustment', 'ADJUSTMENT'],
    ] as const
  ).map(([words, type]) => [comparableHeader(words), type]),
);

const paidWords = setOf(
  'paid settled captured approved success successful succeeded successfully completed complete processed posted cleared funded',
  'accepted ok confirmed deposited 00 000',
  'مدفوع مدفوعه مسدد مسدده ناجح ناجحه بنجاح مقبول مقبوله معتمد معتمده مكتمل مكتمله منفذ منفذه مسواه',
);
const unpaidWords = setOf(
  'unpaid unsettled declined decline denied rejected reject failed fail failure refused error cancelled canceled cancel pending',
  'held hold withheld blocked suspended frozen expired timeout unsuccessful unprocessed unapproved incomplete awaiting',
  'مرفوض مرفوضه ملغي ملغاه ملغيه معلق معلقه فشل فشلت فاشل فاشله محتجز محتجزه محجوز محجوزه موقوف موقوفه مجمد مجمده منتهيه',
);
const negators = setOf('not no non never غير لم ليس ليست');
/**
 * In a status these say nothing. Who paid whom and how much of it does: 'Paid to customer', 'Partially paid' and 'Paid back' are
 * asked.
 */
const besideStatus = setOf(
  'pos terminal mada visa mastercard master maestro amex jcb unionpay gccnet card cards domestic international local online offline',
  'transaction transactions txn txns trx tran operation host system auto automatic settlement posting payment',
  'has been is was or and the a of on',
  'تم تمت التسويه الدفع السداد الايداع التحويل الموافقه عليها عليه حاله عمليه العمليه',
);
/** Said with 'done' before it, the matter itself is what was done. */
const doneNames: ReadonlySet<string> = new Set(
  [
    'تم',
    'تمت',
    'تمت التسوية',
    'تم الدفع',
    'تم السداد',
    'تم الإيداع',
    'تم التحويل',
    'تمت الموافقة',
    'تمت العملية',
    'موافق عليها',
    'done',
  ].map(comparableHeader),
);

const placeholders: ReadonlySet<string> = setOf('', 'none', 'na', 'nil', 'null');
/** Whether a cell says that there is nothing to say: 'N/A', 'None' or a dash. */
export const isPlaceholder = (text: string): boolean => {
  const plain = comparableHeader(text);
  return placeholders.has(plain) || plain === 'n a';
};

/** 'Charge back' as the one word that it is: apart, both of its words say something else. */
const oneWord = (text: string): string => comparableHeader(text).replace(/\bcharge backs?\b/g, 'chargeback');

const tokensOf = (text: string, ...beside: ReadonlySet<string>[]): string[] =>
  comparableHeader(text)
    .split(' ')
    .filter((word) => word !== '' && !beside.some((words) => words.has(word)));

/** Whether a status says that a line was paid; null where one of its words is not known, or they contradict each other. */
export function isPaidStatus(text: string): boolean | null {
  if (doneNames.has(comparableHeader(text))) return true;
  const said = new Set<boolean>();
  let isNegated = false;
  let isToCome = false;
  for (const word of tokensOf(text, besideStatus)) {
    if (negators.has(word)) {
      if (isNegated) return null;
      isNegated = true;
      continue;
    }
    if (word === 'yet') {
      isToCome = true;
      continue;
    }
    const isPaid = paidWords.has(word);
    if (!isPaid && !unpaidWords.has(word)) return null;
    said.add(isPaid !== isNegated);
    isNegated = false;
  }
  const [paid, ...others] = said;
  // 'Not yet paid' says it; 'yet to complete' says the contrary of its last word.
  const isOpen = isNegated || others.length > 0 || (isToCome && paid === true);
  return isOpen ? null : (paid ?? null);
}

/** What a line's kind is by a text of which every word is known; `null` type: it says nothing of the kind. */
export interface KnownKind {
  type: LineType | null;
  /** No money came of it: 'Declined purchase'. */
  isUnpaid: boolean;
}

/**
 * The kind that a text names where each of its words is known: a word that is not may turn it round. Null where one is not
 * known, or several kinds are named: 'Refund reversal' gives or takes.
 */
export function kindOfText(text: string, beside: ReadonlySet<string> = besideWords): KnownKind | null {
  const whole = wholeNames.get(comparableHeader(text)) ?? typeOfWhole(text);
  if (whole) return { type: whole, isUnpaid: false };
  const tokens = tokensOf(oneWord(text), beside).filter((word) => !/^\d+$/.test(word));
  // A charge alone is a sale; with whose it is beside it, it may be what the bank takes.
  if (tokens.includes('charge')) return null;
  // A payment beside a merchant may go to the merchant.
  if (/\bmerchants?\b/.test(comparableHeader(text)) && tokens.some((token) => payWords.has(token)))
    return null;
  const named = wholeNames.get(tokens.join(' ')) ?? typeOfWhole(tokens.join(' '));
  if (named) return { type: named, isUnpaid: false };
  const kinds = new Set<LineType>();
  let isUnpaid = false;
  for (const token of tokens) {
    const kind = kindWords.get(token) ?? typeOfWhole(token);
    if (kind) kinds.add(kind);
    else if (unpaidWords.has(token)) isUnpaid = true;
    else return null;
  }
  const others = [...kinds].filter((kind) => kind !== 'PURCHASE');
  // A refund that failed may give its money back: what a refusal of anything but a sale means is asked.
  if (isUnpaid) return kinds.size === 1 && others.length === 0 ? { type: 'PURCHASE', isUnpaid } : null;
  if (others.length > 1 || (others[0] === 'FEE' && kinds.size > 1)) return null;
  const isSaid = comparableHeader(text) !== '' && tokens.length === 0;
  return kinds.size === 0 && !isSaid ? null : { type: others[0] ?? [...kinds][0] ?? null, isUnpaid };
}

/** The kind that a status names and nothing more of; null where it says more, as 'Sale declined' and 'Paid by merchant' do. */
export function kindOfStatus(text: string): LineType | null {
  const kind = kindOfText(text, besideStatus);
  return kind?.isUnpaid ? null : (kind?.type ?? null);
}
