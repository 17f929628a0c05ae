import { createInterface } from 'node:readline/promises';
import { addAdministrator, readAdministrator } from './admin-create.ts';
import { readConfig, WrongSetting } from './config.ts';
import { createLog } from './platform/log.ts';
import { breachedPasswordsIn } from './platform/sessions/breached-passwords.ts';
import { openStore } from './store.ts';

/**
 * `npm run admin:create -- <email> <full name>`: the first administrator of a portal without a demo. The
 * password is read from the terminal or from standard input, never from the command line, where it would stay
 * in the shell's history.
 */
async function main(): Promise<void> {
  const [email = '', ...name] = process.argv.slice(2);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const password = await lines.question('Password of the new administrator: ');
  lines.close();
  const administrator = readAdministrator({ email, fullName: name.join(' '), password });
  const config = readConfig(process.env);
  const isBreached = breachedPasswordsIn(config.breachedPasswords);
  const store = await openStore(config, createLog('warn'));
  try {
    await addAdministrator(store.db, administrator, { at: new Date(), isBreached });
    console.log(`${administrator.email} may sign in as an administrator.`);
  } finally {
    await store.close();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof WrongSetting)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
