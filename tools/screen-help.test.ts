import { type ScreenName, type ShellName, screens } from '@mizan/contract/screens.ts';
import { describe, expect, test } from 'vitest';
import { moduleOf } from '../web/first-loads.build.ts';
import { type Page, pages } from '../web/pages.ts';
import { type HelpTerm, helpTerms } from '../web/platform/help-terms.ts';
import { screenMarks, termsOf } from '../web/ui/screen-marks.tsx';
import { importsOf } from './tidy/imports.ts';
import { projectFiles } from './tidy/source-files.ts';
import { textsOf } from './tidy/texts.ts';

/** The help of a screen explains words that stand on it, and no others. */
const files = projectFiles().filter(({ path }) => /^(?:web|locales\/en)\//.test(path));
const named = textsOf(files, 'en');
const english = [...named].filter(([key]) => !key.startsWith('help:'));
const codeOf = new Map(files.map(({ path, text }) => [path, text]));
const importedBy = Map.groupBy(importsOf(files), ({ from }) => from);

/** Every file of ours that a module imports, or loads later. */
function filesBehind(module: string): string[] {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path) || !codeOf.has(path)) return;
    seen.add(path);
    for (const { target } of importedBy.get(path) ?? []) if (target) visit(target);
  };
  visit(module);
  return [...seen];
}

/** In one form, so that a word is found as a word: 'net' does not stand in 'internet'. */
const asWords = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()} `;

/** The texts that its code names, also those whose keys it puts together ('ns:prefix.' and what follows). */
function textsBehind(module: string): string {
  const keys = filesBehind(module).flatMap((path) =>
    [...(codeOf.get(path) ?? '').matchAll(/['"`]([a-zA-Z]+:[\w.-]+)/g)].map(([, key = '']) => key),
  );
  const starts = new Set(keys);
  const isShown = (key: string): boolean =>
    starts.has(key) ||
    [...starts].some((start) => key.startsWith(start) && /^(?:[._]|$)/.test(key.slice(start.length))) ||
    [...starts].some((start) => start.endsWith('.') && key.startsWith(start));
  return english
    .filter(([key]) => isShown(key))
    .map(([, text]) => text)
    .map(asWords)
    .join('');
}

/** What screens call a term beside the name that the glossary gives it. */
const alsoCalled: Partial<Record<HelpTerm, readonly string[]>> = {
  'terminal-reconciliation': ['reconciliation'],
  'daily-reconciliation': ['automatic reconciliation', 'reconciles every day'],
  'terminal-health': ['battery'],
  'unknown-outcome': ['not known'],
  'second-approval': ['waiting for approval', 'second person', 'acts alone'],
  'serial-number': ['serial'],
  assignment: ['assigned'],
  'hand-over': ['handed over'],
  'take-over': ['taken over'],
  matching: ['bank file', 'bank files'],
  coverage: ['what it covers'],
  layout: ['column'],
  bridge: ['from portal total to bank total'],
  mdr: ['rate'],
  'cap-limit': ['cap'],
};

/** 'discount rate (MDR)' is found by either, and 'activate / deactivate'. */
const wordsOf = (term: HelpTerm): string[] => {
  const name = named.get(`help:terms.${term}.name`) ?? term;
  return [...name.split(/[()/]/), ...(alsoCalled[term] ?? [])]
    .filter((word) => word.trim() !== '')
    .map(asWords);
};

const moduleOfScreen = new Map(
  (Object.keys(pages) as ShellName[]).flatMap((shell) =>
    (Object.entries(pages[shell]) as [ScreenName, Page][]).map(
      ([name, { load }]) => [name, `web/${moduleOf(load)}`] as const,
    ),
  ),
);

describe.each([...moduleOfScreen])('%s', (name, module) => {
  test('explains terms, or says why it has none', () => {
    const { help } = screenMarks[name];
    expect('none' in help ? help.none : help).not.toHaveLength(0);
  });

  test.each(termsOf(name))('has the word that it explains: %s', (term) => {
    const texts = textsBehind(module);
    const stands = (word: string): boolean => texts.includes(word) || texts.includes(`${word.trimEnd()}s `);
    expect(wordsOf(term).filter(stands)).not.toEqual([]);
  });

  test('without a shell it has the way to its terms in its own head', () => {
    if (screens[name].shell !== 'none') return;
    const head = filesBehind(module).some((path) =>
      /<PublicHeader[^>]*\shasHelp\b/.test(codeOf.get(path) ?? ''),
    );
    expect(head).toBe(termsOf(name).length > 0);
  });

  test('explains what it has marks for', () => {
    if ('none' in screenMarks[name].help) return;
    const marked = filesBehind(module).flatMap((path) =>
      [...(codeOf.get(path) ?? '').matchAll(/<TermHelp\s[^>]*?term="([\w-]+)"/g)].map(([, term]) => term),
    );
    const explained: readonly string[] = termsOf(name);
    expect(marked.filter((term) => term && !explained.includes(term))).toEqual([]);
  });
});

test('every term is explained by a screen', () => {
  const explained = new Set([...moduleOfScreen.keys()].flatMap((name) => termsOf(name)));
  expect(helpTerms.filter((term) => !explained.has(term))).toEqual([]);
});
