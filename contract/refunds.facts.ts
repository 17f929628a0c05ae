import * as z from 'zod';
import { defineFact, open } from './fact.ts';
import { refundReasons, refundTypes } from './refund-terms.ts';

/** What people do with refunds before they are sent; from then on they are payments. About the purchase, in whose record they stand. */
const kind = {
  hears: ['MERCHANT', 'ADMIN'],
  about: ['transaction'],
  audit: true,
  journal: true,
} as const;
const which = {
  refundType: open(z.enum(refundTypes)),
  refundNumber: open(z.string()),
  amountMinor: open(z.int()),
  currency: open(z.string()),
  refundReason: open(z.enum(refundReasons)),
};
const limitMinor = open(z.int());
const cashiers = { isAllowed: open(z.boolean()), eachMinor: open(z.int()), dayMinor: open(z.int()) };

export const refundsFacts = {
  /** One person was enough: it goes to the terminal. */
  'refunds.begun': defineFact({ ...kind, params: which, webhook: true }),
  /** Above the limit of one person: it waits for a second one. */
  'refunds.asked': defineFact({ ...kind, params: { ...which, limitMinor }, webhook: true }),
  'refunds.approved': defineFact({ ...kind, params: which, webhook: true }),
  'refunds.refused': defineFact({ ...kind, params: { ...which, note: open(z.string()) }, webhook: true }),
  'refunds.withdrawn': defineFact({ ...kind, params: which, webhook: true }),
  'refunds.limitSet': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['merchant'],
    audit: true,
    params: { limitMinor },
    was: { limitMinor },
  }),
  /** Whether cashiers may give back, and how much alone. */
  'refunds.cashiersSet': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['merchant'],
    audit: true,
    params: cashiers,
    was: cashiers,
  }),
  /** Who may approve it heard of it by mail. */
  'refunds.approverTold': defineFact({
    hears: ['MERCHANT'],
    about: ['transaction'],
    mail: 'mails:refundAsked',
  }),
};
