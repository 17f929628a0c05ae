import * as z from 'zod';
import { activities } from './activity.ts';
import { asSeen } from './as-seen.ts';
import { emailShape } from './email.ts';
import { exportFormats } from './export-terms.ts';
import { several } from './management.ts';
import { cursor, idParams, instant, pageQuery, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/** Vendors (merchant service providers): they install terminals and look after them. */
export const vendorLimits = { name: 80, contact: 80, mobile: 20, email: 120, search: 80, list: 100 } as const;

const reads = { allow: ['ADMIN'], right: 'vendors.read' } as const;
const changes = { allow: ['ADMIN'], right: 'vendors.change' } as const;
const count = z.number().int();

const vendorRow = z.object({
  id: rowId,
  nameEn: z.string(),
  nameAr: z.string(),
  contactName: z.string(),
  contactMobile: z.string().nullable(),
  contactEmail: z.string().nullable(),
  /** Codes of contract/saudi-banks.ts. */
  banks: z.array(z.string()),
  models: z.array(z.object({ id: rowId, brand: z.string(), name: z.string() })),
  packages: z.array(z.string()),
  status: z.enum(activities),
  createdAt: instant,
  /** In service, of all merchants. */
  terminals: count,
  /** Of them those whose mada package does not fit their model. */
  misfits: count,
});
export type VendorRow = z.infer<typeof vendorRow>;

const vendorsBy = {
  search: z.string().trim().max(vendorLimits.search).optional(),
  bank: several(z.string().max(10)),
  modelId: several(rowId),
  status: several(z.enum(activities)),
};

export const listVendors = defineRoute({
  id: 'vendors.list',
  method: 'GET',
  path: '/admin/msps',
  ...reads,
  summary:
    'Vendors in the order in which they came, with their terminals and those that run a package that does not fit',
  query: z.object({ ...pageQuery, ...vendorsBy }),
  output: z.object({
    rows: z.array(vendorRow),
    nextCursor: cursor.nullable(),
    total: count,
    /** In service of any vendor that is kept, whatever the filter. */
    terminals: count,
  }),
  errors: [],
});

export const exportVendors = defineRoute({
  id: 'vendors.export',
  method: 'GET',
  path: '/admin/msps/export',
  ...reads,
  summary: 'The vendors of a filter as CSV, XLSX or PDF',
  query: z.strictObject({
    ...vendorsBy,
    format: z.enum(exportFormats),
    lang: z.enum(['en', 'ar']).default('en'),
  }),
  example: { query: { format: 'csv' } },
  output: z.unknown(),
  outputKind: 'file',
  errors: [],
});

export const getVendor = defineRoute({
  id: 'vendors.get',
  method: 'GET',
  path: '/admin/msps/:id',
  ...reads,
  summary: 'One vendor',
  params: idParams,
  output: vendorRow,
  errors: ['notFound'],
});

const optional = <T extends z.ZodType>(text: T) => text.nullable();
const vendorBody = z.strictObject({
  nameEn: z.string().trim().min(1).max(vendorLimits.name),
  nameAr: z.string().trim().min(1).max(vendorLimits.name),
  contactName: z.string().trim().max(vendorLimits.contact),
  contactMobile: optional(
    z
      .string()
      .trim()
      .regex(/^\+?\d{8,15}$/),
  ),
  contactEmail: optional(z.string().max(vendorLimits.email).regex(emailShape)),
  banks: z.array(z.string().max(10)).max(vendorLimits.list),
  modelIds: z.array(rowId).max(vendorLimits.list),
  packages: z.array(z.string().max(20)).max(vendorLimits.list),
  status: z.enum(activities),
});
export type VendorBody = z.infer<typeof vendorBody>;
const example: VendorBody = {
  nameEn: 'Najd POS',
  nameAr: 'نجد لنقاط البيع',
  contactName: 'Turki Al-Harthi',
  contactMobile: '0551047730',
  contactEmail: null,
  banks: [],
  modelIds: [],
  packages: [],
  status: 'ACTIVE',
};

export const addVendor = defineRoute({
  id: 'vendors.add',
  method: 'POST',
  path: '/admin/msps',
  ...changes,
  idempotency: 'natural',
  summary: 'Adds a vendor; applicants can name it from then on',
  body: vendorBody,
  example: { body: example },
  output: z.object({ id: rowId }),
  successStatus: 201,
  /** conflict: the name is taken; notFound: a bank, model or package that is not kept. */
  errors: ['conflict', 'notFound'],
});

export const changeVendor = defineRoute({
  id: 'vendors.change',
  method: 'PUT',
  path: '/admin/msps/:id',
  ...changes,
  idempotency: 'natural',
  summary: 'Changes a vendor; its English name stays while terminals or open applications name it',
  params: idParams,
  body: asSeen(vendorBody),
  example: { params: { id: '9000000000000000000' }, body: { ...example, seen: example } },
  output: z.object({ id: rowId }),
  errors: ['notFound', 'conflict'],
});
