import { join } from 'node:path';
import { type Config, WrongSetting } from './config.ts';
import { fleetFileName, makeDemoData } from './demo/demo-data.ts';
import { hasMerchant } from './demo/demo-made.queries.ts';
import { demoPassword, demoSignIns, diyarCoffee } from './demo/demo-merchants.ts';
import { type Fleet, startFleet } from './fleet.ts';
import type { Clock } from './platform/clock.ts';
import { type Database, inPlatform } from './platform/database/database.ts';
import type { Logger } from './platform/log.ts';

/**
 * Makes the demo's data on the first start. Everywhere but in the demo it refuses a database that holds them:
 * their passwords are public. Throws WrongSetting.
 */
export async function prepareDemo(config: Config, db: Database, clock: Clock): Promise<void> {
  if (config.demo) {
    await makeDemoData(db, config.dataDir, clock.now());
    return;
  }
  // As the platform: whether the demo's merchant is there is nobody's own data.
  const holdsDemo = await inPlatform(db, (tx) => hasMerchant(tx, diyarCoffee.uuid));
  if (!holdsDemo) return;
  const where = config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL';
  throw new WrongSetting(where, 'holds the data of the demo, whose passwords are public: choose another one');
}

/** Switches on the demo's simulated terminals, against the portal on this machine. */
export const startDemoFleet = ({ dataDir }: Config, portalUrl: URL, log: Logger): Fleet =>
  startFleet({
    fleetFile: join(dataDir, fleetFileName),
    stateDir: join(dataDir, 'terminals'),
    portalUrl,
    log,
  });

/** What somebody who typed `npm start` reads: the address, and how to sign in. */
export function demoWelcome(url: URL): string {
  const width = Math.max(...demoSignIns.map(({ name }) => name.length));
  const people = demoSignIns.map(({ name, who }) => `    ${name.padEnd(width)}  ${who}`);
  return [
    '',
    `  Mizan runs on ${url.origin}`,
    '',
    `  Sign in with the password ${demoPassword} as`,
    ...people,
    '',
    `  One-time codes are printed here and stand on ${url.origin}/demo/outbox`,
    '  Ctrl+C stops it; the data stay.',
    '',
  ].join('\n');
}
