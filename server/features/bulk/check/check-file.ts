import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BulkCounts, type BulkKind, bulkKinds, bulkLimits } from '@mizan/contract/bulk.ts';
import { nearestOf } from '../../filled-files/nearest.ts';
import { checkBranch, type FileBranches } from './check-branches.ts';
import { checkPerson, type FilePeople } from './check-people.ts';
import { checkTerminal, type FileTerminals } from './check-terminals.ts';
import { type CheckedLine, checkedLine, type FileRow, judgeOf } from './checked-line.ts';
import { type Known, plain } from './known.ts';

/** Others are answered between two of these. */
const linesOfTurn = 500;

const kindOf = ({ cells }: FileRow, known: Known): BulkKind | undefined =>
  known.words.kinds.get(plain(cells.kind ?? ''));

function checkNone(row: FileRow, known: Known): CheckedLine {
  const judge = judgeOf(row.cells);
  const { kind } = row.cells;
  if (kind === undefined) judge.wrong('kind', 'missing');
  else judge.wrong('kind', 'unknownKind', { nearest: nearestOf(kind, known.words.kinds.keys()) });
  const { nameEn, nameAr, fullName, terminalId, branchCode = '', username, email } = row.cells;
  const name = nameEn ?? nameAr ?? fullName ?? terminalId ?? '';
  return checkedLine(row, null, judge, {
    names: { nameEn: name, nameAr: nameAr ?? name, code: username ?? email ?? branchCode },
    wanted: null,
    targetId: null,
    changes: [],
  });
}

/**
 * Every line of a file with its verdict, in the order of the file. Branches are looked at before the people of a branch, and those
 * before the terminals that they work at, wherever their lines stand.
 */
export async function checkFile(rows: readonly FileRow[], known: Known): Promise<CheckedLine[]> {
  const branches: FileBranches = { good: new Set(), lines: new Map() };
  const people: FilePeople = { cashiers: new Map(), lines: new Map() };
  const seen: FileTerminals = { lines: new Map(), seats: new Map() };
  const check = {
    branch: (row: FileRow) => checkBranch(row, known, branches),
    user: (row: FileRow) => checkPerson(row, known, branches, people),
    terminal: (row: FileRow) => checkTerminal(row, { known, branches, people, seen }),
  };
  const checked: CheckedLine[] = [];
  let done = 0;
  for (const kind of [...bulkKinds, undefined]) {
    for (const row of rows) {
      if (kindOf(row, known) !== kind) continue;
      const line = kind ? check[kind](row) : checkNone(row, known);
      refuseLong(line);
      checked.push(line);
      done += 1;
      if (done % linesOfTurn === 0) await nextTurn();
    }
  }
  return checked.sort((one, other) => one.line - other.line);
}

/** A cell that is longer than any field: of a column that nothing else looked at. */
function refuseLong(line: CheckedLine): void {
  for (const [field, value] of Object.entries(line.cells)) {
    if (value.length <= bulkLimits.cellChars) continue;
    const column = field as keyof typeof line.cells;
    line.cells[column] = value.slice(0, bulkLimits.cellChars);
    if (line.problems.every((each) => each.field !== column)) {
      line.problems.push({ field: column, code: 'tooLong', value: '', nearest: null, line: null });
    }
    Object.assign(line, { verdict: 'REJECTED', wanted: null, changes: [] } satisfies Partial<CheckedLine>);
  }
}

export type CountsByKind = Record<'all' | BulkKind, BulkCounts>;

const none = (): BulkCounts => ({ NEW: 0, CHANGED: 0, SAME: 0, REJECTED: 0 });

/** How many lines are what. They add up: each line has one verdict. */
export function countsOf(lines: readonly Pick<CheckedLine, 'kind' | 'verdict'>[]): CountsByKind {
  const counts: CountsByKind = { all: none(), branch: none(), user: none(), terminal: none() };
  for (const { kind, verdict } of lines) {
    counts.all[verdict] += 1;
    if (kind) counts[kind][verdict] += 1;
  }
  return counts;
}
