import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverAccount } from '../postgres/account.ts';
import { databaseName, keeperRole, ownerRole } from '../postgres/cluster.ts';
import { ask } from '../postgres/stand-in-portals.ts';
import { type Identity, type TestAuthority, testAuthority } from './certificates.ts';
import { type OwnServer, ownServer } from './own-server.ts';

/** The name in the certificate of the portal, which the server takes for each of its three roles. */
export const portalName = 'mizan-portal';

/** As docs/runbook.md tells it: TLS and a certificate, or nothing; the keeper alone still has a password. */
const whoMayEnter = `
hostssl ${databaseName} ${ownerRole},mizan_app,mizan_platform all cert map=portal
host all ${keeperRole} all scram-sha-256
`;
const whoIsWho = [ownerRole, 'mizan_app', 'mizan_platform']
  .map((role) => `portal ${portalName} ${role}\n`)
  .join('');

/** A PostgreSQL that lets nobody but its keeper in without a client certificate. */
export interface CertificateServer {
  authority: TestAuthority;
  /** DATABASE_URL with the certificate of the portal, or another one; without a password. */
  url(identity?: Identity): Promise<string>;
  /** Puts another certificate where the portal's lies, as whoever renews it does. */
  renew(identity: Identity): Promise<void>;
  /** As the server's keeper. */
  asKeeper<Row extends object>(sql: string): Promise<Row[]>;
  remove(): Promise<void>;
}

/** Files that the server reads; its key is for its account alone. */
async function writeForServer(folder: string, files: Record<string, string>): Promise<void> {
  const account = serverAccount();
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    if (account) await chown(path, account.uid, account.gid);
  }
}

async function writeIdentity(folder: string, name: string, { certificate, key }: Identity): Promise<void> {
  await writeFile(join(folder, `${name}.crt`), certificate);
  await writeFile(join(folder, `${name}.key`), key, { mode: 0o600 });
}

function keeperUrlOf({ url }: OwnServer): string {
  const keeper = new URL(url);
  keeper.username = keeperRole;
  keeper.pathname = '/postgres';
  return keeper.href;
}

export async function certificateServer(): Promise<CertificateServer> {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-certificates-'));
  await chmod(folder, 0o711);
  const authority = await testAuthority();
  const host = await authority.issue('localhost', 'localhost');
  await writeForServer(folder, {
    'server.crt': host.certificate,
    'server.key': host.key,
    'server-ca.crt': authority.certificate,
    'hba.conf': whoMayEnter,
    'ident.conf': whoIsWho,
  });
  await writeFile(join(folder, 'ca.crt'), authority.certificate);
  await writeIdentity(folder, 'portal', await authority.issue(portalName));

  const server = await ownServer();
  const keeperUrl = keeperUrlOf(server);
  const settings = {
    ssl: 'on',
    ssl_cert_file: join(folder, 'server.crt'),
    ssl_key_file: join(folder, 'server.key'),
    ssl_ca_file: join(folder, 'server-ca.crt'),
    hba_file: join(folder, 'hba.conf'),
    ident_file: join(folder, 'ident.conf'),
  };
  for (const [name, value] of Object.entries(settings)) {
    await ask(keeperUrl, `ALTER SYSTEM SET ${name} = '${value}'`);
  }
  await server.stop();
  await server.start();

  let others = 0;
  return {
    authority,
    async url(identity) {
      const name = identity ? `other-${(others += 1)}` : 'portal';
      if (identity) await writeIdentity(folder, name, identity);
      const url = new URL(server.url);
      url.hostname = 'localhost';
      url.password = '';
      url.searchParams.set('sslmode', 'verify-full');
      url.searchParams.set('sslrootcert', join(folder, 'ca.crt'));
      url.searchParams.set('sslcert', join(folder, `${name}.crt`));
      url.searchParams.set('sslkey', join(folder, `${name}.key`));
      return url.href;
    },
    renew: (identity) => writeIdentity(folder, 'portal', identity),
    asKeeper: (sql) => ask(keeperUrl, sql),
    remove: async () => {
      await server.stop();
      await server.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
