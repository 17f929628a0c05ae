/** The amounts in columns that nothing is read from, in the order of their rows. */
export interface UnreadCells {
  /** Numbers of rows, ascending; of each cell its column and its minor units without a sign. */
  lines: number[];
  columns: number[];
  minors: number[];
  /** What the columns are called, by where they stand; one without a name repeats what is read, and is left out. */
  names: Map<number, string>;
}

export const newUnreadCells = (): UnreadCells => ({ lines: [], columns: [], minors: [], names: new Map() });

export interface UnreadCell {
  name: string;
  minor: number;
}

/** The cells of a row. */
export function cellsOfRow({ lines, columns, minors, names }: UnreadCells, line: number): UnreadCell[] {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lines[middle] as number) < line) low = middle + 1;
    else high = middle;
  }
  const found: UnreadCell[] = [];
  for (let at = low; lines[at] === line; at++) {
    const name = names.get(columns[at] as number);
    if (name !== undefined) found.push({ name, minor: minors[at] as number });
  }
  return found;
}
