import type { ProofCause, ProofCauseSum, ProofFigures, ProofGap, ProofTone } from '@mizan/contract/proof.ts';
import { proofCauses, proofTones } from '@mizan/contract/proof.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import { restOf } from './deposit-rest.ts';
import type { LineSum, PaymentSum } from './proof.queries.ts';
import { type Book, cellKey, hasLine, type RowBook } from './proof-book.ts';

/** The sums of one row of the proof, and what explains each gap: pure. What the right side has more is above zero. */

class Causes {
  readonly #sums = new Map<ProofCause, { count: number; amountMinor: number }>();

  add(cause: ProofCause, count: number, amountMinor: number): void {
    const sum = this.#sums.get(cause) ?? { count: 0, amountMinor: 0 };
    this.#sums.set(cause, { count: sum.count + count, amountMinor: sum.amountMinor + amountMinor });
  }

  gap(
    level: keyof typeof proofCauses,
    toneOf: (cause: ProofCause, amountMinor: number) => ProofTone,
  ): ProofGap {
    const causes = proofCauses[level].flatMap((cause): ProofCauseSum[] => {
      const sum = this.#sums.get(cause);
      return sum && sum.count > 0 ? [{ cause, tone: toneOf(cause, sum.amountMinor), ...sum }] : [];
    });
    return {
      differenceMinor: causes.reduce((total, { amountMinor }) => total + amountMinor, 0),
      tone: proofTones.find((tone) => causes.some((each) => each.tone === tone)) ?? 'quiet',
      causes,
    };
  }
}

const tones: Readonly<Record<ProofCause, Exclude<ProofTone, 'missing'>>> = {
  TERMINAL_DIFFERS: 'differs',
  CHANGED_SINCE: 'differs',
  FIRST_RECONCILIATION: 'waits',
  NOT_RECONCILED: 'waits',
  CLOSED_BEFORE: 'quiet',
  CLOSED_AFTER: 'quiet',
  OF_EARLIER_DAYS: 'quiet',
  OF_LATER_DAYS: 'quiet',
  ELSEWHERE: 'quiet',
  MISSING: 'differs',
  AMOUNT_DIFFERS: 'differs',
  DUPLICATE: 'differs',
  MISSING_IN_PORTAL: 'differs',
  STATUS_CONFLICT: 'differs',
  SAME_AS_BEFORE: 'waits',
  UNDECIDED_SUM: 'waits',
  OVERDUE: 'waits',
  NO_FILE: 'waits',
  PARTLY: 'waits',
  NOT_DUE: 'waits',
  WRITTEN_OFF: 'quiet',
  BROUGHT_BEFORE: 'quiet',
  SHORT: 'differs',
  LATE: 'differs',
  MORE_ARRIVED: 'differs',
  FEE_DIFFERS: 'differs',
  CHARGEBACK: 'differs',
  ADJUSTMENT: 'differs',
  RENT: 'differs',
  BANK_FEE: 'differs',
  CHARGEBACK_FEE: 'differs',
  INVOICE: 'differs',
  CARRIED_OVER: 'waits',
  UNNAMED_LINE: 'differs',
  NO_RATE: 'waits',
  UNPLACED: 'waits',
  UNRECORDED: 'waits',
  DEPOSIT_PARTLY: 'waits',
  DUE: 'waits',
  DEPOSIT_NOT_DUE: 'waits',
  FEES: 'quiet',
  LINE_CHARGES: 'quiet',
  ROUNDING: 'quiet',
};

const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

/** Approved transactions less what terminals counted: payments of one and not of the other, and what the two count differently. */
function terminalGap({ payments, closed, counted }: RowBook): Causes {
  const causes = new Causes();
  for (const { closing, count, grossMinor } of payments) {
    if (closing !== 'IN') causes.add(closing, count, grossMinor);
  }
  for (const { place, count, grossMinor } of counted) {
    if (place !== 'IN') causes.add(place, count, -grossMinor);
  }
  for (const { isFirst, unlikeCount, portalMinor, terminalMinor } of closed) {
    causes.add(
      isFirst ? 'FIRST_RECONCILIATION' : 'TERMINAL_DIFFERS',
      unlikeCount,
      portalMinor - terminalMinor,
    );
  }
  // What was counted then and is not approved any more.
  const since = sum(counted, ({ grossMinor }) => grossMinor) - sum(closed, ({ portalMinor }) => portalMinor);
  if (since !== 0) causes.add('CHANGED_SINCE', 1, since);
  return causes;
}

const causeOfOutcome: Partial<Record<Outcome, ProofCause>> = {
  amountDiffers: 'AMOUNT_DIFFERS',
  duplicate: 'DUPLICATE',
  missingInPortal: 'MISSING_IN_PORTAL',
  statusConflict: 'STATUS_CONFLICT',
  sameAsBefore: 'SAME_AS_BEFORE',
  undecidedSum: 'UNDECIDED_SUM',
  confirmedBefore: 'BROUGHT_BEFORE',
};

/** Lines that are about no payment, each kind by itself. */
const causeOfOther: Partial<Record<Outcome, ProofCause>> = {
  chargeback: 'CHARGEBACK',
  rent: 'RENT',
  bankFee: 'BANK_FEE',
  chargebackFee: 'CHARGEBACK_FEE',
  invoice: 'INVOICE',
  carriedOver: 'CARRIED_OVER',
  unnamedLine: 'UNNAMED_LINE',
};

/** Lines that a file has more or otherwise; those that an earlier file brought count nothing again. */
const addsToLines = ({ outcome, effectMinor }: LineSum): boolean =>
  effectMinor !== 0 || outcome === 'sameAsBefore' || outcome === 'confirmedBefore';

export const openCause = ({ state, isMissing }: PaymentSum): ProofCause | null => {
  if (state === 'CONFIRMED' || state === 'DIFFERS') return null;
  return state === 'OVERDUE' && isMissing ? 'MISSING' : state;
};

/** What files say less what was approved. */
function lineGap({ payments, lines }: RowBook): Causes {
  const causes = new Causes();
  for (const each of payments) {
    const cause = openCause(each);
    if (cause) causes.add(cause, each.count, -each.grossMinor);
  }
  for (const each of lines) {
    const cause = causeOfOutcome[each.outcome];
    if (cause && addsToLines(each)) causes.add(cause, each.count, each.effectMinor);
  }
  return causes;
}

/** What arrived less what files say: what they kept back, took and gave beside payments, and what is left settlement by settlement. */
function depositGap(book: Book, row: RowBook & { cells: ReadonlySet<string> }): Causes {
  const causes = new Causes();
  for (const each of row.payments.filter(hasLine)) causes.add('FEES', each.ratedCount, -each.chargesMinor);
  for (const each of row.lines) {
    causes.add(each.outcome === 'rounding' ? 'ROUNDING' : 'FEE_DIFFERS', each.feeCount, each.feeMinor);
    causes.add('LINE_CHARGES', each.chargeCount, each.chargeMinor);
    if (each.otherMinor !== 0)
      causes.add(causeOfOther[each.outcome] ?? 'ADJUSTMENT', each.count, each.otherMinor);
  }
  for (const { cause, amountMinor } of restOf(book, row)) causes.add(cause, 1, amountMinor);
  return causes;
}

/** What of the missing payments of some rows no deposit brought. */
export const missingMinor = (book: Book, payments: readonly PaymentSum[]): number =>
  sum(payments, (each) =>
    openCause(each) === 'MISSING' && !book.arrivedWhole.has(cellKey(each)) ? each.grossMinor : 0,
  );

/** At which levels it is certain that money is missing. */
export type CertainLevels = Readonly<Record<'lines' | 'deposit', boolean>>;

/** The figures of a row. `terminals` is null where nothing was closed. */
export function figuresOf(book: Book, row: RowBook, certain: CertainLevels): ProofFigures {
  const lined = row.payments.filter(hasLine);
  const extra = row.lines.filter(({ outcome }) => outcome !== 'amountDiffers');
  const isMissing = certain.lines && missingMinor(book, row.payments) > book.files.extraMinor;
  const toneOf = (cause: ProofCause, amountMinor: number): ProofTone => {
    if (cause === 'MISSING' && isMissing) return 'missing';
    const isDeposit = cause === 'SHORT' || cause === 'LATE';
    return isDeposit && amountMinor < 0 && certain.deposit ? 'missing' : tones[cause];
  };
  const { cells } = row;
  const closings = sum(row.closed, (each) => each.closings);
  return {
    terminals:
      closings === 0
        ? null
        : {
            count: sum(row.closed, (each) => each.count),
            amountMinor: sum(row.closed, (each) => each.terminalMinor),
          },
    transactions: {
      count: sum(row.payments, (each) => each.count),
      amountMinor: sum(row.payments, (each) => each.grossMinor),
    },
    lines: {
      count:
        sum(lined, (each) => each.count) + sum(extra, (each) => (each.effectMinor === 0 ? 0 : each.count)),
      amountMinor: sum(lined, (each) => each.grossMinor) + sum(row.lines, (each) => each.effectMinor),
    },
    deposit: cells && {
      amountMinor: sum(book.cells, (cell) => (cells.has(cellKey(cell)) ? cell.arrivedMinor : 0)),
    },
    gaps: {
      terminals: closings === 0 ? null : terminalGap(row).gap('terminals', toneOf),
      lines: lineGap(row).gap('lines', toneOf),
      deposit: cells && depositGap(book, { ...row, cells }).gap('deposit', toneOf),
    },
  };
}
