import * as z from 'zod';
import { defineFact, open } from './fact.ts';
import { personalKinds, personalStates } from './personal-data.ts';

/** Requests under the personal data law; what was wanted is never told: the log outlives the person. */
const kind = { hears: ['MERCHANT', 'ADMIN'], about: ['user'], audit: true } as const;
const asked = { kind: open(z.enum(personalKinds)) };

export const personalDataFacts = {
  'personalData.taken': defineFact({ ...kind, params: { format: open(z.string()) } }),
  'personalData.asked': defineFact({ ...kind, params: asked }),
  'personalData.answered': defineFact({ ...kind, params: { ...asked, state: open(z.enum(personalStates)) } }),
  'personalData.withdrawn': defineFact({ ...kind, params: asked }),
  /** Nobody answered, and the days are nearly over. */
  'personalData.reminded': defineFact({ ...kind, params: asked }),
  'personalData.reminderTold': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['user'],
    mail: 'mails:personalReminder',
  }),
  'personalData.askedTold': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['user'],
    mail: 'mails:personalAsked',
  }),
  'personalData.withdrawnTold': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['user'],
    mail: 'mails:personalWithdrawn',
  }),
  'personalData.doneTold': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['user'],
    mail: 'mails:personalDone',
  }),
  'personalData.refusedTold': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['user'],
    mail: 'mails:personalRefused',
  }),
};
