import { readdir } from 'node:fs/promises';
import { readConfig, WrongSetting } from './config.ts';
import {
  archiveFinding,
  diskFinding,
  dropFinding,
  type Finding,
  findingText,
  inspectDatabase,
  mailFinding,
  scannerFinding,
  versionsFinding,
} from './doctor.ts';
import { createLog } from './platform/log.ts';
import { openServer } from './store.ts';

const help = `npm run doctor

  Looks at the settings, the database, mail, the clock, the disk, the scanner and versions, and says what to do. It changes
  nothing, and a portal may run meanwhile. It ends with 1 where something is BAD.
`;

/** An embedded database is looked at where there is one; the doctor makes none. */
async function hasDatabase(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch(() => []);
  return names.some((name) => name.startsWith('postgres-'));
}

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    console.log(help);
    return 0;
  }
  const config = readConfig(process.env);
  const findings: Finding[] = [
    versionsFinding(config.version, process.version),
    await diskFinding(config.dataDir),
  ];
  if (config.databaseUrl === null && !(await hasDatabase(config.dataDir))) {
    findings.push({
      what: 'database',
      health: 'unknown',
      says: 'none yet: the first start makes it',
      todo: null,
    });
  } else {
    const server = await openServer(config, createLog('warn'));
    try {
      const isHere = config.databaseUrl === null;
      findings.push(...(await inspectDatabase(server.ownerUrl, server.secret, isHere)));
      findings.push(...(await archiveFinding(server.ownerUrl, config.walArchive)));
    } finally {
      await server.stop();
    }
  }
  const drop = await dropFinding(config.dropFolder);
  findings.push(await mailFinding(config.smtpUrl), await scannerFinding(config), ...(drop ? [drop] : []));
  for (const each of findings) console.log(findingText(each));
  return findings.some(({ health }) => health === 'ill') ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof WrongSetting)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
