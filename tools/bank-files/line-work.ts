import type { Manner } from './manner.ts';
import { answer, keepKeys, type PlantWork, signedMinor, type Taken, take } from './plant-work.ts';
import type { KnownPayment, SettlementLine } from './settlement-line.ts';
import type { WrittenBook } from './written-book.ts';

/** What a plant in a file of any manner works on. */
export interface LineWork extends PlantWork {
  manner: Manner;
  book: WrittenBook;
  /** Lines that nobody can read, with the product's code for it; nameless are those of which no key is left besides. */
  rejected: { line: SettlementLine; code: string; isNameless?: boolean }[];
  /** Lines of which the file does not print what was kept. */
  unsaid: Set<SettlementLine>;
  /** Lines that are read all the same, and what is said of them. */
  warned: { line: SettlementLine; code: string }[];
}

/** A plant, and in which manners of files it can stand. */
export interface LinePlant {
  fits?: (manner: Manner) => boolean;
  /** A manner in which it can. */
  needs?: Partial<Manner>;
  plant: (work: LineWork) => void;
}

export const isRiyals = ({ currency }: KnownPayment): boolean => currency === 'SAR';

/** A payment of which the file has a row that nobody can read. */
export function reject(work: LineWork, code: string, change: (taken: Taken) => SettlementLine): void {
  const taken = take(work, (payment) => keepKeys(payment) && isRiyals(payment));
  if (!taken) return;
  const line = change(taken);
  work.lines.push(line);
  work.rejected.push({ line, code });
  answer(work, 'waits', taken.payment, [], -signedMinor(taken.payment), 'rejectedLine');
}
