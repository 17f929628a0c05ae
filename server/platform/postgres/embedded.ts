import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pRetry, { AbortError } from 'p-retry';
import { type ServerAccount, serverAccount } from './account.ts';
import { postgresBinaries } from './binaries.ts';
import { type Cluster, databaseName, keeperRole, openCluster, ownerRole } from './cluster.ts';
import { clusterNameOf, prepareDataDir } from './data-folder.ts';
import { withFileLock } from './file-lock.ts';
import { freePort, isPortFree } from './free-port.ts';
import { type Lease, takeLease, urlOf } from './lease.ts';
import { settledPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { type FurtherSettings, serverSettings } from './settings.ts';
import { prepareWalArchive, walArchiving } from './wal-archive.ts';

/** Longer than any start or orderly stop of another portal on the same folder. */
const lockTimeoutMs = 180_000;
const reviveDelayMs = 250;
const claimAttempts = 10;
const claimDelayMs = 50;

export interface EmbeddedPostgres {
  /** For the role that owns the schema; it is no superuser. */
  url: string;
  /** For the superuser that keeps the server, in its database of its own. */
  keeperUrl: string;
  cluster: Cluster;
  port: number;
  /** Gives the server up; the last portal to do so stops it, in order. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** False leaves fsync out, for tests. A server that runs already keeps the settings it was started with. */
  durable?: boolean;
  /** The folder that every segment of its WAL is kept in; null where none is. */
  walArchive?: string | null;
  /** Settings of this start alone, by PostgreSQL's names. */
  further?: FurtherSettings;
  /** How long the start may take, in milliseconds. */
  readyMs?: number;
  /** Told in a sentence when the server went away under this portal, and when it is back. */
  onNotice?: (sentence: string) => void;
}

interface Site {
  dataDir: string;
  clusterName: string;
  account: ServerAccount | null;
  binaries: string;
  settings: string[];
  readyMs?: number;
}

interface Claim {
  port: number;
  lease: Lease;
}

const lockFileOf = (dataDir: string): string => join(dataDir, 'postgres.lock');

/** The port of the last start where it is still free, otherwise a new one, which is kept. */
async function choosePort({ portFile }: Cluster): Promise<number> {
  const kept = Number(await readFile(portFile, 'utf8').catch(() => ''));
  if (kept && (await isPortFree(kept))) return kept;
  const port = await freePort();
  await writeFile(portFile, String(port), { mode: 0o600 });
  return port;
}

/** Attaches to the server that runs on this folder or starts one. The caller holds the folder's lock. */
async function runServer(site: Site, cluster: Cluster, neededPort?: number): Promise<number> {
  const running = await settledPostmaster(cluster, site.clusterName);
  if (running) return running.port;
  const started = await startPostmaster(cluster, () => neededPort ?? choosePort(cluster), site);
  return started.port;
}

/** SQLSTATEs of a server that answered, and meant it: asking again would change nothing. */
const isFinal = (error: unknown): boolean => {
  const { code = '' } = error as { code?: string };
  return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57P');
};

/** A server and a claim on it; a server that was found alive may have been killed the moment before. */
const claimServer = (site: Site, cluster: Cluster, onLost: () => void, neededPort?: number): Promise<Claim> =>
  pRetry(
    async () => {
      const port = await runServer(site, cluster, neededPort).catch((error: Error) => {
        throw new AbortError(error);
      });
      return { port, lease: await takeLease(cluster, port, onLost) };
    },
    {
      retries: claimAttempts - 1,
      minTimeout: claimDelayMs,
      factor: 1,
      shouldRetry: ({ error }) => !isFinal(error),
    },
  );

/** The claim of a portal that was killed a moment ago ends when its server process is next scheduled. */
const lingering = { looks: 20, everyMs: 100 } as const;

/** How many other portals have a lease that does not end by itself within two seconds; 0 where none answers. */
async function othersThatStay(lease: Lease): Promise<number> {
  for (let look = 1; ; look += 1) {
    const others = await lease.others().catch(() => 0);
    if (others === 0 || look === lingering.looks) return others;
    await delay(lingering.everyMs);
  }
}

/** Where the server runs and with what, its folders made. */
async function siteOf(
  dataDir: string,
  durable: boolean,
  { walArchive = null, readyMs, further }: EmbeddedOptions,
): Promise<Site> {
  const account = serverAccount();
  const folder = await prepareDataDir(dataDir, account);
  const binaries = await postgresBinaries(account, folder);
  const clusterName = clusterNameOf(folder);
  if (walArchive !== null) await prepareWalArchive(walArchive, account);
  const more = { ...(walArchive !== null && walArchiving(walArchive)), ...further };
  const settings = serverSettings(durable, clusterName, more);
  return { dataDir: folder, clusterName, account, binaries, settings, ...(readyMs && { readyMs }) };
}

/**
 * Runs PostgreSQL on `dataDir` for this portal: makes the cluster on first use, attaches to a server that is
 * already running (another portal's, or one whose portal was killed), starts it otherwise, and brings it
 * back on the same port when it dies while the portal lives. Throws one clear line where it cannot.
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const { durable = true, onNotice = () => undefined } = options;
  const site = await siteOf(dataDir, durable, options);
  const { dataDir: folder } = site;
  const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
    withFileLock(lockFileOf(folder), lockTimeoutMs, work);

  let stopping = false;
  let lost = false;
  let reviving: Promise<void> | null = null;
  const opened = await exclusively(async () => {
    const made = await openCluster(folder, { ...site, durable });
    return { cluster: made, claim: await claimServer(site, made, revive) };
  });
  const { cluster } = opened;
  const { port } = opened.claim;
  let { lease } = opened.claim;

  function revive(): void {
    lost = true;
    if (stopping) return;
    onNotice('The embedded PostgreSQL went away; bringing it back.');
    reviving ??= bringBack().finally(() => (reviving = null));
  }

  async function bringBack(): Promise<void> {
    while (lost && !stopping) {
      lost = false;
      try {
        await exclusively(async () => {
          if (!stopping) ({ lease } = await claimServer(site, cluster, revive, port));
        });
        onNotice('The embedded PostgreSQL is back.');
      } catch (error) {
        lost = true;
        onNotice(`The embedded PostgreSQL is not back yet: ${(error as Error).message}`);
        await delay(reviveDelayMs);
      }
    }
  }

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    await reviving;
    await exclusively(async () => {
      const others = await othersThatStay(lease);
      await lease.release().catch(() => undefined);
      if (others === 0) await stopPostmaster(cluster, site.clusterName);
    });
  }

  return {
    url: urlOf(cluster, port, ownerRole, databaseName),
    keeperUrl: urlOf(cluster, port, keeperRole, 'postgres'),
    cluster,
    port,
    stop,
  };
}
