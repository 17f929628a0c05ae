import { fileURLToPath } from 'node:url';
import { demoFolder } from './demo-folder.ts';
import { startFleet } from './fleet.ts';
import { helpText, OptionProblem, readOptions } from './options.ts';
import { takeStateDir } from './state-lock.ts';

const cloneDir = fileURLToPath(new URL('..', import.meta.url));

/** `npm run terminal`: a process of simulated terminals. Under a parent with a channel it ends with it. */
function main(): void {
  const folder = demoFolder(cloneDir, process.env.DATA_DIR, process.getuid?.() === 0);
  const options = readOptions(process.argv.slice(2), folder);
  if (!options) return console.log(helpText());
  const lock = takeStateDir(options.stateDir);
  if ('heldBy' in lock) {
    console.log(`The terminals of ${options.stateDir} run already, as process ${lock.heldBy}.`);
    process.disconnect?.();
    return;
  }
  const fleet = startFleet(options, (text) => console.log(text));
  if (fleet.terminals.length === 0) {
    lock.release();
    throw new OptionProblem('No terminal to switch on: give --fleet, or --enrol <tid>:<code>.');
  }
  const stop = (): void => {
    fleet.stop();
    lock.release();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.once('disconnect', stop);
}

try {
  main();
} catch (error) {
  if (!(error instanceof OptionProblem)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
