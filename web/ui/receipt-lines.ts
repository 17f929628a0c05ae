import { explainActionCode } from '@mizan/contract/action-codes.ts';
import { decimalText } from '@mizan/contract/money.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';

/** One line of a slip: a single text in the middle, or a left and a right one. */
export interface SlipLine {
  left: string;
  right?: string;
  /** The amount and how it ended stand out. */
  strong?: boolean;
}

/** What a slip is made of. */
export type SlipSource = Pick<
  TransactionDetail,
  | 'tid'
  | 'type'
  | 'status'
  | 'amountMinor'
  | 'currency'
  | 'scheme'
  | 'firstSix'
  | 'lastFour'
  | 'stan'
  | 'rrn'
  | 'approvalCode'
  | 'actionCode'
  | 'branchNameEn'
  | 'branchNameAr'
  | 'receipt'
>;

/** A name in both languages. */
interface Named {
  nameEn: string;
  nameAr: string;
}

type Words = Readonly<Record<string, readonly [english: string, arabic: string]>>;

/**
 * A mada receipt prints both languages whatever the reader's own is, so its words stand here, side by side, and
 * not among the texts of the interface. What a terminal prints in other words than these stays as it printed it.
 */
const schemeWords: Words = {
  Mada: ['mada', 'مدى'],
  Visa: ['Visa', 'فيزا'],
  MasterCard: ['Mastercard', 'ماستركارد'],
  Maestro: ['Maestro', 'مايسترو'],
  Jcb: ['JCB', 'جي سي بي'],
};
const typeWords: Words = {
  PURCHASE: ['PURCHASE', 'شراء'],
  REFUND: ['REFUND', 'استرداد'],
  REVERSAL: ['REVERSAL', 'عكس العملية'],
};
const outcomeWords: Words = {
  APPROVED: ['APPROVED', 'مقبولة'],
  DECLINED: ['DECLINED', 'مرفوضة'],
};
const verificationWords: Words = {
  'CARDHOLDER PIN VERIFIED': ['CARDHOLDER PIN VERIFIED', 'تم التحقق من الرقم السري للعميل'],
  'NO VERIFICATION REQUIRED': ['NO VERIFICATION REQUIRED', 'لا يلزم التحقق'],
  'DEVICE OWNER IDENTITY VERIFIED': ['DEVICE OWNER IDENTITY VERIFIED', 'تم التحقق من هوية حامل الجهاز'],
};
const currencyWords: Readonly<Record<string, string>> = { SAR: 'ر.س' };

const arabicAmounts = new Intl.NumberFormat('ar-EG', { minimumFractionDigits: 2 });
const englishAmounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');
const labelled = (label: string, value: string | null | undefined): string =>
  value ? `${label} ${value}` : '';
const single = (text: string): SlipLine[] => (text === '' ? [] : [{ left: text }]);
const both = (left: string, right: string): SlipLine[] => (left || right ? [{ left, right }] : []);

function inBoth(words: Words, value: string | undefined, strong = false): SlipLine[] {
  if (!value) return [];
  const [left, right] = words[value] ?? [value, ''];
  return [{ left, right, strong }];
}

/** Why it was declined, where the bank's code says so; otherwise how the cardholder was verified. Arabic comes first. */
function reasonOrVerification(
  { status, actionCode }: SlipSource,
  verification: string | undefined,
): SlipLine[] {
  const { en, ar, action } = explainActionCode(actionCode ?? '');
  if (status === 'DECLINED' && en !== '' && action !== 'Approve')
    return [...single(ar), ...single(en.toUpperCase())];
  return inBoth(verificationWords, verification).flatMap(({ left, right = '' }) => [
    ...single(right),
    ...single(left),
  ]);
}

/** Both names; one alone where they are the same. */
const named = ({ nameEn, nameAr }: Named): string => [...new Set([nameEn, nameAr])].join(' · ');

function amountLine({ amountMinor, currency }: SlipSource): SlipLine {
  const value = decimalText(amountMinor) as unknown as number;
  return {
    left: `${currency} ${englishAmounts.format(value)}`,
    right: `${arabicAmounts.format(value)} ${currencyWords[currency] ?? currency}`,
    strong: true,
  };
}

/** '4847 83** **** 6644': what may be printed of a card. */
const maskedCard = ({ firstSix, lastFour }: SlipSource): string =>
  firstSix ? `${firstSix.replace(/(\d{4})(\d{2})/, '$1 $2')}** **** ${lastFour ?? ''}` : '';

/**
 * The lines of a slip in blocks, in the order of a mada receipt. What the terminal printed comes with the
 * transaction (docs/terminal-link.md); the merchant's and the branch's names are the portal's.
 */
export function slipOf(transaction: SlipSource, merchant: Named | null): SlipLine[][] {
  const printed = transaction.receipt ?? {};
  const branch: Named = { nameEn: transaction.branchNameEn, nameAr: transaction.branchNameAr };
  return [
    [...(merchant ? [{ left: named(merchant), strong: true }] : []), { left: named(branch) }],
    [
      ...both(joined(printed['startDate'] ?? '', printed['startTime'] ?? ''), `TID ${transaction.tid}`),
      ...both(labelled('MID', printed['mid']), labelled('MCC', printed['mcc'])),
      ...both(labelled('STAN', transaction.stan), labelled('RRN', transaction.rrn)),
    ],
    [
      ...inBoth(schemeWords, transaction.scheme === 'None' ? undefined : transaction.scheme),
      ...inBoth(typeWords, transaction.type),
      ...both(maskedCard(transaction), printed['expiry'] ?? ''),
    ],
    [
      amountLine(transaction),
      ...inBoth(outcomeWords, transaction.status, true),
      ...reasonOrVerification(transaction, printed['verification']),
      ...single(transaction.approvalCode ? `${transaction.approvalCode} Approval code · رمز الموافقة` : ''),
    ],
    single(joined(printed['entryMode'] ?? '', printed['responseCode'] ?? '', printed['aid'] ?? '')),
  ].filter((block) => block.length > 0);
}
