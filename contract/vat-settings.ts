import * as z from 'zod';
import { day, idParams, instant, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/** VAT on fees by day, as administrators say it for everybody (docs/decisions/0174-vat-by-day.md). */
export const vatNoteMax = 200;
export const vatRowsMax = 200;

const bps = z.number().int().min(0).max(10_000);
const changes = {
  allow: ['ADMIN'],
  right: 'platformSettings.change',
  freshSignIn: true,
  idempotency: 'natural',
} as const;

export const listVat = defineRoute({
  id: 'platform.vat',
  method: 'GET',
  path: '/admin/settings/vat',
  allow: ['ADMIN'],
  right: 'platformSettings.read',
  summary: 'VAT on fees with the days from which it holds, as it was said at any time',
  output: z.object({
    /** Today in Riyadh. */
    today: day,
    /** The first day that has begun at no bank: what is new starts there at the earliest. */
    firstDay: day,
    /** The latest day first. */
    rows: z
      .array(
        z.object({
          id: rowId,
          validFrom: day,
          vatBps: bps,
          note: z.string(),
          /** Null of the first row, which counted before anybody could say so. */
          addedByName: z.string().nullable(),
          addedAt: instant,
          /** Taken back before it began. */
          withdrawnAt: instant.nullable(),
          withdrawnByName: z.string().nullable(),
        }),
      )
      .max(vatRowsMax),
  }),
  errors: [],
});
export type VatRow = z.infer<typeof listVat.output>['rows'][number];

export const addVat = defineRoute({
  id: 'platform.addVat',
  method: 'POST',
  path: '/admin/settings/vat',
  ...changes,
  summary: 'Says VAT on fees from a day on that has not begun; payments before it keep theirs',
  body: z.strictObject({ validFrom: day, vatBps: bps, note: z.string().trim().max(vatNoteMax) }),
  example: { body: { validFrom: '2027-07-01', vatBps: 1_000, note: 'Royal order of June 2027' } },
  output: z.object({ validFrom: day }),
  errors: ['conflict'],
});

export const withdrawVat = defineRoute({
  id: 'platform.withdrawVat',
  method: 'POST',
  path: '/admin/settings/vat/:id/withdraw',
  ...changes,
  summary: 'Takes back a VAT whose day has not begun; it stays in the history',
  params: idParams,
  output: z.object({ id: rowId }),
  errors: ['notFound', 'conflict'],
});
