import * as z from 'zod';
import { chargebackStages } from './chargebacks.ts';
import { exceptionOutcomes } from './exceptions.ts';
import { togetherActs } from './exceptions-together.ts';
import { defineFact, open } from './fact.ts';

/** What people do with exceptions of bank files. The amount is the difference, signed. */
const kind = { hears: ['MERCHANT', 'ADMIN'], about: ['bankFile'], audit: true } as const;
const written = { hears: ['MERCHANT'], about: ['bankFile'] } as const;
const which = {
  fileName: open(z.string()),
  exceptionOutcome: open(z.enum(exceptionOutcomes as [string, ...string[]])),
  line: open(z.int().nullable()),
  transaction: open(z.string().nullable()),
  amountMinor: open(z.int()),
  currency: open(z.string()),
};
const note = open(z.string());
const person = open(z.string().nullable());
const matched = {
  fileName: open(z.string()),
  matchedLines: open(z.string()),
  matchedTransactions: open(z.string()),
  amountMinor: open(z.int()),
  currency: open(z.string()),
};
const chargeback = {
  chargebackStage: open(z.enum(chargebackStages)),
  answeredOn: open(z.string().nullable()),
  deadlineDay: open(z.string().nullable()),
};
const limitMinor = open(z.int());

const ofRules = { ...kind, about: ['merchant'] } as const;
/** Beside its name all that it asks for and does, field by field: 'ruleForm.group'. */
const ruleParams = { ruleName: open(z.string()) };
const ofForm = { ...ofRules, more: open(z.union([z.string(), z.number()]).nullable()) } as const;
const ruleNames = open(z.string());

export const exceptionsFacts = {
  'exceptions.assigned': defineFact({
    ...kind,
    params: { ...which, person },
    was: { person },
  }),
  'exceptions.commented': defineFact({ ...kind, params: { ...which, note } }),
  'exceptions.accepted': defineFact({ ...kind, params: { ...which, note } }),
  'exceptions.acceptanceAsked': defineFact({
    ...kind,
    params: { ...which, note, person },
  }),
  /** The person who was asked or given it is written to, unless they asked to go without; who asked is on record above. */
  'exceptions.askedPersonTold': defineFact({ ...written, mail: 'mails:exceptionAsked' }),
  'exceptions.assignedPersonTold': defineFact({ ...written, mail: 'mails:exceptionAssigned' }),
  'exceptions.acceptanceApproved': defineFact({
    ...kind,
    params: { ...which, note, askedBy: open(z.string()) },
  }),
  'exceptions.acceptanceRefused': defineFact({
    ...kind,
    params: { ...which, note, askedBy: open(z.string()) },
  }),
  'exceptions.reopened': defineFact({ ...kind, params: { ...which, note } }),
  'exceptions.matchedByHand': defineFact({ ...kind, params: { ...matched, note } }),
  'exceptions.matchUndone': defineFact({ ...kind, params: matched }),
  /** One thing done with several at once, of one currency; the amount is the sum of their differences, signed. */
  'exceptions.doneTogether': defineFact({
    ...kind,
    about: ['merchant'],
    params: {
      together: open(z.enum(togetherActs)),
      exceptionsCount: open(z.int()),
      amountMinor: open(z.int()),
      currency: open(z.string()),
      exceptionIds: open(z.string()),
      person,
      note,
    },
  }),
  'exceptions.chargebackChanged': defineFact({
    ...kind,
    params: { ...which, ...chargeback, note },
    was: chargeback,
  }),
  'exceptions.evidenceAdded': defineFact({
    ...kind,
    params: { ...which, evidenceName: open(z.string()), sizeBytes: open(z.int()) },
  }),
  'exceptions.evidenceDownloaded': defineFact({
    ...kind,
    about: ['merchant'],
    params: { evidenceName: open(z.string()), sizeBytes: open(z.int()) },
  }),
  'exceptions.limitSet': defineFact({
    ...kind,
    about: ['merchant'],
    params: { limitMinor },
    was: { limitMinor },
  }),
  'exceptions.ruleMade': defineFact({ ...ofForm, params: ruleParams }),
  'exceptions.ruleChanged': defineFact({ ...ofForm, params: ruleParams, was: ruleParams }),
  'exceptions.ruleSwitched': defineFact({
    ...ofForm,
    params: { ...ruleParams, ruleState: open(z.enum(['ON', 'OFF', 'REMOVED'])) },
  }),
  'exceptions.rulesOrdered': defineFact({ ...ofRules, params: { ruleNames }, was: { ruleNames } }),
  /** Rules were asked of the open exceptions of one currency; the amount is the sum of their differences, signed. */
  'exceptions.rulesApplied': defineFact({
    ...ofRules,
    params: { exceptionsCount: open(z.int()), amountMinor: open(z.int()), currency: open(z.string()) },
  }),
};
