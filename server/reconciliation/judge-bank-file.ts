import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { agreedCharges } from './judge/agreed-charges.ts';
import { type Bridge, buildBridges } from './judge/bridge.ts';
import { coverFile, type FileCoverage } from './judge/cover-file.ts';
import { type Judged, judge } from './judge/judge.ts';
import type { JudgeRules } from './judge/judge-rules.ts';
import { settledLines } from './judge/settled-lines.ts';
import { type ChargesSeen, chargesSeen } from './judge/unseen-charges.ts';
import { leaveSums, takeSums, unwordedSums } from './judge/unworded-sums.ts';
import { judgeVatAlone } from './judge/vat-alone.ts';
import { type Absent, lackingOf, verdictOf } from './judge/verdict.ts';
import { joinLines } from './match/hand-matches.ts';
import { lateKeysOf } from './match/late-keys.ts';
import { hasKeyColumns, matchRecords } from './match/match.ts';
import type { Matches, PartLine } from './match/matches.ts';
import { matchRejected, type UnreadRows } from './match/rejected-rows.ts';
import { joinSeveralLines } from './match/several-lines.ts';
import { epochDayOfIso } from './normalise/date-text.ts';
import { createNormaliser, type NormalisedFile, type Normaliser } from './normalise/normalise.ts';
import { besideFile, type SettledLines } from './normalise/paid-elsewhere.ts';
import { createPortalReader, type PortalReader } from './normalise/portal-reader.ts';
import type { PortalRecords } from './normalise/portal-records.ts';
import { checkFigures } from './normalise/stated-figures.ts';
import { scopeOf, scopeWithPayments } from './portal-scope.ts';
import { type Layout, namesColumnOf } from './read/columns.ts';
import { fileRefused } from './read/file-refused.ts';
import { readTable, type TableFacts } from './read/read-table.ts';
import type { PortalScope, ReconcileEnds, ReconcileJob, ReconcileSummary } from './reconcile-job.ts';

/** Room for declined payments and days around the file's: memory that is not written to is not taken. */
const paymentsPerLine = 1.3;
/** A line is at least so long: enough to reserve memory by the size of the file, and not too much. */
const lineBytesGuess = 90;
/** Progress is for eyes: a stage says so at most this often. */
const progressEveryMs = 200;

/** A file judged, with all that its entries are written from. */
export interface JudgedFile {
  file: NormalisedFile;
  facts: TableFacts;
  scope: PortalScope;
  rules: JudgeRules;
  records: PortalRecords;
  matches: Matches;
  unread: UnreadRows;
  cover: FileCoverage;
  judged: Judged;
  bridges: Bridge[];
  verdict: ReconcileSummary['verdict'];
  absent: Absent[];
  charges: ChargesSeen;
  settled: SettledLines;
}

type JudgeEnds = Pick<ReconcileEnds, 'payments' | 'latePayments' | 'progress'>;

/**
 * A bank file from its bytes to the verdict, writing nothing: what a file is judged by, and what is announced of one that
 * waits for a person. Refuses as `readTable` does.
 */
export async function judgeBankFile(
  job: ReconcileJob,
  ends: JudgeEnds,
  clock: StageClock = stageClock(),
): Promise<JudgedFile> {
  const { file, facts } = await readFile(job, ends);
  clock.end('read');
  const rules = rulesOf(job);
  const scope = scopeOf(file.lines);
  const { records, ...found } = await matchPortal(job, file, scope, ends, clock);
  const sums = unwordedSums(file, records, found.matches);
  if (sums.isCertain) takeSums(file, sums.lines);
  const matches = sums.isCertain ? found.again() : found.matches;
  leaveSums(records, matches, sums.matched);
  joinLines(file.lines, matches);
  clock.end('match');
  ends.progress({ stage: 'judge', part: 0, total: 0 });
  const unread = { ...matchRejected(file, records, matches), ...lackingOf(file) };
  const both = { lines: file.lines, records, shared: file.shared };
  const cover = coverFile({ ...both, matches }, job.parts ?? [], rules);
  const judged = judge(file.lines, records, matches, cover, {
    ...rules,
    unread,
    unreadCells: file.unreadCells,
    mayBeTotals: sums.isCertain ? [] : sums.lines,
  });
  const agreed = agreedCharges(file.lines, records, matches);
  if (file.totals.some(({ agrees }) => agrees !== true) || file.paid.asked.length > 0)
    Object.assign(file, checkFigures(file, agreed, besideFile(job.settledFiles ?? [], scope.toDay)));
  const bridges = buildBridges(file.lines, records, matches, judged);
  const settled = settledLines(file, matches, agreed);
  const charges = {
    ...chargesSeen(file, matches, judged),
    vatAlone: judgeVatAlone(file.lines, records, matches),
  };
  return {
    file,
    facts,
    scope,
    rules,
    records,
    matches,
    unread,
    cover,
    judged,
    bridges,
    charges,
    settled,
    ...verdictOf(file, cover, bridges, judged, charges),
  };
}

/**
 * The portal's payments of a file's days, and what the lines have of them. A first file may be dated long after its payments, by the day
 * on which the bank paid: the days of the payments that it names by their keys are its days, too, and what else was sold on them counts.
 */
async function matchPortal(
  job: ReconcileJob,
  file: NormalisedFile,
  scope: PortalScope,
  ends: JudgeEnds,
  clock: StageClock,
): Promise<{ records: PortalRecords; matches: Matches; again: () => Matches }> {
  const { answers, handMatches } = job;
  const options = { hasKeyColumns: hasKeyColumns(file.mapping), shared: file.shared, answers, handMatches };
  const room = Math.ceil(file.lines.count * paymentsPerLine);
  let parts: Map<number, PartLine> | undefined;
  const load = async (of: PortalScope): ReturnType<typeof matchPortal> => {
    const reader = createPortalReader(file.shared, room, scope.hasReferences);
    if (file.lines.count > 0) await readPayments(reader, ends.payments(of), ends);
    const records = reader.end();
    clock.end('payments');
    const match = (): Matches => {
      parts = joinSeveralLines(file.lines, records, file.shared, { known: parts, handMatches });
      return matchRecords(file.lines, records, { ...options, parts });
    };
    const again = (): Matches => {
      parts = undefined;
      return match();
    };
    const matches = match();
    const keys = ends.latePayments && lateKeysOf(file.lines, records, matches, file.shared, handMatches);
    if (!keys || !ends.latePayments) return { records, matches, again };
    const known = records.count;
    await readPayments(reader, ends.latePayments(of, keys), ends);
    return { records, matches: reader.end().count > known ? match() : matches, again };
  };
  const found = await load(scope);
  // Beside an earlier file whatever is open since the first one was handed over already.
  const isFirst = (job.parts ?? []).every(({ openingMs }) => openingMs === null);
  const wider = isFirst ? scopeWithPayments(scope, file.lines, found.records, found.matches.lineOf) : scope;
  return wider === scope ? found : load(wider);
}

export interface StageClock {
  end: (stage: string) => void;
  stageMs: Record<string, number>;
}

/** Milliseconds by stage, as they end. */
export function stageClock(): StageClock {
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
  ends: JudgeEnds,
): Promise<{ file: NormalisedFile; facts: TableFacts }> {
  let facts: TableFacts | null = null;
  let normaliser: Normaliser | null = null;
  let lastMs = 0;
  await readTable(job.filePath, {
    sheet: job.layout?.sheet,
    table: job.layout?.table,
    names: job.layout && { isName: namesColumnOf(job.layout) },
    ofOthers: job.layout?.words ?? {},
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
  return { file, facts };
}

const normaliseOptions = (job: ReconcileJob, facts: TableFacts, layout: Layout | undefined) => ({
  layout,
  todayIso: job.todayIso,
  defaultCurrency: job.defaultCurrency,
  needsArabicProof: facts.needsArabicProof,
  absentParts: facts.absentParts,
  otherSheets: facts.otherSheets,
  expectedLines: Math.min(Math.ceil(facts.sizeBytes / lineBytesGuess), bankFileLimits.textRowsMax),
});

/** The engine's rules for a job. */
function rulesOf({ cutoff, cutoffs = [], todayIso, nowMs }: ReconcileJob): JudgeRules {
  const bankDays = new Map<number, { fromDay: number; minute: number }[]>();
  for (const { bankId, validFrom, cutoff: own } of cutoffs) {
    const days = bankDays.get(bankId) ?? [];
    days.push({ fromDay: epochDayOfIso(validFrom), minute: minuteOf(own) });
    bankDays.set(
      bankId,
      days.sort((x, y) => x.fromDay - y.fromDay),
    );
  }
  return { cutoffMinute: minuteOf(cutoff), bankDays, todayDay: epochDayOfIso(todayIso), nowMs };
}

function minuteOf(cutoff: string): number {
  const clock = /^(\d{1,2}):(\d{2})/.exec(cutoff);
  if (!clock) throw new RangeError(`not a cut-off: ${cutoff}`);
  return Number(clock[1]) * 60 + Number(clock[2]);
}

async function readPayments(
  reader: PortalReader,
  payments: AsyncIterable<Uint8Array>,
  ends: JudgeEnds,
): Promise<void> {
  let lastMs = 0;
  for await (const chunk of payments) {
    reader.push(chunk);
    if (performance.now() - lastMs < progressEveryMs) continue;
    lastMs = performance.now();
    ends.progress({ stage: 'match', part: reader.count(), total: 0 });
  }
}
