import { randomUUID } from 'node:crypto';
import { livePath, liveProtocol } from '@mizan/contract/live.ts';
import { inPlatform, platformRows } from '../server/platform/database/database.ts';
import { openSession } from '../server/platform/sessions/sessions.ts';
import { type HandTerminal, handTerminal, makeKey, resultOf } from '../server/testing/hand-terminal.ts';
import { openShop, type Shop } from '../server/testing/shop.ts';
import { cpuCells, cpuColumns, withCpu } from './cpu.ts';
import { type FreshPortal, startFreshPortal } from './fresh-portal.ts';
import type { BenchDeps, Scenario, ScenarioReport } from './scenario.ts';
import { prepareTpcB, runTpcB } from './tpc-b.ts';

const budgetRatio = 0.3;
/** Shops of a chain: so that the sums of one merchant are not what everybody waits for. */
const [shopCount, terminalsOfShop] = [8, 8];
const terminalCount = shopCount * terminalsOfShop;
const clients = 16;
const [warmUpSeconds, seconds] = [3, 12];

interface Counted {
  events: number;
  /** From the frame of a result to its acknowledgement, in milliseconds. */
  ackMs: number[];
}

/** Reports one payment after the other, each once the one before is acknowledged, which follows its commit. */
async function reportUntil(terminal: HandTerminal, end: number, countFrom: number, counted: Counted) {
  for (let ordinal = 1; performance.now() < end; ordinal += 1) {
    const saidAt = performance.now();
    const rrn = String(632_600_000_000 + Math.floor(Math.random() * 1e9));
    terminal.send({ type: 'sale.report', body: resultOf(randomUUID(), 100 * ordinal, { rrn }) });
    await terminal.next('result.ack');
    if (saidAt < countFrom) continue;
    counted.events += 1;
    counted.ackMs.push(performance.now() - saidAt);
  }
}

/** Counts the PAY messages that the owner of a shop hears. */
async function listen({ port, db }: FreshPortal, { owner }: Shop) {
  const session = { userId: owner.userId, at: new Date(), userAgent: null, ip: '127.0.0.1' };
  const token = await inPlatform(db, (tx) => openSession(tx, session));
  const window = new WebSocket(`ws://localhost:${port}${livePath}`, [liveProtocol, token]);
  let heard = 0;
  window.addEventListener('message', ({ data }) => {
    if (String(data).startsWith('PAY1')) heard += 1;
  });
  await new Promise((open, fail) => {
    window.addEventListener('open', open, { once: true });
    window.addEventListener('error', () => fail(new Error('the live channel refused')), { once: true });
  });
  return { heard: () => heard, close: () => window.close() };
}

async function openTerminals(portal: FreshPortal): Promise<{ shops: Shop[]; terminals: HandTerminal[] }> {
  const shops: Shop[] = [];
  for (let count = 0; count < shopCount; count += 1) shops.push(await openShop(portal.db, terminalsOfShop));
  const terminals: HandTerminal[] = [];
  for (const place of shops.flatMap((shop) => shop.terminals)) {
    const terminal = handTerminal(`ws://127.0.0.1:${portal.port}`, place.tid, makeKey());
    await terminal.signIn(place.enrolCode);
    terminals.push(terminal);
  }
  return { shops, terminals };
}

interface Measured extends Counted {
  /** With those of the warming up: what the CPU time is shared out among. */
  requests: number;
  heard: number;
  committed: number;
}

async function measureEvents(portal: FreshPortal): Promise<Measured> {
  const { shops, terminals } = await openTerminals(portal);
  const windows = await Promise.all(shops.map((shop) => listen(portal, shop)));
  const countFrom = performance.now() + warmUpSeconds * 1_000;
  const end = countFrom + seconds * 1_000;
  const counted: Counted = { events: 0, ackMs: [] };
  await Promise.all(terminals.map((terminal) => reportUntil(terminal, end, countFrom, counted)));
  const [row] = await platformRows<{ count: number }>(
    portal.db,
    `SELECT count(*)::int AS count FROM transactions WHERE status = 'APPROVED'`,
  );
  const committed = row?.count ?? 0;
  const heard = () => windows.reduce((sum, window) => sum + window.heard(), 0);
  const patience = performance.now() + 5_000;
  while (heard() < committed && performance.now() < patience) await new Promise((go) => setTimeout(go, 50));
  for (const window of windows) window.close();
  for (const terminal of terminals) terminal.drop();
  return { ...counted, requests: committed, heard: heard(), committed };
}

async function run({ database, log }: BenchDeps): Promise<ScenarioReport> {
  const portal = await startFreshPortal(database, 'events');
  try {
    await prepareTpcB(portal.ownerUrl);
    // Before and after, because others may come to the machine meanwhile.
    const before = await runTpcB(portal.ownerUrl, clients, seconds);
    log(`TPC-B: ${before.toFixed(0)}/s`);
    const measured = await withCpu(database, portal, () => measureEvents(portal));
    const perSecond = measured.events / seconds;
    log(`events: ${perSecond.toFixed(0)}/s`);
    const after = await runTpcB(portal.ownerUrl, clients, seconds);
    const tpcB = (before + after) / 2;
    const ratio = perSecond / tpcB;
    const sorted = measured.ackMs.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
    return {
      how: `${terminalCount} terminals of ${shopCount} merchants, written by hand, report one approved payment after the other: each is written with its charges, sums, expectation, record and live message in one transaction, committed, acknowledged, and heard as PAY1 by a window of its merchant. The baseline is the transaction of TPC-B (scale 10), ${clients} clients from Node with the same driver on the same server, before and after.`,
      results: [
        {
          what: 'payments/s, of the TPC-B transactions/s',
          value: `${ratio.toFixed(2)} (${perSecond.toFixed(0)} of ${tpcB.toFixed(0)})`,
          budget: `>= ${budgetRatio}`,
          isWithin: ratio >= budgetRatio,
        },
        {
          what: 'payments committed and heard as PAY1',
          value: `${measured.heard} of ${measured.committed}`,
          budget: 'all',
          isWithin: measured.heard === measured.committed,
        },
      ],
      ...(ratio < budgetRatio && {
        cause:
          'a payment is more than the five statements of TPC-B: its line and epoch are locked, its agreed rate and bank are read, and payment, result, record, rollups, expectation with its sums, audit entry and live message are written; the portal, PostgreSQL and the terminals share the cores.',
      }),
      table: [
        ['', 'per second', 'answer p50 ms', 'answer p99 ms', ...cpuColumns],
        ['payments reported', perSecond.toFixed(0), at(0.5), at(0.99), ...cpuCells(measured.cpu)],
        ['TPC-B before', before.toFixed(0), '', '', '', ''],
        ['TPC-B after', after.toFixed(0), '', '', '', ''],
      ],
    };
  } finally {
    await portal.stop();
  }
}

export const scenario: Scenario = { name: 'terminal-events', title: 'Payments reported by terminals', run };
