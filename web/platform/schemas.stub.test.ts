import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as stub from './schemas.stub.ts';

/** Types, and what only the description of the interface asks, on the server. */
const notBuilt = new Set(['infer', 'input', 'output', 'toJSONSchema']);
const contract = join(import.meta.dirname, '../../contract');

test('the browser has a stand-in for everything that the contract builds schemas of', () => {
  const files = globSync(`${contract}/**/*.ts`).filter((file) => !/\.test\.ts$|node_modules/.test(file));
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bz\s*\.([a-z]\w*)/g)].map(([, name]) => name ?? ''),
  );
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((name) => !(name in stub || notBuilt.has(name)))).toEqual([]);
});
