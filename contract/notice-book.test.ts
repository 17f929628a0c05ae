import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyBook, type NoticeBook, withNewer, withOlder } from './notice-book.ts';
import type { Notice } from './notices.ts';

const noticeOf = (seq: number): Notice => ({
  seq,
  type: 'TCO',
  about: '88501158',
  amountMinor: null,
  count: null,
  timestamp: '2026-11-22T09:00:00.000Z',
});
/** A portal that has notices up to `newestSeq`, without those in `left`: they are others' or are muted. */
function portal(limit: number, isHeard: (seq: number) => boolean) {
  let newestSeq = 0;
  const all = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place + 1).filter(isHeard);
  const page = (seqs: number[]) => ({
    rows: seqs.slice(0, limit).map(noticeOf),
    hasMore: seqs.length > limit,
    newestSeq,
  });
  return {
    grow: (by: number) => {
      newestSeq += by;
    },
    seqs: () => all(0, newestSeq).toReversed(),
    older: (before: number | undefined) =>
      page(all(0, before === undefined ? newestSeq : before - 1).toReversed()),
    newer: (after: number) => page(all(after, newestSeq)),
  };
}
const seqsOf = ({ rows }: NoticeBook): number[] => rows.map(({ seq }) => seq);

const step = fc.oneof(
  fc.record({ kind: fc.constant('grow' as const), by: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constantFrom('older' as const, 'newer' as const), again: fc.boolean() }),
);

test('however answers come, late or twice, the book has every notice once, in order, without a gap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      fc.array(step, { maxLength: 40 }),
      (limit, every, steps) => {
        const there = portal(limit, (seq) => seq % every === 0);
        let book = emptyBook;
        const late: ((book: NoticeBook) => NoticeBook)[] = [];
        for (const each of steps) {
          if (each.kind === 'grow') {
            there.grow(each.by);
            continue;
          }
          const before = book.rows.at(-1)?.seq;
          const after = book.newestSeq;
          const answer = each.kind === 'older' ? there.older(before) : there.newer(after ?? 0);
          const take = (now: NoticeBook): NoticeBook =>
            each.kind === 'older' ? withOlder(now, before, answer) : withNewer(now, after ?? -1, answer);
          book = take(book);
          if (each.again) late.push(take);
          if (late.length > 2) book = late.shift()?.(book) ?? book;
          const [newest = 0, oldest = 0] = [seqsOf(book)[0], seqsOf(book).at(-1)];
          const between = there.seqs().filter((seq) => seq <= newest && seq >= oldest);
          expect(seqsOf(book)).toEqual(book.rows.length > 0 ? between : []);
        }
        for (const take of late) book = take(book);
        if (book.newestSeq === null) book = withOlder(book, undefined, there.older(undefined));
        for (let turn = 0; turn < 400; turn += 1)
          book = withNewer(book, book.newestSeq ?? 0, there.newer(book.newestSeq ?? 0));
        while (book.hasOlder)
          book = withOlder(book, book.rows.at(-1)?.seq, there.older(book.rows.at(-1)?.seq));
        expect(seqsOf(book)).toEqual(there.seqs());
      },
    ),
  );
});
