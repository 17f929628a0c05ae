import { afterEach, expect, test, vi } from 'vitest';
import facts from '../../locales/en/facts.json' with { type: 'json' };
import { stubBrowser } from '../testing/browser.ts';

afterEach(() => vi.unstubAllGlobals());

/** As i18next finds a text, a group of texts where it is asked for one, or what was to stand in its place. */
const t = (key: string, { returnObjects, defaultValue }: Record<string, unknown>): string => {
  const found = key
    .replace('facts:', '')
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], facts);
  return (typeof found === 'string' || returnObjects ? (found ?? defaultValue) : defaultValue) as string;
};

test('every value that has words is said in them', async () => {
  stubBrowser();
  const { paramText } = await import('./facts.words.ts');
  const wordless = Object.entries(facts.word).flatMap(([name, words]) =>
    Object.entries(words).filter(([value, word]) => paramText(t, name, value) !== word),
  );
  expect(wordless).toEqual([]);
});

test('what people wrote stands as they wrote it, whatever it looks like', async () => {
  stubBrowser();
  const { paramText } = await import('./facts.words.ts');
  const asked: string[] = [];
  const spied = (key: string, values: Record<string, unknown>): string => {
    asked.push(key);
    return t(key, values);
  };
  for (const text of ['APPROVED', '{{by}}', 'a:b.c', '$t(facts:yes)']) {
    expect(paramText(spied, 'note', text)).toBe(text);
  }
  expect(new Set(asked)).toEqual(new Set(['facts:word.note']));
});

test('a day is written as one where its parameter is a day; a group that is named like one keeps its name', async () => {
  stubBrowser();
  const { paramText } = await import('./facts.words.ts');
  for (const name of ['validFrom', 'deadlineDay', 'answeredOn', 'valueDate', 'from', 'to']) {
    expect(paramText(t, name, '2026-11-23')).toBe('Nov 23, 2026');
  }
  for (const name of ['ruleForm.group', 'note', 'label', 'reference']) {
    expect(paramText(t, name, '2026-11-23')).toBe('2026-11-23');
  }
});
