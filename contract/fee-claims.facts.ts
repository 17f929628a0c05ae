import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What becomes of claims of fees. */
const kind = { hears: ['MERCHANT'], about: ['feeClaim'], audit: true } as const;
const claim = {
  claimName: open(z.string()),
  bankName: open(z.string()),
  amountMinor: open(z.int()),
  currency: open(z.string()),
};

export const feeClaimsFacts = {
  'feeClaims.made': defineFact({ ...kind, params: { ...claim, linesCount: open(z.int()) } }),
  'feeClaims.sent': defineFact({
    ...kind,
    params: { ...claim, sentOn: open(z.string()), reference: open(z.string()) },
  }),
  'feeClaims.answered': defineFact({
    ...kind,
    params: { ...claim, answeredOn: open(z.string()), paidMinor: open(z.int()), note: open(z.string()) },
  }),
  'feeClaims.withdrawn': defineFact({ ...kind, params: claim }),
};
