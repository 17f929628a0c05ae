import { distributionText } from './citus-distribute.ts';
import { readConfig, WrongSetting } from './config.ts';
import { distribute, NotDistributable } from './platform/database/distribute.ts';
import { createLog } from './platform/log.ts';
import { openStore } from './store.ts';

const help = `npm run citus:distribute

  Distributes the database of DATABASE_URL, which is the coordinator of a Citus cluster: reference tables to every
  machine, tables of merchants by merchant_id. Empty or filled, all of it or nothing; what is there already is left
  as it is. No portal may run meanwhile.
`;

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    console.log(help);
    return 0;
  }
  const config = readConfig(process.env);
  if (!config.databaseUrl)
    throw new WrongSetting('DATABASE_URL', 'is missing: the embedded database stays on one machine');
  const store = await openStore(config, createLog('warn'));
  try {
    console.log(distributionText(await distribute(store.ownerUrl, store.secret)));
    return 0;
  } finally {
    await store.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof WrongSetting || error instanceof NotDistributable)) throw error;
  console.error(error instanceof WrongSetting ? error.message : `The database ${error.message}`);
  process.exitCode = 2;
}
