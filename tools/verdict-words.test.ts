import { evenVerdicts, verdicts } from '@mizan/contract/verdicts.ts';
import { expect, test } from 'vitest';
import { projectFiles } from './tidy/source-files.ts';
import { textsOf } from './tidy/texts.ts';

/** Every place that tells a verdict has words of its own for each of them, and none takes 'gross agreed' for balanced. */
const files = projectFiles();
const languages = ['en', 'ar'] as const;

/** Where a verdict is told, as the keys are put together there. */
const places = [
  (verdict: string) => `reconciliation:verdict.${verdict.toLowerCase()}.title`,
  (verdict: string) => `reconciliation:reading.atBest.${verdict}`,
  (verdict: string) => `facts:word.verdict.${verdict}`,
];

test.each(languages)('each verdict has its own words in every place: %s', (language) => {
  const texts = textsOf(files, language);
  for (const place of places) {
    const said = verdicts.map((verdict) => texts.get(place(verdict)));
    expect(said).not.toContain(undefined);
    expect(new Set(said).size).toBe(verdicts.length);
    const balanced = language === 'en' ? /balance/i : /متوازن/;
    expect(texts.get(place('GROSS_AGREED'))).not.toMatch(balanced);
    expect(texts.get(place('BALANCED'))).toMatch(balanced);
  }
});

/** 'BALANCED' is a word of terminals' own reconciliations too; of bank files only the verdict itself and its look name it. */
const ofBankFiles = ['contract/verdicts.ts', 'server/reconciliation/judge/verdict.ts'];
const looks = ['web/ui/mizan-mark.tsx', 'web/ui/verdict-mark.tsx'];
const ofTerminals =
  /^(?:contract\/terminal-reconciliation|server\/features\/terminal-reconciliation\/|web\/features\/terminal-reconciliation\/|server\/demo\/demo-reconciliations)/;

test('who asks whether a file is even asks the contract, and not for the word of one verdict', () => {
  const named = files
    .filter(({ path }) => /^(?:contract|server|web|terminal)\/.*\.tsx?$/.test(path))
    .filter(({ path }) => !/\.test\.tsx?$|\/coverage-trial\.ts$/.test(path) && !ofTerminals.test(path))
    .filter(({ text }) => /['"]BALANCED['"]|[^_]\bBALANCED:/.test(text))
    .map(({ path }) => path);
  expect(named.toSorted()).toEqual([...ofBankFiles, ...looks].toSorted());
  expect([...evenVerdicts]).toEqual(['BALANCED', 'GROSS_AGREED']);
});
