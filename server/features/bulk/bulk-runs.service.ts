import type { Readable } from 'node:stream';
import {
  type BulkRun,
  bulkCan,
  bulkLimits,
  type getBulkRun,
  type listBulkLines,
  type startBulk as startRoute,
} from '@mizan/contract/bulk.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { inPlatform, inPlatformBulk, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { regionsOf } from '../districts/offered.service.ts';
import { readFilledFile } from '../filled-files/read-filled-file.ts';
import { softwareMadeBy } from '../integrator/made-by.service.ts';
import { holdMerchant } from '../merchants/merchants.service.ts';
import { offeredModels } from '../models/offered.service.ts';
import type { BulkDeps, BulkUploadDeps } from './bulk.deps.ts';
import {
  beginRun,
  countRunning,
  deleteRun,
  insertLines,
  insertRun,
  lockRun,
  type RunRecord,
  selectLines,
  selectOwnersNoMore,
  selectRun,
  selectRuns,
} from './bulk-runs.queries.ts';
import { bulkShape, valueWords } from './bulk-words.ts';
import { checkFile, countsOf } from './check/check-file.ts';
import type { FileRow } from './check/checked-line.ts';
import { type Known, plain } from './check/known.ts';
import {
  selectKnownBanks,
  selectKnownBranches,
  selectKnownPeople,
  selectKnownTerminals,
  selectTakenNames,
  selectTakenTids,
} from './known.queries.ts';
import { runBulkJob, stopRun } from './run-bulk.ts';
import { movedSeats } from './seats.queries.ts';
import { countUsed, countWaiting } from './undo.queries.ts';

const refused = (reason: 'state' | 'nothing' | 'rejected' | 'running', sentence: string): Failure =>
  new Failure('conflict', sentence, { reason });

/** Everything that lines are held against, in one snapshot. */
async function knownOf(tx: Tx, member: Member, rows: readonly FileRow[]): Promise<Known> {
  const { merchantId } = member;
  const names = rows.flatMap(({ cells }) =>
    [cells.username, cells.email].flatMap((name) => name?.toLowerCase() ?? []),
  );
  const tids = rows.flatMap(({ cells }) => cells.terminalId ?? []);
  const branches = await selectKnownBranches(tx, merchantId);
  const people = await selectKnownPeople(tx, merchantId);
  const terminals = await selectKnownTerminals(tx, merchantId);
  const takenNames = await selectTakenNames(tx, merchantId, names);
  const takenTids = await selectTakenTids(tx, merchantId, tids);
  return {
    branches: new Map(branches.map((each) => [each.code, each])),
    people: new Map(people.map((each) => [each.signInName.toLowerCase(), each])),
    terminals: new Map(terminals.map((each) => [each.tid, each])),
    banks: await selectKnownBanks(tx, merchantId),
    models: new Map((await offeredModels(tx)).map((name) => [plain(name), name])),
    takenNames: new Set(takenNames.map(({ name }) => name)),
    takenTids: new Set(takenTids.map(({ tid }) => tid)),
    words: valueWords(await regionsOf(tx)),
    by: { userId: member.userId, place: member.teamRole },
  };
}

const linesOfInsert = 1_000;

/**
 * Reads a file and keeps it with the verdict of every line; nothing of it is written yet. @throws Failure 'unreadableFile', 'tooLarge'
 */
export async function uploadRun(
  { db, clock, folder }: BulkUploadDeps,
  member: Member,
  file: { fileName: string; body: Readable },
): Promise<{ id: string }> {
  const began = performance.now();
  const rows = await readFilledFile(folder, file, bulkShape);
  return inPlatformBulk(db, async (tx) => {
    const lines = await checkFile(rows, await knownOf(tx, member, rows));
    const id = await insertRun(tx, member.merchantId, {
      byId: member.userId,
      byName: member.fullName,
      fileName: file.fileName,
      counts: countsOf(lines),
      readMs: Math.round(performance.now() - began),
      createdAt: clock.now(),
    });
    for (let at = 0; at < lines.length; at += linesOfInsert) {
      await insertLines(tx, member.merchantId, id, lines.slice(at, at + linesOfInsert));
    }
    return { id };
  });
}

const shown = (record: RunRecord, linksWaiting: number): BulkRun => {
  const { counts, createdAt, finishedAt, byId: _byId, isWhole: _whole, attempts: _attempts, ...run } = record;
  const { all, ...byKind } = counts;
  return {
    ...run,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    counts: all,
    byKind,
    linksWaiting,
  };
};

const isWritten = ({ state }: RunRecord): boolean => state === 'DONE' || state === 'CANCELED';

/** The files of the merchant, the newest first. As the platform, because people have no tenant before they sign in. */
export const listRuns = ({ db }: BulkDeps, { merchantId }: Member): Promise<{ rows: BulkRun[] }> =>
  inPlatform(db, async (tx) => {
    const records = await selectRuns(tx, merchantId, bulkLimits.runsListed);
    const rows: BulkRun[] = [];
    for (const record of records) {
      rows.push(shown(record, isWritten(record) ? await countWaiting(tx, merchantId, record.id) : 0));
    }
    return { rows };
  });

async function runOf(tx: Tx, { merchantId }: Member, id: string): Promise<RunRecord> {
  const record = await selectRun(tx, merchantId, id);
  if (!record) throw notFound();
  return record;
}

/** @throws Failure 'notFound' */
/** What software will stop by the lines that are still to be written, as of now. */
async function softwareStops(tx: Tx, record: RunRecord, merchantId: string, at: Date) {
  if (record.state !== 'CHECKED' && record.state !== 'RUNNING') return { keys: 0, credentials: 0 };
  const owners = await selectOwnersNoMore(tx, merchantId, record.id);
  return softwareMadeBy(
    tx,
    merchantId,
    owners.map(({ id }) => id),
    at,
  );
}

export const runDetail = (
  { db, clock }: BulkDeps,
  member: Member,
  id: string,
): Promise<RouteOutput<typeof getBulkRun>> =>
  inPlatform(db, async (tx) => {
    const { merchantId } = member;
    const record = await runOf(tx, member, id);
    return {
      run: shown(record, isWritten(record) ? await countWaiting(tx, merchantId, id) : 0),
      usedSince: bulkCan.undo(record.state)
        ? await countUsed(tx, merchantId, id, await movedSeats(tx, merchantId, id))
        : null,
      softwareStops: await softwareStops(tx, record, merchantId, clock.now()),
    };
  });

/** A page of lines in the order of the file. @throws Failure 'notFound' */
export const listLines = (
  { db }: BulkDeps,
  member: Member,
  id: string,
  { after, limit, verdict }: RouteInput<typeof listBulkLines>['query'],
): Promise<RouteOutput<typeof listBulkLines>> =>
  inPlatform(db, async (tx) => {
    await runOf(tx, member, id);
    const rows = await selectLines(tx, member.merchantId, id, {
      verdict: verdict ?? null,
      after,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit).map(({ cells: _cells, ...line }) => line);
    return { rows: page, nextAfter: rows.length > limit ? (page.at(-1)?.line ?? null) : null };
  });

/**
 * Has the lines of a file written, by a job. @throws Failure 'notFound'; 'conflict': 'state', 'nothing' to write, 'rejected' where all
 * were wanted and one is, 'running' of another file
 */
export const startRun = (
  { db, clock }: BulkDeps,
  member: Member,
  id: string,
  { lines }: RouteInput<typeof startRoute>['body'],
): Promise<{ id: string }> =>
  inPlatform(db, async (tx) => {
    const { merchantId } = member;
    await holdMerchant(tx, merchantId);
    const record = await lockRun(tx, merchantId, id);
    if (!record) throw notFound();
    if (!bulkCan.start(record.state)) throw refused('state', 'This file was started or put away already.');
    if (record.toWrite === 0) throw refused('nothing', 'There is nothing to write in this file.');
    if (lines === 'all' && record.counts.all.REJECTED > 0)
      throw refused('rejected', 'A line of it is rejected.');
    if ((await countRunning(tx, merchantId)) > 0) throw refused('running', 'Another file is being written.');
    await beginRun(tx, merchantId, id, lines === 'all');
    await enqueue(tx, runBulkJob, { merchantId, runId: id });
    const about = { type: 'bulkRun', id } as const;
    const params = { fileName: record.fileName, lines: record.toWrite };
    await happened(tx, member, { fact: 'bulk.started', at: clock.now(), about, params });
    return { id };
  });

/** @throws Failure 'notFound', 'conflict' {reason: 'state'} */
export const cancelRun = ({ db, clock }: BulkDeps, member: Member, id: string): Promise<{ id: string }> =>
  inPlatform(db, async (tx) => {
    const record = await lockRun(tx, member.merchantId, id);
    if (!record) throw notFound();
    await stopRun(tx, member, record, clock.now());
    return { id };
  });

/** Puts a file away of which nothing was written. @throws Failure 'notFound', 'conflict' {reason: 'state'} */
export const discardRun = ({ db }: BulkDeps, member: Member, id: string): Promise<Record<string, never>> =>
  inPlatform(db, async (tx) => {
    const record = await lockRun(tx, member.merchantId, id);
    if (!record) throw notFound();
    if (!bulkCan.discard(record.state)) throw refused('state', 'This file was registered.');
    await deleteRun(tx, member.merchantId, id);
    return {};
  });
