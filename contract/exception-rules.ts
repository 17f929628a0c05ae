import * as z from 'zod';
import { reasons } from './entry-reasons.ts';
import { type ExceptionOutcome, exceptionLimits, exceptionOutcomes, exceptionStates } from './exceptions.ts';
import { currencies } from './money.ts';
import { idParams, instant, rowId } from './page.ts';
import { outcomes } from './reconciliation-terms.ts';
import { defineRoute } from './route.ts';

/**
 * Rules that a merchant sets for exceptions (docs/decisions/0084-rules-for-exceptions.md): they assign, group and propose, and
 * never change a state, a figure or a verdict.
 */
export const ruleLimits = {
  rulesMax: 50,
  nameMax: 60,
  /** A preview looks at the exceptions of so many files, the newest. */
  filesMax: 20,
  /** So many of them are listed; all are counted. */
  listedMax: 100,
  amountMaxMinor: 100_000_000_000,
} as const;

const minor = z.number().int();
const count = z.number().int();
const amount = z.number().int().min(0).max(ruleLimits.amountMaxMinor).nullable();

/** What must hold, all of it; null where nothing is said of it. */
const when = z
  .strictObject({
    bankId: rowId.nullable(),
    outcome: z.enum(exceptionOutcomes as [ExceptionOutcome, ...ExceptionOutcome[]]).nullable(),
    reason: z.enum(reasons).nullable(),
    tid: z
      .string()
      .regex(/^\d{8,16}$/)
      .nullable(),
    /** The branch of its payment; of a line without one, where the terminal stands now. */
    branchId: rowId.nullable(),
    /** The difference without its sign; both ends belong to it. */
    amount: z
      .strictObject({ currency: z.enum(currencies), fromMinor: amount, toMinor: amount })
      .refine(({ fromMinor, toMinor }) => fromMinor !== null || toMinor !== null)
      .refine(({ fromMinor, toMinor }) => fromMinor === null || toMinor === null || fromMinor <= toMinor)
      .nullable(),
  })
  .refine((all) => Object.values(all).some((each) => each !== null));

const words = (max: number) => z.string().trim().min(1).max(max);
const group = words(ruleLimits.nameMax);
const ruleForm = z.strictObject({
  name: words(ruleLimits.nameMax),
  when,
  does: z
    .strictObject({
      personId: rowId.nullable(),
      group: group.nullable(),
      /** Shown beside the exception; it fills in the note of an acceptance that a person still has to send. */
      proposal: words(exceptionLimits.noteMax).nullable(),
    })
    .refine((all) => Object.values(all).some((each) => each !== null)),
});
export type RuleForm = z.infer<typeof ruleForm>;

const ruleRow = z.object({
  id: rowId,
  name: z.string(),
  when,
  /** `person.isActive` is false where they may not work any more: then the rule assigns to nobody. */
  person: z.object({ id: rowId, name: z.string(), isActive: z.boolean() }).nullable(),
  group: z.string().nullable(),
  proposal: z.string().nullable(),
  isOn: z.boolean(),
  /** Whether it was previewed in this form; it cannot be switched on before. */
  isPreviewed: z.boolean(),
  revision: count,
  byName: z.string(),
  at: instant,
});
export type RuleRow = z.infer<typeof ruleRow>;

const choice = z.object({ id: rowId, nameEn: z.string(), nameAr: z.string() });
const sums = z.array(z.object({ currency: z.enum(currencies), count, differenceMinor: minor }));
export type RuleSums = z.infer<typeof sums>;

const ofRules = { allow: ['MERCHANT'] } as const;
const changes = { ...ofRules, right: 'bankFiles.change' } as const;

export const listRules = defineRoute({
  ...ofRules,
  id: 'reconciliation.exceptionRules',
  method: 'GET',
  path: '/reconciliation/exception-rules',
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary: 'Rules for exceptions in their order, and what a rule can name',
  output: z.object({
    rows: z.array(ruleRow),
    people: z.array(z.object({ id: rowId, name: z.string() })),
    banks: z.array(choice),
    branches: z.array(choice),
  }),
  errors: [],
});

export const makeRule = defineRoute({
  ...changes,
  id: 'reconciliation.makeExceptionRule',
  method: 'POST',
  path: '/reconciliation/exception-rules',
  idempotency: { clientId: 'requestId' },
  summary: 'Makes a rule for exceptions; it is off until it was previewed and switched on',
  body: z.strictObject({ requestId: z.uuid(), rule: ruleForm }),
  example: {
    body: {
      requestId: '5c0c44e2-0f5e-4b8f-8a52-9e5be0a4f6f1',
      rule: {
        name: 'Rounding of one halala',
        when: {
          bankId: null,
          outcome: 'feeDiffers',
          reason: null,
          tid: null,
          branchId: null,
          amount: { currency: 'SAR', fromMinor: null, toMinor: 1 },
        },
        does: { personId: null, group: 'Rounding', proposal: null },
      },
    },
  },
  output: z.object({ id: rowId }),
  errors: ['notFound', 'conflict'],
});

export const changeRule = defineRoute({
  ...changes,
  id: 'reconciliation.changeExceptionRule',
  method: 'PUT',
  path: '/reconciliation/exception-rules/:id',
  idempotency: 'natural',
  summary: 'Gives a rule another form; it is off until that form was previewed and switched on',
  params: idParams,
  body: z.strictObject({ revision: count, rule: ruleForm }),
  example: {
    params: { id: '42' },
    body: {
      revision: 1,
      rule: {
        name: 'Rounding',
        when: {
          bankId: null,
          outcome: 'feeDiffers',
          reason: null,
          tid: null,
          branchId: null,
          amount: null,
        },
        does: { personId: null, group: 'Rounding', proposal: null },
      },
    },
  },
  output: z.object({ revision: count }),
  errors: ['notFound', 'conflict'],
});

const touched = z.object({
  id: rowId,
  fileName: z.string(),
  line: count.nullable(),
  transactionId: rowId.nullable(),
  outcome: z.enum(outcomes),
  state: z.enum(exceptionStates),
  currency: z.enum(currencies),
  differenceMinor: minor,
});
export type TouchedException = z.infer<typeof touched>;

export const previewRule = defineRoute({
  ...changes,
  id: 'reconciliation.previewExceptionRule',
  method: 'POST',
  path: '/reconciliation/exception-rules/:id/preview',
  idempotency: 'natural',
  summary:
    'Which exceptions of the newest files a rule holds for; from then on it may be switched on in this form',
  params: idParams,
  body: z.strictObject({ revision: count }),
  example: { params: { id: '42' }, body: { revision: 1 } },
  output: z.object({
    /** How many files were looked at, and how many exceptions they name now. */
    fileCount: count,
    exceptionCount: count,
    sums,
    /** The newest first; at most `ruleLimits.listedMax`. */
    rows: z.array(touched),
  }),
  errors: ['notFound', 'conflict'],
});

export const switchRule = defineRoute({
  ...changes,
  id: 'reconciliation.switchExceptionRule',
  method: 'PUT',
  path: '/reconciliation/exception-rules/:id/state',
  idempotency: 'natural',
  summary:
    'Switches a rule on, off, or removes it; on only in a form that was previewed. One that was removed comes back where that is said',
  params: idParams,
  body: z.strictObject({
    revision: count,
    state: z.enum(['ON', 'OFF', 'REMOVED']),
    /** Said by the undo of a removal alone: a page that has not heard of it brings nothing back. */
    isUndo: z.literal(true).optional(),
  }),
  example: { params: { id: '42' }, body: { revision: 1, state: 'ON' } },
  output: z.object({ isOn: z.boolean() }),
  errors: ['notFound', 'conflict'],
});

export const orderRules = defineRoute({
  ...changes,
  id: 'reconciliation.orderExceptionRules',
  method: 'PUT',
  path: '/reconciliation/exception-rules/order',
  idempotency: 'natural',
  summary: 'Puts the rules into another order, all of them named',
  body: z.strictObject({ ids: z.array(rowId).min(1).max(ruleLimits.rulesMax) }),
  example: { body: { ids: ['42', '41'] } },
  output: z.object({ ids: z.array(rowId) }),
  errors: ['conflict'],
});

export const getRulesEffect = defineRoute({
  ...ofRules,
  id: 'reconciliation.exceptionRulesEffect',
  method: 'GET',
  path: '/reconciliation/exception-rules/effect',
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary: 'For how many open exceptions the rules that are on say something else than what stands there',
  output: z.object({ sums }),
  errors: [],
});

export const applyRules = defineRoute({
  ...changes,
  id: 'reconciliation.applyExceptionRules',
  method: 'POST',
  path: '/reconciliation/exception-rules/applied',
  idempotency: 'natural',
  summary: 'Asks the rules that are on of the open exceptions; what people assigned stays',
  body: z.strictObject({}),
  example: { body: {} },
  output: z.object({
    sums,
    /** Those that somebody held at that moment, and that stayed as they were. */
    busyCount: count,
  }),
  errors: [],
});
