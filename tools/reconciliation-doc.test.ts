import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The rules of a text in Markdown that come without an example: points of a list that hold nothing in italics. */
const withoutExample = (text: string): string[] =>
  text
    .split(/\n(?=- |## |\n)/)
    .map((part) => part.trim())
    .filter((part) => part.startsWith('- ') && !/(?<!\*)\*(?!\*)[^*]+\*(?!\*)/.test(part));

test('every rule of docs/reconciliation.md has an example that an accountant can check', () => {
  const planted = '## 1. One\n\n- Fees are **half up**. *1.005 is 1.01.*\n- A day ends at its **cut-off**.\n';
  expect(withoutExample(planted)).toEqual(['- A day ends at its **cut-off**.']);
  const text = readFileSync('docs/reconciliation.md', 'utf8');
  expect(text.split('\n- ').length).toBeGreaterThan(80);
  expect(withoutExample(text)).toEqual([]);
});
