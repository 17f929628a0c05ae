import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import arabic from '../../locales/ar/help.json' with { type: 'json' };
import english from '../../locales/en/help.json' with { type: 'json' };
import { helpTerms } from './help-terms.ts';

const glossary = new Map(
  readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, id, en, ar, says]) => (id ? [[id, { en, ar, says }] as const] : [])),
);

test.each(helpTerms)('%s: has its words in both languages, as the glossary has them', (term) => {
  const row = glossary.get(term);
  expect(english.terms[term]).toEqual({ name: row?.en, says: row?.says });
  expect(arabic.terms[term].name).toBe(row?.ar);
  expect(arabic.terms[term].says).toMatch(/^\p{Script=Arabic}.*\.$/u);
});

test('no words are kept of a term that no screen may offer', () => {
  expect(Object.keys(english.terms).sort()).toEqual([...helpTerms].sort());
  expect(Object.keys(arabic.terms).sort()).toEqual([...helpTerms].sort());
});
