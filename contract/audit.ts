import * as z from 'zod';
import { exportFormats } from './export-terms.ts';
import { factSubjects } from './fact.ts';
import { type AuditFact, auditFactIds } from './facts.ts';
import { day, instant, pageOf, pageQuery, rowId } from './page.ts';
import { memberRoles } from './rights.ts';
import { roles } from './roles.ts';
import { defineRoute } from './route.ts';

/**
 * The audit log: who did what, when, from where, before and after. Every sign-in event and every change of
 * state that a person causes is an entry, written in the transaction that makes the change. So is each document
 * of an applicant that an administrator takes: it is somebody's personal data.
 */
export const auditActions = auditFactIds;
export type AuditAction = AuditFact;

/** What was true before or after, flat: figures, states, names. Never a password, a code, a token or a card. */
const auditFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type AuditFacts = z.infer<typeof auditFacts>;

/** What somebody was: the place in a merchant's team; in entries of before it was kept the role. */
export const actorRoles = [...roles, ...memberRoles] as const;
export type ActorRole = (typeof actorRoles)[number];
/** The key of its word. */
export const actorRoleWord = (role: ActorRole): string =>
  `roles:${roles.some((each) => each === role) ? role.toLowerCase() : role}`;

const auditRow = z.object({
  /** The place in the chain: 1, 2, 3 and so on, without a hole. */
  id: rowId,
  at: instant,
  /** Null where nobody is known: a sign-in under a name that no account has. */
  actorId: rowId.nullable(),
  actorName: z.string().nullable(),
  actorRole: z.enum(actorRoles).nullable(),
  action: z.enum(auditActions),
  subjectType: z.enum(factSubjects).nullable(),
  subjectId: z.string().nullable(),
  before: auditFacts.nullable(),
  after: auditFacts.nullable(),
  ipAddress: z.string().nullable(),
  os: z.string().nullable(),
  browser: z.string().nullable(),
});
export type AuditRow = z.infer<typeof auditRow>;

export const auditSearchMax = 80;

const filter = {
  personId: rowId.optional(),
  action: z.enum(auditActions).optional(),
  /** Days in Asia/Riyadh, both included; the last 31 unless chosen. */
  from: day.optional(),
  to: day.optional(),
  /** Whose name, what was done (in either language), the number of what it is about, or the address it came from. */
  search: z.string().trim().max(auditSearchMax).optional(),
};

const exported = { format: z.enum(exportFormats), lang: z.enum(['en', 'ar']).default('en') };

export const listAuditEntries = defineRoute({
  id: 'audit.list',
  method: 'GET',
  path: '/audit',
  allow: ['MERCHANT', 'ADMIN'],
  right: 'audit.read',
  summary: "The merchant's own audit log, newest first; an administrator reads the platform's",
  query: z.strictObject({ ...filter, ...pageQuery }),
  output: pageOf(auditRow),
  errors: [],
});

export const exportAuditEntries = defineRoute({
  id: 'audit.export',
  method: 'GET',
  path: '/audit/export',
  allow: ['MERCHANT', 'ADMIN'],
  right: 'audit.read',
  summary: 'The audit log of a filter as CSV, XLSX or PDF, newest first',
  query: z.strictObject({ ...filter, ...exported }),
  example: { query: { format: 'csv' } },
  output: z.unknown(),
  outputKind: 'file',
  errors: ['tooLarge'],
});

/** What administrators keep or decide about, whose entries of the platform's chain are asked for one by one. */
export const keptSubjects = ['vendor', 'brand', 'model', 'place', 'platformSettings', 'merchant'] as const;
/** What brings many of a kind at once is about none of them: their records have it as the entry of the moment they came at. */
export const broughtBy = { place: 'districts.imported' } as const satisfies Partial<
  Record<(typeof keptSubjects)[number], AuditFact>
>;
const changesOf = { type: z.enum(keptSubjects), id: rowId };

export const listChangesOf = defineRoute({
  id: 'audit.changesOf',
  method: 'GET',
  path: '/admin/changes',
  allow: ['ADMIN'],
  right: 'audit.read',
  summary:
    'The entries about one row that administrators keep or decide about, newest first: who changed what',
  query: z.strictObject({ ...changesOf, ...pageQuery }),
  example: { query: { type: 'vendor', id: '9000000000000000000' } },
  output: pageOf(auditRow),
  errors: [],
});

export const exportChangesOf = defineRoute({
  id: 'audit.exportChangesOf',
  method: 'GET',
  path: '/admin/changes/export',
  allow: ['ADMIN'],
  right: 'audit.read',
  summary: 'Every entry about one row that administrators keep or decide about, as CSV, XLSX or PDF',
  query: z.strictObject({ ...changesOf, ...exported }),
  example: { query: { type: 'vendor', id: '9000000000000000000', format: 'csv' } },
  output: z.unknown(),
  outputKind: 'file',
  errors: [],
});

export const auditPeopleMax = 500;

export const listAuditPeople = defineRoute({
  id: 'audit.people',
  method: 'GET',
  path: '/audit/people',
  allow: ['MERCHANT', 'ADMIN'],
  right: 'audit.read',
  summary: 'Whose entries the audit log can be narrowed to',
  output: z.object({
    rows: z.array(z.object({ id: rowId, fullName: z.string(), role: z.enum(roles) })),
  }),
  errors: [],
});
