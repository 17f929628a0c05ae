import type { Tx } from '../../platform/database/database.ts';
import { selectCorrectedLines, settleCorrected } from './corrected-lines.queries.ts';
import { type CorrectedLine, settledByCorrection } from './corrected-lines.ts';
import { tellSides } from './settled-chargebacks.service.ts';

/**
 * After these files were judged, or lost what a line of theirs was settled with: where a later file says what was agreed of a payment of which an earlier one said something else,
 * both lines are settled, each with the other. No verdict follows from it (docs/decisions/0462-a-later-file-that-corrects.md).
 */
export async function settleCorrections(tx: Tx, bankFileIds: readonly string[], at: Date): Promise<void> {
  if (bankFileIds.length === 0) return;
  const groups = settledByCorrection(await selectCorrectedLines(tx, bankFileIds));
  if (groups.length === 0) return;
  /** Each line with the file of the one that set it right; that one with the file of the first. */
  const told = groups.flatMap((group) => {
    const [first, last] = [group[0] as CorrectedLine, group.at(-1) as CorrectedLine];
    return group.map((line) => ({
      ...line,
      group: first.exceptionId,
      otherName: line === last ? first.fileName : last.fileName,
    }));
  });
  await settleCorrected(tx, {
    ids: told.map(({ exceptionId }) => exceptionId),
    groups: told.map(({ group }) => group),
    at,
  });
  await tellSides(tx, told, { kind: 'SETTLED', at });
}
