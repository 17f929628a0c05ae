import { expect, test } from 'vitest';
import { type CoveredRow, choiceIn, type FilePart, type PartChoice, partWith } from './bank-file-part.ts';

/** What was chosen for a row stands in the part at once: a screen that waits for it to be tried shows it already. */

const part: FilePart = {
  id: null,
  name: '',
  withoutTids: ['1001'],
  withoutSchemes: ['Jcb'],
  opensAt: '2026-05-03T19:00:00.000Z',
  closesMinute: null,
};
const row = (said: Partial<CoveredRow>): CoveredRow => ({
  currency: 'SAR',
  kind: 'scheme',
  value: 'Visa',
  lines: 0,
  bankMinor: 0,
  payments: 4,
  portalMinor: 40_000,
  notInFile: 4,
  notInFileMinor: 40_000,
  awaited: 4,
  which: [],
  judgedAs: 'absent',
  without: [],
  choice: 'held',
  opens: null,
  ...said,
});
const opens = { whole: '2026-05-02T19:00:00.000Z', linesOnly: '2026-05-03T19:00:00Z' };

test.each<[string, CoveredRow, PartChoice | null, PartChoice[]]>([
  ['a scheme that it holds', row({}), 'held', ['leftOut', 'held']],
  ['a scheme that it leaves out', row({ value: 'Jcb' }), 'leftOut', ['held', 'leftOut']],
  ['a terminal that it leaves out', row({ kind: 'terminal', value: '1001' }), 'leftOut', ['held']],
  [
    'the day that opens it',
    row({ kind: 'day', value: '2026-05-03', opens }),
    'linesOnly',
    ['whole', 'linesOnly'],
  ],
  ['a row without a choice', row({ choice: null }), null, []],
])('%s', (_what, said, stands, choices) => {
  expect(choiceIn(part, said)).toBe(stands);
  for (const choice of choices) expect(choiceIn(partWith(part, said, choice), said)).toBe(choice);
});

test('an opening that is neither of a day says nothing of it: what was tried stands', () => {
  const day = row({ kind: 'day', value: '2026-05-03', opens, choice: 'whole' });
  expect(choiceIn({ ...part, opensAt: null }, day)).toBe('whole');
});
