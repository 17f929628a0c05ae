import { expect, test } from 'vitest';
import * as z from 'zod';
import { allRoutes } from './all-routes.ts';
import { errorsOf, openApiDocument, openApiPath, successStatusOf } from './openapi.ts';
import { defineRoute } from './route.ts';

const document = openApiDocument(allRoutes, '1.2.3');

test('every route of the contract stands in the document, and nothing else', () => {
  const written = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  );
  const wanted = allRoutes.map(
    ({ id, method, path }) => `${id} ${method.toLowerCase()} ${openApiPath(path)}`,
  );
  expect(written.toSorted()).toEqual(wanted.toSorted());
});

test('a guarded route names its session, a public one none', () => {
  const operations = Object.values(document.paths).flatMap((each) => Object.values(each));
  for (const operation of operations) {
    expect(operation.security).toEqual(operation['x-allow'] === 'public' ? [] : [{ session: [] }]);
  }
});

test('a route with everything: parameters, body, success, and each failure under its status', () => {
  const route = defineRoute({
    id: 'things.change',
    method: 'PUT',
    path: '/things/:id/parts/:part',
    allow: ['MERCHANT'],
    right: 'account.own',
    summary: 'Changes a part',
    params: z.object({ id: z.string(), part: z.string() }),
    query: z.object({ dry: z.coerce.boolean().default(false), day: z.iso.date().optional() }),
    body: z.object({ amountMinor: z.number().int() }),
    output: z.object({ ok: z.boolean() }),
    successStatus: 202,
    errors: ['notFound', 'conflict', 'paymentLocked'],
  });
  const operation = openApiDocument([route], '0').paths['/things/{id}/parts/{part}']?.['put'];
  expect(operation?.parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'part', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'dry', in: 'query', required: false, schema: { type: 'boolean', default: false } },
    { name: 'day', in: 'query', required: false, schema: { type: 'string', format: 'date' } },
  ]);
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(['application/json']);
  const answers = Object.entries(operation?.responses ?? {}).map(([status, { description }]) => [
    status,
    description,
  ]);
  expect(Object.fromEntries(answers)).toEqual({
    202: 'Done',
    400: 'badRequest',
    401: 'unauthenticated',
    403: 'forbidden, foreignOrigin',
    404: 'notFound',
    409: 'conflict, paymentLocked',
    413: 'tooLarge',
    429: 'rateLimited',
    500: 'internal',
    503: 'unavailable',
  });
});

test('forms, uploads, files and pages have their media types; no output means no content', () => {
  const base = { method: 'POST', allow: 'public', summary: '', errors: [] } as const;
  const { paths } = openApiDocument(
    [
      defineRoute({
        ...base,
        id: 'a.a',
        path: '/form',
        bodyKind: 'form',
        body: z.object({}),
        output: z.undefined(),
      }),
      defineRoute({
        ...base,
        id: 'a.b',
        path: '/up',
        bodyKind: 'upload',
        body: z.unknown(),
        output: z.undefined(),
      }),
      defineRoute({ ...base, id: 'a.c', path: '/file', outputKind: 'file', output: z.unknown() }),
      defineRoute({ ...base, id: 'a.d', path: '/page', outputKind: 'html', output: z.unknown() }),
    ],
    '0',
  );
  const bodyTypes = (path: string) => Object.keys(paths[path]?.['post']?.requestBody?.content ?? {});
  const answerTypes = (path: string) => Object.keys(paths[path]?.['post']?.responses['200']?.content ?? {});
  expect(bodyTypes('/form')).toEqual(['application/x-www-form-urlencoded', 'multipart/form-data']);
  expect(bodyTypes('/up')).toEqual(['application/octet-stream']);
  expect(answerTypes('/file')).toEqual(['*/*']);
  expect(answerTypes('/page')).toEqual(['text/html']);
  expect(paths['/form']?.['post']?.responses['204']).toEqual({ description: 'Done; no content' });
});

test('success and failures of a route are what the server uses too', () => {
  for (const route of allRoutes) {
    const operation = document.paths[openApiPath(route.path)]?.[route.method.toLowerCase()];
    expect(Object.keys(operation?.responses ?? {})).toContain(String(successStatusOf(route)));
    expect(errorsOf(route)).toEqual(expect.arrayContaining([...route.errors]));
  }
});
