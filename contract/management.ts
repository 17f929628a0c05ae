import * as z from 'zod';
import { activities } from './activity.ts';
import { asSeen } from './as-seen.ts';
import { cursor, idParams, instant, pageQuery, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/** The branches of a merchant: where they are, what stands there, and what stops where one is closed. */

export const branchLimits = { code: 20, name: 80, address: 200, place: 80, mapUrl: 300, search: 80 } as const;
/** How many one call may close or open. */
export const togetherMax = 100;
/** How many terminals one call moves to another branch. */
export const movedTerminalsMax = 200;
/** How many terminals are named; the others are counted. */
export const namedTerminalsMax = 20;

const branchPlace = z.object({
  addressEn: z.string(),
  addressAr: z.string(),
  /** A code of ISO 3166-2, or empty. */
  region: z.string(),
  /** As typed or chosen, in the language of whoever did. */
  city: z.string(),
  district: z.string(),
  mapUrl: z.string().nullable(),
});

const branchRow = z.object({
  id: rowId,
  code: z.string(),
  nameEn: z.string(),
  nameAr: z.string(),
  place: branchPlace,
  status: z.enum(activities),
  createdAt: instant,
  /** In service: all of them, those that are connected, and those that no device was paired with. */
  terminals: z.object({
    total: z.number().int(),
    connected: z.number().int(),
    unpaired: z.number().int(),
  }),
  /** Who may work here. */
  cashiers: z.number().int(),
  /** Approved purchases of today in SAR. */
  salesTodayMinor: z.number().int(),
});
export type BranchRow = z.infer<typeof branchRow>;

/** One value or several of a query parameter. */
export const several = <T extends z.ZodType>(value: T, most = 50) =>
  z.preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(value).max(most).optional());

const branchesBy = {
  search: z.string().trim().max(branchLimits.search).optional(),
  status: several(z.enum(activities)),
  region: several(z.string().max(10)),
};
/** The filters as an export is asked for by them; chosen rows alone where some are. */
export const exportedBranches = z.strictObject({
  ...branchesBy,
  id: z.array(rowId).max(togetherMax).optional(),
});
export type ExportedBranches = z.output<typeof exportedBranches>;

export const listBranches = defineRoute({
  id: 'management.branches',
  method: 'GET',
  path: '/branches',
  allow: ['MERCHANT'],
  right: 'people.read',
  summary: 'Branches in the order in which they came; a branch manager sees the own one',
  query: z.object({ ...pageQuery, ...branchesBy }),
  output: z.object({
    rows: z.array(branchRow),
    nextCursor: cursor.nullable(),
    /** How many the filter holds, on all pages. */
    total: z.number().int(),
  }),
  errors: [],
});

export const getManagementCounts = defineRoute({
  id: 'management.counts',
  method: 'GET',
  path: '/management-counts',
  allow: ['MERCHANT'],
  right: 'people.read',
  summary: 'How many branches and people there are, whatever their status',
  output: z.object({ branches: z.number().int(), people: z.number().int() }),
  errors: [],
});

export const getBranch = defineRoute({
  id: 'management.branch',
  method: 'GET',
  path: '/branches/:id',
  allow: ['MERCHANT'],
  right: 'people.read',
  summary: 'One branch',
  params: idParams,
  output: branchRow,
  errors: ['notFound'],
});

const branchBody = z.strictObject({
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/),
  nameEn: z.string().trim().min(1).max(branchLimits.name),
  nameAr: z.string().trim().min(1).max(branchLimits.name),
  addressEn: z.string().trim().max(branchLimits.address),
  addressAr: z.string().trim().max(branchLimits.address),
  region: z.string().trim().max(10),
  city: z.string().trim().max(branchLimits.place),
  district: z.string().trim().max(branchLimits.place),
  /** Opens in a new window of whoever follows it. */
  mapUrl: z
    .string()
    .trim()
    .max(branchLimits.mapUrl)
    .regex(/^https:\/\/[^\s"'<>]+$/)
    .nullable(),
});
export type BranchBody = z.infer<typeof branchBody>;

const exampleBranch = {
  code: 'DC-04',
  nameEn: 'Al Rawdah',
  nameAr: 'الروضة',
  addressEn: 'Khalid Ibn Al Walid St',
  addressAr: 'شارع خالد بن الوليد',
  region: 'SA-01',
  city: 'Riyadh',
  district: 'Ar Rawdah',
  mapUrl: null,
};

export const addBranch = defineRoute({
  id: 'management.addBranch',
  method: 'POST',
  path: '/branches',
  allow: ['MERCHANT'],
  right: 'people.manage',
  idempotency: 'natural',
  summary: 'Adds a branch; its terminals and cashiers come afterwards',
  body: branchBody,
  example: { body: exampleBranch },
  output: z.object({ id: rowId }),
  /** conflict: another branch has the code. */
  errors: ['conflict'],
});

export const changeBranch = defineRoute({
  id: 'management.changeBranch',
  method: 'PUT',
  path: '/branches/:id',
  allow: ['MERCHANT'],
  right: 'people.manage',
  idempotency: 'natural',
  summary: 'Changes what a branch is called and where it is; payments keep the branch, not its old name',
  params: idParams,
  body: asSeen(branchBody),
  example: { body: { ...exampleBranch, seen: exampleBranch } },
  output: z.object({ id: rowId }),
  /** conflict {reason}: 'taken' of the code, 'changedMeanwhile'. */
  errors: ['notFound', 'conflict'],
});

/** Open shifts that something would close, what they come to in halalas, and how many payments of them are undecided. */
export const openShifts = z.object({
  count: z.number().int(),
  totalMinor: z.number().int(),
  undecided: z.number().int(),
});

export const getBranchEffects = defineRoute({
  id: 'management.branchEffects',
  method: 'GET',
  path: '/branch-effects',
  allow: ['MERCHANT'],
  right: 'people.manage',
  summary: 'What stops, and what stays, where these branches are closed',
  query: z.object({ id: several(rowId, togetherMax) }),
  output: z.object({
    terminals: z.number().int(),
    tids: z.array(z.string()).max(namedTerminalsMax),
    /** Who may sign in now and may not then: cashiers and branch managers. */
    people: z.number().int(),
    /** They are closed with what they come to: `totalMinor` as of now, in halalas. */
    shifts: openShifts,
    /** They go on to their end. */
    openPayments: z.number().int(),
    /** They stay and can be decided; none is paid out on a terminal that is closed. */
    waitingRefunds: z.number().int(),
  }),
  errors: ['notFound'],
});

export const setBranchesStatus = defineRoute({
  id: 'management.branchStatus',
  method: 'PUT',
  path: '/branch-status',
  allow: ['MERCHANT'],
  right: 'people.manage',
  freshSignIn: true,
  idempotency: 'natural',
  summary:
    'Closes branches, or opens them again: their people are signed out, their shifts are closed, no new payment begins there',
  body: z.strictObject({ ids: z.array(rowId).min(1).max(togetherMax), status: z.enum(activities) }),
  example: { body: { ids: ['9000000000000000000'], status: 'INACTIVE' } },
  output: z.object({ changed: z.number().int() }),
  errors: ['notFound'],
});

export const moveTerminals = defineRoute({
  id: 'management.moveTerminals',
  method: 'POST',
  path: '/branches/:id/terminals-elsewhere',
  allow: ['MERCHANT'],
  right: 'terminals.manage',
  idempotency: 'natural',
  summary: `Moves the terminals of a branch to another one, at most ${movedTerminalsMax} at once; their cashiers stay where they are and have none then, and payments keep the branch of their moment`,
  params: idParams,
  body: z.strictObject({ toBranchId: rowId }),
  example: { body: { toBranchId: '3' } },
  output: z.object({
    moved: z.number().int(),
    /** Those that still stand there. */
    left: z.number().int(),
  }),
  /** badRequest: to the same branch. notFound: no such branch, or it is closed. */
  errors: ['notFound', 'badRequest'],
});
