import pg from 'pg';
import { type Cluster, databaseName, keeperRole, ownerRole } from './cluster.ts';

const leaseName = 'mizan portal';
const connectTimeoutMs = 10_000;

/**
 * A portal's claim on an embedded server: one idle connection. It ends with the portal, also when that is
 * killed, so no claim goes stale, and its end tells a living portal that the server is gone.
 */
export interface Lease {
  /** How many other portals have a lease of the same server. */
  others(): Promise<number>;
  /** Gives the claim back; `onLost` is not called for it. */
  release(): Promise<void>;
}

/** A URL for one role and database of the server; the password is base64url and needs no escaping. */
export const urlOf = (cluster: Cluster, port: number, role: string, database: string): string =>
  `postgres://${role}:${cluster.password}@127.0.0.1:${port}/${database}`;

/** The owner and its database, made on the first start; a start that was cut short between the two is completed. */
async function ensureOwner(client: pg.Client, cluster: Cluster): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
            EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
    [ownerRole, databaseName],
  );
  if (!rows[0]?.role) {
    const password = client.escapeLiteral(cluster.password);
    await client.query(`CREATE ROLE ${ownerRole} LOGIN CREATEDB CREATEROLE PASSWORD ${password}`);
  }
  if (!rows[0]?.database) await client.query(`CREATE DATABASE ${databaseName} OWNER ${ownerRole}`);
}

/**
 * Claims the server on `port`. The keeper's role is a superuser, so the claim has a reserved place when all
 * others are taken. Throws where the server does not answer or does not know the password.
 */
export async function takeLease(cluster: Cluster, port: number, onLost: () => void): Promise<Lease> {
  const client = new pg.Client({
    connectionString: urlOf(cluster, port, keeperRole, 'postgres'),
    application_name: leaseName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  let released = false;
  client.on('error', () => undefined);
  await client.connect();
  await ensureOwner(client, cluster);
  client.once('end', () => {
    if (!released) onLost();
  });
  return {
    async others() {
      const { rows } = await client.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE application_name = $1 AND usename = $2 AND pid <> pg_backend_pid()`,
        [leaseName, keeperRole],
      );
      return rows[0]?.count ?? 0;
    },
    async release() {
      released = true;
      await client.end();
    },
  };
}
