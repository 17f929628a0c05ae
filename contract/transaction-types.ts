/**
 * The one place that says of each type of transaction what it does with money. Sums, signs, lists, receipts and expectations
 * ask it, here or as SQL (server/platform/database/type-sql.ts), and never compare with a type to learn a direction: a test
 * holds that (tools/tidy.test.ts, docs/decisions/0169-what-a-type-does-with-money.md).
 */

export const transactionTypes = [
  'PURCHASE',
  'CASH_ADVANCE',
  'PREAUTH',
  'COMPLETION',
  'PREAUTH_VOID',
  'REFUND',
  'REVERSAL',
  'TEST',
] as const;
export type TransactionType = (typeof transactionTypes)[number];

/**
 * CHARGE: the card pays, and its bank owes it. BACK: money goes back on the card. HOLD: an amount is held on the card, or let
 * go; no money moves, no bank owes it, and no sum has it. TEST: no money moves either, and no list of payments has it unasked.
 */
type Direction = 'CHARGE' | 'BACK' | 'HOLD' | 'TEST';

/**
 * What the bank may keep of it. BY_RATE: what was agreed for its scheme. NONE: nothing. UNKNOWN: no agreement says, so what the
 * bank kept is written down and not judged.
 */
type Fee = 'BY_RATE' | 'NONE' | 'UNKNOWN';

interface Meaning {
  readonly direction: Direction;
  readonly fee: Fee;
  /** Whether the portal itself may begin it, and try it again. */
  readonly isSoldHere: boolean;
  /** Whether the portal may give it back. */
  readonly isRefundable: boolean;
}

const meanings: Readonly<Record<TransactionType, Meaning>> = {
  PURCHASE: { direction: 'CHARGE', fee: 'BY_RATE', isSoldHere: true, isRefundable: true },
  /** Cash for a card: a charge like a purchase, begun at a terminal alone. */
  CASH_ADVANCE: { direction: 'CHARGE', fee: 'UNKNOWN', isSoldHere: false, isRefundable: false },
  /** Held for a completion that may come. */
  PREAUTH: { direction: 'HOLD', fee: 'NONE', isSoldHere: false, isRefundable: false },
  /** The charge for which a pre-authorisation was held. */
  COMPLETION: { direction: 'CHARGE', fee: 'BY_RATE', isSoldHere: false, isRefundable: true },
  /** Lets a pre-authorisation go. */
  PREAUTH_VOID: { direction: 'HOLD', fee: 'NONE', isSoldHere: false, isRefundable: false },
  REFUND: { direction: 'BACK', fee: 'NONE', isSoldHere: false, isRefundable: false },
  REVERSAL: { direction: 'BACK', fee: 'NONE', isSoldHere: false, isRefundable: false },
  /** Whatever a test terminal does, a purchase or anything else (docs/decisions/0200-test-terminals-and-test-keys.md). */
  TEST: { direction: 'TEST', fee: 'NONE', isSoldHere: true, isRefundable: false },
};

/** What a terminal says of a payment: no terminal calls its own a test. */
export const linkTypes = [
  'PURCHASE',
  'CASH_ADVANCE',
  'PREAUTH',
  'COMPLETION',
  'PREAUTH_VOID',
  'REFUND',
  'REVERSAL',
] as const satisfies readonly Exclude<TransactionType, 'TEST'>[];
export type LinkType = (typeof linkTypes)[number];

/** What a payment is on record as: on a test terminal a test, whatever was asked of it or said by it. */
export const keptAs = (type: TransactionType, { isTest }: { readonly isTest: boolean }): TransactionType =>
  isTest ? 'TEST' : type;
/** What is asked of a terminal for it; null for what none is ever asked for. */
export const asksFor = (type: TransactionType): (typeof orderedTypes)[number] | null =>
  type === 'TEST' ? 'PURCHASE' : isOrdered(type) ? type : null;
/** Whether a terminal's word is about what is on record: of a test it may be anything. */
export const isSameType = (kept: TransactionType, said: LinkType): boolean =>
  kept === 'TEST' || kept === said;
export const isTestType = ({ type }: Typed): boolean => type === 'TEST';

/** What the portal may ask of a terminal; the others are begun there. */
export const orderedTypes = ['PURCHASE', 'REFUND', 'REVERSAL'] as const satisfies readonly TransactionType[];
const isOrdered = (type: TransactionType): type is (typeof orderedTypes)[number] =>
  (orderedTypes as readonly TransactionType[]).includes(type);

type Typed = { readonly type: TransactionType };
const typesWhere = (holds: (meaning: Meaning) => boolean): TransactionType[] =>
  transactionTypes.filter((type) => holds(meanings[type]));

/** Types that charge a card. */
export const chargeTypes = /* @__PURE__ */ typesWhere(({ direction }) => direction === 'CHARGE');
/** Types by which money goes back on a card. */
export const backTypes = /* @__PURE__ */ typesWhere(({ direction }) => direction === 'BACK');
/** Types that bear the fee that was agreed. */
export const ratedTypes = /* @__PURE__ */ typesWhere(({ fee }) => fee === 'BY_RATE');
/** Types that bear no fee, by rule. */
export const freeTypes = /* @__PURE__ */ typesWhere(({ fee }) => fee === 'NONE');

/** Types that move money. */
export const movingTypes = /* @__PURE__ */ typesWhere(
  ({ direction }) => direction === 'CHARGE' || direction === 'BACK',
);

export const isCharge = ({ type }: Typed): boolean => meanings[type].direction === 'CHARGE';
export const givesBack = ({ type }: Typed): boolean => meanings[type].direction === 'BACK';
export const movesMoney = ({ type }: Typed): boolean => movingTypes.includes(type);
/** What ends a pre-authorisation: charged, or let go. */
export const endTypes = ['COMPLETION', 'PREAUTH_VOID'] as const satisfies readonly TransactionType[];
export const endsHold = ({ type }: Typed): boolean => (endTypes as readonly string[]).includes(type);
export const isHold = ({ type }: Typed): boolean => type === 'PREAUTH';
export const isRated = ({ type }: Typed): boolean => meanings[type].fee === 'BY_RATE';
export const isFree = ({ type }: Typed): boolean => meanings[type].fee === 'NONE';
/** Types of which a part or all may be given back. */
export const refundableTypes = /* @__PURE__ */ typesWhere(({ isRefundable }) => isRefundable);

export const isSoldHere = ({ type }: Typed): boolean => meanings[type].isSoldHere;
export const isRefundable = ({ type }: Typed): boolean => meanings[type].isRefundable;

const signs: Readonly<Record<Direction, 1 | -1 | 0>> = { CHARGE: 1, BACK: -1, HOLD: 0, TEST: 0 };
/** What it adds to a sum: 1, -1 or nothing. */
export const signOf = ({ type }: Typed): 1 | -1 | 0 => signs[meanings[type].direction];
/** Its amount as it adds to a sum: what goes back stands below zero. */
export const signedMinor = (of: Typed & { readonly amountMinor: number }): number =>
  signOf(of) * of.amountMinor;
/** Its amount as a row shows it: below zero what goes back; what is held is shown, and in no sum. */
export const shownMinor = (of: Typed & { readonly amountMinor: number }): number =>
  givesBack(of) ? -of.amountMinor : of.amountMinor;
