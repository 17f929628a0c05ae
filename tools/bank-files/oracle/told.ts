/** What is said of a file, by the engine or by SQL, in the same words. */

export interface Pair {
  line: number;
  id: number;
  key: string;
}

export interface Told {
  /** Lines and the payments that they have; a sum has several. */
  pairs: Pair[];
  /** Of every line, and of every approved payment of the file's days without one. */
  outcomes: string[];
  /** Payments that cancel out as a purchase and its reversal; the engine names those of the file's days. */
  cancelled: number[];
}

const byLine = (a: Pair, b: Pair): number => a.line - b.line || a.id - b.id;

/** The same thing said in one order, so that two of them can be compared. */
export const inOrder = ({ pairs, outcomes, cancelled }: Told): Told => ({
  pairs: pairs.toSorted(byLine),
  outcomes: outcomes.toSorted(),
  cancelled: cancelled.toSorted((a, b) => a - b),
});
