/** What is installed (tools/tidy/packages.ts): against the whole project, and each rule against a planted breach. */
import { expect, test } from 'vitest';
import {
  auditFindings,
  benchFindings,
  lockFindings,
  undeclaredFindings,
  versionFindings,
} from './tidy/packages.ts';
import { projectFiles, type SourceFile } from './tidy/source-files.ts';

const files = projectFiles();
const file = (path: string, text: string): SourceFile => ({ path, text });

test('packages: each workspace declares what it imports, in one exact version', () => {
  expect(undeclaredFindings(files)).toEqual([]);
  expect(versionFindings(files)).toEqual([]);
  const breach = [
    file('server/package.json', '{"dependencies": {"pg": "^8.0.0"}}'),
    file(
      'server/a.ts',
      "import pg from 'pg';\nimport left from 'left-pad/now';\nimport { readFile } from 'fs';",
    ),
  ];
  expect(undeclaredFindings(breach)).toEqual([
    "server/a.ts imports left-pad, which server's package.json does not declare",
    'server/a.ts imports fs: write node:fs',
  ]);
  expect(versionFindings(breach)).toEqual(['server pins pg to ^8.0.0: name one exact version']);
});

test('packages: the lock names every package, also those of other machines', () => {
  expect(lockFindings(files)).toEqual([]);
  const packages = {
    'node_modules/a': {
      version: '1.0.0',
      dependencies: { b: '1.0.0' },
      optionalDependencies: { 'a-mac': '1.0.0' },
    },
    'node_modules/a/node_modules/b': { version: '1.0.0', dependencies: { a: '1.0.0' } },
  };
  const breach = file('package-lock.json', JSON.stringify({ packages }));
  expect(lockFindings([breach])).toEqual(['package-lock.json names no a-mac, which node_modules/a may need']);
});

test('packages: what measurements alone need is in no other install', () => {
  expect(benchFindings(files)).toEqual([]);
  const packages = { 'node_modules/@duckdb/node-api': {}, 'server/node_modules/@duckdb/x': {} };
  const bench = file('bench/package.json', '{"dependencies": {"@duckdb/node-api": "1.0.0"}}');
  const lock = file('package-lock.json', JSON.stringify({ packages }));
  expect(benchFindings([bench, lock])).toHaveLength(2);
  expect(benchFindings([lock])).toEqual(['bench/package.json names nothing that measurements alone need']);
});

test('packages: the audit asks about all of them and lets no severity pass', () => {
  expect(auditFindings(files)).toEqual([]);
  const breach = [
    file('package.json', '{"scripts": {"packages:audit": "npm audit --omit=dev"}}'),
    file('.npmrc', 'omit=optional\n'),
  ];
  expect(auditFindings(breach)).toHaveLength(2);
});
