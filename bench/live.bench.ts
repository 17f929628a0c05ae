import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { announce } from '../server/platform/bus/bus.ts';
import { inPlatform, inTenant } from '../server/platform/database/database.ts';
import { openSession } from '../server/platform/sessions/sessions.ts';
import { openShop } from '../server/testing/shop.ts';
import { type FreshPortal, startFreshPortal } from './fresh-portal.ts';
import { residentBytes } from './reconcile-watch.ts';
import type { BenchDeps, Scenario, ScenarioReport } from './scenario.ts';

const budgets = { sockets: 15_000, kilobytes: 20, p99Ms: 50 } as const;
/** Every merchant has people who look: an event is heard by those of one. */
const merchants = 300;
const windowsOfMerchant = budgets.sockets / merchants;
const announceEveryMs = 40;
const seconds = 20;
const settleMs = 3_000;
const program = fileURLToPath(new URL('./live-windows.ts', import.meta.url));

interface Owner {
  merchantId: string;
  token: string;
}

async function openOwners({ db }: FreshPortal): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (let count = 0; count < merchants; count += 1) {
    const { merchantId, owner } = await openShop(db, 0);
    const session = { userId: owner.userId, at: new Date(), userAgent: null, ip: '127.0.0.1' };
    owners.push({ merchantId, token: await inPlatform(db, (tx) => openSession(tx, session)) });
  }
  return owners;
}

/** Windows in a process of their own. */
async function openWindows(port: number, tokens: string[]) {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.write(`${JSON.stringify({ port, tokens, windowsOfToken: windowsOfMerchant })}\n`);
  const first = await lines.next();
  if (first.value !== 'open') throw new Error('the windows were not opened');
  return {
    end: async (): Promise<{ came: [string, number][]; lost: number }> => {
      child.stdin.end('end\n');
      return JSON.parse(String((await lines.next()).value));
    },
  };
}

/** The moment at which each message was about to be committed, in milliseconds of the machine's monotonic clock. */
async function announceAll({ db }: FreshPortal, owners: readonly Owner[]): Promise<Map<string, number>> {
  const sentAt = new Map<string, number>();
  const end = performance.now() + seconds * 1_000;
  for (let number = 1; performance.now() < end; number += 1) {
    const { merchantId } = owners[number % owners.length] as Owner;
    await inTenant(db, merchantId, async (tx) => {
      await announce(tx, merchantId, { type: 'TRX', transactionId: String(number) });
      // The message may arrive before COMMIT is answered here.
      sentAt.set(`TRX${number}`, Number(process.hrtime.bigint()) / 1e6);
    });
    await delay(announceEveryMs);
  }
  return sentAt;
}

async function measure(portal: FreshPortal, log: BenchDeps['log']) {
  const owners = await openOwners(portal);
  await delay(settleMs);
  const idle = await residentBytes(portal.pid);
  const startedAt = performance.now();
  const windows = await openWindows(
    portal.port,
    owners.map(({ token }) => token),
  );
  const openSeconds = (performance.now() - startedAt) / 1_000;
  log(`${budgets.sockets} windows are open after ${openSeconds.toFixed(0)} s`);
  await delay(settleMs);
  const kilobytes = ((await residentBytes(portal.pid)) - idle) / 1_024 / budgets.sockets;
  const sentAt = await announceAll(portal, owners);
  await delay(1_000);
  const { came, lost } = await windows.end();
  const lags = came
    .flatMap(([text, at]) => (sentAt.has(text) ? [at - (sentAt.get(text) ?? 0)] : []))
    .toSorted((a, b) => a - b);
  const at = (share: number): number => lags[Math.floor((lags.length - 1) * share)] ?? Number.NaN;
  return { openSeconds, kilobytes, lost, lags: lags.length, expected: sentAt.size * windowsOfMerchant, at };
}

async function run({ database, log }: BenchDeps): Promise<ScenarioReport> {
  const portal = await startFreshPortal(database, 'live');
  try {
    const found = await measure(portal, log);
    const p99 = found.at(0.99);
    return {
      how: `One portal process holds ${budgets.sockets} windows of ${merchants} merchants; the windows are a process of their own, because both ends of so many sockets are more file descriptors than one process may have. Every ${announceEveryMs} ms a message of one merchant is committed, which its ${windowsOfMerchant} windows hear; the time runs from just before its COMMIT to the window.`,
      results: [
        {
          what: `resident memory of the portal, for each of ${budgets.sockets} sockets`,
          value: `${found.kilobytes.toFixed(1)} KB`,
          budget: `<= ${budgets.kilobytes} KB`,
          isWithin: found.kilobytes <= budgets.kilobytes,
        },
        {
          what: 'commit to window, p99',
          value: `${p99.toFixed(1)} ms`,
          budget: `<= ${budgets.p99Ms} ms`,
          isWithin: p99 <= budgets.p99Ms,
        },
        {
          what: 'messages heard by every window that they are for; windows lost',
          value: `${found.lags} of ${found.expected}; ${found.lost}`,
          budget: 'all; 0',
          isWithin: found.lags === found.expected && found.lost === 0,
        },
      ],
      table: [
        ['opened in s', 'p50 ms', 'p99 ms', 'max ms'],
        [found.openSeconds.toFixed(0), ...[0.5, 0.99, 1].map((share) => found.at(share).toFixed(1))],
      ],
    };
  } finally {
    await portal.stop();
  }
}

export const scenario: Scenario = { name: 'live', title: 'The live channel', run };
