import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import { type Config, WrongSetting } from './config.ts';
import { fleetFileName, makeDemoData } from './demo/demo-data.ts';
import { hasMerchant, selectDemoOwner } from './demo/demo-made.queries.ts';
import { demoPassword, demoSignIns, diyarCoffee } from './demo/demo-merchants.ts';
import { statementAddress } from './features/settlement/statements/figures.ts';
import { makeStatement } from './features/settlement/statements/settlement-statements.service.ts';
import { type Fleet, startFleet } from './fleet.ts';
import type { Clock } from './platform/clock.ts';
import { analyze } from './platform/database/analyze.ts';
import { inPlatform } from './platform/database/database.ts';
import type { Logger } from './platform/log.ts';
import type { Store } from './store.ts';

/**
 * Makes the demo's data on the first start. Everywhere but in the demo it refuses a database that holds them:
 * their passwords are public. Throws WrongSetting.
 */
export async function prepareDemo(
  config: Config,
  { db, ownerUrl }: Pick<Store, 'db' | 'ownerUrl'>,
  clock: Clock,
): Promise<void> {
  if (config.demo) {
    if (await makeDemoData(db, config.dataDir, clock.now())) await analyze(ownerUrl);
    return;
  }
  // As the platform: whether the demo's merchant is there is nobody's own data.
  const holdsDemo = await inPlatform(db, (tx) => hasMerchant(tx, diyarCoffee.uuid));
  if (!holdsDemo) return;
  const where = config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL';
  throw new WrongSetting(where, 'holds the data of the demo, whose passwords are public: choose another one');
}

/** The same at every start of one month: the first one makes its statement. `month`: 'YYYY-MM'. */
const statementRequest = (month: string): string => `5d0f2b8e-7a54-4c0e-9d51-2f6f0f${month.replace('-', '')}`;

/** The month before, as a statement of the merchant who enters deposits; its QR code leads to this portal. */
export async function makeDemoStatement(
  { db, secret }: Pick<Store, 'db' | 'secret'>,
  { origin }: URL,
  clock: Clock,
): Promise<void> {
  const owner = await inPlatform(db, (tx) => selectDemoOwner(tx, diyarCoffee.uuid));
  if (!owner) return;
  const thisMonth = `${riyadhDay(clock.now()).slice(0, 7)}-01`;
  const to = addDays(thisMonth, -1);
  const checkAddress = (code: string): string => statementAddress(origin, code);
  await makeStatement(
    { db, clock, secret, checkAddress },
    { ...owner, role: 'MERCHANT' },
    { requestId: statementRequest(to.slice(0, 7)), from: `${to.slice(0, 7)}-01`, to },
  );
}

/**
 * Switches on the demo's simulated terminals, against the portal on this machine; null where their file is not there: what is
 * restored from a backup is without it, for the keys of terminals are in none.
 */
export function startDemoFleet({ dataDir }: Config, portalUrl: URL, log: Logger): Fleet | null {
  const fleetFile = join(dataDir, fleetFileName);
  if (!existsSync(fleetFile)) return null;
  return startFleet({ fleetFile, stateDir: join(dataDir, 'terminals'), portalUrl, log });
}

const withoutTerminals = [
  '  The simulated terminals stay off: their keys are in no backup. To switch one on, pair it again (Terminals, the',
  '  terminal, Replace the device) and run: npm run terminal -- --enrol <TID>:<code>',
];

/** What somebody who typed `npm start` reads: the address, how to sign in, and whether terminals are switched on. */
export function demoWelcome(url: URL, hasTerminals: boolean): string {
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
    ...(hasTerminals ? [] : ['', ...withoutTerminals]),
    '',
  ].join('\n');
}
