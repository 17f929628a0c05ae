import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backedUpFolders, momentText, restoredText } from './backup.ts';
import { type Config, readConfig, WrongSetting } from './config.ts';
import { restoreMoment } from './platform/backup/point-in-time.ts';
import { NotRestorable, restore } from './platform/backup/restore.ts';
import { createLog } from './platform/log.ts';
import { keptSecret, secretIn } from './secret-file.ts';
import { openServer } from './store.ts';

const help = `npm run restore -- <file.zip>

  Takes a backup back into the empty database of these settings, and its files into DATA_DIR. It needs the secret of the
  portal that was backed up: MIZAN_SECRET, or with the embedded database also the file 'secret' put into DATA_DIR.

npm run restore -- <WAL archive> --at <moment | newest>

  Makes the embedded database as it was at a moment ('2026-11-26T14:30:00+03:00'), out of the archive that it kept in
  WAL_ARCHIVE, in a new DATA_DIR. With DATABASE_URL that is done by the server's own tools (docs/runbook.md).
`;

/** Asked before the embedded database is made, which would otherwise get a secret of its own. */
async function assertSecretGiven({ databaseUrl, dataDir, secret }: Config): Promise<void> {
  if (databaseUrl !== null) return;
  const kept = await secretIn(dataDir);
  if (kept === null && secret === null)
    throw new NotRestorable(
      `The secret of the backup is missing: give it as MIZAN_SECRET, or put its file at ${resolve(dataDir, 'secret')}`,
    );
  if (kept !== null && secret !== null && kept !== secret)
    throw new NotRestorable(`MIZAN_SECRET is not the secret that ${resolve(dataDir, 'secret')} keeps`);
}

/** Null: the newest. Throws NotRestorable where it is no moment that is the same everywhere. */
function momentOf(text: string): Date | null {
  if (text === 'newest') return null;
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const moment = new Date(text);
  if (isWhole && !Number.isNaN(moment.getTime())) return moment;
  throw new NotRestorable(
    `--at wants 'newest', or a day and a time with its offset ('2026-11-26T14:30:00+03:00'), not '${text}'`,
  );
}

async function bringTo(moment: Date | null, archive: string, config: Config): Promise<void> {
  const { databaseUrl, dataDir, walArchive } = config;
  if (databaseUrl !== null)
    throw new NotRestorable('DATABASE_URL is set: its server is brought to a moment by its own tools');
  if (walArchive !== null && resolve(walArchive) === archive)
    throw new NotRestorable(
      'WAL_ARCHIVE is the archive that is read: what is restored begins one of its own',
    );
  const secret = config.secret ?? (await secretIn(dataDir)) ?? '';
  const restored = await restoreMoment(archive, moment, { secret, dataDir, folders: backedUpFolders });
  await keptSecret(dataDir, secret);
  console.log(momentText(restored, moment));
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { at: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [from, ...more] = positionals;
  const known = Object.keys(values).every((name) => ['at', 'help'].includes(name));
  if (!known || from === undefined || more.length > 0 || values.help) {
    console.log(help);
    return values.help ? 0 : 2;
  }
  const config = readConfig(process.env);
  await assertSecretGiven(config);
  if (values.at !== undefined) {
    await bringTo(momentOf(values.at.toString()), resolve(from), config);
    return 0;
  }
  const server = await openServer(config, createLog('warn'));
  try {
    const to = { ...server, dataDir: config.dataDir, folders: backedUpFolders };
    const manifest = await restore(resolve(from), to);
    if (config.databaseUrl === null) await keptSecret(config.dataDir, server.secret);
    console.log(restoredText(manifest));
    return 0;
  } finally {
    await server.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof WrongSetting || error instanceof NotRestorable)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
