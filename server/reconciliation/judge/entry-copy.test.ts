import { expect, test } from 'vitest';
import { fileText, lineText, tryBankFile } from '../bank-file-trial.ts';
import type { Entry } from './entries.ts';
import { copyRow, copyValue } from './entry-copy.ts';

test('what would end a cell or a row is escaped', () => {
  expect(copyValue('a\tb\nc\\d\re\0')).toBe('a\\tb\\nc\\\\d\\re');
  expect(copyValue(null)).toBe('\\N');
  expect(copyValue(-5)).toBe('-5');
});

test('an entry as a row is what the engine writes of its line', async () => {
  const { entries } = await tryBankFile(fileText(lineText({ scheme: '' })), [
    { id: 9_007_199_254_740_000, last4: '0006' },
  ]);
  const entry: Entry = {
    outcome: 'matched',
    step: null,
    currency: 'SAR',
    transactionId: 9_007_199_254_740_000,
    line: 2,
    claims: true,
    matchedBy: 'rrn',
    reason: null,
    portalMinor: 10_000,
    bankMinor: 10_000,
    differenceMinor: 0,
    chargeMinor: 92,
    notJudged: false,
    settlementDay: null,
    batch: null,
    tid: '88501158',
    rrn: '632609120001',
    lastFour: '6106',
    scheme: 'Mada',
    day: '2026-11-22',
    detail: null,
  };
  const cells = copyRow(1, entry).trimEnd().split('\t');
  expect(Object.values(entries[0] ?? {})).toEqual(cells.map((cell) => (cell === '\\N' ? null : cell)));
});
