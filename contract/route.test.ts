import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { allRoutes } from './all-routes.ts';
import { errorStatus } from './errors.ts';
import { mayCall } from './may.ts';
import { everyRole, roles } from './roles.ts';
import { apiBase, defineRoute, pathOf, type RouteArgs, type RouteInput } from './route.ts';

test('every route has an id, and a method and path, that no other has', () => {
  const ids = allRoutes.map(({ id }) => id);
  const places = allRoutes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(places).size).toBe(places.length);
});

const routes = allRoutes.map((route) => [route.id, route] as const);

test.each(routes)('%s says who may call it, in roles that exist', (_, { allow }) => {
  const allowed = allow === 'public' ? [] : [...allow];
  expect(allow.length).toBeGreaterThan(0);
  expect(everyRole).toEqual(expect.arrayContaining(allowed));
});

test.each(routes)('%s has a schema for each parameter of its path, and no other', (_, { path, params }) => {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  expect(params instanceof z.ZodObject ? Object.keys(params.shape) : []).toEqual(inPath);
});

test('a GET carries no body', () => {
  expect(allRoutes.filter(({ method, body }) => method === 'GET' && body)).toEqual([]);
});

test('every declared error is one of the contract', () => {
  const declared = allRoutes.flatMap(({ errors }) => errors);
  expect(declared.filter((code) => !(errorStatus[code] >= 400))).toEqual([]);
});

test('mayCall: everyone where it is public, otherwise the listed roles and nobody else', () => {
  expect(mayCall({ allow: 'public' }, null)).toBe(true);
  fc.assert(
    fc.property(
      fc.subarray([...roles], { minLength: 1 }),
      fc.constantFrom(...roles, null),
      (allowed, role) => {
        const allow = allowed as [(typeof roles)[number]];
        expect(mayCall({ allow }, role)).toBe(role !== null && allowed.includes(role));
      },
    ),
  );
});

test('pathOf encodes whatever stands in a parameter, so that it cannot leave its place', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (value) => {
      fc.pre(value !== '.' && value !== '..');
      const { pathname } = new URL(pathOf({ path: '/things/:id/parts' }, { id: value }), 'http://host');
      expect(pathname.split('/')).toHaveLength(`${apiBase}/things/x/parts`.split('/').length);
      expect(decodeURIComponent(pathname.split('/')[4] ?? '')).toBe(value);
    }),
  );
});

test('pathOf refuses a path whose parameter is missing', () => {
  expect(() => pathOf({ path: '/things/:id' })).toThrow('wants id');
});

test('types: a caller gives inputs, a handler reads outputs', () => {
  const route = defineRoute({
    id: 'test.typed',
    method: 'POST',
    path: '/things/:id',
    allow: ['MERCHANT'],
    right: 'account.own',
    summary: '',
    params: z.object({ id: z.string() }),
    body: z.object({ limit: z.coerce.number().default(3) }),
    output: z.object({ ok: z.boolean() }),
    errors: [],
  });
  expectTypeOf<RouteInput<typeof route>['body']>().toEqualTypeOf<{ limit: number }>();
  expectTypeOf<RouteArgs<typeof route>['params']>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<RouteInput<typeof route>['query']>().toEqualTypeOf<undefined>();
  expect(route.path).toBe('/things/:id');
});
