import { resolve } from 'node:path';
import { backedUpFolders, restoredText } from './backup.ts';
import { type Config, readConfig, WrongSetting } from './config.ts';
import { NotRestorable, restore } from './platform/backup/restore.ts';
import { createLog } from './platform/log.ts';
import { keptSecret, secretIn } from './secret-file.ts';
import { openServer } from './store.ts';

const help = `npm run restore -- <file.zip>

  Takes a backup back into the empty database of these settings, and its files into DATA_DIR. It needs the secret of the
  portal that was backed up: MIZAN_SECRET, or with the embedded database also the file 'secret' put into DATA_DIR.
  A backup is of one moment. What was between two of them comes back only from the database server's own archive of WAL,
  by its own tools (docs/runbook.md); the embedded database keeps none.
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

async function main(): Promise<number> {
  const [from, ...more] = process.argv.slice(2);
  if (from === undefined || more.length > 0 || from.startsWith('-')) {
    console.log(help);
    return from === '--help' ? 0 : 2;
  }
  const config = readConfig(process.env);
  await assertSecretGiven(config);
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
