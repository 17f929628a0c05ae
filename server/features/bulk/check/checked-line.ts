import type {
  BulkColumn,
  BulkKind,
  BulkProblem,
  BulkVerdict,
  LineChange,
  LineProblem,
} from '@mizan/contract/bulk.ts';
import { columnsOfKind } from '@mizan/contract/bulk.ts';
import type { BranchBody } from '@mizan/contract/management.ts';
import type { PlaceInTeam } from '@mizan/contract/people.ts';
import type { FilledRow } from '../../filled-files/read-filled-file.ts';

/** What is said of a line before anything is written. Pure: the same file against the same merchant says the same. */

/** Filled cells by column, as they were typed. */
export type FileRow = FilledRow<BulkColumn>;
export type Cells = FileRow['cells'];

export type WantedBranch = BranchBody;
export interface WantedPerson {
  place: PlaceInTeam;
  /** The username or the e-mail. */
  signInName: string;
  fullName: string;
  /** Null of whoever works in no branch. */
  branchCode: string | null;
}
export interface WantedTerminal {
  tid: string;
  model: string;
  bankId: string;
  label: string | null;
  branchCode: string;
  /** The username; where it is absent, whoever works there stays, as long as the branch does. */
  cashier?: string;
}
export type Wanted = WantedBranch | WantedPerson | WantedTerminal;

export interface CheckedLine {
  line: number;
  kind: BulkKind | null;
  verdict: BulkVerdict;
  nameEn: string;
  nameAr: string;
  code: string;
  cells: Cells;
  changes: LineChange[];
  problems: LineProblem[];
  /** Null of what is rejected or as it was. */
  wanted: Wanted | null;
  /** The row that is there already. */
  targetId: string | null;
}

/** Collects what is wrong with a line. */
export interface Judge {
  cells: Cells;
  problems: LineProblem[];
  wrong: (
    field: BulkColumn,
    code: BulkProblem,
    more?: { value?: string; nearest?: string | null; line?: number },
  ) => void;
}

export function judgeOf(cells: Cells): Judge {
  const problems: LineProblem[] = [];
  return {
    cells,
    problems,
    wrong: (field, code, { value = cells[field] ?? '', nearest = null, line } = {}) => {
      if (problems.some((each) => each.field === field)) return;
      problems.push({ field, code, value, nearest, line: line ?? null });
    },
  };
}

/** A cell of another kind of line is no slip that may be left out in silence. */
export function refuseStrangers(judge: Judge, kind: BulkKind): void {
  for (const column of Object.keys(judge.cells) as BulkColumn[]) {
    if (!columnsOfKind[kind].includes(column)) judge.wrong(column, 'otherKind');
  }
}

type Names = Pick<CheckedLine, 'nameEn' | 'nameAr' | 'code'>;

/** The verdict that follows: rejected where anything is wrong, else new, changed or as it was. */
export function checkedLine(
  row: FileRow,
  kind: BulkKind | null,
  judge: Judge,
  {
    names,
    wanted,
    targetId,
    changes,
  }: { names: Names; wanted: Wanted | null; targetId: string | null; changes: LineChange[] },
): CheckedLine {
  const real = changes.filter(({ was, now }) => was !== now);
  const found: BulkVerdict = targetId === null ? 'NEW' : real.length > 0 ? 'CHANGED' : 'SAME';
  const verdict = judge.problems.length > 0 || wanted === null ? 'REJECTED' : found;
  const isWritten = verdict === 'NEW' || verdict === 'CHANGED';
  return {
    line: row.line,
    kind,
    verdict,
    ...names,
    cells: row.cells,
    changes: verdict === 'CHANGED' ? real : [],
    problems: judge.problems,
    wanted: isWritten ? wanted : null,
    targetId,
  };
}
