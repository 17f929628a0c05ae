import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packNotices, unpackNotices } from './notices.ts';
import { gapLifeMs, gapLimit, missingAmong, seenSequences } from './seen-sequences.ts';

test('each sequence is taken once, in whatever order and however often it shows', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 400 }), (shown) => {
      const seen = seenSequences(0, [], 0);
      const taken = shown.filter((seq) => seen.take(seq, 0));
      expect(taken.toSorted((a, b) => a - b)).toEqual([...new Set(shown)].toSorted((a, b) => a - b));
    }),
  );
});

test('what is neither taken nor beyond the highest is looked for, until it is too old', () => {
  const seen = seenSequences(10, [7], 0);
  seen.take(13, 1);
  expect(seen.gaps(gapLifeMs)).toEqual([7, 11, 12]);
  expect(seen.gaps(gapLifeMs + 1)).toEqual([11, 12]);
  expect(seen.gaps(gapLifeMs + 2)).toEqual([]);
  expect(seen.take(12, gapLifeMs + 2)).toBe(false);
});

test('a leap of sequences leaves no more gaps than the limit', () => {
  const seen = seenSequences(1, [], 0);
  seen.take(10_000_000, 0);
  expect(seen.gaps(0)).toHaveLength(gapLimit);
  expect(seen.gaps(0).at(-1)).toBe(9_999_999);
});

test('a starting process knows which numbers are still to show', () => {
  expect(missingAmong([9, 8, 5, 3])).toEqual([4, 6, 7]);
  expect(missingAmong([])).toEqual([]);
});

test('notices survive packing, and no payload reaches 8,000 bytes', () => {
  const notice = fc.record({
    seq: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    merchantId: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String),
    text: fc.stringMatching(/^(TCO|PAY1)[0-9]{1,32}$/),
    cashierIds: fc.array(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String), { maxLength: 20 }),
  });
  fc.assert(
    fc.property(fc.array(notice, { maxLength: 500 }), (notices) => {
      const payloads = packNotices(notices);
      expect(payloads.every((payload) => Buffer.byteLength(payload) < 8_000)).toBe(true);
      expect(payloads.flatMap(unpackNotices)).toEqual(notices);
    }),
  );
});

test('a notice that fits into no payload is left to its row, and holds up no other', () => {
  const cashierIds = Array.from({ length: 1_000 }, (_, index) => String(10_000_000 + index));
  const short = { seq: 2, merchantId: '1', text: 'PAY18', cashierIds: [] };
  const payloads = packNotices([{ seq: 1, merchantId: '1', text: 'PAY17', cashierIds }, short]);
  expect(payloads.flatMap(unpackNotices)).toEqual([short]);
});
