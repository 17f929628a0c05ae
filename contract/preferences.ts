import * as z from 'zod';
import { noticeTypes } from './live.ts';
import { bellTypes } from './notices.ts';
import { everyRole } from './roles.ts';
import { defineRoute } from './route.ts';

/** How a person wants to read the portal and what it may tell them; kept by the server, so it follows them. */
export const digitChoices = ['language', 'latin', 'arabic'] as const;
export type DigitChoice = (typeof digitChoices)[number];

/** Which calendar stands first; the other one stands beside a date that stands alone. */
export const calendarChoices = ['gregorian', 'ummAlQura'] as const;
export type CalendarChoice = (typeof calendarChoices)[number];

const preferences = z.strictObject({
  /** Of mails, and, once it was chosen, of a browser in which none was. */
  language: z.enum(['en', 'ar']),
  digits: z.enum(digitChoices),
  calendar: z.enum(calendarChoices),
  /** Kinds of notifications that neither ring the bell nor stand in its list. */
  mutedNotices: z.array(z.enum(noticeTypes)).max(noticeTypes.length),
  /** Kinds of notifications that are also sent by e-mail, together and at most once an hour. */
  mailNotices: z.array(z.enum(bellTypes)).max(bellTypes.length),
  /** Kinds of notifications that are also sent to the devices of this person that take them. */
  pushNotices: z.array(z.enum(bellTypes)).max(bellTypes.length),
  /** Whether what is sent to devices, and may show on a locked screen, names amounts. */
  pushAmounts: z.boolean(),
  /** A mail for every sign-in with a code, that is from a browser which is not trusted. */
  signInMail: z.boolean(),
  /** A mail where somebody asks for an approval of a difference, gives one to this person, or a statement waits. */
  askedMail: z.boolean(),
});
export type Preferences = z.infer<typeof preferences>;

/** `languageChosen` is false for the language that the account was made with. */
const keptPreferences = preferences.extend({ languageChosen: z.boolean() });
export type KeptPreferences = z.infer<typeof keptPreferences>;

export const getPreferences = defineRoute({
  id: 'preferences.get',
  method: 'GET',
  path: '/account/preferences',
  allow: everyRole,
  right: 'account.own',
  summary: 'The own preferences; the defaults where none were chosen',
  output: keptPreferences,
  errors: [],
});

export const changePreferences = defineRoute({
  id: 'preferences.change',
  method: 'PUT',
  path: '/account/preferences',
  allow: everyRole,
  right: 'account.own',
  freshSignIn: 'byInput',
  idempotency: 'natural',
  summary: 'Changes the own preferences; to go without the mails about sign-ins asks for a fresh one',
  body: preferences,
  output: keptPreferences,
  errors: [],
});
