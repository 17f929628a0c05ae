import { expect, test } from 'vitest';
import { projectFiles } from './tidy/source-files.ts';
import { textsOf } from './tidy/texts.ts';

/** An empty list says in its own words what will stand there and what to do first; the types ask for both sentences. */
const files = projectFiles();
const screens = files.filter(({ path }) => /^web\/(?:features|composed)\/.*\.tsx$/.test(path));
const texts = { en: textsOf(files, 'en'), ar: textsOf(files, 'ar') };

/** Figures of the file, or what was wrong with it, stand in the place of a sentence. */
const saysFigures = [
  'web/features/reconciliation/verdict/no-entries.tsx',
  'web/features/reconciliation/verdict/no-entries.tsx',
  'web/features/reconciliation/bank-file-notes.tsx',
  // Why none can be refunded is said by its kind.
  'web/features/refunds/refund-form.tsx',
];

/** What stands in braces after `name=`, to the brace that closes them. */
function valueOf(tag: string, name: string): string {
  const from = tag.indexOf(`${name}={`) + name.length + 2;
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < tag.length; at += 1) depth += { '{': 1, '}': -1 }[tag[at] ?? ''] ?? 0;
  return tag.slice(from, at - 1);
}

/** Every key that an expression may come to; '${…}' stands for any name. */
const keysIn = (value: string): string[] =>
  [...value.matchAll(/\bt\(\s*['`](\w+:[^'`]+)['`]/g)].flatMap(([, key = '']) => {
    const pattern = new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`);
    const found = [...texts.en.keys()].filter((each) => pattern.test(each));
    return found.length > 0 ? found : [key];
  });

const tags = screens.flatMap(({ path, text }) =>
  text
    .split(/(?=<EmptyState\b)/)
    .slice(1)
    .map((tag) => ({ path, titles: keysIn(valueOf(tag, 'title')), helps: keysIn(valueOf(tag, 'help')) })),
);
const states = tags.flatMap(({ path, titles, helps }) => helps.map((help) => ({ path, titles, help })));

test('there are empty lists to look at, and each says its own', () => {
  expect(states.length).toBeGreaterThan(20);
  expect(
    tags
      .filter(({ helps }) => helps.length === 0)
      .map(({ path }) => path)
      .sort(),
  ).toEqual([...saysFigures].sort());
});

test.each(states)('$path: $help is a sentence of its own, in both languages', ({ titles, help }) => {
  for (const language of ['en', 'ar'] as const) {
    const said = texts[language].get(help) ?? '';
    expect(said).toMatch(/\S+ \S+.*[.!?؟]$/);
    expect(titles.map((title) => texts[language].get(title))).not.toContain(said);
  }
});

test('what is missing is said of one thing, and of no list', () => {
  expect(screens.filter(({ text }) => /empty=\{<MissingState/.test(text)).map(({ path }) => path)).toEqual(
    [],
  );
});
