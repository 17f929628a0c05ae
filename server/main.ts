import { readConfig, WrongSetting } from './config.ts';
import { isDatabaseUnavailable } from './platform/database/unavailable.ts';
import { createLog, type Logger } from './platform/log.ts';
import { type RunningPortal, startPortal } from './start.ts';

/** One clear line for what a person can set right; everything else with its stack. */
function explainFailedStart(error: unknown): void {
  if (error instanceof WrongSetting) console.error(error.message);
  else console.error('Mizan could not start:', error);
}

/**
 * A database that went away under something nobody waited for is an accident that passes. Everything else
 * that arrives here is an error in the program: its state is unknown, so it stops in order and says so.
 */
function watchForFaults(log: Logger, stop: (exitCode: number) => void): void {
  const onFault = (error: unknown, origin: string): void => {
    if (isDatabaseUnavailable(error)) {
      log.error({ err: error, origin }, 'the database went away under work that nobody waited for');
      return;
    }
    log.fatal({ err: error, origin }, 'a fault in the program; the portal stops');
    stop(1);
  };
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', (error) => onFault(error, 'unhandledRejection'));
}

/** The first call stops in order, a start under way included; the second ends the process at once. */
function stopper(log: Logger, starting: () => Promise<RunningPortal> | null): (exitCode: number) => void {
  let isStopping = false;
  return (exitCode) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    const stopped = Promise.resolve(starting()).then((portal) => portal?.stop());
    stopped.then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'the portal did not stop in order');
        process.exit(1);
      },
    );
  };
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  let starting: Promise<RunningPortal> | null = null;
  const stop = stopper(log, () => starting);
  watchForFaults(log, stop);
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  starting = startPortal(config, log);
  await starting;
}

try {
  await main();
} catch (error) {
  explainFailedStart(error);
  process.exit(1);
}
