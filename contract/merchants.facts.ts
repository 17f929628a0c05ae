import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** Applications of merchants, what administrators decide on them, and suspensions. */
const kind = { hears: ['MERCHANT', 'ADMIN'], about: ['merchant'], audit: true } as const;
/** In both languages, of what has a name in each; told as 'name' in the reader's (fact-words.ts). */
const named = { name: open(z.string()), arabicName: open(z.string().optional()) };
const state = { state: open(z.string()) };
const decided = { ...state, name: open(z.string()) };
/** With what was said to the applicant. */
const decision = {
  ...kind,
  params: { ...decided, fields: open(z.string().optional()), note: open(z.string().optional()) },
  was: state,
} as const;
const suspension = {
  ...kind,
  about: ['merchant', 'branch', 'user'],
  params: { status: open(z.string()), ...named, note: open(z.string()) },
  was: { status: open(z.string()) },
} as const;
/** What stands in a form, by the words of its fields. */
const more = open(z.string());

export const merchantsFacts = {
  'onboarding.sent': defineFact({
    ...kind,
    params: {
      name: open(z.string()),
      cr: open(z.string()),
      branches: open(z.int()),
      terminals: open(z.int()),
      cashiers: open(z.int()),
    },
  }),
  'onboarding.activationLinkSent': defineFact({ ...kind, about: [] }),
  'onboarding.emailCorrected': defineFact({
    ...kind,
    params: { email: open(z.string()) },
    was: { email: open(z.string()) },
    mail: 'mails:emailCorrected',
  }),
  'onboarding.corrected': defineFact({
    ...kind,
    params: { ...state, documents: open(z.int().optional()) },
    was: state,
    more,
    mail: 'mails:correctionReceived',
  }),
  /** The e-mail of an application that waits for us was verified: the next step is ours. */
  'onboarding.underReview': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['merchant'],
    mail: 'mails:underReview',
  }),
  'onboarding.lapsed': defineFact({ ...kind, params: { reason: open(z.string()) }, was: decided }),
  'merchants.approved': defineFact({ ...decision, mail: 'mails:approved' }),
  'merchants.rejected': defineFact({ ...decision, mail: 'mails:rejected' }),
  'merchants.correctionAsked': defineFact(decision),
  'merchants.documentDownloaded': defineFact({
    ...kind,
    params: { name: open(z.string()), fileName: open(z.string()), sizeBytes: open(z.int()) },
  }),
  'merchants.suspended': defineFact(suspension),
  'merchants.reinstated': defineFact(suspension),
  /** A suspension, a look and a logout are told of the platform and, a second time, of the merchant: each reads it in the own log. */
  'merchants.suspensionTold': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['merchant'],
    mail: 'mails:suspended',
  }),
  'merchants.reinstatementTold': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['merchant'],
    mail: 'mails:reinstated',
  }),
  'merchants.observed': defineFact({
    ...kind,
    params: { ...named, note: open(z.string()) },
  }),
  'merchants.observingEnded': defineFact({ ...kind, params: named }),
  'merchants.observerTold': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['merchant'],
    mail: 'mails:observed',
  }),
  /** Closed by an owner, and opened again by an administrator: each a second time in the log of the platform or the merchant. */
  'merchants.closed': defineFact({
    ...kind,
    params: { ...named, integrations: open(z.int()), webhooks: open(z.int()) },
  }),
  'merchants.reopened': defineFact({
    ...kind,
    params: { ...named, note: open(z.string()) },
  }),
  'merchants.closingTold': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['merchant'],
    mail: 'mails:closed',
  }),
  'merchants.reopeningTold': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['merchant'],
    mail: 'mails:reopened',
  }),
  'merchants.signedOut': defineFact({
    ...kind,
    about: ['merchant', 'user'],
    params: { ...named, ended: open(z.int()), note: open(z.string()) },
  }),
};
