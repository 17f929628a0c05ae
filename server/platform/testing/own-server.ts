import { serverAccount } from '../postgres/account.ts';
import { postgresBinaries } from '../postgres/binaries.ts';
import { databaseName, openCluster, ownerRole } from '../postgres/cluster.ts';
import { clusterNameOf, prepareDataDir } from '../postgres/data-folder.ts';
import { freePort } from '../postgres/free-port.ts';
import { takeLease, urlOf } from '../postgres/lease.ts';
import { findPostmaster, startPostmaster, stopPostmaster } from '../postgres/postmaster.ts';
import { signal } from '../postgres/process-table.ts';
import { serverSettings } from '../postgres/settings.ts';
import { removeFolder, temporaryFolder } from '../postgres/stand-in-portals.ts';

/**
 * A PostgreSQL that a test has for itself and may take away, as an operator's or a power cut would: nobody
 * brings it back but the test. Portals use it through DATABASE_URL.
 */
export interface OwnServer {
  /** The owner's URL of an empty, not yet migrated database; the same after every start. */
  url: string;
  /** Ends it in order: sessions are cut, everything is written. */
  stop(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on its port, after a stop or a kill. */
  start(): Promise<void>;
  /** Ends it for good and removes its data. */
  remove(): Promise<void>;
}

/** Starts a server on a folder and a port of its own. Commits survive a kill. Call `remove` after the test. */
export async function ownServer(): Promise<OwnServer> {
  const account = serverAccount();
  const folder = await prepareDataDir(await temporaryFolder(), account);
  const binaries = await postgresBinaries(account, folder);
  const cluster = await openCluster(folder, { binaries, account, durable: false });
  const clusterName = clusterNameOf(folder);
  const settings = serverSettings(false, clusterName);
  const startOn = (choosePort: () => Promise<number> | number) =>
    startPostmaster(cluster, choosePort, { binaries, account, clusterName, settings });
  const { port } = await startOn(freePort);
  const start = async (): Promise<void> => void (await startOn(() => port));

  async function kill(): Promise<void> {
    const found = await findPostmaster(cluster, clusterName);
    if (found) signal(found.pid, 'SIGKILL');
  }

  // Claiming a server makes its owner and database.
  await (await takeLease(cluster, port, () => undefined)).release();
  return {
    url: urlOf(cluster, port, ownerRole, databaseName),
    start,
    stop: () => stopPostmaster(cluster, clusterName),
    kill,
    remove: () => removeFolder(folder),
  };
}
