import { expect, test } from 'vitest';
import { projectFiles } from './tidy/source-files.ts';
import { textsOf } from './tidy/texts.ts';

/** An empty list says in its own words what will stand there and what to do first; the types ask for both sentences. */
const files = projectFiles();
const screens = files.filter(({ path }) => /^web\/(?:features|composed)\/.*\.tsx$/.test(path));
const texts = { en: textsOf(files, 'en'), ar: textsOf(files, 'ar') };

const states = screens.flatMap(({ path, text }) =>
  [...text.matchAll(/<EmptyState\b[^]*?\btitle=\{t\('([\w:.]+)'[^]*?\bhelp=\{t\('([\w:.]+)'/g)].map(
    ([, title = '', help = '']) => ({ path, title, help }),
  ),
);

test('there are empty lists to look at', () => {
  expect(states.length).toBeGreaterThan(20);
});

test.each(states)('$path: $help is a sentence of its own, in both languages', ({ title, help }) => {
  for (const language of ['en', 'ar'] as const) {
    const said = texts[language].get(help) ?? '';
    expect(said).toMatch(/\S+ \S+.*[.!?؟]$/);
    expect(said).not.toBe(texts[language].get(title));
  }
});

test('what is missing is said of one thing, and of no list', () => {
  expect(screens.filter(({ text }) => /empty=\{<MissingState/.test(text)).map(({ path }) => path)).toEqual(
    [],
  );
});
