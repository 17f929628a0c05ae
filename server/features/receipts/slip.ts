import { explainActionCode } from '@mizan/contract/action-codes.ts';
import { besideEachOther } from '@mizan/contract/apart.ts';
import { withReceiptTexts } from '@mizan/contract/business.ts';
import type { Currency } from '@mizan/contract/money.ts';
import { outcomeOfCodes } from '@mizan/contract/outcome.ts';
import { providerCodes } from '@mizan/contract/provider-codes.ts';
import type { Slip, SlipCopy, SlipLine } from '@mizan/contract/receipts.ts';
import { isolated, plainText } from '../../platform/exports/safe-text.ts';
import { type Language, wordsFor } from '../../platform/words.ts';
import type { SlipRow } from './receipts.queries.ts';

/**
 * The slip of a transaction, in the order of a mada receipt. What was agreed to or refused, for how much and with which
 * card is the portal's record; what the terminal alone knows is what it printed. What is not known is left out.
 */

const words = { en: wordsFor('en'), ar: wordsFor('ar') } as const;
const said = (key: string): Record<Language, string> => ({
  en: words.en.text(`slip:${key}`),
  ar: words.ar.text(`slip:${key}`),
});

/** Of what a terminal printed: a field of a slip has some twenty signs. */
const printedMax = 48;

const both = (left: string, right: string, isStrong = false): SlipLine[] => {
  if (left === '' && right === '') return [];
  if (left === '' || right === '') return single(left || right, isStrong);
  return [{ left, right, isStrong }];
};
const single = (text: string, isStrong = false): SlipLine[] =>
  text === '' ? [] : [{ left: text, right: null, isStrong }];
const inBoth = (key: string, isStrong = false): SlipLine[] => {
  const { en, ar } = said(key);
  return both(en, ar, isStrong);
};
/** Arabic first, each language on a line of its own. */
const below = ({ en, ar }: Record<Language, string>): SlipLine[] => [...single(ar), ...single(en)];

/** Both names, Arabic first; one alone where they are the same. */
const named = (ar: string, en: string): string =>
  besideEachOther([...new Set([ar, en].map((name) => plainText(name).trim()))].filter(Boolean).map(isolated));

const labelled = (label: string, value: string): string => (value === '' ? '' : `${label} ${value}`);
const joined = (...parts: string[]): string => parts.filter(Boolean).join(' ');

/** '4847 83** **** 6644': what may be printed of a card. */
function maskedCard({ firstSix, lastFour }: SlipRow): string {
  if (!lastFour) return '';
  const first = firstSix ? `${firstSix.slice(0, 4)} ${firstSix.slice(4)}** ****` : '**** **** ****';
  return `${first} ${lastFour}`;
}

/** Day and time in Riyadh as slips print them, in the digits of every card terminal. */
function clockText(at: Date): { day: string; time: string } {
  const text = new Date(at.getTime() + 3 * 3_600_000).toISOString();
  const [year, month, day] = text.slice(0, 10).split('-');
  return { day: `${day}/${month}/${year}`, time: text.slice(11, 19) };
}

/** An amount as slips write it, in one language. */
export const sumIn = (language: Language, currency: Currency, amountMinor: number): string => {
  const { amount, text } = words[language];
  return text('slip:sum', { unit: text(`units:currency.${currency}`), amount: amount(amountMinor) });
};

function amountLines(row: SlipRow): SlipLine[] {
  const sum = (amountMinor: number): SlipLine[] =>
    both(sumIn('en', row.currency, amountMinor), sumIn('ar', row.currency, amountMinor), true);
  if (row.cashMinor === 0) return sum(row.amountMinor);
  return [
    ...inBoth('amount.purchase'),
    ...sum(row.amountMinor - row.cashMinor),
    ...inBoth('amount.cash'),
    ...sum(row.cashMinor),
    ...inBoth('amount.total'),
    ...sum(row.amountMinor),
  ];
}

/** What a slip calls an outcome: a terminal that is set up wrongly was declined, for a reason of its own. */
const outcomeKeys: Readonly<Record<string, string>> = {
  APPROVED: 'outcome.APPROVED',
  DECLINED: 'outcome.DECLINED',
  TERMINAL_MISCONF: 'outcome.DECLINED',
  'TERMINAL NOT CONNECTED': 'outcome.DECLINED',
  CANCELED: 'outcome.CANCELED',
  TIMEOUT: 'outcome.TIMEOUT',
};

/** The words of an outcome, in both languages. */
export const saidOutcome = (status: string): Record<Language, string> =>
  said(outcomeKeys[status] ?? 'outcome.DECLINED');

/** What kind of transaction it was, in both languages. */
export const saidType = (type: string): Record<Language, string> => said(`type.${type}`);

/** Whether the codes of the terminal's answer say what is on record; else a person or a bank's file did. */
const isByTerminal = ({ status, providerCode, actionCode }: SlipRow): boolean =>
  providerCode !== null && outcomeOfCodes(providerCode, actionCode ?? '', true).status === status;

/** Why it was not approved: by the bank's code, else by the terminal's. */
function reasonLines({ providerCode, actionCode }: SlipRow): SlipLine[] {
  const { en, ar, action } = explainActionCode(actionCode ?? '');
  if (en !== '' && action !== 'Approve') return below({ en: en.toUpperCase(), ar });
  // Plainly approved or declined is no reason.
  if (providerCode === null || ['00', '01'].includes(providerCode) || !(providerCode in providerCodes))
    return [];
  const key = `transactions:providerCode.${providerCode}`;
  return below({ en: words.en.text(key).toUpperCase(), ar: words.ar.text(key) });
}

const verifications: Readonly<Record<string, string>> = {
  'CARDHOLDER PIN VERIFIED': 'verification.pin',
  'NO VERIFICATION REQUIRED': 'verification.none',
  'DEVICE OWNER IDENTITY VERIFIED': 'verification.device',
  'SIGNATURE REQUIRED': 'verification.signature',
  SIGNATURE: 'verification.signature',
};

/** The words of what a terminal printed of how the cardholder was verified; null where the portal has none. */
export function saidVerification(printed: string): Record<Language, string> | null {
  const key = verifications[printed.toUpperCase()];
  return key === undefined ? null : said(key);
}

/** How the cardholder was verified, in the portal's words where it knows the terminal's, else as it was printed. */
function verificationLines(printed: string): SlipLine[] {
  const key = verifications[printed.toUpperCase()];
  if (key === undefined) return single(printed);
  const isSigned = key === 'verification.signature';
  return [...below(said(key)), ...(isSigned ? [...inBoth('signature'), ...single('_'.repeat(24))] : [])];
}

function endLines(row: SlipRow, printed: (name: string) => string): SlipLine[] {
  const isApproved = row.status === 'APPROVED';
  const approvalCode = plainText(row.approvalCode ?? '');
  const label = said('approvalCode');
  return [
    ...both(saidOutcome(row.status).en, saidOutcome(row.status).ar, true),
    ...(isByTerminal(row) || row.status === 'CANCELED' ? [] : below(said('byMerchant'))),
    ...(isApproved ? verificationLines(printed('verification')) : reasonLines(row)),
    ...(approvalCode === '' || !isApproved
      ? []
      : [...both(label.en, label.ar), ...single(approvalCode, true)]),
    ...both(printed('endDate'), printed('endTime')),
  ];
}

/** The slip's lines in blocks, with what the merchant has them say; a block without a line is left out. */
export const slipOf = (row: SlipRow, copy: SlipCopy = 'customer'): Slip =>
  withReceiptTexts(bareSlipOf(row, copy), {
    aboveAr: plainText(row.aboveAr ?? ''),
    aboveEn: plainText(row.aboveEn ?? ''),
    belowAr: plainText(row.belowAr ?? ''),
    belowEn: plainText(row.belowEn ?? ''),
  });

/** The same without the merchant's own texts. */
export function bareSlipOf(row: SlipRow, copy: SlipCopy = 'customer'): Slip {
  const printed = (name: string): string =>
    plainText(row.receipt?.[name] ?? '')
      .trim()
      .slice(0, printedMax);
  const started = clockText(row.createdAt);
  const onSlip = printed('startDate') !== '';
  const address = (language: 'Ar' | 'En'): string =>
    plainText(row[`branchAddress${language}`] || row[`merchantAddress${language}`]).trim();
  return [
    [
      ...single(named(row.merchantNameAr, row.merchantNameEn), true),
      ...single(named(row.branchNameAr, row.branchNameEn)),
      ...below({ ar: address('Ar'), en: address('En') }),
      ...single(besideEachOther([row.phone ?? '', row.email ?? ''].filter(Boolean))),
    ],
    [
      ...both(onSlip ? printed('startDate') : started.day, onSlip ? printed('startTime') : started.time),
      ...both(joined(printed('bankId'), labelled('MID', printed('mid'))), labelled('TID', row.tid)),
      ...both(labelled('MCC', printed('mcc')), labelled('STAN', plainText(row.stan ?? ''))),
      ...both(printed('softwareVersion'), labelled('RRN', plainText(row.rrn ?? ''))),
    ],
    [
      ...(row.scheme === 'None' ? [] : inBoth(`scheme.${row.scheme}`)),
      ...inBoth(`type.${row.type}`),
      ...both(maskedCard(row), printed('expiry')),
    ],
    amountLines(row),
    endLines(row, printed),
    [...below(said('thanks')), ...below(said('keep')), ...inBoth(`copy.${copy}`)],
    single(
      joined(
        ...['entryMode', 'responseCode', 'aid', 'tvr', 'tsi', 'cvr', 'cryptogramInfo', 'cryptogram'].map(
          printed,
        ),
        printed('kernelId'),
      ),
    ),
    below(said('noTaxInvoice')),
  ].filter((block) => block.length > 0);
}
