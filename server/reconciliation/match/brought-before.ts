import type { PortalRecords } from '../normalise/portal-records.ts';
import { hasDays, standing } from './earlier-line.ts';
import { compareLines } from './evidence.ts';
import { broughtBefore, giveUndecided, type Matches, recordState } from './matches.ts';
import type { Sides } from './sides.ts';

/** What a person said of lines that an earlier file seems to have brought. */
export interface LineAnswer {
  earlierFileId: string;
  /** The row of the file; 0 is every line of it that has no answer of its own. */
  line: number;
  isSame: boolean;
}

/**
 * How the lines stand to earlier files whose payments they name (docs/decisions/0048): one line for each payment may
 * be the earlier line come again, the one whose figures are nearest to it; every other one is a duplicate of that.
 */
export function markBroughtBefore(sides: Sides, matches: Matches, answers: readonly LineAnswer[]): void {
  const answerOf = answersOf(sides, matches, answers);
  const { lineOf, duplicateOf, before } = matches;
  const again = new Map<number, number>();
  const bringsNew = newBatches(sides, matches);
  for (let line = 0; line < sides.lines.count; line++) {
    const record = duplicateOf[line] as number;
    if (record < 0 || lineOf[record] !== recordState.claimedBefore) continue;
    // Of sums it is told where they are added up.
    const known = before[line] as number;
    const twin = openTwin(matches, line);
    let told = known === broughtBefore.no ? standing(sides, line, record) : known;
    if (twin !== undefined) told = broughtBefore.asked;
    else if (told === broughtBefore.same && !hasDays(sides, line, record) && bringsNew(line, record)) {
      told = broughtBefore.asked;
      matches.inNewBatch.add(line);
    }
    const found = told === broughtBefore.asked ? answerOf(line, record) : told;
    if (twin !== undefined && found === broughtBefore.no) {
      duplicateOf[line] = -1;
      giveUndecided(matches, line, twin);
      continue;
    }
    if (twin !== undefined && found === broughtBefore.same) matches.undecidedSums.delete(line);
    if (found === broughtBefore.no) {
      before[line] = found;
      continue;
    }
    before[line] = found;
    const rival = again.get(record);
    if (rival === undefined) again.set(record, line);
    else {
      const keepsRival = ((before[rival] as number) - found || compareLines(sides, rival, line)) < 0;
      const [kept, other] = keepsRival ? [rival, line] : [line, rival];
      again.set(record, kept);
      before[other] = broughtBefore.no;
    }
  }
  for (let line = 0; again.size > 0 && line < sides.lines.count; line++) {
    const kept = again.get(duplicateOf[line] as number);
    if (kept !== undefined && kept !== line) matches.repeats[line] = kept;
  }
}

/** The payment that a line is of where it is not an earlier file's again; none where that has another line meanwhile. */
function openTwin({ lineOf, undecidedSums }: Matches, line: number): number | undefined {
  const twin = undecidedSums.get(line)?.records[0];
  if (twin === undefined || lineOf[twin] === recordState.free) return twin;
  undecidedSums.delete(line);
  return undefined;
}

/** The file that spoke last of a payment that an earlier file has: the one that has it, or that corrected its line. */
export const lastFile = ({ columns, claimants, correctors }: PortalRecords, record: number): string =>
  correctors.get(record) ?? claimants.text(columns.claimant[record] as number);

/** What a person said of a line that is asked about: the answer for the line itself, before the one for all of them. */
function answersOf({ lines, records }: Sides, { answered }: Matches, answers: readonly LineAnswer[]) {
  const known = new Map(
    answers.map(({ earlierFileId, line, isSame }) => [`${earlierFileId} ${line}`, isSame]),
  );
  return (line: number, record: number): number => {
    if (known.size === 0) return broughtBefore.asked;
    const file = lastFile(records, record);
    const isSame = known.get(`${file} ${lines.columns.line[line]}`) ?? known.get(`${file} 0`);
    if (isSame === undefined) return broughtBefore.asked;
    answered.add(line);
    return isSame ? broughtBefore.same : broughtBefore.no;
  };
}

/**
 * Whether the batch of a line also brings a payment that no earlier file has. Batch numbers start over: it may be another
 * batch than the earlier file's, and what was taken there is taken twice (docs/decisions/0280).
 */
function newBatches({ lines, records }: Sides, { recordOf }: Matches) {
  const { terminal, batch } = lines.columns;
  const nameOf = (line: number, record: number): string => {
    const own = terminal[line] as number;
    return `${own < 0 ? records.columns.terminal[record] : own}|${batch[line]}`;
  };
  let found: Set<string> | null = null;
  const all = (): Set<string> => {
    const names = new Set<string>();
    for (let line = 0; line < lines.count; line++) {
      const record = recordOf[line] as number;
      if (record >= 0 && (batch[line] as number) >= 0) names.add(nameOf(line, record));
    }
    return names;
  };
  return (line: number, record: number): boolean => (found ??= all()).has(nameOf(line, record));
}
