import * as z from 'zod';
import { exceptionLimits, exceptionStates } from './exceptions.ts';
import { currencies } from './money.ts';
import { rowId } from './page.ts';
import { outcomes } from './reconciliation-terms.ts';
import { defineRoute } from './route.ts';

/** Work on several exceptions at once (docs/decisions/0080-several-exceptions-at-once.md). */

/** So many at once: as many as a person is told of one by one. */
export const togetherMax = 500;

export const togetherActs = ['ASSIGN', 'ACCEPT', 'APPROVE', 'REFUSE', 'REOPEN'] as const;
export type TogetherAct = (typeof togetherActs)[number];

/** Why one of several was left as it is. */
const togetherRefusals = [
  'state',
  'changed',
  'notAcceptable',
  /** A claim asks the bank for the payment. */
  'claimed',
  'decided',
  'ownRequest',
  /** Its file is being judged at this moment, or somebody else works on it. */
  'busy',
] as const;
export type TogetherRefusal = (typeof togetherRefusals)[number];

const note = z.string().trim().max(exceptionLimits.noteMax);
const minor = z.number().int();

const act = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('ASSIGN'), personId: rowId.nullable() }),
  z.strictObject({
    act: z.literal('ACCEPT'),
    note: note.min(1),
    /** Needed where a second person must approve: `needsSecondPerson`. */
    askPersonId: rowId.nullable(),
  }),
  z.strictObject({ act: z.literal('APPROVE'), note }),
  z.strictObject({ act: z.literal('REFUSE'), note }),
  z.strictObject({ act: z.literal('REOPEN'), note }),
]);
export type ActTogether = z.infer<typeof act>;

/** An exception with the figures that were on the screen: of others nothing is said. */
const seen = z.strictObject({ id: rowId, outcome: z.enum(outcomes), differenceMinor: minor });
export type SeenException = z.infer<typeof seen>;

const answered = z.object({
  rows: z.array(
    z.object({
      id: rowId,
      /** How it stands now. */
      state: z.enum(exceptionStates),
      /** Null where it was done. */
      refused: z.enum(togetherRefusals).nullable(),
    }),
  ),
  /** What was done, by currency. */
  sums: z.array(z.object({ currency: z.enum(currencies), count: z.number().int(), differenceMinor: minor })),
  /** Whether what was to be accepted waits for a second person now. */
  isAsked: z.boolean(),
});
export type TogetherAnswer = z.infer<typeof answered>;

export const workTogether = defineRoute({
  id: 'reconciliation.workTogether',
  method: 'POST',
  path: '/reconciliation/exceptions/together',
  allow: ['MERCHANT'],
  right: 'bankFiles.change',
  idempotency: { clientId: 'requestId' },
  summary:
    'Does one thing with several exceptions: each is done or refused by itself, all in one transaction; the same requestId again answers as the first time',
  body: z.strictObject({
    requestId: z.uuid(),
    act,
    rows: z.array(seen).min(1).max(togetherMax),
  }),
  example: {
    body: {
      requestId: '0f6d2b0a-5a0e-4c53-9f2e-0a3f8a1c2b4d',
      act: { act: 'ACCEPT', note: 'Agreed with the bank', askPersonId: null },
      rows: [{ id: '42', outcome: 'amountDiffers', differenceMinor: -240 }],
    },
  },
  output: answered,
  errors: ['notFound', 'conflict'],
});

interface Figure {
  currency: string;
  differenceMinor: number;
}

/**
 * Whether a second person must approve what is accepted: one of them is in a currency that the limit says nothing of, or all of
 * them, counted without their signs, are above the limit with what the person accepted alone in the last 24 hours. Cutting a
 * sum into pieces, in one request or in many, changes nothing. What differs by nothing needs nobody.
 */
export function needsSecondPerson(rows: readonly Figure[], limitMinor: number, aloneMinor: number): boolean {
  const sumMinor = rows.reduce((sum, { differenceMinor }) => sum + Math.abs(differenceMinor), 0);
  return (
    rows.some(({ currency }) => currency !== 'SAR') || (sumMinor > 0 && sumMinor + aloneMinor > limitMinor)
  );
}
