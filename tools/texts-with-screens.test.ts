import type { ScreenName, ShellName } from '@mizan/contract/screens.ts';
import { describe, expect, test } from 'vitest';
import { moduleOf } from '../web/first-loads.build.ts';
import { type Loaded, type Page, pages, shellsShown } from '../web/pages.ts';
import { firstTexts } from '../web/platform/first-texts.ts';
import { importsOf } from './tidy/imports.ts';
import { projectFiles } from './tidy/source-files.ts';

/**
 * A part that asks for texts which are not there waits for them, and React hides everything up to the next boundary
 * meanwhile: a screen that stood goes blank, and whoever typed in it has lost the field. So whatever a screen may show has
 * its texts with the screen, and whatever loads later has them with itself.
 */
const files = projectFiles().filter(({ path }) => path.startsWith('web/'));
const codeOf = new Map(files.map(({ path, text }) => [path, text]));
const importedBy = Map.groupBy(importsOf(files), ({ from }) => from);

const quoted = (text: string): string[] => [...text.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
const codeAt = (path: string): string => codeOf.get(path) ?? '';
/** Which files of texts a module waits for. */
const askedIn = (path: string): string[] =>
  [...codeAt(path).matchAll(/useTranslation\(\s*(\[[^\]]*\]|'\w+')/g)].flatMap(([, names = '']) =>
    quoted(names),
  );
/** Which it loads beside code that comes later: `withTexts(import(…), …)`. */
const loadedWith = (path: string, specifier: string): string[] =>
  [...codeAt(path).matchAll(/withTexts\(\s*import\('([^']+)'\),([^)]*)\)/g)].flatMap(
    ([, code, names = '']) => (code === specifier ? quoted(names) : []),
  );
/** Where it asks for it by a call. */
const isLater = (path: string, specifier: string): boolean => codeAt(path).includes(`import('${specifier}')`);

/** A module that loads later, with the texts that are loaded beside it. */
interface Later {
  module: string;
  texts: string[];
}

/** Everything that comes with a module at once, and what it loads later. */
function comesWith(module: string): { at: string[]; later: Later[] } {
  const at = new Set<string>();
  const later: Later[] = [];
  const visit = (path: string): void => {
    if (at.has(path) || !codeOf.has(path)) return;
    at.add(path);
    for (const { target, specifier } of importedBy.get(path) ?? []) {
      if (target === null) continue;
      if (isLater(path, specifier)) later.push({ module: target, texts: loadedWith(path, specifier) });
      else visit(target);
    }
  };
  visit(module);
  return { at: [...at], later };
}

/** Where a part would wait for texts that did not come with it: 'file waits for texts'. */
function waitsOf(module: string, texts: readonly string[], seen: Set<string>): string[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const { at, later } = comesWith(module);
  const waits = at.flatMap((path) =>
    askedIn(path)
      .filter((name) => !texts.includes(name))
      .map((name) => `${path} waits for ${name}`),
  );
  // Its own first texts hold back nothing but itself.
  const inside = later.flatMap(({ module: next, texts: beside }) =>
    waitsOf(next, [...texts, ...beside, ...askedIn(next)], seen),
  );
  return [...new Set([...waits, ...inside])];
}

const behind = ({ load }: Loaded): string => `web/${moduleOf(load)}`;
const textsAround = (shell: ShellName): readonly string[] => [
  ...firstTexts,
  ...(shell === 'none' ? [] : (shellsShown[shell].texts ?? [])),
];

describe.each(Object.entries(pages) as [ShellName, Record<ScreenName, Page>][])('%s', (shell, rows) => {
  test.each(Object.entries(rows))('%s has the texts of all that it may show', (_, page) => {
    expect(waitsOf(behind(page), [...textsAround(shell), ...(page.texts ?? [])], new Set())).toEqual([]);
  });
});

test.each(Object.entries(shellsShown))('the shell %s has its own', (shell, around) => {
  expect(waitsOf(behind(around), textsAround(shell as ShellName), new Set())).toEqual([]);
});

test('the walk sees what waits: a screen without its texts', () => {
  const found = waitsOf(behind(pages.admin.adminMsps), firstTexts, new Set());
  expect(found).toContain('web/features/vendors/vendors-screen.tsx waits for vendors');
  expect(found).toContain('web/ui/activity-badge.tsx waits for branches');
});
