import type { Tx } from '../../platform/database/database.ts';
import { type JobPart, type PartFile, unconfirmedPart } from '../../reconciliation/judge/coverage-job.ts';
import { epochDayOfIso } from '../../reconciliation/normalise/date-text.ts';
import { type PartFileRecord, selectPartFiles, selectParts } from './bank-file-parts.queries.ts';

/**
 * The parts of a file's layout with their other files, as the engine is given them. Where nobody has confirmed a part,
 * all files of the bank's name are one, which opens where the first of them did.
 */
export async function partsOf(tx: Tx, bankFileId: string): Promise<JobPart[]> {
  const parts = await selectParts(tx, bankFileId);
  const files = await selectPartFiles(
    tx,
    bankFileId,
    parts.map(({ id }) => id),
  );
  if (parts.length > 0) {
    return parts.map((part) => ({
      ...part,
      files: files.filter(({ partId }) => partId === part.id).map(partFileOf),
    }));
  }
  const openings = files.flatMap(({ coverage }) => (coverage?.opensAt ? [Date.parse(coverage.opensAt)] : []));
  const openingMs = openings.length > 0 ? Math.min(...openings) : null;
  return [{ ...unconfirmedPart, openingMs, files: files.map(partFileOf) }];
}

const partFileOf = ({ bankFileId, newestLineMs, coverage }: PartFileRecord): PartFile => ({
  bankFileId,
  newestLineMs,
  settlement: coverage?.settlement
    ? {
        oldestDay: epochDayOfIso(coverage.settlement.oldestDay),
        newestDay: epochDayOfIso(coverage.settlement.newestDay),
      }
    : null,
  batches: coverage?.batches ?? [],
  stretches: (coverage?.withoutFile ?? []).map(({ tid, schemes, from, to }) => ({
    tid,
    schemes,
    fromMs: Date.parse(from),
    toMs: Date.parse(to),
  })),
});

/** From when on payments without a line belong to a file of these parts; null where none of them has begun. */
export function openSinceMs(parts: readonly JobPart[]): number | null {
  const openings = parts.flatMap(({ openingMs }) => (openingMs === null ? [] : [openingMs]));
  return openings.length > 0 ? Math.min(...openings) : null;
}
