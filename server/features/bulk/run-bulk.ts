import { randomUUID } from 'node:crypto';
import { startBulk } from '@mizan/contract/bulk.ts';
import { inPlatformBulk, type Tx } from '../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { holdMerchant } from '../merchants/merchants.service.ts';
import { stillMay } from '../users/still-may.ts';
import type { BulkDeps } from './bulk.deps.ts';
import {
  endRun,
  markLines,
  planEachTime,
  type RunRecord,
  recount,
  selectNextLines,
  selectRun,
  setState,
  takeRun,
  tellWritten,
} from './bulk-runs.queries.ts';
import { writeLines } from './write-lines.ts';

/** Of one transaction, where good lines alone are written; of one step of the progress, where all of them are or none. */
const linesOfBlock = 500;
const attemptsMax = 5;

export const runBulkJob = 'bulk.run';
export interface BulkWork {
  merchantId: string;
  runId: string;
}

/** Somebody cancelled, or another process took the run up: what this one had begun is nobody's. */
class LeaseLost extends Error {}
/** Of all lines or none, one can no longer be written. */
class ChangedSince extends Error {}
/** Who started it may no longer do so. */
class NotAllowed extends Error {}

interface Run extends BulkWork {
  deps: BulkDeps;
  record: RunRecord;
  lease: string;
}

/** Whoever started a run, as they are now: the job has no session of theirs. @throws NotAllowed */
async function startedBy(
  tx: Tx,
  { merchantId, byId }: { merchantId: string; byId: string },
): Promise<Member> {
  const person = await stillMay(tx, { merchantId, userId: byId }, startBulk);
  if (!person) throw new NotAllowed();
  return {
    userId: byId,
    role: 'MERCHANT',
    teamRole: person.place,
    merchantId,
    branchId: null,
    terminalId: null,
    fullName: person.name,
    email: person.email,
    locale: person.locale,
    authenticatedAt: new Date(0),
    sessionId: '',
  };
}

/** Writes the next lines; how many they were, and how many of them were rejected after all. */
async function writeBlock(tx: Tx, { deps, merchantId, runId, record }: Run) {
  await planEachTime(tx);
  const merchant = await holdMerchant(tx, merchantId);
  if (!merchant) throw new NotAllowed();
  const member = await startedBy(tx, { merchantId, byId: record.byId });
  const lines = await selectNextLines(tx, merchantId, runId, linesOfBlock);
  if (lines.length === 0) return { lines: 0, rejected: 0 };
  const at = deps.clock.now();
  const results = await writeLines({ tx, deps, member, at, merchant }, lines);
  await markLines(tx, merchantId, runId, results, at);
  return { lines: lines.length, rejected: results.filter(({ targetId }) => targetId === null).length };
}

const toldOf = ({ fileName, counts }: RunRecord) => {
  const of = (kind: 'branch' | 'user' | 'terminal') => counts[kind].NEW + counts[kind].CHANGED;
  return { fileName, branches: of('branch'), users: of('user'), terminals: of('terminal') };
};

/** The last word of a run, in the transaction of its last lines. @throws LeaseLost */
async function finish(tx: Tx, { deps, merchantId, runId, record, lease }: Run): Promise<void> {
  const at = deps.clock.now();
  await recount(tx, merchantId, runId);
  if ((await endRun(tx, merchantId, runId, { lease, state: 'DONE', failure: null, at })) === 0)
    throw new LeaseLost();
  const after = (await selectRun(tx, merchantId, runId)) ?? record;
  const by = await startedBy(tx, { merchantId, byId: record.byId });
  const about = { type: 'bulkRun', id: runId } as const;
  await happened(tx, by, { fact: 'bulk.finished', at, about, params: toldOf(after) });
}

/** Good lines alone: a transaction a block, so that what is written stays written, and nothing is written twice. */
async function writeValid(run: Run): Promise<void> {
  const { deps, merchantId, runId, lease } = run;
  let { written } = run.record;
  for (let isOver = false; !isOver; ) {
    isOver = await inPlatformBulk(deps.db, async (tx) => {
      const { lines, rejected } = await writeBlock(tx, run);
      if (lines === 0) {
        await finish(tx, run);
        return true;
      }
      written += lines - rejected;
      if ((await tellWritten(tx, merchantId, runId, { lease, written })) === 0) throw new LeaseLost();
      return false;
    });
  }
}

/** Every line or none: one transaction. Its progress is told beside it, and heard there is whether somebody cancelled. */
async function writeWhole(run: Run): Promise<void> {
  const { deps, merchantId, runId, lease } = run;
  await inPlatformBulk(deps.db, async (tx) => {
    for (let written = 0; ; ) {
      const { lines, rejected } = await writeBlock(tx, run);
      if (rejected > 0) throw new ChangedSince();
      if (lines === 0) break;
      written += lines;
      const told = await inPlatformBulk(deps.db, (beside) =>
        tellWritten(beside, merchantId, runId, { lease, written }),
      );
      if (told === 0) throw new LeaseLost();
    }
    await finish(tx, run);
  });
}

async function fail(run: Run, failure: NonNullable<RunRecord['failure']>): Promise<void> {
  const { deps, merchantId, runId, lease } = run;
  const at = deps.clock.now();
  await inPlatformBulk(deps.db, async (tx) => {
    await recount(tx, merchantId, runId);
    const now = await selectRun(tx, merchantId, runId);
    // What good lines wrote before stays, and can be taken back.
    const state = (now?.written ?? 0) > 0 ? 'CANCELED' : 'FAILED';
    await endRun(tx, merchantId, runId, { lease, state, failure, at });
  });
}

/** The job of the queue. It goes on where a killed process stopped: the rows say what is still to be written. */
export async function runBulk(deps: BulkDeps, { merchantId, runId }: BulkWork): Promise<void> {
  const lease = randomUUID();
  const record = await inPlatformBulk(deps.db, (tx) => takeRun(tx, merchantId, runId, lease));
  if (!record) return;
  const run: Run = { deps, merchantId, runId, record, lease };
  try {
    await (record.isWhole ? writeWhole(run) : writeValid(run));
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (error instanceof ChangedSince) return fail(run, 'changedSince');
    if (error instanceof NotAllowed) return fail(run, 'notAllowed');
    if (record.attempts >= attemptsMax && !isDatabaseUnavailable(error)) await fail(run, 'broken');
    throw error;
  }
}

/** Stops a run: of all lines or none nothing stays, of good lines what was written. @throws Failure 'conflict' {reason: 'state'} */
export async function stopRun(tx: Tx, member: Member, record: RunRecord, at: Date): Promise<void> {
  if (record.state !== 'RUNNING')
    throw new Failure('conflict', 'This file is not being written.', { reason: 'state' });
  const { merchantId } = member;
  await recount(tx, merchantId, record.id);
  const now = (await selectRun(tx, merchantId, record.id)) ?? record;
  const state = now.written > 0 ? 'CANCELED' : 'FAILED';
  await setState(tx, merchantId, record.id, { state, at });
  const about = { type: 'bulkRun', id: record.id } as const;
  await happened(tx, member, { fact: 'bulk.canceled', at, about, params: toldOf(now) });
}

export { toldOf };
