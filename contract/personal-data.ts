import * as z from 'zod';
import { fullNameMax, mobileShape } from './account.ts';
import { day, idParams, instant, rowId } from './page.ts';
import { everyRole } from './roles.ts';
import { defineRoute } from './route.ts';

/** What people ask for under the personal data law (docs/decisions/0206-requests-under-the-personal-data-law.md). */
export const answerDays = 30;
/** So many days before the last one who answers is reminded, once. */
export const reminderDays = 5;
export const wantedMax = 500;
export const answerReasonMax = 500;

/** What is kept of a person, by what becomes of it when they go. */
const keptKinds = [
  'profile',
  'sessions',
  'devices',
  'pushDevices',
  'passkeys',
  'views',
  'notices',
  'payments',
  'audit',
] as const;
/** WITHDRAWN by whoever asked, which nobody answers any more; asking anew is another request with days of its own. */
export const personalStates = ['ASKED', 'IN_WORK', 'DONE', 'REFUSED', 'WITHDRAWN'] as const;
export type PersonalState = (typeof personalStates)[number];
const isOpen = ({ state }: { state: PersonalState }): boolean => state === 'ASKED' || state === 'IN_WORK';
/** An answer and a withdrawal are of what nobody has answered or withdrawn before. */
export const personalCan = { answer: isOpen, withdraw: isOpen } as const;
export const personalKinds = ['CORRECTION', 'DELETION'] as const;
export const correctedFields = ['fullName', 'mobile', 'other'] as const;

const request = z.object({
  id: rowId,
  kind: z.enum(personalKinds),
  field: z.enum(correctedFields).nullable(),
  wanted: z.string().nullable(),
  /** Grows when who asked says anew what is wanted. */
  version: z.number().int(),
  state: z.enum(personalStates),
  askedAt: instant,
  dueAt: instant,
  /** It waits, and its day is over. */
  isOverdue: z.boolean(),
  answeredAt: instant.nullable(),
  answeredByName: z.string().nullable(),
  /** What was said to it. */
  reason: z.string().nullable(),
  withdrawnAt: instant.nullable(),
});
export type OwnRequest = z.infer<typeof request>;

const own = { allow: everyRole, right: 'account.own' } as const;

export const getPersonalData = defineRoute({
  ...own,
  id: 'account.data',
  method: 'GET',
  path: '/account/data',
  summary: 'What is kept of oneself, what of it a law keeps and until when, and what one asked for',
  output: z.object({
    kept: z.array(
      z.object({
        kind: z.enum(keptKinds),
        /** Null where it is not counted. */
        count: z.number().int().nonnegative().nullable(),
        /** DELETED with the person; TIMED goes by itself; LAW stays at least until `until`; ALWAYS stays. */
        stays: z.enum(['DELETED', 'TIMED', 'LAW', 'ALWAYS']),
        until: day.nullable(),
        /** Of what is TIMED: so many days after it came, or after it ended where it ends. */
        days: z.number().int().positive().nullable(),
      }),
    ),
    /** Who answers: the owner, or the administration. */
    answeredBy: z.enum(['OWNER', 'ADMIN']),
    requests: z.array(request),
  }),
  errors: [],
});
export type PersonalData = z.infer<typeof getPersonalData.output>;

export const takePersonalData = defineRoute({
  ...own,
  id: 'account.takeData',
  method: 'GET',
  path: '/account/data/file',
  // Also because whoever looks on as somebody may not take their data away.
  freshSignIn: true,
  summary:
    'The own data as a file: profile, sessions, devices, notifications, views, requests and the newest 5,000 entries of the audit log',
  query: z.object({ format: z.enum(['json', 'csv']) }),
  output: z.unknown(),
  outputKind: 'file',
  errors: [],
});

export const askPersonalData = defineRoute({
  ...own,
  id: 'account.askData',
  method: 'POST',
  path: '/account/data/requests',
  idempotency: 'natural',
  summary:
    'Asks for a correction or a deletion of what is kept of oneself; an open one of that kind is answered again',
  body: z.union([
    z.strictObject({
      kind: z.literal('CORRECTION'),
      field: z.literal('fullName'),
      wanted: z.string().trim().min(1).max(fullNameMax),
    }),
    z.strictObject({
      kind: z.literal('CORRECTION'),
      field: z.literal('mobile'),
      wanted: z.string().regex(mobileShape),
    }),
    z.strictObject({
      kind: z.literal('CORRECTION'),
      field: z.literal('other'),
      wanted: z.string().trim().min(1).max(wantedMax),
    }),
    z.strictObject({ kind: z.literal('DELETION') }),
  ]),
  example: { body: { kind: 'CORRECTION', field: 'fullName', wanted: 'Sara Al-Otaibi' } },
  output: z.object({ id: rowId }),
  errors: [],
});

export const withdrawPersonalRequest = defineRoute({
  ...own,
  id: 'account.withdrawData',
  method: 'POST',
  path: '/account/data/requests/:id/withdraw',
  idempotency: 'natural',
  summary: 'Takes a request of oneself back that nobody has answered yet; it stays on record',
  params: idParams,
  output: z.object({ state: z.enum(personalStates) }),
  /** conflict: it was answered first. */
  errors: ['notFound', 'conflict'],
});

const answering = { allow: ['MERCHANT', 'ADMIN'], right: 'personalData.answer' } as const;

export const listPersonalRequests = defineRoute({
  ...answering,
  id: 'account.listDataRequests',
  method: 'GET',
  path: '/personal-requests',
  summary:
    'What others ask one for under the personal data law: open ones first, by their due day; 200 at most',
  output: z.object({
    rows: z.array(
      request.extend({
        name: z.string(),
        /** Whose it is, for an administrator, who answers owners of many merchants. */
        merchant: z.object({ nameEn: z.string(), nameAr: z.string() }).nullable(),
      }),
    ),
  }),
  errors: [],
});
export type PersonalRequest = z.infer<typeof listPersonalRequests.output>['rows'][number];

export const answerPersonalRequest = defineRoute({
  ...answering,
  id: 'account.answerDataRequest',
  method: 'POST',
  path: '/personal-requests/:id/answer',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Answers a request; done, a name or mobile is corrected, and who asked for deletion is deleted',
  params: idParams,
  body: z
    .strictObject({
      /** Of what was read: an answer to something else is refused. */
      version: z.number().int(),
      state: z.enum(['IN_WORK', 'DONE', 'REFUSED']),
      reason: z.string().trim().max(answerReasonMax).optional(),
    })
    .refine(({ state, reason }) => state !== 'REFUSED' || Boolean(reason)),
  example: { body: { version: 1, state: 'DONE' } },
  output: z.object({ state: z.enum(personalStates) }),
  /** conflict {reason}: 'changed' since it was read; 'withdrawn' by who asked; 'answered' otherwise; 'lastOwner', 'lastAdministrator' cannot be deleted. */
  errors: ['notFound', 'conflict'],
});
