import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstLoads } from './first-loads.ts';
import { paths } from './paths.ts';

const routes = readFileSync(`${import.meta.dirname}/routes.tsx`, 'utf8');
const modules = new Set(Object.values(firstLoads).flatMap((load) => load.modules));

test('every address of the app says what it shows first', () => {
  const elsewhere = new Set<string>([paths.home, paths.staticHome]);
  expect(Object.keys(firstLoads).toSorted()).toEqual(
    Object.values(paths)
      .filter((path) => !elsewhere.has(path))
      .toSorted(),
  );
});

test('what it names is what the router imports', () => {
  const imported = [...routes.matchAll(/import\('\.\/((?!features\/auth\/sign-in-again)[\w./-]+)'\)/g)].map(
    ([, file]) => file,
  );
  expect(imported.length).toBeGreaterThan(10);
  expect(new Set(imported)).toEqual(modules);
});

test('every text file it names is there in both languages', () => {
  const names = new Set(Object.values(firstLoads).flatMap(({ texts }) => texts));
  const missing = ['en', 'ar'].flatMap((language) =>
    [...names]
      .map((name) => `${import.meta.dirname}/../locales/${language}/${name}.json`)
      .filter((file) => !existsSync(file)),
  );
  expect(missing).toEqual([]);
});
