import * as z from 'zod';
import { seen } from './as-seen.ts';
import { agreedSchemes } from './banks.ts';
import { maxAmountMinor } from './money.ts';
import { defineRoute } from './route.ts';

/**
 * What the form of a new rate offers to fill in for a card: usual figures, as administrators know them. They charge nothing: a
 * rate is what a person of the merchant entered (docs/decisions/0175-proposed-rates.md). VAT is the law's of the day, said elsewhere.
 */
const proposal = z.strictObject({
  mdrBps: z.number().int().min(0).max(10_000),
  /** Null where there is no cap. */
  capLimitMinor: z.number().int().min(0).max(maxAmountMinor).nullable(),
  processingFeeMinor: z.number().int().min(0).max(maxAmountMinor),
});
export type RateProposal = z.infer<typeof proposal>;
const each = proposal.nullable();
/** Null where nothing is proposed. */
export const rateProposals = z.strictObject({
  Mada: each,
  Visa: each,
  MasterCard: each,
  Maestro: each,
  Jcb: each,
});
export type RateProposals = z.infer<typeof rateProposals>;

export const setRateProposal = defineRoute({
  id: 'platform.setRateProposal',
  method: 'PUT',
  path: '/admin/settings/rate-proposals/:scheme',
  allow: ['ADMIN'],
  right: 'platformSettings.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Sets what the form of a new rate offers to fill in for a card, or that it offers nothing',
  params: z.object({ scheme: z.enum(agreedSchemes) }),
  /** `seen`: the proposal that the form was filled from (docs/decisions/0483-a-save-says-what-it-saw.md). */
  body: z.strictObject({ proposal: each, seen: seen.nullable() }),
  example: {
    params: { scheme: 'Visa' },
    body: { proposal: { mdrBps: 220, capLimitMinor: null, processingFeeMinor: 0 }, seen: null },
  },
  output: z.object({ rateProposals }),
  /** conflict: the proposal does not stand as seen. */
  errors: ['conflict'],
});
