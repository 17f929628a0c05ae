import { afterEach, expect, test, vi } from 'vitest';
import facts from '../../locales/en/facts.json' with { type: 'json' };
import { stubBrowser } from '../testing/browser.ts';

afterEach(() => vi.unstubAllGlobals());

test('every value that has words is said in them', async () => {
  stubBrowser();
  const { paramText } = await import('./facts.words.ts');
  const wordless = Object.entries(facts.word).filter(([name, words]) => {
    const [value = ''] = Object.keys(words);
    return paramText((key) => key, name, value) !== `facts:word.${name}.${value}`;
  });
  expect(wordless).toEqual([]);
});
