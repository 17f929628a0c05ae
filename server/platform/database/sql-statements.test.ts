import { expect, test } from 'vitest';
import { statementsOf } from './sql-statements.ts';

test('one statement after the other, without what is none', () => {
  expect(statementsOf('SELECT 1;\n-- only words;\nSELECT 2 - 1 / 3;\n\n;')).toEqual([
    'SELECT 1',
    '-- only words;\nSELECT 2 - 1 / 3',
  ]);
  expect(statementsOf('-- nothing\n/* at; all */ ;')).toEqual([]);
});

test.each([
  `SELECT 'a;b', 'it''s; c'`,
  `SELECT 1 AS "odd;name ""x"""`,
  'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$',
  "DO $body$ BEGIN PERFORM '$$;$$'; END $body$",
  'SELECT /* one; two */ 3 -- four; five\n, 6',
  "SELECT '^\\d{8,16}$' AS shape, $1 AS parameter",
])('kept whole: %s', (statement) => {
  expect(statementsOf(`${statement};${statement}`)).toEqual([statement, statement]);
});
