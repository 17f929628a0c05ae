import { type Outcome, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import type { Matches } from '../match/matches.ts';
import { noUnreadRows, type UnreadRows } from '../match/rejected-rows.ts';

const codeOf = (outcome: Outcome): number => outcomes.indexOf(outcome);
const missingInBank = codeOf('missingInBank');
const waits = codeOf('waits');

/**
 * What a row says that could not be read is not known, so its payment is not called missing: it waits. A row that
 * still names its payment holds back that one. Rows that name nothing may be any of the payments that are missing:
 * where there are no more of these than such rows, all of them wait; where there are more, some are missing for
 * certain, all stay named, and each says how many rows could not be read. The same holds of rows that the file counts and
 * does not have, of a file of a set that is absent, and of a sheet not read. Changes `recordOutcome`.
 */
export function holdBackUnread(recordOutcome: Uint8Array, unread: UnreadRows = noUnreadRows): void {
  for (const record of unread.rowOf.keys())
    if (recordOutcome[record] === missingInBank) recordOutcome[record] = waits;
  const unknownCount = unread.namelessCount + unread.lackingCount;
  if (unknownCount === 0) return;
  const missing: number[] = [];
  recordOutcome.forEach((outcome, record) => {
    if (outcome === missingInBank) missing.push(record);
  });
  if (missing.length > unknownCount) return;
  for (const record of missing) recordOutcome[record] = waits;
}

/** A payment that a sum may hold is not called missing while nobody knows which payments that sum is of. Changes `recordOutcome`. */
export function holdBackSums(recordOutcome: Uint8Array, { undecidedSums }: Matches): void {
  for (const { records } of undecidedSums.values())
    for (const record of records) if (recordOutcome[record] === missingInBank) recordOutcome[record] = waits;
}
