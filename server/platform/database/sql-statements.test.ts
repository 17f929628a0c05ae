import { expect, test } from 'vitest';
import { oneByOne, statementsOf } from './sql-statements.ts';

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

test.each([
  [
    'every change of a table by itself',
    `-- why\nALTER TABLE t\n  -- of each, one\n  ADD COLUMN a text[] NOT NULL DEFAULT '{a,b}',\n  ADD CHECK (a <@ ARRAY['x', 'y)']),\n  DROP CONSTRAINT c`,
    [
      `ALTER TABLE t ADD COLUMN a text[] NOT NULL DEFAULT '{a,b}'`,
      `ALTER TABLE t ADD CHECK (a <@ ARRAY['x', 'y)'])`,
      'ALTER TABLE t DROP CONSTRAINT c',
    ],
  ],
  [
    'the keys of a table, whose columns stay together',
    'ALTER TABLE t ADD FOREIGN KEY (a, b) REFERENCES u (a, b), ADD FOREIGN KEY (a, c) REFERENCES v (a, c)',
    [
      'ALTER TABLE t ADD FOREIGN KEY (a, b) REFERENCES u (a, b)',
      'ALTER TABLE t ADD FOREIGN KEY (a, c) REFERENCES v (a, c)',
    ],
  ],
  [
    'a policy, then its conditions',
    'CREATE POLICY tenant ON t FOR UPDATE TO mizan_app\n  -- why\n  USING (f() IS NULL) WITH CHECK (g(1, 2))',
    [
      'CREATE POLICY tenant ON t FOR UPDATE TO mizan_app',
      'ALTER POLICY tenant ON t USING (f() IS NULL) WITH CHECK (g(1, 2))',
    ],
  ],
  [
    'what is inserted, found first',
    "INSERT INTO t (a, b)\n  SELECT 'x', u.b FROM (VALUES (1)) AS v (n) JOIN u ON u.n = v.n ORDER BY v.n",
    [
      "WITH given (a, b) AS MATERIALIZED (SELECT 'x', u.b FROM (VALUES (1)) AS v (n) JOIN u ON u.n = v.n ORDER BY v.n) INSERT INTO t (a, b) SELECT * FROM given",
    ],
  ],
])('for several machines one by one: %s', (_, statement, several) => {
  expect(oneByOne(statement)).toEqual(several);
});

test.each([
  'ALTER TABLE t DROP COLUMN a',
  'CREATE TABLE t (a int, b int)',
  "DO $$ BEGIN EXECUTE 'ALTER TABLE t ADD COLUMN a int, ADD CHECK (a > 0)'; END $$",
  'CREATE POLICY tenant ON t TO mizan_app',
  `INSERT INTO t VALUES ('CREATE POLICY a ON b USING (true)', 2)`,
])('one statement as before: %s', (statement) => {
  expect(oneByOne(statement)).toEqual([statement]);
});
