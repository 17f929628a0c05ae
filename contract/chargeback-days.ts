import * as z from 'zod';
import { type AgreedScheme, agreedSchemes, datedMax } from './banks.ts';
import { day, instant, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/**
 * Within how many days a bank wants the answer to a chargeback, by bank and card scheme, each from a day on
 * (docs/decisions/0118-days-to-answer-a-chargeback.md). Days are calendar days.
 */
export const answerDays = { min: 1, max: 180 } as const;

/** What card schemes publish for their members, with where it stands; a bank wants its merchants' answer earlier. */
export const publishedAnswerDays = [
  { scheme: 'Visa', days: 30, source: 'Visa Core Rules, dispute response' },
  { scheme: 'MasterCard', days: 45, source: 'Mastercard Chargeback Guide, second presentment' },
  { scheme: 'Maestro', days: 45, source: 'Mastercard Chargeback Guide, second presentment' },
] as const satisfies readonly { scheme: AgreedScheme; days: number; source: string }[];

/** How a day by which an answer is wanted is known: as a person copied it, by the days of the bank, or by published ones. */
export const answerByKinds = ['NOTICE', 'AGREED', 'PUBLISHED'] as const;
export type AnswerByKind = (typeof answerByKinds)[number];

const said = {
  bankId: rowId,
  /** Null: every card scheme that has no days of its own with this bank. */
  scheme: z.enum(agreedSchemes).nullable(),
  days: z.number().int().min(answerDays.min).max(answerDays.max),
  /** For chargebacks that the bank took on this day or later. */
  validFrom: day,
};
const answerDaysRow = z.object({ id: rowId, ...said, byName: z.string(), at: instant });
export type AnswerDaysRow = z.infer<typeof answerDaysRow>;

export const listAnswerDays = defineRoute({
  id: 'banks.answerDays',
  method: 'GET',
  path: '/chargeback-days',
  allow: ['MERCHANT'],
  right: 'agreements.read',
  summary:
    'Within how many days each bank wants the answer to a chargeback, by card scheme and date, as it was said at any time',
  output: z.object({
    /** The oldest first; of several for one day the last one counts. */
    rows: z.array(answerDaysRow).max(datedMax),
  }),
  errors: [],
});

export const addAnswerDays = defineRoute({
  id: 'banks.addAnswerDays',
  method: 'POST',
  path: '/chargeback-days',
  allow: ['MERCHANT'],
  right: 'agreements.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary:
    'Says within how many days a bank wants the answer to a chargeback from a day on; open chargebacks without a copied date move',
  body: z.strictObject(said),
  example: { body: { bankId: '3', scheme: 'Visa', days: 10, validFrom: '2026-11-01' } },
  output: z.object({
    /** Open chargebacks whose day by which the answer is wanted is another one now. */
    movedCount: z.number().int(),
  }),
  errors: ['notFound', 'conflict'],
});
