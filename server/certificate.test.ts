import { afterAll, expect, test } from 'vitest';
import { certificateServer, portalName } from './platform/testing/certificate-server.ts';
import { portalEnvironment, runPortal, spawnPortal } from './testing/portal-process.ts';

/** A portal as a process of its own that reaches its database by certificate alone. */
const server = await certificateServer();
afterAll(() => server.remove());

test('a portal starts, migrates and serves without a password, and each of its connections shows the certificate', async () => {
  const portal = await runPortal(portalEnvironment(await server.url()));
  try {
    const ready = await fetch(`${portal.url}/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { ready: true, database: true, migrations: true, bankFiles: 'ok' },
    ]);
    const names = await server.asKeeper<{ role: string; name: string }>(
      `SELECT DISTINCT usename::text AS role, client_dn AS name FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE backend_type = 'client backend' AND datname = 'mizan' ORDER BY 1`,
    );
    expect(names).toEqual([
      { role: 'mizan_app', name: `/CN=${portalName}` },
      { role: 'mizan_platform', name: `/CN=${portalName}` },
    ]);
  } finally {
    await portal.end('SIGKILL');
  }
});

test('with the certificate of another service the start ends with one line, which names the setting', async () => {
  const other = await server.authority.issue('reports');
  const refused = spawnPortal(portalEnvironment(await server.url(other)));
  expect(await refused.exited).toBe(1);
  expect(refused.errors).toEqual([
    expect.stringMatching(/^DATABASE_URL was refused: certificate authentication/),
  ]);
});
