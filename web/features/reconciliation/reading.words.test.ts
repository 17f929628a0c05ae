import { readingChanges, readingEvidence, readingWays } from '@mizan/contract/reconciliation-terms.ts';
import { expect, test } from 'vitest';
import ar from '../../../locales/ar/reconciliation.json' with { type: 'json' };
import en from '../../../locales/en/reconciliation.json' with { type: 'json' };

type Texts = Readonly<Record<string, string | object | undefined>>;

test.each([
  ['en', en.reading],
  ['ar', ar.reading],
])('each question, each way to read it and whatever may speak for it has its words, in %s', (_, texts) => {
  for (const [question, ways] of Object.entries(readingWays)) {
    expect([question, (texts.question as Texts)[question]]).not.toContain(undefined);
    const words = (texts.way as Readonly<Record<string, Texts>>)[question];
    expect([question, ...Object.keys(words ?? {})]).toEqual([question, ...ways]);
  }
  expect(readingEvidence.filter((kind) => (texts.evidence as Texts)[kind] === undefined)).toEqual([]);
  expect(Object.keys(texts.changed)).toEqual([...readingChanges]);
});

test.each([
  ['en', en.reading.evidence],
  ['ar', ar.reading.evidence],
])('what is counted has its count in the sentence, in %s', (_, { finds, refunds, sums, chosen }) => {
  for (const text of [finds, refunds, sums, chosen]) expect(text).toContain('{{of}}');
});
