import * as z from 'zod';
import { closing } from './closing.ts';
import { exportFormats } from './export-terms.ts';
import { applicationStates, documentRow } from './onboarding.ts';
import { idParams, instant, pageOf, pageQuery, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/** Merchants as an administrator sees them: applications, and those who were approved. */
export const merchantStatuses = ['PENDING', 'ACTIVE', 'REJECTED', 'SUSPENDED', 'CLOSED'] as const;
export type MerchantStatus = (typeof merchantStatuses)[number];

/** Reasons and notes are sent to the applicant. */
export const noteMax = 1000;
/** Searched for: a part of a name, or a commercial registration. */
export const merchantSearchMax = 80;

const merchantRow = z.object({
  id: rowId,
  nameEn: z.string(),
  nameAr: z.string(),
  status: z.enum(merchantStatuses),
  /** Null for a merchant who came without an application. */
  application: z.enum(applicationStates).nullable(),
  cr: z.string().nullable(),
  createdAt: instant,
  /** Null while nobody closed it. */
  closing: closing.nullable(),
});
export type MerchantRow = z.infer<typeof merchantRow>;

const text = z.string();
const applicationDetail = z.object({
  state: z.enum(applicationStates),
  username: text,
  emailVerified: z.boolean(),
  locale: z.enum(['en', 'ar']),
  sentAt: instant,
  decidedAt: instant.nullable(),
  decidedByName: text.nullable(),
  /** The reason of a rejection, or what was asked to be corrected. */
  note: text.nullable(),
  /** Paths of the fields that wait for a correction. */
  askedFields: z.array(text),
  business: z.object({
    name: text,
    cr: text,
    email: text,
    mobile: text,
    bank: text,
    vatNumber: text,
    region: text,
    city: text,
    district: text,
  }),
  branches: z.array(
    z.object({
      name: text,
      address: text,
      terminals: z.array(z.object({ msp: text, model: text, tid: text })),
    }),
  ),
  cashiers: z.array(z.object({ name: text, username: text, branch: z.number().int() })),
  documents: z.array(documentRow),
});
export type ApplicationDetail = z.infer<typeof applicationDetail>;

const merchantsBy = {
  status: z.enum(merchantStatuses).optional(),
  application: z.enum(applicationStates).optional(),
  search: z.string().trim().max(merchantSearchMax).optional(),
};

export const listMerchants = defineRoute({
  id: 'merchants.list',
  method: 'GET',
  path: '/admin/merchants',
  allow: ['ADMIN'],
  right: 'merchants.read',
  summary: 'Merchants and applications, newest first',
  query: z.object({ ...pageQuery, ...merchantsBy }),
  output: pageOf(merchantRow),
  errors: [],
});

export const exportMerchants = defineRoute({
  id: 'merchants.export',
  method: 'GET',
  path: '/admin/merchants/export',
  allow: ['ADMIN'],
  right: 'merchants.read',
  summary: 'The merchants of a filter as CSV, XLSX or PDF',
  query: z.strictObject({
    ...merchantsBy,
    format: z.enum(exportFormats),
    lang: z.enum(['en', 'ar']).default('en'),
  }),
  example: { query: { format: 'csv' } },
  output: z.unknown(),
  outputKind: 'file',
  errors: [],
});

export const getMerchant = defineRoute({
  id: 'merchants.get',
  method: 'GET',
  path: '/admin/merchants/:id',
  allow: ['ADMIN'],
  right: 'merchants.read',
  summary: 'One merchant with its application',
  params: idParams,
  output: z.object({ merchant: merchantRow, application: applicationDetail.nullable() }),
  errors: ['notFound'],
});

export const getDocument = defineRoute({
  id: 'merchants.document',
  method: 'GET',
  path: '/admin/documents/:id',
  allow: ['ADMIN'],
  right: 'merchants.read',
  summary: 'A document of an application, as it was uploaded',
  params: idParams,
  output: z.any(),
  outputKind: 'file',
  errors: ['notFound'],
});

const decided = z.object({ state: z.enum(applicationStates) });

export const approveMerchant = defineRoute({
  id: 'merchants.approve',
  method: 'POST',
  path: '/admin/merchants/:id/approve',
  allow: ['ADMIN'],
  right: 'merchants.decide',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Makes the branches, terminals and cashiers of an application; its owner may sign in from then on',
  params: idParams,
  output: decided,
  errors: ['notFound', 'conflict'],
});

export const rejectMerchant = defineRoute({
  id: 'merchants.reject',
  method: 'POST',
  path: '/admin/merchants/:id/reject',
  allow: ['ADMIN'],
  right: 'merchants.decide',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Rejects an application with a reason, which is sent to the applicant',
  params: idParams,
  body: z.object({ reason: z.string().trim().min(1).max(noteMax) }),
  output: decided,
  errors: ['notFound', 'conflict'],
});

export const askCorrection = defineRoute({
  id: 'merchants.askCorrection',
  method: 'POST',
  path: '/admin/merchants/:id/correction',
  allow: ['ADMIN'],
  right: 'merchants.decide',
  freshSignIn: true,
  idempotency: 'natural',
  summary: "Asks the applicant to correct the named fields ('business.cr', 'documents') by a link",
  params: idParams,
  body: z.object({
    fields: z.array(z.string().max(60)).min(1).max(200),
    note: z.string().trim().min(1).max(noteMax),
  }),
  output: decided,
  errors: ['notFound', 'conflict'],
});
