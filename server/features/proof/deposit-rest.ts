import type { ProofCause } from '@mizan/contract/proof.ts';
import { depositStateOf } from '../settlement/deposit-state.ts';
import type { CellSum, LineSum } from './proof.queries.ts';
import { type Book, cellKey, hasLine, type RowBook } from './proof-book.ts';

/**
 * What arrived of a settlement against what the bank's files say that they paid of it: gross less what they kept back, with
 * chargebacks and the like. Pure.
 */
export interface Rest {
  cause: ProofCause;
  /** The settlement; null for lines of none, of which there are `count`. */
  cell: CellSum | null;
  count: number;
  /** What arrived less what the files say. */
  amountMinor: number;
}

/** The settlement that a line is of, by its card scheme, or the only one of its bank and day. */
function placeOf(line: LineSum, cells: readonly CellSum[]): string | null {
  const near = cells.filter(({ bankId, day }) => bankId === line.bankId && day === line.day);
  const own = near.find(({ scheme }) => scheme === line.scheme) ?? (near.length === 1 ? near[0] : undefined);
  return own ? cellKey(own) : null;
}

const ofLine = ({ effectMinor, feeMinor, chargeMinor, otherMinor }: LineSum): number =>
  effectMinor + feeMinor + chargeMinor + otherMinor;

/** Lines that are of no settlement asked for: another day's, or one that nothing tells. */
export const unplacedOf = (lines: readonly LineSum[], cells: readonly CellSum[]): LineSum[] =>
  lines.filter((line) => line.saidCount > 0 && placeOf(line, cells) === null);

/** What lines of no settlement of theirs took back, which may have been kept of any deposit of these banks. */
export const takenApart = (
  lines: readonly LineSum[],
  cells: readonly CellSum[],
  banks: ReadonlySet<string>,
): number =>
  lines.reduce((sum, line) => {
    const minor = ofLine(line);
    const isApart =
      minor < 0 && placeOf(line, cells) === null && (line.bankId === '0' || banks.has(line.bankId));
    return isApart ? sum - minor : sum;
  }, 0);

/** What files say that they paid, by settlement. A payment of a row is always of a settlement of it, a line need not be. */
function saidBySettlement(
  { payments, lines }: Pick<RowBook, 'payments' | 'lines'>,
  cells: readonly CellSum[],
): Map<string, number> {
  const said = new Map<string, number>();
  const add = (key: string, minor: number): void => void said.set(key, (said.get(key) ?? 0) + minor);
  for (const each of payments.filter(hasLine)) add(cellKey(each), each.grossMinor - each.chargesMinor);
  for (const each of lines) {
    const place = placeOf(each, cells);
    if (place !== null) add(place, ofLine(each));
  }
  return said;
}

function causeOf(cell: CellSum, amountMinor: number, { today, recorded }: Book): ProofCause {
  const { netMinor, unjudgedCount, arrivedMinor, arrivedOn, bankId } = cell;
  const dueDay = cell.dueDay ?? cell.day;
  if (arrivedOn !== null) {
    if (unjudgedCount > 0) return 'NO_RATE';
    if (amountMinor > 0) return 'MORE_ARRIVED';
    // All that is owed came: what the files say beyond it nobody owes.
    if (arrivedMinor >= netMinor) return 'UNPLACED';
    return today <= dueDay ? 'DEPOSIT_PARTLY' : 'SHORT';
  }
  switch (
    depositStateOf({
      netMinor,
      unjudgedCount,
      unjudgedMinor: 0,
      arrivedMinor,
      arrivedOn,
      dueDay,
      today,
      day: cell.day,
      scheme: cell.scheme,
      recorded: recorded.find((each) => each.bankId === bankId) ?? null,
    })
  ) {
    case 'NOT_DUE':
      return 'DEPOSIT_NOT_DUE';
    case 'DUE':
      return 'DUE';
    case 'LATE':
      return 'LATE';
    default:
      return 'UNRECORDED';
  }
}

/** What is owed for payments that no line has and nobody accepted as lost, by settlement: a deposit may bring it before a file does. */
function owedWithoutLines({ payments }: Pick<RowBook, 'payments'>): Map<string, number> {
  const owed = new Map<string, number>();
  for (const each of payments.filter((payment) => !hasLine(payment) && !payment.isAccepted)) {
    const key = cellKey(each);
    owed.set(key, (owed.get(key) ?? 0) + each.grossMinor - each.chargesMinor);
  }
  return owed;
}

/** Other than the lines say, apart: as much as is owed for payments without a line, and what came or was kept beyond it. */
function partsOf(cell: CellSum, amountMinor: number, owedMinor: number, book: Book): Rest[] {
  const cause = causeOf(cell, amountMinor, book);
  const isAlike = (cause === 'MORE_ARRIVED' || cause === 'UNPLACED') && amountMinor > 0 === owedMinor > 0;
  const early = isAlike ? Math.sign(amountMinor) * Math.min(Math.abs(amountMinor), Math.abs(owedMinor)) : 0;
  const parts: Rest[] = [
    { cause: 'WITHOUT_LINES', cell, amountMinor: early, count: 1 },
    { cause, cell, amountMinor: amountMinor - early, count: 1 },
  ];
  return parts.filter((part) => part.amountMinor !== 0);
}

/** Settlement by settlement, one of two parts twice; those of which nothing is left are none. */
export function restOf(book: Book, row: RowBook & { cells: ReadonlySet<string> }): Rest[] {
  const cells = book.cells.filter((cell) => row.cells.has(cellKey(cell)));
  const said = saidBySettlement(row, cells);
  const owed = owedWithoutLines(row);
  const rests = cells.flatMap((cell) => {
    const key = cellKey(cell);
    const amountMinor = cell.arrivedMinor - (said.get(key) ?? 0);
    return amountMinor === 0 ? [] : partsOf(cell, amountMinor, owed.get(key) ?? 0, book);
  });
  const unplaced = unplacedOf(row.lines, cells);
  const amountMinor = unplaced.reduce((sum, line) => sum - ofLine(line), 0);
  const count = unplaced.reduce((sum, line) => sum + line.saidCount, 0);
  return amountMinor === 0 ? rests : [...rests, { cause: 'UNPLACED', cell: null, amountMinor, count }];
}
