import type { Matches } from '../match/matches.ts';
import type { BankLines } from '../normalise/bank-lines.ts';
import { cellsOfRow, type UnreadCell, type UnreadCells } from '../normalise/unread-cells.ts';

/** What of a line's charge stands in columns that nothing is read from: signed, above 0 where the bank kept it. */
export interface UnreadCharge {
  amountMinor: number;
  /** The names of the columns. */
  column: string;
}

/** So many amounts of a line are tried together; each may be taken, given back, or another thing. */
const cellsMax = 4;

/** Says of lines what of their charge such columns explain. */
export type UnreadCharges = (line: number, expectedMinor: number | null) => UnreadCharge | null;

/**
 * What columns that nothing is read from explain of a line's charge, to the halala: what lies between the fee and VAT that the line
 * itself says and what it was short by, or what lies between the charge that is expected of it and the one it has
 * (docs/decisions/0458-what-an-unread-column-explains.md). Null where they explain nothing.
 */
export function unreadCharges(lines: BankLines, matches: Matches, cells: UnreadCells): UnreadCharges {
  if (cells.names.size === 0) return () => null;
  const { chargeMinor, line: numbers } = lines.columns;
  const others = othersByLine(matches);
  return (line, expectedMinor) => {
    const all = [line, ...(others.get(line) ?? [])];
    const held = all.flatMap((one) => cellsOfRow(cells, numbers[one] as number));
    if (held.length === 0) return null;
    const charge = chargeMinor[line] as number;
    const own = charge - ownCharge(lines, line);
    return setOf(held, own) ?? setOf(held, expectedMinor === null ? Number.NaN : charge - expectedMinor);
  };
}

/** Fee and VAT that a line says of itself, as they are taken where it has no net; NaN where it says no fee. */
function ownCharge({ columns: { feeMinor, vatMinor, grossMinor } }: BankLines, line: number): number {
  const vat = vatMinor[line] as number;
  const said = (feeMinor[line] as number) + (Number.isNaN(vat) ? 0 : vat);
  return (grossMinor[line] as number) < 0 ? said : Math.abs(said);
}

/** Lines whose money is counted with another one, by that one. */
function othersByLine({ parts, joined }: Matches): Map<number, number[]> {
  const others = new Map<number, number[]>();
  const add = (first: number, line: number): void => {
    others.set(first, [...(others.get(first) ?? []), line]);
  };
  for (const [line, { first }] of parts) add(first, line);
  for (const [line, first] of joined) add(first, line);
  return others;
}

/** The amounts that come to a sum, each with either sign; the fewest first. */
function setOf(held: readonly UnreadCell[], minor: number): UnreadCharge | null {
  if (!minor) return null;
  let found: UnreadCell[] | null = null;
  const trySets = (at: number, left: number, used: UnreadCell[]): void => {
    if (used.length > 0 && left === 0 && (found === null || used.length < found.length)) found = used;
    const next = held[at];
    if (!next || at >= cellsMax) return;
    trySets(at + 1, left, used);
    trySets(at + 1, left - next.minor, [...used, next]);
    trySets(at + 1, left + next.minor, [...used, next]);
  };
  trySets(0, minor, []);
  const names = ((found ?? []) as UnreadCell[]).map(({ name }) => name);
  return names.length === 0 ? null : { amountMinor: minor, column: [...new Set(names)].join(', ') };
}
