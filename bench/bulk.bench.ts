import { setTimeout as delay } from 'node:timers/promises';
import {
  type BulkRun,
  bulkLimits,
  getBulkRun,
  startBulk,
  undoBulk,
  uploadBulk,
} from '@mizan/contract/bulk.ts';
import { type AnyRoute, pathOf } from '@mizan/contract/route.ts';
import { inPlatform } from '../server/platform/database/database.ts';
import { openSession } from '../server/platform/sessions/sessions.ts';
import { openShop } from '../server/testing/shop.ts';
import { type FreshPortal, startFreshPortal } from './fresh-portal.ts';
import { residentBytes, watchMemory } from './reconcile-watch.ts';
import type { BenchDeps, Scenario, ScenarioReport } from './scenario.ts';

const budgets = { seconds: 30, peakMb: 256, undoSeconds: 30 } as const;
const mebibyte = 1024 * 1024;
const askEveryMs = 200;
/** Of each branch: its own line, one of a cashier and two of terminals. */
const linesOfBranch = 4;
const firstTid = 60_000_000;

const head =
  'Kind,Branch code,Name in English,Name in Arabic,Full name,Role,Username,Terminal ID,Model,Cashier';

function fileOf(lines: number): Buffer {
  const rows = [head];
  for (let at = 0; at < lines / linesOfBranch; at += 1) {
    const tid = firstTid + lines * 100 + at * 2;
    rows.push(
      `Branch,BK${at},Branch,فرع,,,,,,`,
      `User,BK${at},,,Noura,Cashier,bulk.${lines}.${at},,,`,
      `Terminal,BK${at},,,,,,${tid},PAX A920,bulk.${lines}.${at}`,
      `Terminal,BK${at},,,,,,${tid + 1},PAX A920,`,
    );
  }
  return Buffer.from(rows.join('\n'));
}

interface Figures {
  lines: number;
  checkS: number;
  writeS: number;
  undoS: number;
  peakMb: number;
  written: number;
}

/** One file of a merchant of its own, from its first byte to its last line; memory is that of the whole portal process. */
async function measure(portal: FreshPortal, lines: number, idleBytes: number): Promise<Figures> {
  const { owner } = await openShop(portal.db, 0);
  const session = { userId: owner.userId, at: new Date(), userAgent: null, ip: '127.0.0.1' };
  const token = await inPlatform(portal.db, (tx) => openSession(tx, session));
  async function ask<T>(route: AnyRoute, path: string, body?: Buffer | object): Promise<T> {
    const isBytes = Buffer.isBuffer(body);
    const answer = await fetch(`http://127.0.0.1:${portal.port}${path}`, {
      method: route.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${route.id} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  const file = fileOf(lines);
  // What an earlier file left behind counts as well.
  const leftMb = Math.round(((await residentBytes(portal.pid)) - idleBytes) / mebibyte);
  const memory = await watchMemory(portal.pid);
  const startedAt = performance.now();
  const { id } = await ask<{ id: string }>(uploadBulk, `${pathOf(uploadBulk, {})}?fileName=bulk.csv`, file);
  const checkedAt = performance.now();
  await ask(startBulk, pathOf(startBulk, { id }), { lines: 'valid' });
  let run: BulkRun;
  do {
    await delay(askEveryMs);
    ({ run } = await ask<{ run: BulkRun }>(getBulkRun, pathOf(getBulkRun, { id })));
  } while (run.state === 'RUNNING');
  const endedAt = performance.now();
  if (run.state !== 'DONE') throw new Error(`the run ended ${run.state}`);
  await ask(undoBulk, pathOf(undoBulk, { id }), {});
  const undoneAt = performance.now();
  const peakMb = leftMb + (await memory.stop());
  return {
    lines,
    checkS: (checkedAt - startedAt) / 1000,
    writeS: (endedAt - checkedAt) / 1000,
    undoS: (undoneAt - endedAt) / 1000,
    peakMb,
    written: run.written,
  };
}

async function run({ database, log }: BenchDeps): Promise<ScenarioReport> {
  const portal = await startFreshPortal(database, 'bulk');
  try {
    const idleBytes = await residentBytes(portal.pid);
    const figures: Figures[] = [];
    for (const lines of [bulkLimits.lines / 10, bulkLimits.lines]) {
      log(`a file of ${lines} lines`);
      figures.push(await measure(portal, lines, idleBytes));
    }
    const [small, large] = figures as [Figures, Figures];
    const seconds = large.checkS + large.writeS;
    return {
      how: `A CSV of ${large.lines} lines (a branch, a cashier and two terminals, again and again) is uploaded to a portal process, checked, registered and taken back as a whole; before it one of ${small.lines} lines.`,
      results: [
        {
          what: `checked and registered, ${large.written} of ${large.lines} lines`,
          value: `${seconds.toFixed(1)} s`,
          budget: `<= ${budgets.seconds} s, all lines`,
          isWithin: seconds <= budgets.seconds && large.written === large.lines,
        },
        {
          what: 'taken back as a whole',
          value: `${large.undoS.toFixed(1)} s`,
          budget: `<= ${budgets.undoSeconds} s`,
          isWithin: large.undoS <= budgets.undoSeconds,
        },
        {
          what: 'memory of the portal process meanwhile, over idle',
          value: `${large.peakMb} MB`,
          budget: `<= ${budgets.peakMb} MB`,
          isWithin: large.peakMb <= budgets.peakMb,
        },
      ],
      table: [
        ['lines', 'check', 'register', 'take back', 'peak over idle'],
        ...figures.map(({ lines, checkS, writeS, undoS, peakMb }) => [
          String(lines),
          `${checkS.toFixed(1)} s`,
          `${writeS.toFixed(1)} s`,
          `${undoS.toFixed(1)} s`,
          `${peakMb} MB`,
        ]),
      ],
    };
  } finally {
    await portal.stop();
  }
}

export const scenario: Scenario = { name: 'bulk', title: 'A file of branches, people and terminals', run };
