import * as z from 'zod';
import { activities } from './activity.ts';
import { asSeen } from './as-seen.ts';
import { emailShape } from './email.ts';
import { namedTerminalsMax, openShifts, several, togetherMax } from './management.ts';
import { cursor, idParams, instant, pageQuery, rowId } from './page.ts';
import { memberRoles, teamRoles } from './rights.ts';
import { roles } from './roles.ts';
import { defineRoute } from './route.ts';

/** The people of a merchant: their place in the team, where they work, and whether they may. */

export const personLimits = { name: 80, username: 40, search: 80 } as const;
/** How long somebody looks on as a cashier before it ends by itself. */
export const lookingOnMinutes = 15;
/** Everybody of a merchant: who signs in with an e-mail, and cashiers, who sign in with a username. */
export const placesInTeam = [...memberRoles, 'cashier'] as const;
export type PlaceInTeam = (typeof placesInTeam)[number];

const person = z.object({
  id: rowId,
  fullName: z.string(),
  /** The e-mail, or a cashier's username. */
  signInName: z.string(),
  teamRole: z.enum(teamRoles),
  branchId: rowId.nullable(),
  branchNameEn: z.string().nullable(),
  branchNameAr: z.string().nullable(),
  terminalId: rowId.nullable(),
  tid: z.string().nullable(),
  status: z.enum(activities),
  /** Has never followed the link that lets them in, and so has no password. */
  isInvited: z.boolean(),
  /** When a session of theirs was last active; null where none is known any more. */
  lastUsedAt: instant.nullable(),
  createdAt: instant,
});
export type Person = z.infer<typeof person>;

const peopleBy = {
  search: z.string().trim().max(personLimits.search).optional(),
  teamRole: several(z.enum(placesInTeam)),
  branchId: several(rowId),
  status: several(z.enum(activities)),
};
/** The filters as an export is asked for by them; chosen rows alone where some are. */
export const exportedPeople = z.strictObject({ ...peopleBy, id: z.array(rowId).max(togetherMax).optional() });
export type ExportedPeople = z.output<typeof exportedPeople>;

export const listPeople = defineRoute({
  id: 'management.people',
  method: 'GET',
  path: '/people',
  allow: ['MERCHANT'],
  right: 'people.read',
  summary: 'People in the order in which they came; a branch manager sees those of the own branch',
  query: z.object({ ...pageQuery, ...peopleBy }),
  output: z.object({
    rows: z.array(person),
    nextCursor: cursor.nullable(),
    /** How many the filter holds, on all pages. */
    total: z.number().int(),
    now: instant,
  }),
  errors: [],
});

/** What stops, and what stays, where people may not work any more; of whoever may not already: what comes back with them. */
const peopleEffects = z.object({
  /** Who may sign in now and may not then. */
  people: z.number().int(),
  /** Sessions that end, those of software and of looking on as well. */
  sessions: z.number().int(),
  /** Terminals that they are not named at any more. */
  terminals: z.number().int(),
  tids: z.array(z.string()).max(namedTerminalsMax),
  /** Shifts that are closed with what they come to: `totalMinor` as of now, in halalas. */
  shifts: openShifts,
  /** Keys and sign-ins of software that they made as an owner, neither revoked nor over: they count with them alone. */
  keys: z.number().int(),
  credentials: z.number().int(),
  /** On their terminals, still under way: they go on to their end. */
  openPayments: z.number().int(),
  /** Asked for by them, and still to be decided: they stay. */
  waitingRefunds: z.number().int(),
});
export type PeopleEffects = z.infer<typeof peopleEffects>;

export const getPerson = defineRoute({
  id: 'management.person',
  method: 'GET',
  path: '/people/:id',
  allow: ['MERCHANT'],
  right: 'people.read',
  summary: 'One person, with what stops and what stays where they may not work any more',
  params: idParams,
  output: z.object({
    person,
    effects: peopleEffects,
    /** Keys and sign-ins of software that they made as an owner: these count while they are one. */
    asOwner: peopleEffects.pick({ keys: true, credentials: true }),
    /** Nobody but this person could run the merchant. */
    isLastOwner: z.boolean(),
  }),
  errors: ['notFound'],
});

export const getPeopleEffects = defineRoute({
  id: 'management.peopleEffects',
  method: 'GET',
  path: '/people-effects',
  allow: ['MERCHANT'],
  right: 'people.manage',
  summary: 'What stops, and what stays, where these people may not work any more',
  query: z.object({ id: several(rowId, togetherMax) }),
  output: peopleEffects,
  errors: ['notFound'],
});

export const getPeopleChoices = defineRoute({
  id: 'management.choices',
  method: 'GET',
  path: '/people-choices',
  allow: ['MERCHANT'],
  right: 'people.read',
  summary: 'Where people can work: branches, and terminals in service with who is named there',
  output: z.object({
    branches: z.array(
      z.object({ id: rowId, nameEn: z.string(), nameAr: z.string(), status: z.enum(activities) }),
    ),
    terminals: z.array(
      z.object({ id: rowId, tid: z.string(), branchId: rowId, cashierName: z.string().nullable() }),
    ),
  }),
  errors: [],
});

/** A cashier's own; e-mails are told from it by their '@'. */
const username = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{2,39}$/);
const email = z.string().trim().regex(emailShape);
const name = z.string().trim().min(1).max(personLimits.name);

export const addPerson = defineRoute({
  id: 'management.addPerson',
  method: 'POST',
  path: '/people',
  allow: ['MERCHANT'],
  right: 'people.manage',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Adds somebody, who sets a password by a link: mailed, or for a cashier shown once to hand over',
  body: z.discriminatedUnion('teamRole', [
    z.strictObject({
      teamRole: z.enum(['owner', 'manager', 'accountant']),
      fullName: name,
      email,
      locale: z.enum(['en', 'ar']),
    }),
    z.strictObject({
      teamRole: z.literal('branchManager'),
      fullName: name,
      email,
      branchId: rowId,
      locale: z.enum(['en', 'ar']),
    }),
    z.strictObject({
      teamRole: z.literal('cashier'),
      fullName: name,
      username,
      branchId: rowId,
      terminalId: rowId.nullable(),
      locale: z.enum(['en', 'ar']),
    }),
  ]),
  example: {
    body: { teamRole: 'accountant', fullName: 'Latifa Al-Subaie', email: 'latifa@diyar.test', locale: 'ar' },
  },
  output: z.object({ id: rowId, link: z.string().nullable() }),
  /** conflict {reason}: 'taken' of name or e-mail, 'ownersOnly' where a manager makes an owner. */
  errors: ['notFound', 'conflict'],
});

const examplePerson = {
  fullName: 'Noura Al-Otaibi',
  teamRole: 'cashier',
  branchId: '1',
  terminalId: null,
} as const;
export const changePerson = defineRoute({
  id: 'management.changePerson',
  method: 'PUT',
  path: '/people/:id',
  allow: ['MERCHANT'],
  right: 'people.manage',
  freshSignIn: true,
  idempotency: 'natural',
  summary:
    'Changes the name, the place in the team and where somebody works; another place takes effect at once',
  params: idParams,
  body: asSeen(
    z.strictObject({
      fullName: name,
      teamRole: z.enum(placesInTeam),
      branchId: rowId.nullable(),
      terminalId: rowId.nullable(),
    }),
  ),
  example: { body: { ...examplePerson, seen: { ...examplePerson, fullName: 'Noura' } } },
  output: z.object({ id: rowId }),
  /** conflict {reason}: 'ownersOnly', 'lastOwner', 'self', 'branchMissing', 'otherKind' between a cashier and the others, 'changedMeanwhile'. */
  errors: ['notFound', 'conflict'],
});

export const setPeopleStatus = defineRoute({
  id: 'management.peopleStatus',
  method: 'PUT',
  path: '/people-status',
  allow: ['MERCHANT'],
  right: 'people.manage',
  freshSignIn: true,
  idempotency: 'natural',
  summary:
    'Keeps people out, whose sessions and software end at once and whose shifts are closed, or lets them in again; all or none',
  body: z.strictObject({ ids: z.array(rowId).min(1).max(togetherMax), status: z.enum(activities) }),
  example: { body: { ids: ['9000000000000000000'], status: 'INACTIVE' } },
  output: z.object({ changed: z.number().int() }),
  /** conflict {reason}: 'ownersOnly', 'lastOwner', 'self'. */
  errors: ['notFound', 'conflict'],
});

export const makePersonLink = defineRoute({
  id: 'management.personLink',
  method: 'POST',
  path: '/people/:id/link',
  allow: ['MERCHANT'],
  right: 'people.manage',
  freshSignIn: true,
  idempotency: 'none',
  summary:
    "A link by which somebody sets a new password: a cashier's is shown once, others are mailed theirs",
  params: idParams,
  output: z.object({ link: z.string().nullable(), expiresAt: instant }),
  /** conflict {reason}: 'inactive', 'ownersOnly'. */
  errors: ['notFound', 'conflict'],
});

export const lookOn = defineRoute({
  id: 'management.lookOn',
  method: 'POST',
  path: '/people/:id/look-on',
  allow: ['MERCHANT'],
  right: 'people.manage',
  freshSignIn: true,
  idempotency: 'none',
  summary: 'Opens a session that sees what this cashier sees, changes nothing, and ends by itself',
  params: idParams,
  output: z.object({
    accessToken: z.string(),
    role: z.enum(roles),
    teamRole: z.enum(teamRoles),
    fullName: z.string(),
    email: z.string().nullable(),
    until: instant,
  }),
  /** conflict {reason}: 'inactive', also by the branch. */
  errors: ['notFound', 'conflict'],
});

export const endLookingOn = defineRoute({
  id: 'management.endLookingOn',
  method: 'POST',
  path: '/looking-on/end',
  allow: ['MERCHANT', 'CASHIER'],
  right: 'account.own',
  whileLookingOn: true,
  idempotency: 'natural',
  summary: 'Ends a session that looks on; any other one goes on',
  output: z.object({ ended: z.boolean() }),
  errors: [],
});
