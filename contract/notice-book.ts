import type { Notice } from './notices.ts';

/**
 * What a window knows of the notices, newest first: without a gap from the newest it has heard of down to the oldest. It
 * grows at both ends, each time by what was asked for at that very end: an answer to an older question, or the same one
 * once more, changes nothing. So it does not matter how often a window asks, or was away, or which process answers.
 */
export interface NoticeBook {
  readonly rows: readonly Notice[];
  /** Everything up to here is in the book or was left out as older; null before the first answer. */
  readonly newestSeq: number | null;
  readonly hasOlder: boolean;
}

/** An answer of notices.list. */
interface NoticePage {
  readonly rows: readonly Notice[];
  readonly hasMore: boolean;
  readonly newestSeq: number;
}

export const emptyBook: NoticeBook = { rows: [], newestSeq: null, hasOlder: false };

/** The first answer, or the next older one to the question for what is before `before`. */
export function withOlder(book: NoticeBook, before: number | undefined, page: NoticePage): NoticeBook {
  if (before !== book.rows.at(-1)?.seq || (before === undefined && book.newestSeq !== null)) return book;
  return {
    rows: [...book.rows, ...page.rows],
    newestSeq: book.newestSeq ?? page.newestSeq,
    hasOlder: page.hasMore,
  };
}

/** The answer to what is newer than `after`: oldest first, and where there is more it is asked for again. */
export function withNewer(book: NoticeBook, after: number, page: NoticePage): NoticeBook {
  if (after !== book.newestSeq) return book;
  const newestSeq = page.hasMore ? (page.rows.at(-1)?.seq ?? after) : Math.max(after, page.newestSeq);
  return { ...book, rows: [...page.rows.toReversed(), ...book.rows], newestSeq };
}
