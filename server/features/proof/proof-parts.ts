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
  HOST_DIFFERS: 'differs',
  HOST_UNBALANCED: 'differs',
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
  MISSING_REFUND: 'differs',
  AMOUNT_DIFFERS: 'differs',
  DUPLICATE: 'differs',
  MISSING_IN_PORTAL: 'differs',
  STATUS_CONFLICT: 'differs',
  SAME_AS_BEFORE: 'waits',
  UNDECIDED_SUM: 'waits',
  WAITS: 'waits',
  OVERDUE: 'waits',
  NO_FILE: 'waits',
  PARTLY: 'waits',
  NOT_DUE: 'waits',
  ACCEPTED_MISSING: 'decided',
  ACCEPTED_LINES: 'decided',
  WRITTEN_OFF: 'decided',
  CORRECTED_LINES: 'quiet',
  MATCHED_BY_HAND: 'quiet',
  BROUGHT_BEFORE: 'quiet',
  SHORT: 'differs',
  LATE: 'differs',
  MORE_ARRIVED: 'differs',
  FEE_DIFFERS: 'differs',
  UNDECIDED_CHARGE: 'waits',
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
  WITHOUT_LINES: 'waits',
  UNRECORDED: 'waits',
  DEPOSIT_PARTLY: 'waits',
  DUE: 'waits',
  DEPOSIT_NOT_DUE: 'waits',
  ACCEPTED_CHARGES: 'decided',
  CHARGEBACK_WON: 'decided',
  CHARGEBACK_LOST: 'decided',
  CORRECTED_CHARGES: 'quiet',
  FEES: 'quiet',
  LINE_CHARGES: 'quiet',
  ROUNDING: 'quiet',
};

const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

/** What terminals counted less what their hosts did. Where both say the same, a code that contradicts them still asks. */
function hostGap({ closed }: RowBook): Causes {
  const causes = new Causes();
  for (const each of closed) {
    causes.add('HOST_DIFFERS', each.hostUnlikeCount, each.terminalMinor - each.hostMinor);
    causes.add('HOST_UNBALANCED', each.hostUnbalancedCount, 0);
  }
  return causes;
}

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
  undecidedCharge: 'AMOUNT_DIFFERS',
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

export const openCause = ({
  state,
  isMissing,
  isWaiting,
  isAccepted,
  isRefund,
}: PaymentSum): ProofCause | null => {
  if (state === 'CONFIRMED' || state === 'DIFFERS') return null;
  if (state !== 'OVERDUE' || !isMissing) return state;
  if (isWaiting) return 'WAITS';
  if (isAccepted) return 'ACCEPTED_MISSING';
  return isRefund ? 'MISSING_REFUND' : 'MISSING';
};
/** Of these a file should have a line, and nobody accepted that it has none: what was sold and what was given back. */
const isMissingLine = (each: PaymentSum): boolean =>
  ['MISSING', 'MISSING_REFUND'].includes(openCause(each) ?? '');

/** What files say less what was approved. */
function lineGap({ payments, lines }: RowBook): Causes {
  const causes = new Causes();
  for (const each of payments) {
    const cause = openCause(each);
    if (cause) causes.add(cause, each.count, -each.grossMinor);
    else if (each.isByHand) causes.add('MATCHED_BY_HAND', each.count, 0);
  }
  for (const each of lines) {
    const cause = causeOfOutcome[each.outcome];
    if (each.decision === 'ACCEPTED') causes.add('ACCEPTED_LINES', each.effectCount, each.effectMinor);
    else if (each.decision === 'CORRECTED') causes.add('CORRECTED_LINES', each.effectCount, each.effectMinor);
    else if (cause === 'SAME_AS_BEFORE' || cause === 'BROUGHT_BEFORE') causes.add(cause, each.count, 0);
    else if (cause) causes.add(cause, each.effectCount, each.effectMinor);
  }
  return causes;
}

const otherCause = ({ outcome, decision }: LineSum): ProofCause => {
  if (outcome === 'chargeback' && decision === 'WON') return 'CHARGEBACK_WON';
  if (outcome === 'chargeback' && decision === 'LOST') return 'CHARGEBACK_LOST';
  return causeOfOther[outcome] ?? 'ADJUSTMENT';
};

/** What of fees that are not the agreed ones is no more than that. */
const feeCauses: Partial<Record<Outcome, ProofCause>> = {
  rounding: 'ROUNDING',
  undecidedCharge: 'UNDECIDED_CHARGE',
};

/** What arrived less what files say: what they kept back, took and gave beside payments, and what is left settlement by settlement. */
function depositGap(book: Book, row: RowBook & { cells: ReadonlySet<string> }): Causes {
  const causes = new Causes();
  for (const each of row.payments.filter(hasLine)) causes.add('FEES', each.ratedCount, -each.chargesMinor);
  for (const each of row.lines) {
    if (each.decision === 'ACCEPTED') {
      causes.add('ACCEPTED_CHARGES', each.keptCount, each.feeMinor + each.chargeMinor + each.otherMinor);
      continue;
    }
    if (each.decision === 'CORRECTED') {
      causes.add('CORRECTED_CHARGES', each.feeCount, each.feeMinor);
      continue;
    }
    causes.add(feeCauses[each.outcome] ?? 'FEE_DIFFERS', each.feeCount, each.feeMinor);
    causes.add('LINE_CHARGES', each.chargeCount, each.chargeMinor);
    causes.add(otherCause(each), each.otherCount, each.otherMinor);
  }
  for (const { cause, amountMinor, count } of restOf(book, row)) causes.add(cause, count, amountMinor);
  return causes;
}

/** What of the missing payments of some rows no deposit brought, less the refunds that no file took back. */
export const missingMinor = (book: Book, payments: readonly PaymentSum[]): number =>
  sum(payments, (each) =>
    isMissingLine(each) && !book.arrivedWhole.has(cellKey(each)) ? each.grossMinor : 0,
  );

/** At which levels it is certain that money is missing. */
export type CertainLevels = Readonly<Record<'lines' | 'deposit', boolean>>;

/** The figures of a row. `terminals` is null where nothing was closed. */
export function figuresOf(book: Book, row: RowBook, certain: CertainLevels): ProofFigures {
  const lined = row.payments.filter(hasLine);
  const isMissing = certain.lines && missingMinor(book, row.payments) > book.files.extraMinor;
  const toneOf = (cause: ProofCause, amountMinor: number): ProofTone => {
    if (cause === 'MISSING' && isMissing) return 'missing';
    const isDeposit = cause === 'SHORT' || cause === 'LATE';
    return isDeposit && amountMinor < 0 && certain.deposit ? 'missing' : tones[cause];
  };
  const { cells } = row;
  const closings = sum(row.closed, (each) => each.closings);
  return {
    host:
      closings === 0
        ? null
        : {
            count: sum(row.closed, (each) => each.hostCount),
            amountMinor: sum(row.closed, (each) => each.hostMinor),
          },
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
      count: sum(lined, (each) => each.count) + sum(row.lines, (each) => each.apartCount),
      amountMinor: sum(lined, (each) => each.grossMinor) + sum(row.lines, (each) => each.effectMinor),
    },
    deposit: cells && {
      amountMinor: sum(book.cells, (cell) => (cells.has(cellKey(cell)) ? cell.arrivedMinor : 0)),
    },
    isPaidTogether: row.isPaidTogether,
    gaps: {
      host: closings === 0 ? null : hostGap(row).gap('host', toneOf),
      terminals: closings === 0 ? null : terminalGap(row).gap('terminals', toneOf),
      lines: lineGap(row).gap('lines', toneOf),
      deposit: cells && depositGap(book, { ...row, cells }).gap('deposit', toneOf),
    },
  };
}
