import * as z from 'zod';
import { activities } from './activity.ts';
import { idParams, instant, rowId } from './page.ts';
import { teamRoles } from './rights.ts';
import { roles } from './roles.ts';
import { defineRoute } from './route.ts';

/** Keeping a merchant, a branch or a person out, letting them in again, and logging them out, by an administrator. */
export const suspensionReasonMax = 500;
/** How many branches and how many people one answer holds; a search reaches the others. */
export const membersMax = 200;
export const memberSearchMax = 80;

const branchOfMerchant = z.object({
  id: rowId,
  code: z.string(),
  nameEn: z.string(),
  nameAr: z.string(),
  status: z.enum(activities),
});
export type BranchOfMerchant = z.infer<typeof branchOfMerchant>;

const personOfMerchant = z.object({
  id: rowId,
  fullName: z.string(),
  /** What this person signs in with: the e-mail of an owner, the username of a cashier. */
  signInName: z.string(),
  role: z.enum(roles),
  /** What this person may at the merchant. */
  teamRole: z.enum(teamRoles),
  branchId: rowId.nullable(),
  status: z.enum(activities),
});
export type PersonOfMerchant = z.infer<typeof personOfMerchant>;

const personParams = z.object({ id: rowId, personId: rowId });
const branchParams = z.object({ id: rowId, branchId: rowId });
const reason = z.string().trim().min(1).max(suspensionReasonMax);

export const listMembers = defineRoute({
  id: 'suspension.members',
  method: 'GET',
  path: '/admin/merchants/:id/members',
  allow: ['ADMIN'],
  right: 'merchants.read',
  summary: 'The branches and the people of a merchant, and who of them may work',
  params: idParams,
  query: z.strictObject({ search: z.string().trim().max(memberSearchMax).optional() }),
  output: z.object({
    branches: z.array(branchOfMerchant),
    people: z.array(personOfMerchant),
    /** True where there are more than an answer holds. */
    truncated: z.boolean(),
  }),
  errors: ['notFound'],
});

export const setMerchantStatus = defineRoute({
  id: 'suspension.merchant',
  method: 'PUT',
  path: '/admin/merchants/:id/status',
  allow: ['ADMIN'],
  right: 'merchants.suspend',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Suspends a merchant or lets it in again: its next requests are 401, its sockets close',
  params: idParams,
  body: z.strictObject({ status: z.enum(['ACTIVE', 'SUSPENDED']), reason }),
  output: z.object({ status: z.enum(['ACTIVE', 'SUSPENDED']) }),
  errors: ['notFound', 'conflict'],
});

const activityBody = z.strictObject({ status: z.enum(activities), reason });
const activityOutput = z.object({ status: z.enum(activities) });

export const setBranchStatus = defineRoute({
  id: 'suspension.branch',
  method: 'PUT',
  path: '/admin/merchants/:id/branches/:branchId/status',
  allow: ['ADMIN'],
  right: 'merchants.suspend',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Suspends a branch with its cashiers and terminals, or lets it work again',
  params: branchParams,
  body: activityBody,
  output: activityOutput,
  errors: ['notFound'],
});

export const setPersonStatus = defineRoute({
  id: 'suspension.person',
  method: 'PUT',
  path: '/admin/merchants/:id/people/:personId/status',
  allow: ['ADMIN'],
  right: 'merchants.suspend',
  freshSignIn: true,
  idempotency: 'natural',
  summary: "Suspends a person or lets them in again; never a merchant's last active owner",
  params: personParams,
  body: activityBody,
  output: activityOutput,
  errors: ['notFound', 'conflict'],
});

const signOutBody = z.strictObject({ reason });
const signOutOutput = z.object({ ended: z.number().int() });

export const signOutMerchant = defineRoute({
  id: 'suspension.signOutMerchant',
  method: 'POST',
  path: '/admin/merchants/:id/sign-out',
  allow: ['ADMIN'],
  right: 'merchants.suspend',
  freshSignIn: true,
  idempotency: 'none',
  summary: 'Ends the sessions of everybody of a merchant, who may sign in again',
  params: idParams,
  body: signOutBody,
  output: signOutOutput,
  errors: ['notFound'],
});

export const signOutPerson = defineRoute({
  id: 'suspension.signOutPerson',
  method: 'POST',
  path: '/admin/merchants/:id/people/:personId/sign-out',
  allow: ['ADMIN'],
  right: 'merchants.suspend',
  freshSignIn: true,
  idempotency: 'none',
  summary: 'Ends the sessions of one person, who may sign in again',
  params: personParams,
  body: signOutBody,
  output: signOutOutput,
  errors: ['notFound'],
});

export const observeMerchant = defineRoute({
  id: 'suspension.observe',
  method: 'POST',
  path: '/admin/merchants/:id/observe',
  allow: ['ADMIN'],
  right: 'merchants.observe',
  freshSignIn: true,
  idempotency: 'none',
  summary:
    'Opens a session that sees what an owner sees, changes nothing and ends by itself; the owners are told the reason',
  params: idParams,
  body: z.strictObject({ reason }),
  output: z.object({
    accessToken: z.string(),
    role: z.enum(roles),
    teamRole: z.enum(teamRoles),
    fullName: z.string(),
    email: z.string().nullable(),
    until: instant,
  }),
  /** conflict {reason}: 'inactive', also where no owner may work there. */
  errors: ['notFound', 'conflict'],
});
