import { expect, test } from 'vitest';
import { testDatabase } from './platform/testing/database.ts';
import { type Mortality, mortalProxy } from './platform/testing/mortal-proxy.ts';
import { ownServer } from './platform/testing/own-server.ts';
import { portalEnvironment, runPortal } from './testing/portal-process.ts';

/** A database that dies while a portal starts is waited for, in whichever step of the start it is, and however often. */
const database = await testDatabase();
const waits = 'the start waits for the database';
const deadMs = 300;
const stepsOfStart = ['connection', 'roles', 'migrations', 'job queue', 'policies', 'demo', 'bus', 'jobs'];
/** Up to a dozen portals start here, one after the other. */
const manyStartsMs = 600_000;
/** After it the portal has started. */
const lastConnection = 11;

/** Starts a portal over a line that dies so often; answers the steps that said that they wait, or null where it never died. */
async function startOverDyingLine(
  databaseUrl: string,
  mortality: Omit<Mortality, 'deadMs'>,
): Promise<string[] | null> {
  const proxy = await mortalProxy(databaseUrl, { ...mortality, deadMs });
  const portal = await runPortal(portalEnvironment(proxy.url));
  try {
    const ready = () => fetch(`${portal.url}/ready`).then(({ status }) => status);
    await expect.poll(ready).toBe(200);
    expect(portal.lines.filter((line) => line.includes('"level":"fatal"'))).toEqual([]);
    const steps = portal.lines
      .map((line) => JSON.parse(line) as { msg: string; step?: string })
      .flatMap(({ msg, step }) => (msg === waits ? [step ?? ''] : []));
    expect(steps).toEqual([...new Set(steps)]);
    return proxy.deaths() > 0 ? steps : null;
  } finally {
    await portal.end('SIGKILL');
    proxy.close();
  }
}

test(
  'whichever step of a start it dies in: the portal comes up, with one line a step',
  async () => {
    const left = new Set(stepsOfStart);
    const dieIn = async (mortality: Omit<Mortality, 'deadMs' | 'passBytes'>): Promise<void> => {
      const steps = await startOverDyingLine(database.url, { ...mortality, passBytes: 0 });
      for (const step of steps ?? []) left.delete(step);
    };
    // One start in which most steps are hit, then one for each of the rest, which come late.
    await dieIn({ diesAt: 1, deaths: stepsOfStart.length, between: 3 });
    for (let diesAt = lastConnection; left.size > 0 && diesAt > 1; diesAt -= 1) await dieIn({ diesAt });
    expect([...left], 'never waited').toEqual([]);
  },
  manyStartsMs,
);

test('the same on an empty database, in the middle of its migrations', async () => {
  const own = await ownServer();
  try {
    expect(await startOverDyingLine(own.url, { diesAt: 1, passBytes: 20_000 })).toEqual(['migrations']);
  } finally {
    await own.remove();
  }
}, 120_000);
