import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** Rates that were agreed with banks, and their corrections. */
const kind = { hears: ['MERCHANT', 'ADMIN'], about: ['bank'], audit: true } as const;
/** The rate: percentages in basis points, amounts in halalas; no cap is null. */
const rate = {
  bankName: open(z.string()),
  scheme: open(z.string()),
  validFrom: open(z.string()),
  mdrBps: open(z.int()),
  vatBps: open(z.int()),
  capLimitMinor: open(z.int().nullable()),
  processingFeeMinor: open(z.int()),
  paidWithinDays: open(z.int()),
  paidWithinKind: open(z.string()),
};
const note = open(z.string());
const whose = { bankName: rate.bankName, scheme: rate.scheme, validFrom: rate.validFrom };

export const discountsFacts = {
  'discounts.rateAdded': defineFact({
    ...kind,
    params: { ...rate, note, importedCount: open(z.int().nullable()) },
  }),
  'discounts.rateWithdrawn': defineFact({ ...kind, was: rate }),
  'discounts.restatementAsked': defineFact({ ...kind, params: { ...rate, note } }),
  'discounts.restatementApproved': defineFact({
    ...kind,
    params: { ...rate, note, askedBy: open(z.string()) },
  }),
  'discounts.restatementRefused': defineFact({ ...kind, params: { ...whose, askedBy: open(z.string()) } }),
  'discounts.restatementDone': defineFact({ ...kind, params: { ...whose, restatedCount: open(z.int()) } }),
};
