import { reasons } from '@mizan/contract/entry-reasons.ts';
import { expect, test } from 'vitest';
import { wordsFor } from '../../platform/words.ts';
import type { NamedEntry } from './earlier-files.ts';
import { entryRow } from './entries-export-rows.ts';

const entry: NamedEntry = {
  seq: 1,
  outcome: 'confirmedBefore',
  currency: 'SAR',
  transactionId: '7',
  line: 3,
  matchedBy: null,
  reason: 'confirmedBefore',
  portalMinor: 100,
  bankMinor: 100,
  differenceMinor: 0,
  chargeMinor: null,
  tid: null,
  rrn: null,
  lastFour: null,
  scheme: null,
  day: null,
  detail: null,
  earlier: null,
};

test('every reason has its words, so that no export ends over one', () => {
  for (const language of ['en', 'ar'] as const)
    for (const reason of reasons)
      expect(String(entryRow({ ...entry, reason }, wordsFor(language))[1])).not.toBe('');
});

test('an earlier file stands with its name and its line', () => {
  const earlier = { bankFileId: '4', fileName: 'najd_pos_20261119.xlsx', line: 52 };
  const cell = entryRow({ ...entry, earlier }, wordsFor('en'))[1];
  expect(cell).toBe('Already confirmed: najd_pos_20261119.xlsx, line 52');
  const alone = entryRow({ ...entry, earlier: { ...earlier, line: null } }, wordsFor('en'))[1];
  expect(alone).toBe('Already confirmed: najd_pos_20261119.xlsx');
  expect(entryRow({ ...entry, earlier }, wordsFor('ar'))[1]).toContain('٥٢');
});

test('a line of a further sheet stands with its row and its sheet', () => {
  const row = entryRow({ ...entry, line: 20_000_012 }, wordsFor('en'));
  expect(row[3]).toBe('12 (sheet 2)');
  expect(entryRow({ ...entry, line: 12 }, wordsFor('en'))[3]).toBe('12');
  const earlier = { bankFileId: '4', fileName: 'najd.xlsx', line: 20_000_012 };
  expect(entryRow({ ...entry, earlier }, wordsFor('en'))[1]).toContain('line 12 (sheet 2)');
});
