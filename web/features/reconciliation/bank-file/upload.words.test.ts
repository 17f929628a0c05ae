import { refusalCodes } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import ar from '../../../../locales/ar/reconciliation.json' with { type: 'json' };
import en from '../../../../locales/en/reconciliation.json' with { type: 'json' };

test.each([
  ['en', en.fileError, /no room left/],
  ['ar', ar.fileError, /لا توجد مساحة كافية/],
])('every refusal of a file has a sentence of its own, a full disk too, in %s', (_, texts, diskFull) => {
  const sentences = refusalCodes.map((code) => texts[code] ?? '');
  expect(sentences.filter((sentence) => !sentence.endsWith('.'))).toEqual([]);
  expect(new Set(sentences).size).toBe(refusalCodes.length);
  expect(texts.diskFull).toMatch(diskFull);
});
