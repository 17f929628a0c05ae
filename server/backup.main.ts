import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backedUpFolders, backupText, baseText } from './backup.ts';
import { type Config, readConfig, WrongSetting } from './config.ts';
import { backUp, NotBackedUp } from './platform/backup/backup.ts';
import { keepNewest, takeBase } from './platform/backup/base.ts';
import { NotRestorable } from './platform/backup/restore.ts';
import { systemClock } from './platform/clock.ts';
import { createLog } from './platform/log.ts';
import { openServer } from './store.ts';

const help = `npm run backup -- <file.zip>

  Writes everything that the portal of these settings keeps to one file: the whole database as it is at one moment, and
  the files of banks that are being read. Portals may run meanwhile. npm run restore takes it back.

npm run backup -- --base [--keep <number>]

  Copies the embedded database into WAL_ARCHIVE, from where npm run restore can bring it to any later moment that is kept
  there. --keep removes all but so many of the newest copies, with what only older ones need.
`;

/** Throws NotBackedUp where the number is none. */
function keepOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new NotBackedUp('--keep wants the number of copies that stay, 1 or more');
  return Number(text);
}

async function writeBase(config: Config, keep: number | null): Promise<void> {
  const { dataDir, version, walArchive: archive } = config;
  if (archive === null)
    throw new NotBackedUp(
      'WAL_ARCHIVE is not set: it names the folder that the embedded database keeps its WAL in',
    );
  const server = await openServer(config, createLog('warn'));
  const { embedded, secret } = server;
  try {
    if (embedded === null) throw new NotBackedUp('The database is not the embedded one');
    const { ownerUrl } = server;
    const of = { ...embedded, ownerUrl, archive, secret, dataDir, folders: backedUpFolders, version };
    const base = await takeBase(of);
    console.log(baseText(archive, base, keep === null ? 0 : await keepNewest(of, keep)));
  } finally {
    await server.stop();
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { base: { type: 'boolean' }, keep: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [to, ...more] = positionals;
  const known = Object.keys(values).every((name) => ['base', 'keep', 'help'].includes(name));
  const isBase = values.base === true;
  if (!known || values.help || more.length > 0 || isBase === (to !== undefined)) {
    console.log(help);
    return values.help ? 0 : 2;
  }
  const config = readConfig(process.env);
  if (to === undefined) {
    await writeBase(config, keepOf(values.keep?.toString()));
    return 0;
  }
  const { dataDir, version } = config;
  const server = await openServer(config, createLog('warn'));
  try {
    const path = resolve(to);
    const of = { ...server, dataDir, folders: backedUpFolders, clock: systemClock, version };
    const manifest = await backUp(of, path);
    const secretIs = config.secret === null ? resolve(dataDir, 'secret') : 'MIZAN_SECRET';
    console.log(backupText(path, manifest, secretIs));
    return 0;
  } finally {
    await server.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const isToldOf = [WrongSetting, NotBackedUp, NotRestorable].some((kind) => error instanceof kind);
  if (!(error instanceof Error) || !isToldOf) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
