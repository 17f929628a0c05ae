import { readConfig, WrongSetting } from './config.ts';
import { findingsOf, findingText } from './doctor.ts';
import { createLog } from './platform/log.ts';
import { openServer } from './store.ts';

const help = `npm run doctor

  Looks at the settings, the database, mail, the clock, the disk, the scanner and versions, and says what to do. It changes
  nothing, and a portal may run meanwhile. It ends with 1 where something is BAD.
`;

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    console.log(help);
    return 0;
  }
  const config = readConfig(process.env);
  const findings = await findingsOf(config, () => openServer(config, createLog('warn')));
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
