import * as z from 'zod';
import { activities } from './activity.ts';
import { asSeen } from './as-seen.ts';
import { exportFormats } from './export-terms.ts';
import { several } from './management.ts';
import { cursor, day, idParams, instant, pageQuery, rowId } from './page.ts';
import { pictureVersion } from './pictures.ts';
import { defineRoute } from './route.ts';

/** Brands and models of terminals, and which mada packages fit them: kept by administrators. */
export const modelLimits = {
  name: 60,
  manufacturer: 80,
  source: 200,
  package: 20,
  search: 80,
  fitCursor: 400,
} as const;
/** What a model can tell of itself. */
export const modelReports = ['battery', 'wifi', 'bluetooth', 'paper', 'provider', 'mada'] as const;
export type ModelReport = (typeof modelReports)[number];
/** Of a pair that nobody has spoken of nothing is known, and nobody is warned. */
export const packageFits = ['FITS', 'DOES_NOT_FIT', 'NOT_SET'] as const;
export type PackageFit = (typeof packageFits)[number];

const reads = { allow: ['ADMIN'], right: 'models.read' } as const;
const changes = { allow: ['ADMIN'], right: 'models.change' } as const;
const count = z.number().int();

const brandRow = z.object({
  id: rowId,
  name: z.string(),
  manufacturer: z.string(),
  status: z.enum(activities),
  createdAt: instant,
  models: count,
  /** In service, of all merchants. */
  terminals: count,
});
export type BrandRow = z.infer<typeof brandRow>;

const modelRow = z.object({
  id: rowId,
  brandId: rowId,
  brand: z.string(),
  manufacturer: z.string(),
  name: z.string(),
  reports: z.array(z.enum(modelReports)),
  status: z.enum(activities),
  /** Names its picture; null where there is none. */
  pictureVersion: pictureVersion.nullable(),
  createdAt: instant,
  terminals: count,
  /** The packages that fit it, and those that do not. */
  fits: z.array(z.string()),
  doesNotFit: z.array(z.string()),
});
export type ModelRow = z.infer<typeof modelRow>;

const by = {
  search: z.string().trim().max(modelLimits.search).optional(),
  status: several(z.enum(activities)),
};
const modelsBy = { ...by, brandId: several(rowId) };
const listOf = <T extends z.ZodType>(row: T) =>
  z.object({ rows: z.array(row), nextCursor: cursor.nullable(), total: count });
const exported = { format: z.enum(exportFormats), lang: z.enum(['en', 'ar']).default('en') };

export const listBrands = defineRoute({
  id: 'models.brands',
  method: 'GET',
  path: '/admin/brands',
  ...reads,
  summary: 'Brands of terminals in the order in which they came',
  query: z.object({ ...pageQuery, ...by }),
  output: listOf(brandRow),
  errors: [],
});

export const exportBrands = defineRoute({
  id: 'models.exportBrands',
  method: 'GET',
  path: '/admin/brands/export',
  ...reads,
  summary: 'The brands of a filter as CSV, XLSX or PDF',
  query: z.strictObject({ ...by, ...exported }),
  example: { query: { format: 'csv' } },
  output: z.unknown(),
  outputKind: 'file',
  errors: [],
});

export const listModels = defineRoute({
  id: 'models.list',
  method: 'GET',
  path: '/admin/models',
  ...reads,
  summary: 'Models of terminals in the order in which they came',
  query: z.object({ ...pageQuery, ...modelsBy }),
  output: listOf(modelRow),
  errors: [],
});

export const exportModels = defineRoute({
  id: 'models.export',
  method: 'GET',
  path: '/admin/models/export',
  ...reads,
  summary: 'The models of a filter as CSV, XLSX or PDF',
  query: z.strictObject({ ...modelsBy, ...exported }),
  example: { query: { format: 'csv' } },
  output: z.unknown(),
  outputKind: 'file',
  errors: [],
});

export const getModel = defineRoute({
  id: 'models.get',
  method: 'GET',
  path: '/admin/models/:id',
  ...reads,
  summary: 'One model',
  params: idParams,
  output: modelRow,
  errors: ['notFound'],
});

const brandBody = z.strictObject({
  name: z.string().trim().min(1).max(modelLimits.name),
  manufacturer: z.string().trim().min(1).max(modelLimits.manufacturer),
  status: z.enum(activities),
});
const exampleBrand = { name: 'PAX', manufacturer: 'PAX Technology', status: 'ACTIVE' as const };
const nobody = { params: { id: '9000000000000000000' } };
export const addBrand = defineRoute({
  id: 'models.addBrand',
  method: 'POST',
  path: '/admin/brands',
  ...changes,
  idempotency: 'natural',
  summary: 'Adds a brand of terminals',
  body: brandBody,
  example: { body: { ...exampleBrand, name: 'PAX Global' } },
  output: z.object({ id: rowId }),
  successStatus: 201,
  errors: ['conflict'],
});

export const changeBrand = defineRoute({
  id: 'models.changeBrand',
  method: 'PUT',
  path: '/admin/brands/:id',
  ...changes,
  idempotency: 'natural',
  summary: 'Changes a brand; its name stays while terminals or open applications have it',
  params: idParams,
  body: asSeen(brandBody),
  example: { ...nobody, body: { ...exampleBrand, seen: exampleBrand } },
  output: z.object({ id: rowId }),
  /** conflict: the name is taken, terminals have it, or it does not stand as seen. */
  errors: ['notFound', 'conflict'],
});

const modelBody = z.strictObject({
  brandId: rowId,
  name: z.string().trim().min(1).max(modelLimits.name),
  reports: z.array(z.enum(modelReports)).max(modelReports.length),
  status: z.enum(activities),
});
const exampleModel = {
  brandId: '9000000000000000000',
  name: 'A920Pro',
  reports: ['battery' as const, 'wifi' as const],
  status: 'ACTIVE' as const,
};

export const addModel = defineRoute({
  id: 'models.add',
  method: 'POST',
  path: '/admin/models',
  ...changes,
  idempotency: 'natural',
  summary: 'Adds a model of a brand',
  body: modelBody,
  example: { body: exampleModel },
  output: z.object({ id: rowId }),
  successStatus: 201,
  errors: ['notFound', 'conflict'],
});

export const changeModel = defineRoute({
  id: 'models.change',
  method: 'PUT',
  path: '/admin/models/:id',
  ...changes,
  idempotency: 'natural',
  summary: 'Changes a model; its brand and name stay while terminals or open applications have them',
  params: idParams,
  body: asSeen(modelBody),
  example: { ...nobody, body: { ...exampleModel, seen: exampleModel } },
  output: z.object({ id: rowId }),
  errors: ['notFound', 'conflict'],
});

/** What a model of terminals looks like. */
const picturePath = '/admin/models/:id/picture';
const pictureAnswer = z.object({ pictureVersion: pictureVersion.nullable() });

export const setModelPicture = defineRoute({
  ...changes,
  idempotency: 'natural',
  id: 'models.setPicture',
  method: 'PUT',
  path: picturePath,
  params: idParams,
  summary:
    'Takes a PNG, JPEG or WebP of at most 512 KiB as the picture of a model; its content decides what it is',
  bodyKind: 'upload',
  body: z.any(),
  output: pictureAnswer,
  errors: ['notFound', 'tooLarge', 'unreadableFile'],
});

export const removeModelPicture = defineRoute({
  ...changes,
  idempotency: 'natural',
  id: 'models.removePicture',
  method: 'DELETE',
  path: picturePath,
  params: idParams,
  summary: 'Takes the picture of a model out; its bytes are gone with it',
  output: pictureAnswer,
  errors: ['notFound'],
});

export const getModelPicture = defineRoute({
  id: 'models.picture',
  method: 'GET',
  path: `${picturePath}/:version`,
  ...reads,
  summary: 'The picture of this version; browsers keep it',
  params: idParams.extend({ version: pictureVersion }),
  output: z.any(),
  outputKind: 'file',
  errors: ['notFound'],
});

export const addPackage = defineRoute({
  id: 'models.addPackage',
  method: 'POST',
  path: '/admin/mada-packages',
  ...changes,
  idempotency: 'natural',
  summary: 'Adds a mada package; of no model is it known then whether it fits',
  body: z.strictObject({
    name: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/),
    /** From when it is used; null where that is not said. */
    fromDay: day.nullable(),
  }),
  example: { body: { name: '2027.01', fromDay: '2027-01-03' } },
  output: z.object({ name: z.string() }),
  successStatus: 201,
  errors: ['conflict'],
});

/** Brand, manufacturer or model. */
const fitsBy = { search: by.search };

const cell = z.object({
  package: z.string(),
  fit: z.enum(packageFits),
  /** In service, on record as this model and reporting this package. */
  terminals: count,
  /** Of them those that are warned of: the package does not fit, and the device is the model on record. */
  warnings: count,
});

export const getFitTable = defineRoute({
  id: 'models.fitTable',
  method: 'GET',
  path: '/admin/model-packages',
  ...reads,
  summary:
    'Models and mada packages, by brand and name: what fits, how many terminals run each, and sums of every model that is found',
  query: z.object({
    ...fitsBy,
    limit: pageQuery.limit,
    cursor: z.string().max(modelLimits.fitCursor).optional(),
  }),
  output: z.object({
    packages: z.array(
      z.object({
        name: z.string(),
        fromDay: day.nullable(),
        /** False of one that terminals report and nobody has added. */
        isKept: z.boolean(),
        terminals: count,
      }),
    ),
    rows: z.array(
      z.object({
        /** Null of a model that terminals have and nobody has added. */
        modelId: rowId.nullable(),
        brand: z.string(),
        manufacturer: z.string(),
        model: z.string(),
        reports: z.array(z.enum(modelReports)),
        cells: z.array(cell),
        /** Reporting no package. */
        unknown: count,
        terminals: count,
      }),
    ),
    /** The brand and the model that the next page begins after; null on the last one. */
    nextCursor: z.string().nullable(),
    /** Of every page: models, and their terminals. */
    total: count,
    unknown: count,
    terminals: count,
    warnings: count,
  }),
  errors: [],
});

export const exportFitTable = defineRoute({
  id: 'models.exportFitTable',
  method: 'GET',
  path: '/admin/model-packages/export',
  ...reads,
  summary:
    'Every pair of model and mada package as CSV, XLSX or PDF: what fits, how many terminals run it, how many are warned of',
  query: z.strictObject({ ...fitsBy, ...exported }),
  example: { query: { format: 'csv' } },
  output: z.unknown(),
  outputKind: 'file',
  errors: [],
});

const pair = { modelId: rowId, package: z.string().min(1).max(modelLimits.package) };
const exampleCell = { modelId: '9000000000000000000', package: '2026.03' };

export const getFit = defineRoute({
  id: 'models.fit',
  method: 'GET',
  path: '/admin/model-package',
  ...reads,
  summary:
    'One pair of model and package: what was said of it, whose terminals run it, what a change would come to',
  query: z.object(pair),
  example: { query: exampleCell },
  output: z.object({
    modelId: rowId,
    brand: z.string(),
    model: z.string(),
    package: z.string(),
    fit: z.enum(packageFits),
    source: z.string(),
    saidByName: z.string().nullable(),
    saidAt: instant.nullable(),
    /** Packages that fit this model. */
    needed: z.array(z.string()),
    terminals: count,
    /** Warned of where the package does not fit: all but devices that call themselves another model. */
    warned: count,
    merchants: z.array(
      z.object({
        merchantId: rowId,
        nameEn: z.string(),
        nameAr: z.string(),
        vendor: z.string().nullable(),
        terminals: count,
      }),
    ),
    /** How many merchants would see warnings, whichever are listed. */
    warnedMerchants: count,
  }),
  errors: ['notFound'],
});

export const setFit = defineRoute({
  id: 'models.setFit',
  method: 'PUT',
  path: '/admin/model-package',
  ...changes,
  idempotency: 'natural',
  summary:
    'Says whether a package fits a model, or that nothing is known; warnings on terminals follow at once',
  body: z.strictObject({
    ...pair,
    fit: z.enum(packageFits),
    /** Where that is known from: the letter of a vendor. */
    source: z.string().trim().max(modelLimits.source),
  }),
  example: { body: { ...exampleCell, fit: 'FITS', source: '' } },
  output: z.object({ fit: z.enum(packageFits) }),
  errors: ['notFound'],
});
