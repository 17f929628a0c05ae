import * as z from 'zod';
import { bankFileEntry } from './bank-file-entry.ts';
import { bankNames } from './bank-names.ts';
import { answerByKinds } from './chargeback-days.ts';
import { currencies } from './money.ts';
import { day, idParams, instant, pageOf, pageQuery, rowId } from './page.ts';
import { chargebackStages, comparedFields, outcomes } from './reconciliation-terms.ts';
import { defineRoute } from './route.ts';
import { groupOfOutcome } from './verdict-parts.ts';

/**
 * Exceptions of bank files as people work on them (docs/decisions/0064-exceptions-outlive-their-entries.md): each is a line
 * of a file or a payment without a line, and stays the same one however often its file is judged again.
 */

const minor = z.number().int();
const count = z.number().int();

/** Outcomes that ask for a person. */
export const exceptionOutcomes = outcomes.filter((outcome) => groupOfOutcome[outcome] === 'exceptions');
export type ExceptionOutcome = (typeof exceptionOutcomes)[number];

/**
 * ASKED waits for a second person. The last three are no longer named by a verdict: SETTLED because of what came later,
 * MATCHED by hand, WITHDRAWN with its file. SETTLED is also a chargeback that was won, with the lines that gave it back, though
 * verdicts go on naming both.
 */
export const exceptionStates = ['OPEN', 'ASKED', 'ACCEPTED', 'MATCHED', 'SETTLED', 'WITHDRAWN'] as const;
export type ExceptionState = (typeof exceptionStates)[number];

/** What may be done with an exception in which state: the button and the server ask the same table. */
export const exceptionCan = {
  assign: (state: ExceptionState) => state === 'OPEN' || state === 'ASKED',
  comment: (state: ExceptionState) => state !== 'WITHDRAWN',
  accept: (state: ExceptionState) => state === 'OPEN',
  decide: (state: ExceptionState) => state === 'ASKED',
  reopen: (state: ExceptionState) => state === 'ACCEPTED',
  match: (state: ExceptionState) => state === 'OPEN',
} as const;

/** Of what a line of an earlier file asks, its file is answered, and nothing is accepted: no difference is known. */
export const canBeAccepted = (outcome: string): boolean => outcome !== 'sameAsBefore';

/**
 * From which day an age counts (docs/decisions/0079-age-counts-from-the-money.md): the day on which the money was due, the
 * settlement day that the bank's line names, or the day on which a verdict named it, where no other is known.
 */
const sinceKinds = ['DUE', 'SETTLEMENT', 'NAMED'] as const;
export type SinceKind = (typeof sinceKinds)[number];

/** Lines of these outcomes may be matched by hand: nothing, or the wrong payment, was found for them. */
export const matchableOutcomes: readonly string[] = [
  'missingInPortal',
  'duplicate',
  'amountDiffers',
  'undecidedSum',
];

/** Whether it may be matched by hand, as one about a line or, without one, about a payment that no line has. */
export const mayBeMatched = (of: { state: ExceptionState; outcome: string; line: number | null }): boolean =>
  exceptionCan.match(of.state) &&
  (of.line === null ? of.outcome === 'missingInBank' : matchableOutcomes.includes(of.outcome));

export const exceptionLimits = {
  /** Lines or payments of one match: more nobody checks by eye. */
  matchedMax: 50,
  /** Lines that are found at once by a row or an amount. */
  foundMax: 6,
  noteMax: 500,
  /** Of the working days of an age so many are named, the newest. */
  daysNamedMax: 5,
  stepsMax: 200,
  sameLinesMax: 20,
} as const;

const person = z.object({ id: rowId, name: z.string() });

const exceptionRow = z.object({
  id: rowId,
  state: z.enum(exceptionStates),
  outcome: z.enum(outcomes),
  currency: z.enum(currencies),
  /** Signed: negative where the bank paid too little. */
  differenceMinor: minor,
  bankFileId: rowId,
  fileName: z.string(),
  bankName: z.string(),
  /** The shop's bank that is called so in either language; null where none is, and the name stays as it was written. */
  bank: bankNames.nullable(),
  /** The row of the file; null for a payment without a line. */
  line: count.nullable(),
  transactionId: rowId.nullable(),
  /** When a verdict named it, and the day from which its age counts. */
  openedAt: instant,
  since: z.object({ day, kind: z.enum(sinceKinds) }),
  /** Working days of the bank after that day, and the newest of them; null where it is open no more. */
  age: z.object({ workingDays: count, days: z.array(day).max(exceptionLimits.daysNamedMax) }).nullable(),
  assignee: person.nullable(),
  /** Of an open chargeback without a noted answer: until when the bank wants one, and how that is known. */
  answerBy: day.nullable(),
  answerByKind: z.enum(answerByKinds).nullable(),
  /** Under which name a rule put it. */
  group: z.string().nullable(),
});
export type ExceptionRow = z.infer<typeof exceptionRow>;

const filter = {
  outcome: z.enum(exceptionOutcomes as [ExceptionOutcome, ...ExceptionOutcome[]]).optional(),
  bankFileId: rowId.optional(),
  bankId: rowId.optional(),
  /** A person, or 'none'. */
  assignee: z.union([rowId, z.literal('none')]).optional(),
  /** The second person whose approval it waits for. */
  askedOf: rowId.optional(),
  /** The name that rules put it under. */
  group: z.string().max(60).optional(),
};

export const listExceptions = defineRoute({
  id: 'reconciliation.exceptions',
  method: 'GET',
  path: '/reconciliation/exceptions',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary: 'Exceptions of all bank files, the oldest first; without a state those that ask for somebody',
  query: z.object({ ...pageQuery, state: z.enum(exceptionStates).optional(), ...filter }),
  output: pageOf(exceptionRow),
  errors: [],
});

const stateSum = z.object({
  state: z.enum(exceptionStates),
  currency: z.enum(currencies),
  count,
  differenceMinor: minor,
  /** Of what was accepted, by whom. */
  byName: z.string().nullable(),
});
export type StateSum = z.infer<typeof stateSum>;

export const sumExceptions = defineRoute({
  id: 'reconciliation.exceptionSums',
  method: 'GET',
  path: '/reconciliation/exception-sums',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary:
    'How many exceptions there are in each state and what they come to, by currency and by who accepted them',
  query: z.object(filter),
  output: z.object({
    sums: z.array(stateSum),
    /** What lists can be narrowed by: people who run the merchant, and its banks. */
    people: z.array(person),
    banks: z.array(z.object({ id: rowId, nameEn: z.string(), nameAr: z.string() })),
    /** Names that rules put open exceptions under. */
    groups: z.array(z.string()),
  }),
  errors: [],
});

/** A record of one side as it is shown: what the record itself says. Amounts are signed minor units. */
const sideRecord = z.object({
  transactionId: rowId.nullable(),
  bankFileId: rowId.nullable(),
  line: count.nullable(),
  tid: z.string().nullable(),
  rrn: z.string().nullable(),
  authCode: z.string().nullable(),
  lastFour: z.string().nullable(),
  day: day.nullable(),
  currency: z.enum(currencies),
  amountMinor: minor.nullable(),
});
export type SideRecord = z.infer<typeof sideRecord>;

/** One that comes near, as the engine compared both; `isFree` where no line has the payment, or no payment the line. */
export const nearRecord = sideRecord.extend({
  fileName: z.string().nullable(),
  agrees: z.array(z.enum(comparedFields)),
  differs: z.array(z.object({ field: z.enum(comparedFields), value: z.string().nullable() })),
  isFree: z.boolean(),
  /** Of one that is not free, the line and the payment that have each other already, where that is known. */
  takenBy: z
    .object({ transactionId: rowId, bankFileId: rowId, fileName: z.string(), line: count })
    .nullable(),
});
export type NearRecord = z.infer<typeof nearRecord>;

const exceptionStepKinds = [
  'COMMENT',
  'ASSIGNED',
  'ASKED',
  'ACCEPTED',
  'APPROVED',
  'REFUSED',
  'REOPENED',
  'MATCHED',
  'MATCH_UNDONE',
  'CHARGEBACK',
  'EVIDENCE',
  'RULED',
  'SETTLED',
  'UNSETTLED',
] as const;
export type ExceptionStepKind = (typeof exceptionStepKinds)[number];

const exceptionStep = z.object({
  id: rowId,
  kind: z.enum(exceptionStepKinds),
  byName: z.string(),
  at: instant,
  note: z.string(),
  /** Whom it was assigned to or asked of; of SETTLED and UNSETTLED the file of the other side. */
  otherName: z.string().nullable(),
  /** Of CHARGEBACK: how it stands from then on; null of a step of before. */
  stage: z.enum(chargebackStages).nullable(),
});
export type ExceptionStep = z.infer<typeof exceptionStep>;

/** What was said of it; `holds` is false where the difference is another one since. */
const saidOfIt = z.object({
  kind: z.enum(['ASKED', 'ACCEPTED']),
  holds: z.boolean(),
  outcome: z.enum(outcomes),
  currency: z.enum(currencies),
  differenceMinor: minor,
  note: z.string(),
  askedBy: person,
  askedAt: instant,
  askedOfName: z.string().nullable(),
  approvedByName: z.string().nullable(),
  approvedAt: instant.nullable(),
});

const handMatch = z.object({
  id: rowId,
  bankFileId: rowId,
  fileName: z.string(),
  lines: z.array(count),
  transactionIds: z.array(rowId),
  note: z.string(),
  byName: z.string(),
  at: instant,
  /** Null until the file was judged with it; false where what it was made of changed since. */
  holds: z.boolean().nullable(),
});
export type HandMatchRow = z.infer<typeof handMatch>;

/** A line that is an exception of its own. */
const otherLine = z.object({ exceptionId: rowId, fileName: z.string(), line: count });

const exceptionDetail = exceptionRow.extend({
  /** What a rule proposes to say where it is accepted; a person decides. */
  proposal: z.string().nullable(),
  /** What the verdict says of it now; null where it names it no more. */
  entry: bankFileEntry.nullable(),
  /** What it is about: the line as the bank wrote it, or the payment. */
  own: sideRecord,
  near: z.array(nearRecord),
  goneAt: instant.nullable(),
  said: saidOfIt.nullable(),
  /** The other side of a chargeback that was won: what took the money, or what gave it back. */
  settledWith: z.array(otherLine),
  /** Lines of other files that say the same: this one come again, or once more. At most `exceptionLimits.sameLinesMax`. */
  sameLines: z.array(otherLine),
  /** Matches by hand that stand and that it is part of. */
  matches: z.array(handMatch),
  /** The newest first; at most `exceptionLimits.stepsMax`. */
  steps: z.array(exceptionStep),
  /** Who may be asked or assigned: everybody else of the right, and oneself. */
  people: z.array(person),
  /** Who asks: the second person is another one. */
  ownId: rowId,
  limitMinor: minor,
  /** What whoever asks accepted alone in the last 24 hours, without signs: it counts against the limit. */
  aloneMinor: minor,
  /** Whether its file is about to be judged again. */
  isJudgedAgain: z.boolean(),
});
export type ExceptionDetail = z.infer<typeof exceptionDetail>;

const ofOne = { allow: ['MERCHANT'], params: idParams } as const;
const note = z.string().trim().max(exceptionLimits.noteMax);
const neededNote = note.min(1);

export const getException = defineRoute({
  ...ofOne,
  id: 'reconciliation.exception',
  method: 'GET',
  path: '/reconciliation/exceptions/:id',
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary: 'One exception: why nothing was found for it, what comes near, and what people did with it',
  output: exceptionDetail,
  errors: ['notFound'],
});

export const assignException = defineRoute({
  ...ofOne,
  id: 'reconciliation.assignException',
  method: 'PUT',
  path: '/reconciliation/exceptions/:id/assignee',
  right: 'bankFiles.change',
  idempotency: 'natural',
  summary: 'Puts an exception into the hands of a person of the merchant, or of nobody',
  body: z.strictObject({ personId: rowId.nullable() }),
  example: { params: { id: '42' }, body: { personId: null } },
  output: z.object({ state: z.enum(exceptionStates) }),
  errors: ['notFound', 'conflict'],
});

export const commentException = defineRoute({
  ...ofOne,
  id: 'reconciliation.commentException',
  method: 'POST',
  path: '/reconciliation/exceptions/:id/comments',
  right: 'bankFiles.change',
  idempotency: 'none',
  summary: 'Adds a comment to an exception',
  body: z.strictObject({ note: neededNote }),
  example: { params: { id: '42' }, body: { note: 'The cashier remembers a table that paid in two parts.' } },
  output: exceptionStep,
  errors: ['notFound', 'conflict'],
});

export const acceptException = defineRoute({
  ...ofOne,
  id: 'reconciliation.acceptException',
  method: 'POST',
  path: '/reconciliation/exceptions/:id/acceptance',
  right: 'bankFiles.change',
  idempotency: 'natural',
  summary:
    'Accepts a difference with a note, or asks a second person where it is above the limit; the verdict stays as it is',
  body: z.strictObject({
    note: neededNote,
    /** The figures that were on the screen: of others nothing is accepted. */
    outcome: z.enum(outcomes),
    differenceMinor: minor,
    /** Needed above the limit. */
    askPersonId: rowId.nullable(),
  }),
  example: {
    params: { id: '42' },
    body: {
      note: 'Agreed with the bank',
      outcome: 'amountDiffers',
      differenceMinor: -240,
      askPersonId: null,
    },
  },
  output: z.object({ state: z.enum(exceptionStates) }),
  errors: ['notFound', 'conflict'],
});

export const decideAcceptance = defineRoute({
  ...ofOne,
  id: 'reconciliation.decideAcceptance',
  method: 'POST',
  path: '/reconciliation/exceptions/:id/decision',
  right: 'bankFiles.change',
  idempotency: 'natural',
  summary: 'Approves or refuses what another person asked to accept; who asked may only take it back',
  body: z.strictObject({
    decision: z.enum(['APPROVE', 'REFUSE']),
    note,
    differenceMinor: minor,
  }),
  example: { params: { id: '42' }, body: { decision: 'APPROVE', note: '', differenceMinor: -240 } },
  output: z.object({ state: z.enum(exceptionStates) }),
  errors: ['notFound', 'conflict'],
});

export const reopenException = defineRoute({
  ...ofOne,
  id: 'reconciliation.reopenException',
  method: 'POST',
  path: '/reconciliation/exceptions/:id/reopening',
  right: 'bankFiles.change',
  idempotency: 'natural',
  summary: 'Opens an accepted exception again',
  body: z.strictObject({ note }),
  example: { params: { id: '42' }, body: { note: '' } },
  output: z.object({ state: z.enum(exceptionStates) }),
  errors: ['notFound', 'conflict'],
});
