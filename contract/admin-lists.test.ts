import { expect, test } from 'vitest';
import type * as z from 'zod';
import { allRoutes } from './all-routes.ts';
import type { AnyRoute } from './route.ts';

/** The admin area: whoever keeps thousands of rows finds one, passes a link of what was found on, and takes it home. */
const fieldsOf = ({ query }: AnyRoute): string[] =>
  Object.keys((query as z.ZodObject | undefined)?.shape ?? {});
const reads = Object.values(allRoutes).filter(
  ({ method, path }) => method === 'GET' && path.startsWith('/admin/'),
);
/** The record of one row is narrowed by that row. */
const lists = reads.filter((route) => fieldsOf(route).includes('cursor') && route.path !== '/admin/changes');
const withoutPages = (fields: readonly string[]): string[] =>
  fields.filter((field) => !['cursor', 'limit', 'format', 'lang'].includes(field)).sort();

test('vendors, brands, models, their table, merchants and places are lists, and no other', () => {
  expect(lists.map(({ path }) => path).sort()).toEqual(
    ['brands', 'districts', 'merchants', 'model-packages', 'models', 'msps'].map((each) => `/admin/${each}`),
  );
});

test.each(lists.map((route) => [route.id, route] as const))(
  '%s is searched, goes page by page, and is saved as a file by the same filters',
  (_, route) => {
    expect(fieldsOf(route)).toEqual(expect.arrayContaining(['search', 'cursor', 'limit']));
    const file = reads.find(({ path }) => path === `${route.path}/export`);
    expect(file?.outputKind).toBe('file');
    if (file) expect(withoutPages(fieldsOf(file))).toEqual(withoutPages(fieldsOf(route)));
  },
);
