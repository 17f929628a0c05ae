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
  const imported = [...routes.matchAll(/import\('\.\/([\w./-]+\.(?:page|shell)\.tsx)'\)/g)].map(
    ([, file]) => file,
  );
  expect(imported.length).toBeGreaterThan(10);
  for (const file of imported) expect(modules, file).toContain(file);
  for (const file of modules) expect(routes, file).toContain(`import('./${file}')`);
});

test('every text file it names is there in both languages', () => {
  for (const { texts } of Object.values(firstLoads)) {
    for (const language of ['en', 'ar']) {
      for (const name of texts) {
        const file = `${import.meta.dirname}/locales/${language}/${name}.json`;
        expect(existsSync(file), file).toBe(true);
      }
    }
  }
});
