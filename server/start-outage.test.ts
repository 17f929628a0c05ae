import { expect, test } from 'vitest';
import { testDatabase } from './platform/testing/database.ts';
import { mortalProxy } from './platform/testing/mortal-proxy.ts';
import { ownServer } from './platform/testing/own-server.ts';
import { portalEnvironment, runPortal } from './testing/portal-process.ts';

/** A database that dies while a portal starts is waited for, in whichever step of the start it is. */
const database = await testDatabase();
const waits = 'the start waits for the database';
const deadMs = 300;

/** Starts a portal over a line that dies; answers the steps that said that they wait, or null where it never died. */
async function startOverDyingLine(
  databaseUrl: string,
  diesAt: number,
  passBytes: number,
): Promise<string[] | null> {
  const proxy = await mortalProxy(databaseUrl, { diesAt, passBytes, deadMs });
  const portal = await runPortal(portalEnvironment(proxy.url));
  try {
    const ready = () => fetch(`${portal.url}/ready`).then(({ status }) => status);
    await expect.poll(ready).toBe(200);
    expect(portal.lines.filter((line) => line.includes('"level":"fatal"'))).toEqual([]);
    const steps = portal.lines
      .map((line) => JSON.parse(line) as { msg: string; step?: string })
      .flatMap(({ msg, step }) => (msg === waits ? [step ?? ''] : []));
    expect(steps).toEqual([...new Set(steps)]);
    return proxy.hasDied() ? steps : null;
  } finally {
    await portal.end('SIGKILL');
    proxy.close();
  }
}

test('whichever step of a start it dies in: the portal comes up, with one line a step', async () => {
  const left = new Set(['connection', 'roles', 'migrations', 'job queue', 'policies', 'demo', 'bus', 'jobs']);
  for (let diesAt = 1; left.size > 0; diesAt += 1) {
    const steps = await startOverDyingLine(database.url, diesAt, 0);
    expect(steps, `never waited: ${[...left].join(', ')}`).not.toBeNull();
    for (const step of steps ?? []) left.delete(step);
  }
}, 120_000);

test('the same on an empty database, in the middle of its migrations', async () => {
  const own = await ownServer();
  try {
    expect(await startOverDyingLine(own.url, 1, 20_000)).toEqual(['migrations']);
  } finally {
    await own.remove();
  }
}, 60_000);
