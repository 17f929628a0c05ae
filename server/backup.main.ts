import { resolve } from 'node:path';
import { backedUpFolders, backupText } from './backup.ts';
import { readConfig, WrongSetting } from './config.ts';
import { backUp, NotBackedUp } from './platform/backup/backup.ts';
import { systemClock } from './platform/clock.ts';
import { createLog } from './platform/log.ts';
import { openServer } from './store.ts';

const help = `npm run backup -- <file.zip>

  Writes everything that the portal of these settings keeps to one file: the whole database as it is at one moment, and
  the files of banks that are being read. Portals may run meanwhile. npm run restore takes it back.
`;

async function main(): Promise<number> {
  const [to, ...more] = process.argv.slice(2);
  if (to === undefined || more.length > 0 || to.startsWith('-')) {
    console.log(help);
    return to === '--help' ? 0 : 2;
  }
  const config = readConfig(process.env);
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
  if (!(error instanceof WrongSetting || error instanceof NotBackedUp)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
