import * as z from 'zod';
import { exceptionLimits } from './exceptions.ts';
import { currencies } from './money.ts';
import { day, idParams, instant, rowId } from './page.ts';
import { type ChargebackStage, chargebackStages } from './reconciliation-terms.ts';
import { defineRoute } from './route.ts';
import { schemes } from './transaction-states.ts';

/** Chargebacks: what a bank took back because a card holder disputes it (docs/reconciliation.md, 7). */

export { type ChargebackStage, chargebackStages };

export const evidenceLimits = {
  /** Of one file. */
  bytesMax: 5 * 1024 * 1024,
  filesMax: 20,
  nameMax: 255,
} as const;

/** What evidence may be, told by its content. */
export const evidenceEndings = ['.pdf', '.png', '.jpg', '.jpeg'] as const;

/** From so many days before the bank's deadline on, each day's letter and the bell name a chargeback without an answer. */
export const answerNoticeDays = 7;

const evidence = z.object({
  id: rowId,
  fileName: z.string(),
  sizeBytes: z.number().int(),
  byName: z.string(),
  at: instant,
});
export type EvidenceRow = z.infer<typeof evidence>;

const chargeback = z.object({
  stage: z.enum(chargebackStages),
  /** The day on which the answer was sent, as the person says. */
  answeredOn: day.nullable(),
  /** Until when the bank wants its answer, as its notice says and a person copied; null where nobody said. */
  deadline: z.object({ day, byName: z.string(), at: instant }).nullable(),
  /** Where nobody copied a date: so many calendar days after the bank's line, by what was said of the bank or is published. */
  reckoned: z
    .object({
      day,
      since: day,
      days: z.number().int(),
      kind: z.enum(['AGREED', 'PUBLISHED']),
      scheme: z.enum(schemes).nullable(),
    })
    .nullable(),
  /**
   * Lines by which the bank gave back what it had taken for the same payment, but for those that settle another chargeback; amounts
   * in signed minor units.
   */
  returns: z.array(
    z.object({
      exceptionId: rowId,
      fileName: z.string(),
      line: z.number().int(),
      currency: z.enum(currencies),
      amountMinor: z.number().int(),
    }),
  ),
  /** Won, and a line gave back to the halala what this one took: both are settled, each with the other. */
  isSettled: z.boolean(),
  /** The oldest first. */
  evidence: z.array(evidence),
});
export type Chargeback = z.infer<typeof chargeback>;

const ofOne = { allow: ['MERCHANT'], params: idParams } as const;

export const getChargeback = defineRoute({
  ...ofOne,
  id: 'reconciliation.chargeback',
  method: 'GET',
  path: '/reconciliation/exceptions/:id/chargeback',
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary:
    'How a chargeback stands: the deadline of the bank, what was answered, evidence, and what the bank gave back',
  output: chargeback,
  errors: ['notFound'],
});

export const changeChargeback = defineRoute({
  ...ofOne,
  id: 'reconciliation.changeChargeback',
  method: 'PUT',
  path: '/reconciliation/exceptions/:id/chargeback',
  right: 'bankFiles.change',
  idempotency: 'natural',
  summary:
    'Says how a chargeback stands and until when the bank wants its answer; WON needs a line by which the bank gave the money back, and settles both where they agree to the halala',
  body: z.strictObject({
    stage: z.enum(chargebackStages),
    answeredOn: day.nullable(),
    deadlineDay: day.nullable(),
    note: z.string().trim().max(exceptionLimits.noteMax),
  }),
  example: {
    params: { id: '42' },
    body: { stage: 'ANSWERED', answeredOn: '2026-11-22', deadlineDay: '2026-12-03', note: '' },
  },
  output: chargeback,
  errors: ['notFound', 'conflict'],
});

export const addEvidence = defineRoute({
  ...ofOne,
  id: 'reconciliation.addEvidence',
  method: 'POST',
  path: '/reconciliation/exceptions/:id/evidence',
  right: 'bankFiles.change',
  idempotency: 'none',
  summary: 'Attaches a PDF or picture of at most 5 MiB to a chargeback; its content decides what it is',
  query: z.object({ fileName: z.string().min(1).max(evidenceLimits.nameMax) }),
  bodyKind: 'upload',
  body: z.any(),
  output: evidence,
  errors: ['notFound', 'tooLarge', 'unreadableFile', 'conflict'],
});

export const getEvidence = defineRoute({
  ...ofOne,
  id: 'reconciliation.evidence',
  method: 'GET',
  path: '/reconciliation/evidence/:id',
  right: 'bankFiles.read',
  summary: 'A file that was attached to a chargeback, as it was uploaded',
  output: z.any(),
  outputKind: 'file',
  errors: ['notFound'],
});
