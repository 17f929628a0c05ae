import type { Proof, ProofDoubt } from '@mizan/contract/proof.ts';
import { restOf, takenApart } from './deposit-rest.ts';
import { type Book, cellKey, type RowBook } from './proof-book.ts';
import { type CertainLevels, missingMinor, openCause } from './proof-parts.ts';

/**
 * Whether money is missing for certain, level by level, and else what it could be instead. Pure. Each doubt is an input of which
 * 'money is missing here' would be false.
 */
export interface Certainty {
  certain: CertainLevels;
  doubts: Proof['doubts'];
}

/**
 * Whether a settlement that lacks a line brought more than its lines say, and by at least as much as the smallest of what they lack:
 * that one may have come without a line. Where a deposit is of other branches, too, it is held against what is agreed for all lines.
 */
function hasArrivedPartly(book: Book, row: RowBook): boolean {
  const more = new Map<string, number>();
  const rests = row.cells
    ? restOf(book, { ...row, cells: row.cells })
    : book.cells.map((cell) => ({ cell, amountMinor: cell.arrivedMinor - cell.linedMinor }));
  for (const { cell, amountMinor } of rests)
    if (cell) more.set(cellKey(cell), (more.get(cellKey(cell)) ?? 0) + amountMinor);
  return row.payments.some((each) => {
    const moreMinor = more.get(cellKey(each)) ?? 0;
    return openCause(each) === 'MISSING' && moreMinor > 0 && moreMinor >= each.leastMinor;
  });
}

/** Payments that a file should have held. A file that has not come names none. */
function ofLines(book: Book, row: RowBook): { isCertain: boolean; doubts: ProofDoubt[] } {
  const { payments } = row;
  if (!payments.some((each) => openCause(each) === 'MISSING')) return { isCertain: false, doubts: [] };
  const left = missingMinor(book, payments);
  if (left <= 0) {
    const isSetOff = payments.some(
      (each) => openCause(each) === 'MISSING' && !book.arrivedWhole.has(cellKey(each)),
    );
    return { isCertain: false, doubts: [isSetOff ? 'REFUNDS_TOO' : 'ARRIVED'] };
  }
  const { hasUnconfirmedPart, isBeingJudged, extraMinor } = book.files;
  const doubts: ProofDoubt[] = [
    ...(isBeingJudged ? (['JUDGED'] as const) : []),
    ...(hasUnconfirmedPart ? (['PART'] as const) : []),
    ...(extraMinor >= left ? (['EXTRA_LINES'] as const) : []),
    ...(hasArrivedPartly(book, row) ? (['ARRIVED_PARTLY'] as const) : []),
  ];
  return { isCertain: doubts.length === 0, doubts };
}

/** Settlements that are short or late by what the bank's own files say that it paid. */
function ofDeposit(book: Book, row: RowBook): { isCertain: boolean; doubts: ProofDoubt[] } {
  if (!row.cells) return { isCertain: false, doubts: [] };
  const rests = restOf(book, { ...row, cells: row.cells });
  const short = rests.filter(
    ({ cause, amountMinor }) => (cause === 'SHORT' || cause === 'LATE') && amountMinor < 0,
  );
  if (short.length === 0) return { isCertain: false, doubts: [] };
  const banks = new Set(short.flatMap(({ cell }) => cell?.bankId ?? []));
  const total = (wanted: typeof rests): number =>
    wanted.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  // Also what is owed for payments without a line: their file may say that the bank paid less for them.
  const more = rests.filter(
    ({ cause, cell }) =>
      (cause === 'MORE_ARRIVED' || cause === 'WITHOUT_LINES') && banks.has(cell?.bankId ?? ''),
  );
  const isShared =
    short.some(({ cell }) => cell?.isShared) ||
    [...banks].some((bank) => book.overElsewhere.has(bank)) ||
    total(short) + total(more) >= 0;
  const isUnassigned = book.recorded.some(({ bankId, hasUnassigned }) => hasUnassigned && banks.has(bankId));
  const taken =
    [...banks.union(new Set(['0']))].reduce((sum, bank) => sum + (book.taken.get(bank) ?? 0), 0) +
    takenApart(
      row.lines,
      book.cells.filter((cell) => row.cells?.has(cellKey(cell))),
      banks,
    );
  const doubts: ProofDoubt[] = [
    ...(book.files.isBeingJudged ? (['JUDGED'] as const) : []),
    ...(isShared ? (['SHARED'] as const) : []),
    ...(isUnassigned ? (['UNASSIGNED'] as const) : []),
    ...(taken + total(short) >= 0 ? (['TAKEN'] as const) : []),
  ];
  return { isCertain: doubts.length === 0, doubts };
}

export function certaintyOf(book: Book, row: RowBook): Certainty {
  const levels = { lines: ofLines(book, row), deposit: ofDeposit(book, row) } as const;
  return {
    certain: { lines: levels.lines.isCertain, deposit: levels.deposit.isCertain },
    doubts: (['lines', 'deposit'] as const).flatMap((level) =>
      levels[level].doubts.map((doubt) => ({ level, doubt })),
    ),
  };
}
