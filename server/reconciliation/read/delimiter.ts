import { latinDigits } from '@mizan/contract/money.ts';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { textDelimiters } from '@mizan/contract/table-form.ts';
import { fieldOfName } from './column-names.ts';
import { unwrap } from './row.ts';

/** Signs that seldom stand in values: they are tried where a line names columns by them, or no other sign makes a table. */
const seldomDelimiters = ['~', '^', '#', '!', '&'] as const;

export type Delimiter = (typeof textDelimiters)[number] | (typeof seldomDelimiters)[number];

/**
 * The delimiter of a text, told by its first lines: the one under which a line names the most known columns;
 * where no names are known, the one that splits most lines into the same number of cells, and of these the one into most:
 * decimal commas split every line, too, but into few.
 * null where no delimiter makes a table of it.
 */
export function findDelimiter(
  head: string,
  isName: (title: string) => boolean = namesField,
): Delimiter | null {
  const lines = head.split(/\r\n|\n|\r/).slice(0, bankFileLimits.headerSearchRowsMax);
  // Of the same text under another sign, and on the next line, it is known.
  const asked = new Map<string, boolean>();
  const isNamed = (cell: string): boolean => {
    const known = asked.get(cell) ?? isName(unwrap(cell));
    asked.set(cell, known);
    return known;
  };
  let best: Delimiter | null = null;
  let bestScore = 0;
  for (const delimiter of [...textDelimiters, ...seldomDelimiters]) {
    const rows = lines.map((line) => splitLine(line, delimiter));
    // Two names on a line count; most signs leave a line in one piece, which is one name at most.
    const divided = rows.filter(({ length }) => length > 1);
    const named = Math.max(0, ...divided.map((cells) => cells.filter(isNamed).length));
    const isSeldom = !isUsual(delimiter);
    if (isSeldom && named < 2 && best !== null) continue;
    // Names weigh more than any regularity: an amount '1.240,00' splits regularly at its comma too.
    const regular = regularity(isSeldom ? rows.filter(({ length }) => length >= lineCellsMin) : rows);
    const score = (named > 1 ? named * 1000 : 0) + regular;
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

const isUsual = (delimiter: Delimiter): boolean => textDelimiters.some((usual) => usual === delimiter);

/** Cells of a single line that is taken for a row of a table. */
const lineCellsMin = 3;

/**
 * The delimiter of a text too short to be regular, such as one line without names: the one that splits a line with an
 * amount or a long number into most cells. A person is asked about such a file. null where none does.
 */
export function delimiterOfLine(head: string): Delimiter | null {
  const lines = head.split(/\r\n|\n|\r/).filter((line) => /\d{5,}|\d[.,]\d{2}(?!\d)/.test(latinDigits(line)));
  let best: Delimiter | null = null;
  let most = lineCellsMin - 1;
  for (const delimiter of textDelimiters) {
    const cells = Math.max(0, ...lines.map((line) => splitLine(line, delimiter).length));
    if (cells > most) [best, most] = [delimiter, cells];
  }
  return best;
}

const namesField = (title: string): boolean => fieldOfName(title) !== null;

/** How many rows share the most usual number of cells, where that is two or more; of as many rows the longer count more. */
function regularity(rows: readonly string[][]): number {
  const counts = new Map<number, number>();
  for (const row of rows) if (row.length > 1) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  if (most < 2) return 0;
  const cells = [...counts].filter(([, count]) => count === most).map(([length]) => length);
  return most + Math.max(...cells) / (bankFileLimits.columnsMax * 2);
}

/** One line split outside its quotes; line ends inside quotes do not matter for telling the delimiter. */
function splitLine(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const sign of line) {
    if (sign === '"') quoted = !quoted;
    else if (sign === delimiter && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell];
}
