import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What people change of their own account. */
const kind = { hears: ['MERCHANT', 'ADMIN'], about: [], audit: true } as const;
const profile = {
  fullName: open(z.string()),
  email: open(z.string().nullable()),
  mobile: open(z.string().nullable()),
};
const preferences = {
  language: open(z.string()),
  digits: open(z.string()),
  calendar: open(z.string()),
  /** Kinds of notifications, parted by commas. */
  mutedNotices: open(z.string()),
  mailNotices: open(z.string()),
  pushNotices: open(z.string()),
  pushAmounts: open(z.boolean()),
  signInMail: open(z.boolean()),
  askedMail: open(z.boolean()),
};
const name = { name: open(z.string()) };
/** How many, where all of them were ended; one alone is what the fact is about. */
const ended = { ended: open(z.int().optional()) };

export const accountFacts = {
  'account.profileChangeAsked': defineFact({ ...kind, params: profile, was: profile }),
  /** The address that the account had is told, where it has another one now. */
  'account.profileChanged': defineFact({
    ...kind,
    params: profile,
    was: profile,
    mail: 'mails:emailChanged',
  }),
  'account.passwordChanged': defineFact(kind),
  'account.passkeyAdded': defineFact({
    ...kind,
    about: ['passkey'],
    params: name,
    mail: 'mails:passkeyAdded',
  }),
  'account.passkeyRenamed': defineFact({ ...kind, about: ['passkey'], params: name, was: name }),
  'account.passkeyRemoved': defineFact({
    ...kind,
    about: ['passkey'],
    was: name,
    mail: 'mails:passkeyRemoved',
  }),
  'account.preferencesChanged': defineFact({
    ...kind,
    params: preferences,
    was: preferences,
  }),
  'account.devicesRevoked': defineFact({ ...kind, about: ['device'], params: ended }),
  /** A browser in which somebody lets notices be sent to it; those that they took back. */
  'account.pushDeviceAdded': defineFact(kind),
  'account.pushDevicesRemoved': defineFact({ ...kind, params: ended }),
  'account.sessionsEnded': defineFact({ ...kind, about: ['session'], params: ended }),
};
