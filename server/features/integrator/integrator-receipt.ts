import type { IntegratorReceipt } from '@mizan/contract/integrator-calls.ts';
import { whyNoSlip } from '@mizan/contract/receipts.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { type Language, wordsFor } from '../../platform/words.ts';
import { saidOutcome, saidType, saidVerification, sumIn } from '../receipts/slip.ts';

/** What a slip says of the shop. */
export interface ShopNames {
  merchantNameEn: string;
  merchantNameAr: string;
  addressEn: string;
  addressAr: string;
}

const english = wordsFor('en');
const arabic = wordsFor('ar');

/** As mada's receipts have them. Visa has one for credit cards and one for debit cards, and nobody tells which. */
const schemeIds: Readonly<Partial<Record<Scheme, string>>> = {
  Mada: 'P1',
  MasterCard: 'MC',
  Maestro: 'DM',
  Jcb: 'JC',
};
const entryModes = ['CONTACTLESS', 'CHIP', 'MAGSTRIPE'] as const;

/** Both languages of one text. */
const both = <Name extends string>(name: Name, texts: Record<Language, string> | null) =>
  ({ [`${name}En`]: texts?.en ?? null, [`${name}Ar`]: texts?.ar ?? null }) as Record<
    `${Name}En` | `${Name}Ar`,
    string | null
  >;

const given = (text: string | undefined | null): string | null => (text ? text : null);

function verificationOf(printed: string | null) {
  const known = printed === null ? null : saidVerification(printed);
  // As the terminal printed it, also where its Arabic is not known.
  return known
    ? both('verificationMethod', known)
    : { verificationMethodEn: printed, verificationMethodAr: null };
}

const amountOf = ({ status, amountMinor, currency }: TransactionDetail) => ({
  amountAuthorized: status === 'APPROVED' ? String(amountMinor) : null,
  ...both(
    'amountAuthorized',
    status === 'APPROVED'
      ? { en: sumIn('en', currency, amountMinor), ar: sumIn('ar', currency, amountMinor) }
      : null,
  ),
});

/** The number of a card as far as it is kept. */
const maskedPan = ({ firstSix, lastFour }: TransactionDetail): string | null =>
  firstSix && lastFour ? `${firstSix}******${lastFour}` : null;

/** What kind of card it was; nothing where nobody knows its scheme. */
export function schemeOf(scheme: Scheme) {
  const key = `transactions:scheme.${scheme.toLowerCase()}`;
  const said = scheme === 'None' ? null : { en: english.text(key), ar: arabic.text(key) };
  return { cardSchemeId: schemeIds[scheme] ?? null, ...both('cardScheme', said) };
}

/**
 * The slip of a payment, or null where none was printed: from what the portal knows and, beside it, what the terminal
 * says it printed. What neither has is null.
 */
export function receiptFor(payment: TransactionDetail, shop: ShopNames): IntegratorReceipt | null {
  if (whyNoSlip(payment) !== null) return null;
  const printed = payment.receipt ?? {};
  return {
    id: payment.uuid,
    merchantNameEn: given(shop.merchantNameEn),
    merchantNameAr: given(shop.merchantNameAr),
    addressEn: given(shop.addressEn),
    addressAr: given(shop.addressAr),
    acquirerCode: payment.acquirerCode,
    merchantId: given(printed['mid']),
    terminalId: payment.tid,
    merchantCategoryCode: given(printed['mcc']),
    startDate: given(printed['startDate']),
    startTime: given(printed['startTime']),
    stan: payment.stan,
    appVersion: given(printed['softwareVersion']),
    rrn: payment.rrn,
    ...schemeOf(payment.scheme),
    pan: maskedPan(payment),
    cardExpiration: given(printed['expiry']),
    ...both('transactionType', saidType(payment.type)),
    ...amountOf(payment),
    ...both('statusMessage', saidOutcome(payment.status)),
    ...verificationOf(given(printed['verification'])),
    approvalCode: payment.approvalCode,
    entryMode: entryModes.find((mode) => mode === printed['entryMode']) ?? null,
    switchResponseCode: payment.actionCode,
    endDate: given(printed['endDate']),
    endTime: given(printed['endTime']),
  };
}
