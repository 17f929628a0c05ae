import { type Outcome, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import type { Matches } from '../match/matches.ts';
import { noUnreadRows, type UnreadRows } from '../match/rejected-rows.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';

const codeOf = (outcome: Outcome): number => outcomes.indexOf(outcome);
const missingInBank = codeOf('missingInBank');
const waits = codeOf('waits');

/**
 * What a row says that could not be read is not known, so its payment is not called missing: it waits. A row that
 * still names its payment holds back that one. Rows that name nothing may be any of the payments that are missing:
 * where there are no more of these than such rows, all of them wait; where there are more, as many of them wait as there are
 * rows, and each says how many could not be read. Which ones these are is not known: the largest, so that what is left to
 * claim is short for certain (docs/decisions/0283). The same holds of rows that the file counts and does not have, of a file
 * of a set that is absent, and of a sheet not read. Changes `recordOutcome`; returns how many were missing where these are more, else 0.
 */
export function holdBackUnread(
  recordOutcome: Uint8Array,
  { amountMinor, id }: Pick<PortalRecords['columns'], 'amountMinor' | 'id'>,
  unread: UnreadRows = noUnreadRows,
): number {
  for (const record of unread.rowOf.keys())
    if (recordOutcome[record] === missingInBank) recordOutcome[record] = waits;
  const unknownCount = unread.namelessCount + unread.lackingCount;
  if (unknownCount === 0) return 0;
  const missing: number[] = [];
  recordOutcome.forEach((outcome, record) => {
    if (outcome === missingInBank) missing.push(record);
  });
  const size = (record: number): number => Math.abs(amountMinor[record] as number);
  missing.sort((a, b) => size(b) - size(a) || (id[a] as number) - (id[b] as number));
  for (const record of missing.slice(0, unknownCount)) recordOutcome[record] = waits;
  return missing.length > unknownCount ? missing.length : 0;
}

/**
 * A payment that an undecided line may be of is not called missing while nobody knows which payments that line is of. Changes
 * `recordOutcome`; returns by payment the first of these lines.
 */
export function holdBackUndecided(
  recordOutcome: Uint8Array,
  { undecidedSums }: Matches,
): Map<number, number> {
  const lineOf = new Map<number, number>();
  const told = new Set<readonly number[]>();
  for (const [line, { records }] of undecidedSums) {
    if (told.has(records)) continue;
    told.add(records);
    for (const record of records) if (!lineOf.has(record)) lineOf.set(record, line);
  }
  for (const record of lineOf.keys())
    if (recordOutcome[record] === missingInBank) recordOutcome[record] = waits;
  return lineOf;
}
