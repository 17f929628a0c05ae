/**
 * Money given back on the card that paid: a refund of a part or all, or a reversal of a purchase that the terminal still holds
 * (docs/decisions/0096-refunds.md). A request and its payment on the terminal have one number: what waits for a second person
 * has no transaction yet, and gets its own number as one when it is sent.
 */
export const refundTypes = ['REFUND', 'REVERSAL'] as const;
export type RefundType = (typeof refundTypes)[number];

/** Why money goes back; OTHER asks for a note. */
export const refundReasons = [
  'RETURNED',
  'WRONG_AMOUNT',
  'CHARGED_TWICE',
  'ORDER_CANCELED',
  'OTHER',
] as const;
export type RefundReason = (typeof refundReasons)[number];

/**
 * Who asked for a refund and who approved it: facts about its purchase, of before it was a payment, that stand in its own
 * record, too.
 */
export const factsBeforeSent: ReadonlySet<string> = new Set(['refunds.asked', 'refunds.approved']);
