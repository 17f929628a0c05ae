import { outcomes } from '@mizan/contract/reconciliation-terms.ts';
import { orderEntries } from './judge/entries.ts';
import { entryChunks } from './judge/entry-copy.ts';
import { entryGroupSums } from './judge/entry-groups.ts';
import type { Explained } from './judge/explanation.ts';
import { holesOf } from './judge/holes.ts';
import type { Judged } from './judge/judge.ts';
import { packedChunks } from './judge/packed-entries.ts';
import { suggest } from './judge/suggest.ts';
import { judgeBankFile, stageClock } from './judge-bank-file.ts';
import type { Matches } from './match/matches.ts';
import { epochDayOfIso, isoDayOf } from './normalise/date-text.ts';
import { noDueDay, type PortalRecords } from './normalise/portal-records.ts';
import { fileRefused } from './read/file-refused.ts';
import type { ReconcileEnds, ReconcileJob, ReconcileSummary } from './reconcile-job.ts';

/** An entry is so long as text, near enough for a bar that moves. */
const entryBytesGuess = 90;
/** Progress is for eyes: a stage says so at most this often. */
const progressEveryMs = 200;

/**
 * A bank file from its bytes to the verdict: read > normalise > match > judge. Pure but for the file and the two
 * ends that `ends` gives; runs wherever it is called, so call it in a worker thread.
 * Throws refusals (`refusalFrom`) for files that cannot be read, and passes on what the ends throw.
 */
export async function reconcileBankFile(job: ReconcileJob, ends: ReconcileEnds): Promise<ReconcileSummary> {
  const clock = stageClock();
  const { verdict, absent, ...whole } = await judgeBankFile(job, ends, clock);
  const { file, facts, scope, rules, records, matches, unread, cover, judged, bridges, charges, settled } =
    whole;
  // Column names alone say nothing of the bank: whatever verdict came of them would be one about nothing.
  if (file.lines.count === 0 && file.rejectedCount === 0) throw fileRefused('noLines');
  const both = { lines: file.lines, records, shared: file.shared };
  const suggestions = suggest(both, matches, judged);
  const { elsewhere } = file.paid;
  const work: Explained = { both, matches, judged, unread, suggestions, elsewhere };
  const holes = holesOf(work, cover, absent, rules);
  const order = orderEntries(work, holes.holeOf);
  const groups = entryGroupSums(work, order, bridges);
  clock.end('judge');
  await writeEntries(work, order, ends);
  clock.end('save');
  return {
    file: {
      kind: facts.kind,
      encoding: facts.encoding,
      delimiter: facts.delimiter,
      sheet: facts.sheet,
      headerLine: file.mapping.headerLine,
      sizeBytes: facts.sizeBytes,
    },
    linesRead: file.lines.count,
    linesRejected: file.rejectedCount,
    rejections: file.rejections,
    warnings: file.warnings,
    warningCount: file.warningCount,
    totals: file.totals,
    rowCount: file.rowCount,
    notCounted: file.notCounted,
    words: file.words,
    scope,
    verdict,
    absent,
    holes: holes.list,
    hiddenHoles: holes.hiddenCount,
    groups,
    coverage: cover.summary,
    isPartUnknown: cover.isPartUnknown,
    isGrossOnly: charges.unseenCount > 0,
    isGrossInPart: charges.unseenCount > 0 && charges.seenCount > 0,
    nextDueDay: nextDueDay(records, judged, epochDayOfIso(job.todayIso)),
    settled,
    bridges,
    entryCount: order.items.length,
    exceptionCount: order.exceptionCount,
    ...countMatched(matches, judged),
    byHand: {
      ids: [...new Set(matches.byHand.values())],
      lines: matches.byHand.size,
      transactions: matches.handRecords.size,
      entries: countByHand(matches, order.items),
    },
    stageMs: clock.stageMs,
  };
}

async function writeEntries(
  work: Explained,
  order: ReturnType<typeof orderEntries>,
  ends: ReconcileEnds,
): Promise<void> {
  const { packed } = ends;
  const total = order.items.length;
  let lastMs = performance.now();
  let written = 0;
  const tell = (entries: number): void => {
    written += entries;
    if (performance.now() - lastMs < progressEveryMs) return;
    lastMs = performance.now();
    ends.progress({ stage: 'save', part: Math.min(total, Math.round(written)), total });
  };
  for (const chunk of entryChunks(work, order, packed !== undefined)) {
    await ends.entries(chunk);
    tell(chunk.length / entryBytesGuess);
  }
  if (!packed) return;
  for (const chunk of packedChunks(work, order)) {
    await packed(chunk);
    tell(chunk.count);
  }
}

/** Entries of what a person joined: each line, and each payment of a line that has several. */
function countByHand({ byHand, lineOf }: Matches, items: Int32Array): number {
  if (byHand.size === 0) return 0;
  let count = 0;
  for (const item of items) if (byHand.has(item >= 0 ? item : (lineOf[-1 - item] as number))) count++;
  return count;
}

const waits = outcomes.indexOf('waits');

/** The first day from today on by which a payment that waits is due; one that waits for another reason is not awaited anew. */
function nextDueDay({ columns }: PortalRecords, { recordOutcome }: Judged, today: number): string | null {
  let first = noDueDay;
  for (
    let record = recordOutcome.indexOf(waits);
    record >= 0;
    record = recordOutcome.indexOf(waits, record + 1)
  ) {
    const due = columns.dueDay[record] as number;
    if (due >= today) first = Math.min(first, due);
  }
  return first === noDueDay ? null : isoDayOf(first);
}

function countMatched(matches: Matches, judged: Judged): { portalCount: number; matchedCount: number } {
  let portalCount = 0;
  let matchedCount = 0;
  for (let record = 0; record < judged.expected.length; record++) {
    if (judged.expected[record] !== 1) continue;
    portalCount++;
    if ((matches.lineOf[record] as number) >= 0) matchedCount++;
  }
  return { portalCount, matchedCount };
}
