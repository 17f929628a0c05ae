import * as z from 'zod';
import { activities } from './activity.ts';
import { asSeen } from './as-seen.ts';
import { exportFormats } from './export-terms.ts';
import { several } from './management.ts';
import { cursor, idParams, instant, pageQuery, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/** Regions, cities and districts: kept by administrators, chosen in forms by everybody. */
export const placeKinds = ['REGION', 'CITY', 'DISTRICT'] as const;
export type PlaceKind = (typeof placeKinds)[number];
export const placeNameMax = 80;

const placeRow = z.object({
  id: rowId,
  kind: z.enum(placeKinds),
  nameEn: z.string(),
  nameAr: z.string(),
  /** Of a region: ISO 3166-2. */
  code: z.string().nullable(),
  status: z.enum(activities),
  createdAt: instant,
  /** The city of a district, the region of a city. */
  parentId: rowId.nullable(),
  parentEn: z.string().nullable(),
  parentAr: z.string().nullable(),
  /** The region, of whatever kind it is. */
  regionCode: z.string(),
  regionEn: z.string(),
  regionAr: z.string(),
});
export type PlaceRow = z.infer<typeof placeRow>;

const placesBy = {
  kind: z.enum(placeKinds).default('DISTRICT'),
  search: z.string().trim().max(placeNameMax).optional(),
  region: several(z.string().max(10)),
  cityId: rowId.optional(),
  status: several(z.enum(activities)),
};

const reads = { allow: ['ADMIN'], right: 'districts.read' } as const;
const changes = { allow: ['ADMIN'], right: 'districts.change' } as const;

export const listPlaces = defineRoute({
  id: 'districts.list',
  method: 'GET',
  path: '/admin/districts',
  ...reads,
  summary: 'Regions, cities or districts in the order in which they came',
  query: z.object({ ...pageQuery, ...placesBy }),
  output: z.object({ rows: z.array(placeRow), nextCursor: cursor.nullable(), total: z.number().int() }),
  errors: [],
});

export const getPlaceCounts = defineRoute({
  id: 'districts.counts',
  method: 'GET',
  path: '/admin/districts/counts',
  ...reads,
  summary: 'How many places there are of each kind',
  output: z.object({ REGION: z.number().int(), CITY: z.number().int(), DISTRICT: z.number().int() }),
  errors: [],
});

export const exportPlaces = defineRoute({
  id: 'districts.export',
  method: 'GET',
  path: '/admin/districts/export',
  ...reads,
  summary: 'The places of a filter as CSV, XLSX or PDF',
  query: z.strictObject({
    ...placesBy,
    format: z.enum(exportFormats),
    lang: z.enum(['en', 'ar']).default('en'),
  }),
  example: { query: { format: 'csv' } },
  output: z.unknown(),
  outputKind: 'file',
  errors: [],
});

export const getPlace = defineRoute({
  id: 'districts.get',
  method: 'GET',
  path: '/admin/districts/:id',
  ...reads,
  summary: 'One place, and what names it: a place that is named is taken out of use, never deleted',
  params: idParams,
  output: z.object({
    place: placeRow,
    uses: z.object({
      /** Cities of a region, districts of a city. */
      places: z.number().int(),
      branches: z.number().int(),
      merchants: z.number().int(),
      /** Applications of merchants that are not decided or were approved. */
      applications: z.number().int(),
    }),
  }),
  errors: ['notFound'],
});

const name = z.string().trim().min(1).max(placeNameMax);
const names = { nameEn: name, nameAr: name };
const exampleNames = { nameEn: 'An Narjis', nameAr: 'حي النرجس' };

export const addPlace = defineRoute({
  id: 'districts.add',
  method: 'POST',
  path: '/admin/districts',
  ...changes,
  idempotency: 'natural',
  summary: 'Adds a city to a region, or a district to a city',
  body: z.strictObject({ parentId: rowId, ...names }),
  example: { body: { parentId: '9000000000000000000', ...exampleNames } },
  output: z.object({ id: rowId }),
  successStatus: 201,
  /** conflict: the name is taken there. */
  errors: ['notFound', 'conflict'],
});

export const renamePlace = defineRoute({
  id: 'districts.rename',
  method: 'PUT',
  path: '/admin/districts/:id',
  ...changes,
  idempotency: 'natural',
  summary: 'Renames a place in forms; branches and applications keep the name that they were saved with',
  params: idParams,
  body: asSeen(z.strictObject(names)),
  example: { params: { id: '9000000000000000000' }, body: { ...exampleNames, seen: exampleNames } },
  output: z.object({ id: rowId }),
  errors: ['notFound', 'conflict'],
});

export const setPlaceStatus = defineRoute({
  id: 'districts.status',
  method: 'PUT',
  path: '/admin/districts/:id/status',
  ...changes,
  idempotency: 'natural',
  summary: 'Takes a city or a district out of the forms, or offers it again; a region stays',
  params: idParams,
  body: z.strictObject({ status: z.enum(activities) }),
  example: { params: { id: '9000000000000000000' }, body: { status: 'INACTIVE' } },
  output: z.object({ id: rowId }),
  errors: ['notFound', 'conflict'],
});

export const deletePlace = defineRoute({
  id: 'districts.delete',
  method: 'DELETE',
  path: '/admin/districts/:id',
  ...changes,
  idempotency: 'natural',
  summary: 'Deletes a place that nothing names',
  params: idParams,
  output: z.object({ id: rowId }),
  /** conflict: something names it. */
  errors: ['notFound', 'conflict'],
});
