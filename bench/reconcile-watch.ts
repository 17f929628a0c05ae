import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { liveProtocol } from '@mizan/contract/live.ts';
import { announce } from '../server/platform/bus/bus.ts';
import { inTenant } from '../server/platform/database/database.ts';
import type { BenchDatabase } from './bench-database.ts';
import { signedIn } from './session.ts';

const sampleEveryMs = 50;
const announceEveryMs = 40;
const mebibyte = 1024 * 1024;

export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** The most memory of a process over what it holds now, in MiB. */
export async function watchMemory(pid: number): Promise<{ stop(): Promise<number> }> {
  const idle = await residentBytes(pid);
  let peak = idle;
  let watching = true;
  const sampled = (async () => {
    while (watching) {
      peak = Math.max(peak, await residentBytes(pid));
      await delay(sampleEveryMs);
    }
  })();
  // Whoever fails meanwhile says why, and not that the process is gone by then.
  sampled.catch(() => undefined);
  return {
    stop: async () => {
      watching = false;
      await sampled;
      return Math.round((peak - idle) / mebibyte);
    },
  };
}

/** How long messages of another merchant take from their commit to its window, while something else goes on. */
export async function watchLiveLag(
  database: BenchDatabase,
  port: number,
): Promise<{ stop(): Promise<{ p99: number; max: number }> }> {
  const { merchantId } = database.large;
  const token = (await signedIn(database)).authorization.replace('Bearer ', '');
  const socket = new WebSocket(`ws://localhost:${port}/neopaas/live`, [liveProtocol, token]);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('the live channel refused')), { once: true });
  });
  const sentAt = new Map<string, number>();
  const lags: number[] = [];
  socket.addEventListener('message', ({ data }) => {
    const at = sentAt.get(String(data));
    if (at !== undefined) lags.push(performance.now() - at);
  });
  let watching = true;
  const announced = (async () => {
    for (let number = 1; watching; number += 1) {
      const message = { type: 'TRX', transactionId: String(number) } as const;
      await inTenant(database.db, merchantId, async (tx) => {
        await announce(tx, merchantId, message);
        // The message may arrive before COMMIT is answered here.
        sentAt.set(`TRX${number}`, performance.now());
      });
      await delay(announceEveryMs);
    }
  })();
  return {
    stop: async () => {
      watching = false;
      await announced;
      await delay(500);
      socket.close();
      lags.sort((a, b) => a - b);
      if (lags.length === 0) throw new Error('no live message arrived');
      return { p99: lags[Math.floor((lags.length - 1) * 0.99)] ?? 0, max: lags.at(-1) ?? 0 };
    },
  };
}
