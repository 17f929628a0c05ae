import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { ask } from '../postgres/stand-in-portals.ts';
import { certificateServer, portalName } from '../testing/certificate-server.ts';
import { testAuthority } from '../testing/certificates.ts';
import { testSecret } from '../testing/database-names.ts';
import { ownServer } from '../testing/own-server.ts';
import { closeDatabase, openDatabase } from './database.ts';
import { ensureRoles, RoleRefused, roleUrls } from './roles.ts';

/** How the roles of the portal come into a server: by certificate, and by password. */
const server = await certificateServer();
const byPassword = await ownServer();
afterAll(async () => {
  await server.remove();
  await byPassword.stop();
  await byPassword.remove();
});
const ownUrl = await server.url();

test('the roles are made without a password, and sign in by the certificate that lets the owner in', async () => {
  await ensureRoles(ownUrl, testSecret);
  const urls = roleUrls(ownUrl, testSecret);
  expect([new URL(urls.app).password, new URL(urls.platform).password]).toEqual(['', '']);
  const who = `SELECT current_user AS role, client_dn AS name FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
  expect(await ask(urls.app, who)).toEqual([{ role: 'mizan_app', name: `/CN=${portalName}` }]);
  expect(await ask(urls.platform, who)).toEqual([{ role: 'mizan_platform', name: `/CN=${portalName}` }]);
  const withoutPassword = `SELECT rolname FROM pg_authid WHERE rolname LIKE 'mizan\\_%' AND rolpassword IS NULL`;
  expect(await server.asKeeper(withoutPassword)).toHaveLength(2);
  // Once more, as the next process does: nothing is left to make.
  await ensureRoles(ownUrl, testSecret);
});

test('nobody comes in with the certificate of another service, of another authority, or with none', async () => {
  const refused = { code: '28000' };
  const service = await server.url(await server.authority.issue('reports'));
  await expect(ask(service, 'SELECT 1')).rejects.toMatchObject(refused);
  const stranger = await testAuthority();
  const forged = await server.url(await stranger.issue(portalName));
  await expect(ask(forged, 'SELECT 1')).rejects.toThrow(/tlsv1 alert/);
  const bare = new URL(ownUrl);
  bare.searchParams.delete('sslcert');
  bare.searchParams.delete('sslkey');
  await expect(ask(bare.href, 'SELECT 1')).rejects.toMatchObject(refused);
  bare.search = '';
  await expect(ask(bare.href, 'SELECT 1')).rejects.toMatchObject(refused);
});

test('a server that shows a certificate of nobody we trust is not spoken to', async () => {
  const url = new URL(ownUrl);
  url.searchParams.delete('sslrootcert');
  await expect(ask(url.href, 'SELECT 1')).rejects.toThrow(/certificate/);
});

test('a renewed certificate is taken by the next connection, without a restart', async () => {
  await ensureRoles(ownUrl, testSecret);
  const db = openDatabase(roleUrls(ownUrl, testSecret));
  const serialOn = async (client: pg.PoolClient): Promise<string> =>
    (await client.query('SELECT client_serial::text AS serial FROM pg_stat_ssl WHERE pid = pg_backend_pid()'))
      .rows[0].serial;
  const before = await db.app.connect();
  await server.renew(await server.authority.issue(portalName));
  const after = await db.app.connect();
  expect(Number(await serialOn(after))).toBeGreaterThan(Number(await serialOn(before)));
  before.release();
  after.release();
  await closeDatabase(db);
});

test('a role that the server does not let in is named in one line', async () => {
  await server.asKeeper('ALTER ROLE mizan_platform NOLOGIN');
  const refused = ensureRoles(ownUrl, testSecret);
  await expect(refused).rejects.toThrow(RoleRefused);
  await expect(refused).rejects.toThrow(/^[^\n]*"mizan_platform" is not permitted to log in$/);
  await server.asKeeper('ALTER ROLE mizan_platform LOGIN');
});

test('by password: another secret gives both roles another password, and the old ones open nothing', async () => {
  const [old, next] = ['o'.repeat(32), 'n'.repeat(32)];
  await ensureRoles(byPassword.url, old);
  const before = roleUrls(byPassword.url, old);
  expect(await ask(before.app, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await ensureRoles(byPassword.url, next);
  const after = roleUrls(byPassword.url, next);
  expect(new Set([before, after].flatMap(({ app, platform }) => [app, platform])).size).toBe(4);
  for (const role of ['app', 'platform'] as const) {
    expect(await ask(after[role], 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await expect(ask(before[role], 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  }
});
