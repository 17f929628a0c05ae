import * as z from 'zod';
import { idParams, rowId, windowDays } from './page.ts';
import { merchantRoles } from './roles.ts';
import { defineRoute } from './route.ts';
import { exportedFilter } from './transactions.ts';

/** Views that a person keeps of the list of transactions: filters and columns under a name of their own. */

/** Of one person. */
export const viewsMax = 30;

/** The columns that may be hidden; the others tell rows apart. */
export const viewColumns = [
  'card',
  'terminal',
  'branch',
  'cashier',
  'startedBy',
  'orderRef',
  'rrn',
  'net',
] as const;
export type ViewColumn = (typeof viewColumns)[number];

const view = {
  name: z.string().trim().min(1).max(60),
  filter: exportedFilter,
  /** So many days up to the day on which it is opened; the filter then has none of its own. */
  lastDays: z.number().int().min(1).max(windowDays.max).nullable(),
  /** Those that show of viewColumns; null for those that show unasked. */
  columns: z.array(z.enum(viewColumns)).max(viewColumns.length).nullable(),
};
const savedView = z.object({ id: rowId, ...view, name: z.string() });
export type SavedView = z.infer<typeof savedView>;

export const listViews = defineRoute({
  id: 'views.list',
  method: 'GET',
  path: '/views',
  allow: merchantRoles,
  right: 'transactions.read',
  summary: 'The own views of the list of transactions, by name',
  output: z.object({ rows: z.array(savedView) }),
  errors: [],
});

export const saveView = defineRoute({
  id: 'views.save',
  method: 'PUT',
  path: '/views',
  allow: merchantRoles,
  right: 'transactions.read',
  idempotency: 'natural',
  summary: 'Keeps a view under its name, in the place of the own one that has it; thirty at most',
  body: z
    .strictObject(view)
    .refine(({ filter, lastDays }) => lastDays === null || !(filter.from ?? filter.to ?? filter.range)),
  example: {
    body: { name: 'Declined', filter: { status: ['DECLINED'] }, lastDays: 7, columns: ['card', 'rrn'] },
  },
  output: savedView,
  errors: ['conflict'],
});

export const renameView = defineRoute({
  id: 'views.rename',
  method: 'PUT',
  path: '/views/:id/name',
  allow: merchantRoles,
  right: 'transactions.read',
  idempotency: 'natural',
  summary: 'Gives an own view another name, which no other own view has',
  params: idParams,
  body: z.strictObject({ name: view.name }),
  example: { body: { name: 'Declined this week' } },
  output: savedView,
  errors: ['notFound', 'conflict'],
});

export const removeView = defineRoute({
  id: 'views.remove',
  method: 'DELETE',
  path: '/views/:id',
  allow: merchantRoles,
  right: 'transactions.read',
  idempotency: 'natural',
  summary: 'Takes an own view out of the list',
  params: idParams,
  output: z.object({ removed: z.literal(true) }),
  errors: ['notFound'],
});
