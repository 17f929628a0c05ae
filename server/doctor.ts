import { access, constants, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from './config.ts';
import { countGivenUp, type DatabaseState, selectDatabaseState } from './doctor.queries.ts';
import { isUsable } from './features/watched-folder/dropped-files.ts';
import { basesOf } from './platform/backup/archive.ts';
import { type Archiver, selectArchiver } from './platform/backup/base.queries.ts';
import { newestMigration } from './platform/database/migrate.ts';
import { connected, ownerClient } from './platform/database/owner-client.ts';
import { refusedRoles } from './platform/database/roles.ts';
import { openTransport } from './platform/mail/mailer.ts';
import { pingClamd } from './platform/scanner/clamd.ts';
import type { Server } from './store.ts';

/** 'unknown' is no half of a yes: what could not be looked at is said to be that. */
type Health = 'well' | 'watch' | 'ill' | 'unknown';

export interface Finding {
  what: string;
  health: Health;
  /** One line, for people. */
  says: string;
  /** What to do about it; null where nothing is to be done. */
  todo: string | null;
}

const finding = (what: string, health: Health, says: string, todo: string | null = null): Finding => ({
  what,
  health,
  says,
  todo,
});

const gib = 1024 ** 3;
/** A day's bank files of a large merchant, exports and the log of a busy database. */
const freeBytesLeast = 2 * gib;
/** Below it the next upload, or the database's own next log, may be what fills the disk. */
const freeBytesGone = gib / 8;
/** One-time codes and signed links live by minutes, tolerances of terminals by seconds. */
const clockMostMs = 2_000;
const scannerMs = 2_000;
const nodeLeast = 20;
const postgresLeast = 15;
const postgresMost = 18;

const sizeText = (bytes: number): string => `${(bytes / gib).toFixed(1)} GiB`;

/** The program that runs this, and the one that it is made for. */
export const versionsFinding = (version: string, node: string): Finding =>
  Number(node.split('.')[0]?.replace('v', '')) >= nodeLeast
    ? finding('versions', 'well', `Mizan ${version} on Node ${node}`)
    : finding(
        'versions',
        'ill',
        `Mizan ${version} on Node ${node}`,
        'Run it by npm, which takes the Node that it brings',
      );

/** The folder, or the one that the first start makes it in: whoever only looks makes none. */
async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return nearestFolder(dirname(path));
  if (found.isDirectory()) return path;
  throw new Error(`${path} is no folder`);
}

/** Whether the folder of the portal's own files can be written, and how much room there is. */
export async function diskFinding(
  dataDir: string,
  freeLeast = freeBytesLeast,
  freeGone = freeBytesGone,
): Promise<Finding> {
  try {
    const place = await nearestFolder(resolve(dataDir));
    await access(place, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(place);
    const free = bavail * bsize;
    const says = `${sizeText(free)} free at ${dataDir}`;
    if (free >= freeLeast) return finding('disk', 'well', says);
    const todo = 'Make room: uploads and exports stop when it is full';
    return finding('disk', free < freeGone ? 'ill' : 'watch', says, todo);
  } catch (error) {
    return finding(
      'disk',
      'ill',
      `DATA_DIR cannot be used: ${(error as Error).message}`,
      'Give the portal rights to it',
    );
  }
}

/** Whether the mail server takes the portal's sign-in; nothing is sent. */
export async function mailFinding(smtpUrl: string | null): Promise<Finding> {
  if (smtpUrl === null) return finding('mail', 'well', 'none: mails stay in the demo’s outbox');
  const transport = openTransport(smtpUrl);
  try {
    await transport.verify();
    return finding('mail', 'well', `${new URL(smtpUrl).hostname} takes the sign-in (nothing was sent)`);
  } catch (error) {
    return finding(
      'mail',
      'ill',
      `${new URL(smtpUrl).hostname}: ${(error as Error).message}`,
      'Look at SMTP_URL',
    );
  } finally {
    transport.close();
  }
}

/** Whether documents of applicants can be scanned. */
export async function scannerFinding({ virusScanner }: Pick<Config, 'virusScanner'>): Promise<Finding> {
  if (virusScanner === null)
    return finding(
      'scanner',
      'watch',
      'none: documents of applicants are kept unscanned',
      'Set VIRUS_SCANNER',
    );
  return (await pingClamd(virusScanner, scannerMs).catch(() => false))
    ? finding('scanner', 'well', 'clamd answers')
    : finding('scanner', 'ill', 'clamd does not answer', 'Start it: no document is taken meanwhile');
}

/** Whether files that banks drop can be taken; null where nobody set a folder. */
export async function dropFinding(dropFolder: string | null): Promise<Finding | null> {
  if (dropFolder === null) return null;
  return (await isUsable(dropFolder))
    ? finding('drop folder', 'well', dropFolder)
    : finding(
        'drop folder',
        'ill',
        `${dropFolder} cannot be read and written`,
        'Give the portal’s group all rights to it',
      );
}

/** Whether any moment can be restored: what is kept of the WAL, and the copy that it goes on from. */
export function archiveFindings(
  { on, keptAt, failedAt }: Archiver,
  bases: readonly string[] | null,
): Finding[] {
  if (!on) {
    const says = 'none: the newest backup is the newest moment that can be restored';
    return [finding('archive', 'watch', says, 'See “Back up and restore” in docs/runbook.md')];
  }
  const failing = failedAt !== null && (keptAt === null || failedAt > keptAt);
  const kept = failing
    ? finding(
        'archive',
        'ill',
        `the server has not kept its WAL since ${keptAt?.toISOString() ?? 'its start'}`,
        'Look at its log and the room in the archive: the disk of the database fills up meanwhile',
      )
    : finding(
        'archive',
        'well',
        keptAt ? `WAL is kept, last at ${keptAt.toISOString()}` : 'nothing was to be kept yet',
      );
  if (bases === null) return [kept];
  const newest = bases.at(-1);
  return [
    kept,
    newest === undefined
      ? finding('base', 'ill', 'the archive has no copy to go on from', 'npm run backup -- --base')
      : finding(
          'base',
          'well',
          `the newest copy is of ${newest}; moments from ${bases[0]} on can be restored`,
        ),
  ];
}

/** What the doctor says of the archive of a database. `walArchive`: the embedded one's, which can be looked into. */
async function archiveFinding(ownerUrl: string, walArchive: string | null): Promise<Finding[]> {
  try {
    const bases = walArchive === null ? null : (await basesOf(walArchive)).map(({ takenAt }) => takenAt);
    return archiveFindings(await connected(ownerUrl, selectArchiver), bases);
  } catch (error) {
    return [finding('archive', 'unknown', (error as Error).message)];
  }
}

/** What the answers of a database mean. `isHere`: it runs on this machine, by its clock. */
export function databaseFindings(state: DatabaseState, wanted: number, isHere: boolean): Finding[] {
  const major = Math.trunc(state.versionNumber / 10_000);
  const version =
    major < postgresLeast || major > postgresMost
      ? finding(
          'database',
          'ill',
          `PostgreSQL ${state.version}`,
          `Use PostgreSQL ${postgresLeast} to ${postgresMost}`,
        )
      : finding('database', 'well', `PostgreSQL ${state.version}, ${sizeText(state.sizeBytes)}`);
  return [
    version,
    schemaFinding(state.newestMigration, wanted),
    state.mayMakeRoles
      ? finding('rights', 'well', 'its owner may make the portal’s roles')
      : finding(
          'rights',
          'watch',
          'its owner may make no roles',
          'ALTER ROLE … CREATEROLE, or make mizan_app and mizan_platform by hand',
        ),
    connectionsFinding(state),
    clockFinding(state, isHere),
  ];
}

function schemaFinding(newest: number | null, wanted: number): Finding {
  if (newest === null) return finding('schema', 'well', 'empty: the first start fills it');
  if (newest === wanted) return finding('schema', 'well', `migration ${newest}, as this program wants it`);
  return newest < wanted
    ? finding('schema', 'watch', `migration ${newest} of ${wanted}`, 'Back up; the next start migrates it')
    : finding(
        'schema',
        'watch',
        `migration ${newest}, newer than this program (${wanted})`,
        'Upgrade this portal as well',
      );
}

function connectionsFinding({ connections, connectionsMost }: DatabaseState): Finding {
  const says = `${connections} of ${connectionsMost} connections`;
  return connections * 10 < connectionsMost * 8
    ? finding('connections', 'well', says)
    : finding('connections', 'watch', says, 'Raise max_connections, or put PgBouncer before the server');
}

function clockFinding({ clockAheadMs, clockWithinMs }: DatabaseState, isHere: boolean): Finding {
  if (isHere)
    return finding(
      'clock',
      'unknown',
      'the database is on this machine: there is no other clock to compare with',
      'See that NTP runs',
    );
  const apart = Math.max(0, Math.abs(clockAheadMs) - clockWithinMs);
  const says = `${(Math.abs(clockAheadMs) / 1000).toFixed(1)} s ${clockAheadMs < 0 ? 'before' : 'behind'} the database, to within ${(clockWithinMs / 1000).toFixed(1)} s`;
  return apart <= clockMostMs
    ? finding('clock', 'well', says)
    : finding('clock', 'ill', says, 'Set both clocks by NTP: codes, links and signatures live by them');
}

/** Whether the two roles sign in with the passwords that this secret gives them. */
async function secretFinding(ownerUrl: string, secret: string, isNew: boolean): Promise<Finding> {
  if (isNew) return finding('secret', 'unknown', 'no portal ever started: nothing is made of it yet');
  const refusal = await refusedRoles(ownerUrl, secret);
  return refusal === null
    ? finding('secret', 'well', 'it opens what portals made with it')
    : finding(
        'secret',
        'ill',
        `the portal’s roles are refused: ${refusal}`,
        'Give the MIZAN_SECRET of the running portals; a start with this one changes it for all of them',
      );
}

async function jobsFinding(givenUp: number | null): Promise<Finding | null> {
  if (givenUp === null) return null;
  return givenUp === 0
    ? finding('jobs', 'well', 'none was given up')
    : finding('jobs', 'watch', `${givenUp} were given up`, 'The log says why at "error"');
}

/** Everything that a database is looked at for. Nothing is changed in it. */
export async function inspectDatabase(ownerUrl: string, secret: string, isHere: boolean): Promise<Finding[]> {
  const owner = ownerClient(ownerUrl);
  try {
    await owner.connect();
    const state = await selectDatabaseState(owner, () => Date.now());
    const jobs = await jobsFinding(await countGivenUp(owner));
    return [
      ...databaseFindings(state, await newestMigration(), isHere),
      await secretFinding(ownerUrl, secret, state.newestMigration === null),
      ...(jobs ? [jobs] : []),
    ];
  } catch (error) {
    return [finding('database', 'ill', (error as Error).message, 'Look at DATABASE_URL and at the server')];
  } finally {
    await owner.end().catch(() => undefined);
  }
}

/** An embedded database is looked at where there is one; the doctor makes none. */
async function hasDatabase(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch(() => []);
  return names.some((name) => name.startsWith('postgres-'));
}

type OpenedServer = Pick<Server, 'ownerUrl' | 'secret' | 'stop'>;

/** A server of somebody else's is asked at once: a start waits for one that is away, whoever looks for the cause does not. */
async function storeFindings(config: Config, startEmbedded: () => Promise<OpenedServer>): Promise<Finding[]> {
  const { databaseUrl, secret, walArchive } = config;
  const inspect = async (ownerUrl: string, secretOf: string): Promise<Finding[]> => [
    ...(await inspectDatabase(ownerUrl, secretOf, databaseUrl === null)),
    ...(await archiveFinding(ownerUrl, walArchive)),
  ];
  if (databaseUrl !== null) return inspect(databaseUrl, secret ?? '');
  if (!(await hasDatabase(config.dataDir)))
    return [finding('database', 'unknown', 'none yet: the first start makes it')];
  let server: OpenedServer;
  try {
    server = await startEmbedded();
  } catch (error) {
    return [finding('database', 'ill', (error as Error).message, 'Look at its server.log below DATA_DIR')];
  }
  try {
    return await inspect(server.ownerUrl, server.secret);
  } finally {
    await server.stop();
  }
}

/** Everything that is looked at: what cannot be reached keeps nothing else from being said. */
export async function findingsOf(
  config: Config,
  startEmbedded: () => Promise<OpenedServer>,
): Promise<Finding[]> {
  const drop = await dropFinding(config.dropFolder);
  return [
    versionsFinding(config.version, process.version),
    await diskFinding(config.dataDir),
    ...(await storeFindings(config, startEmbedded)),
    await mailFinding(config.smtpUrl),
    await scannerFinding(config),
    ...(drop ? [drop] : []),
  ];
}

const marks: Readonly<Record<Health, string>> = { well: 'ok', watch: 'look', ill: 'BAD', unknown: '?' };
const markWidth = 6;
const nameWidth = 13;

/** What `npm run doctor` prints: a line a finding, and below it what to do. */
export const findingText = ({ what, health, says, todo }: Finding): string =>
  `${marks[health].padEnd(markWidth)}${what.padEnd(nameWidth)}${says}${todo === null ? '' : `\n${' '.repeat(markWidth + nameWidth)}${todo}.`}`;
