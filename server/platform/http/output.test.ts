import { allRoutes } from '@mizan/contract/all-routes.ts';
import { defineRoute } from '@mizan/contract/route.ts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { answerWriter, compileWriter, hasNoContent } from './output.ts';

test('the answers of every route can be written: writers are compiled with the first answer, and none fails there', () => {
  const failed = allRoutes
    .filter((route) => !hasNoContent(route))
    .flatMap((route) => {
      try {
        return typeof compileWriter(route) === 'function' ? [] : [route.id];
      } catch (error) {
        return [`${route.id}: ${String(error)}`];
      }
    });
  expect(allRoutes.length).toBeGreaterThan(300);
  expect(failed).toEqual([]);
});

test('a writer is compiled once, and nothing is compiled before an answer', () => {
  const route = defineRoute({
    id: 'test.written',
    method: 'GET',
    path: '/written',
    allow: 'public',
    summary: '',
    get output(): z.ZodType {
      asked += 1;
      return z.object({ shown: z.string() });
    },
    errors: [],
  });
  let asked = 0;
  const write = answerWriter(route);
  expect(asked).toBe(0);
  expect(write({ shown: 'a', kept: 'b' })).toBe('{"shown":"a"}');
  expect(answerWriter(route)({ shown: 'c' })).toBe('{"shown":"c"}');
  expect(asked).toBe(1);
});
