import { setTimeout as delay } from 'node:timers/promises';
import { livePath, liveProtocol } from '@mizan/contract/live.ts';
import { terminalLinkPath, terminalLinkProtocol } from '@mizan/contract/terminal-link.ts';
import {
  clientFrame,
  frameStarts,
  openRawSocket,
  type RawSocket,
} from '../server/platform/testing/raw-socket.ts';
import { startPortalProcess } from './processes.ts';
import { watchMemory } from './reconcile-watch.ts';
import type { BenchDeps, Measured, Scenario, ScenarioReport } from './scenario.ts';

const sockets = 2_000;
/** So that no limit on one address takes the flood away: what is measured is what all strangers may hold. */
const addresses = 20;
const openAtOnce = 100;
const budget = { memoryMiB: 100, healthMs: 1_000 } as const;
const holdMs = 15_000;

/** What each of the sockets sends, none of which is ever a whole message, and none of which answers a close. */
const piece = clientFrame(frameStarts.nextPiece, Buffer.from('x'));
const pieces = Buffer.concat([
  clientFrame(frameStarts.firstPiece, Buffer.from('x')),
  ...Array.from({ length: 16_000 }, () => piece),
]);
const claimedBytes = 0xffff;
const half = clientFrame(frameStarts.text, Buffer.alloc(claimedBytes - 1), claimedBytes);

interface Flood {
  name: string;
  path: string;
  protocols: string;
  /** Written again every second while the socket stands. */
  send: Buffer;
}
const floods: readonly Flood[] = [
  {
    name: 'terminals, silent',
    path: terminalLinkPath,
    protocols: terminalLinkProtocol,
    send: Buffer.alloc(0),
  },
  {
    name: 'terminals, one-byte pieces',
    path: terminalLinkPath,
    protocols: terminalLinkProtocol,
    send: pieces,
  },
  {
    name: 'terminals, unfinished frames',
    path: terminalLinkPath,
    protocols: terminalLinkProtocol,
    send: half,
  },
  {
    name: 'windows without a session, one-byte pieces',
    path: livePath,
    protocols: `${liveProtocol}, ${'x'.repeat(43)}`,
    send: pieces,
  },
];

interface Outcome {
  memoryMiB: number;
  slowestHealthMs: number;
  open: number;
  sentMiB: number;
}

async function watchHealth(port: number): Promise<{ stop(): Promise<number> }> {
  let watching = true;
  let slowestMs = 0;
  const asked = (async () => {
    while (watching) {
      const start = performance.now();
      await fetch(`http://127.0.0.1:${port}/health`);
      slowestMs = Math.max(slowestMs, performance.now() - start);
      await delay(50);
    }
  })();
  return {
    stop: async () => {
      watching = false;
      await asked;
      return slowestMs;
    },
  };
}

async function openAll(port: number, flood: Flood, onOpen: (socket: RawSocket) => void): Promise<void> {
  for (let begun = 0; begun < sockets; begun += openAtOnce) {
    const some = Array.from({ length: openAtOnce }, async (_, place) => {
      const from = `127.0.0.${2 + ((begun + place) % addresses)}`;
      const socket = await openRawSocket({ port, path: flood.path, protocols: flood.protocols, from });
      if (socket.status === 101) onOpen(socket);
    });
    await Promise.all(some);
  }
}

async function measure(port: number, pid: number, flood: Flood): Promise<Outcome> {
  const [memory, health] = await Promise.all([watchMemory(pid), watchHealth(port)]);
  const open = new Set<RawSocket>();
  let [opened, sentBytes] = [0, 0];
  const send = (socket: RawSocket): void => {
    socket.write(flood.send);
    sentBytes += flood.send.length;
  };
  await openAll(port, flood, (socket) => {
    opened += 1;
    open.add(socket);
    void socket.ended.then(() => open.delete(socket));
    send(socket);
  });
  for (let passedMs = 0; passedMs < holdMs; passedMs += 1_000) {
    await delay(1_000);
    for (const socket of open) send(socket);
  }
  for (const socket of open) socket.drop();
  const [memoryMiB, slowestHealthMs] = await Promise.all([memory.stop(), health.stop()]);
  return { memoryMiB, slowestHealthMs, open: opened, sentMiB: sentBytes / 1024 ** 2 };
}

const results = (all: readonly Outcome[]): Measured[] => {
  const memory = Math.max(...all.map(({ memoryMiB }) => memoryMiB));
  const health = Math.max(...all.map(({ slowestHealthMs }) => slowestHealthMs));
  return [
    {
      what: 'peak memory over what it was before, the worst of the floods',
      value: `${memory} MiB`,
      budget: `<= ${budget.memoryMiB} MiB`,
      isWithin: memory <= budget.memoryMiB,
    },
    {
      what: '/health meanwhile, slowest answer',
      value: `${health.toFixed(0)} ms`,
      budget: `<= ${budget.healthMs} ms`,
      isWithin: health <= budget.healthMs,
    },
  ];
};

async function run({ database, log }: BenchDeps): Promise<ScenarioReport> {
  const outcomes: [Flood, Outcome][] = [];
  for (const flood of floods) {
    // A new one for each: what an earlier flood brought to memory would hide what the next one needs.
    const portal = await startPortalProcess(database.ownerUrl, database.dataDir);
    try {
      const outcome = await measure(portal.port, portal.pid, flood);
      log(`${flood.name}: ${outcome.memoryMiB} MiB`);
      outcomes.push([flood, outcome]);
    } finally {
      await portal.stop();
    }
  }
  return {
    how: `${sockets} sockets of ${addresses} addresses that never sign in ask for the line of terminals or for the live channel, send what is no whole message every second, and answer no close. Each flood meets a portal that was just started.`,
    results: results(outcomes.map(([, outcome]) => outcome)),
    table: [
      ['', 'let in', 'sent MiB', 'memory over before, MiB', '/health slowest ms'],
      ...outcomes.map(([{ name }, { open, sentMiB, memoryMiB, slowestHealthMs }]) => [
        name,
        String(open),
        sentMiB.toFixed(0),
        String(memoryMiB),
        slowestHealthMs.toFixed(0),
      ]),
    ],
  };
}

export const scenario: Scenario = {
  name: 'stranger-flood',
  title: 'A flood of sockets that never sign in',
  run,
};
