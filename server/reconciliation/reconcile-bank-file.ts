import { bankFileLimits, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import { buildBridges } from './judge/bridge.ts';
import { coverFile } from './judge/cover-file.ts';
import { orderEntries } from './judge/entries.ts';
import { entryChunks } from './judge/entry-copy.ts';
import { entryGroupSums } from './judge/entry-groups.ts';
import type { Explained } from './judge/explain.ts';
import { holesOf } from './judge/holes.ts';
import { type Judged, judge } from './judge/judge.ts';
import type { JudgeRules } from './judge/judge-rules.ts';
import { suggest } from './judge/suggest.ts';

import { isGrossOnly, verdictOf } from './judge/verdict.ts';

import { lateKeysOf } from './match/late-keys.ts';

import { hasKeyColumns, matchRecords } from './match/match.ts';
import type { Matches } from './match/matches.ts';
import { anyReference } from './match/passes.ts';
import { matchRejected } from './match/rejected-rows.ts';
import { epochDayOfIso, isoDayOf } from './normalise/date-text.ts';
import { createNormaliser, type NormalisedFile, type Normaliser } from './normalise/normalise.ts';

import { createPortalReader, type PortalReader } from './normalise/portal-reader.ts';
import { noDueDay, type PortalRecords } from './normalise/portal-records.ts';
import { scopeOf } from './portal-scope.ts';

import type { Layout } from './read/columns.ts';
import { fileRefused } from './read/file-refused.ts';
import { readTable, type TableFacts } from './read/read-table.ts';
import type { ReconcileEnds, ReconcileJob, ReconcileSummary } from './reconcile-job.ts';

/** A line is at least so long: enough to reserve memory by the size of the file, and not too much. */
const lineBytesGuess = 90;
/** Progress is for eyes: a stage says so at most this often. */
const progressEveryMs = 200;

/**
 * A bank file from its bytes to the verdict: read > normalise > match > judge. Pure but for the file and the two
 * ends that `ends` gives; runs wherever it is called, so call it in a worker thread.
 * Throws refusals (`refusalFrom`) for files that cannot be read, and passes on what the ends throw.
 */
export async function reconcileBankFile(job: ReconcileJob, ends: ReconcileEnds): Promise<ReconcileSummary> {
  const clock = stageClock();
  const { file, facts } = await readFile(job, ends);
  clock.end('read');
  const rules = rulesOf(job);
  const scope = scopeOf(file.lines);
  const reader = createPortalReader(file.shared, file.lines.count, anyReference(file.lines));
  if (file.lines.count > 0) await readPayments(reader, ends.payments(scope), ends);
  const records = reader.end();
  clock.end('payments');
  const options = { hasKeyColumns: hasKeyColumns(file.mapping), shared: file.shared, answers: job.answers };
  const match = (): Matches => matchRecords(file.lines, records, options);
  let matches = match();
  const keys = ends.latePayments && lateKeysOf(file.lines, records, matches, file.shared);
  if (keys && ends.latePayments) {
    const known = records.count;
    await readPayments(reader, ends.latePayments(scope, keys), ends);
    if (reader.end().count > known) matches = match();
  }
  clock.end('match');
  ends.progress({ stage: 'judge', part: 0, total: 0 });
  const unread = matchRejected(file, records, matches);
  const both = { lines: file.lines, records, shared: file.shared };
  const cover = coverFile({ ...both, matches }, job.parts ?? [], rules);
  const judged = judge(file.lines, records, matches, cover, { ...rules, unread });
  const bridges = buildBridges(file.lines, records, matches, judged);
  const { verdict, absent } = verdictOf(file, cover, bridges);
  const suggestions = suggest(both, matches, judged);
  const work: Explained = { both, matches, judged, unread, suggestions };
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
    scope,
    verdict,
    absent,
    holes: holes.list,
    hiddenHoles: holes.hiddenCount,
    groups,
    coverage: cover.summary,
    isGrossOnly: isGrossOnly(file),
    nextDueDay: nextDueDay(records, judged, epochDayOfIso(job.todayIso)),
    bridges,
    entryCount: order.items.length,
    exceptionCount: order.exceptionCount,
    ...countMatched(matches, judged),
    stageMs: clock.stageMs,
  };
}

function stageClock(): { end: (stage: string) => void; stageMs: Record<string, number> } {
  const stageMs: Record<string, number> = {};
  let since = performance.now();
  const end = (stage: string): void => {
    const now = performance.now();
    stageMs[stage] = Math.round(now - since);
    since = now;
  };
  return { end, stageMs };
}

async function readFile(
  job: ReconcileJob,
  ends: ReconcileEnds,
): Promise<{ file: NormalisedFile; facts: TableFacts }> {
  let facts: TableFacts | null = null;
  let normaliser: Normaliser | null = null;
  let lastMs = 0;
  await readTable(job.filePath, {
    sheet: job.layout?.sheet,
    onFacts: (found) => {
      facts = found;
      normaliser = createNormaliser(normaliseOptions(job, found, job.layout));
    },
    onRow: (row) => normaliser?.push(row),
    onProgress: (part) => {
      if (performance.now() - lastMs < progressEveryMs) return;
      lastMs = performance.now();
      ends.progress({ stage: 'read', part, total: (facts as TableFacts | null)?.sizeBytes ?? 0 });
    },
  });
  if (!facts || !normaliser) throw fileRefused('empty');
  const file = (normaliser as Normaliser).end();
  // Column names alone say nothing of the bank: whatever verdict came of them would be one about nothing.
  if (file.lines.count === 0 && file.rejectedCount === 0) throw fileRefused('noLines');
  return { file, facts };
}

const normaliseOptions = (job: ReconcileJob, facts: TableFacts, layout: Layout | undefined) => ({
  layout,
  todayIso: job.todayIso,
  defaultCurrency: job.defaultCurrency,
  needsArabicProof: facts.needsArabicProof,
  expectedLines: Math.min(Math.ceil(facts.sizeBytes / lineBytesGuess), bankFileLimits.textRowsMax),
});

/** The engine's rules for a job. */
function rulesOf({ cutoff, todayIso, nowMs }: ReconcileJob): JudgeRules {
  const clock = /^(\d{1,2}):(\d{2})/.exec(cutoff);
  if (!clock) throw new RangeError(`not a cut-off: ${cutoff}`);
  const cutoffMinute = Number(clock[1]) * 60 + Number(clock[2]);
  return { cutoffMinute, todayDay: epochDayOfIso(todayIso), nowMs };
}

async function readPayments(
  reader: PortalReader,
  payments: AsyncIterable<Uint8Array>,
  ends: ReconcileEnds,
): Promise<void> {
  let lastMs = 0;
  for await (const chunk of payments) {
    reader.push(chunk);
    if (performance.now() - lastMs < progressEveryMs) continue;
    lastMs = performance.now();
    ends.progress({ stage: 'match', part: reader.count(), total: 0 });
  }
}

async function writeEntries(
  work: Explained,
  order: ReturnType<typeof orderEntries>,
  ends: ReconcileEnds,
): Promise<void> {
  const total = order.items.length;
  let lastMs = performance.now();
  let written = 0;
  for (const chunk of entryChunks(work, order)) {
    written += chunk.length;
    await ends.entries(chunk);
    if (performance.now() - lastMs < progressEveryMs) continue;
    lastMs = performance.now();
    // Entries are of one length, near enough for a bar that moves.
    ends.progress({ stage: 'save', part: Math.min(total, Math.round(written / lineBytesGuess)), total });
  }
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
