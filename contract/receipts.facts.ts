import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What was given away of a transaction: lines of its record, too. */
const given = {
  hears: ['MERCHANT', 'CASHIER', 'ADMIN'],
  about: ['transaction'],
  audit: true,
  journal: true,
} as const;

export const receiptsFacts = {
  'receipts.linkMade': defineFact(given),
  'receipts.linkRevoked': defineFact(given),
  /** Of a customer's address its first letter and its domain are kept: 'n…@example.com'. */
  'receipts.mailed': defineFact({ ...given, params: { to: open(z.string()) }, mail: 'mails:receipt' }),
};
