import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import { backedUpFolders } from './backup.ts';
import { type Config, portalUrl, WrongSetting } from './config.ts';
import { makeDemoFile } from './demo/demo-judged-file.ts';
import { mailLine } from './demo/outbox/mail-line.ts';
import { demoWelcome, makeDemoStatement, prepareDemo, startDemoFleet } from './demo-start.ts';
import { statementTaker } from './features/deposits/statements/arrived-statements.service.ts';
import { exceptionBook } from './features/exceptions/exception-book.ts';
import { bankFilesFolder } from './features/reconciliation/bank-file-on-disk.ts';
import { threadEngine } from './features/reconciliation/bank-file-runner.deps.ts';
import { startBankFileRunner } from './features/reconciliation/bank-file-runner.ts';
import type { BankFileStore } from './features/reconciliation/reconciliation.service.ts';
import { watchFolders } from './features/watched-folder/folder-watch.ts';
import { startJobs } from './jobs.ts';
import { keepFilesAlways } from './platform/backup/keep-files.ts';
import type { Hear } from './platform/bus/read-until.ts';
import { systemClock } from './platform/clock.ts';
import { type Patience, patience } from './platform/database/patience.ts';
import { roleUrls } from './platform/database/roles.ts';
import { httpLimits } from './platform/http/limits.ts';
import { webhookReach } from './platform/http/public-address.ts';
import type { Logger } from './platform/log.ts';
import { type Mailer, openMailer } from './platform/mail/mailer.ts';
import { warmUp } from './platform/static/site-files.ts';
import { traceBy } from './platform/tracing/tracing.ts';
import { asWrongSetting, openStore, type Store } from './store.ts';

export interface RunningPortal {
  /** The address for people. */
  url: URL;
  port: number;
  /** Requests finish, sockets close with a reason, jobs are handed back, then the database is let go. */
  stop(): Promise<void>;
}

/** Takes back, in reverse order, what was started; also where a start fails half-way. */
function undoStack(log: Logger) {
  const steps: { name: string; undo: () => Promise<void> }[] = [];
  return {
    add: (name: string, undo: () => Promise<void>) => void steps.push({ name, undo }),
    async run(): Promise<void> {
      for (let step = steps.pop(); step; step = steps.pop()) {
        const { name, undo } = step;
        await undo().catch((error: unknown) =>
          log.error({ err: error, step: name }, 'a part did not stop in order'),
        );
      }
    },
  };
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new WrongSetting('PORT', `${port} is taken on ${host}: choose another one`);
    if (code === 'EACCES')
      throw new WrongSetting('PORT', `${port} may not be used by this user: choose one above 1023`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new WrongSetting('HOST', `is no address of this machine: ${host}`);
    }
    throw error;
  }
  return (app.server.address() as AddressInfo).port;
}

/** Requests under way get their time; connections that are still open afterwards are cut. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), httpLimits.drainMs);
  await app.close();
  clearTimeout(cut);
}

/** What sends traces is loaded where somebody wants them, and nowhere else. Answers what ends it. */
async function startTracing({ tracing, version }: Config): Promise<() => Promise<void>> {
  if (tracing === null) return async () => undefined;
  const { openTelemetry } = await import('./platform/tracing/otlp.ts');
  const { tracer, stop } = openTelemetry(tracing, version);
  traceBy(tracer);
  return async () => {
    traceBy(null);
    await stop();
  };
}

/**
 * Starts a whole portal: database, features, sockets, and in the demo its data and terminals. What was begun
 * is taken back where a later step fails. Throws WrongSetting where a person can set it right.
 */
export async function startPortal(config: Config, log: Logger): Promise<RunningPortal> {
  const undo = undoStack(log);
  const wait = patience(log);
  try {
    undo.add('traces', await startTracing(config));
    const store = await openStore(config, log, wait);
    undo.add('database', () => store.close());
    await wait('demo', () => prepareDemo(config, store, systemClock));
    const { url, port, bankFiles } = await serve(config, log, { store, wait, onStop: undo.add });
    if (config.demo) {
      await wait('demo', () => makeDemoStatement(store, url, systemClock));
      const fleet = startDemoFleet(config, new URL(`http://127.0.0.1:${port}`), log);
      undo.add('demo terminals', async () => fleet?.stop());
      console.log(demoWelcome(url, fleet !== null));
      // People can sign in meanwhile; whoever waits for the log line finds the demo whole.
      const clock = systemClock;
      await wait('demo', () => makeDemoFile({ db: store.db, clock, ...bankFiles }));
    }
    log.info({ port, version: config.version, demo: config.demo }, 'the portal answers');
    return { url, port, stop: () => undo.run() };
  } catch (error) {
    await undo.run();
    throw asWrongSetting(error, config);
  }
}

/** In the demo mails stay in the outbox, and each is told of in the terminal that the demo was started in. */
function mailerOf({ demo, smtpUrl }: Config, { hostname }: URL): Mailer {
  const settings = { smtpUrl, host: hostname, clock: systemClock };
  return openMailer(demo ? { ...settings, onWritten: (mail) => console.log(mailLine(mail)) } : settings);
}

interface Starting {
  store: Store;
  wait: Patience;
  onStop: (name: string, undo: () => Promise<void>) => void;
}

/** The bus begins after the portal is built and before it listens: no call comes that hears nothing. */
function lateHearing(): { hear: Hear; begin: (hear: Hear) => void } {
  let heard: Hear = () => () => undefined;
  return {
    hear: (...asked) => heard(...asked),
    begin: (hear) => {
      heard = hear;
    },
  };
}

/** The work on bank files and the folders that bring them, as far as it needs no request. */
function startBankFiles(
  { dataDir, dropFolder, walArchive }: Config,
  log: Logger,
  { store: { db }, onStop }: Starting,
): BankFileStore {
  const clock = systemClock;
  const folder = bankFilesFolder(dataDir);
  const bankFiles = startBankFileRunner({
    db,
    clock,
    log,
    folder,
    engine: threadEngine,
    exceptions: exceptionBook,
  });
  onStop('bank files', () => bankFiles.stop());
  if (walArchive !== null)
    onStop('kept files', keepFilesAlways({ archive: walArchive, dataDir, folders: backedUpFolders, log }));
  const store = {
    folder,
    wake: () => bankFiles.wake(),
    engine: threadEngine,
    exceptions: exceptionBook,
    dropFolder,
  };
  if (dropFolder !== null) {
    const folders = watchFolders({
      db,
      clock,
      log,
      root: dropFolder,
      ...store,
      statements: statementTaker({ db, clock }),
    });
    onStop('watched folders', () => folders.stop());
  }
  return store;
}

async function serve(
  config: Config,
  log: Logger,
  starting: Starting,
): Promise<{ url: URL; port: number; bankFiles: BankFileStore }> {
  const {
    store: { db, ownerUrl, secret },
    wait,
    onStop,
  } = starting;
  const clock = systemClock;
  const { publicUrl, trustedProxies, version } = config;
  let url = portalUrl(config, config.port);
  const linkBase = (): string => url.origin;
  const mailer = mailerOf(config, url);
  const platformUrl = roleUrls(ownerUrl, secret).platform;
  const bankFiles = startBankFiles(config, log, starting);
  const exportsFolder = join(config.dataDir, 'exports');
  const hearing = lateHearing();
  const { app, metrics, site } = await buildApp({
    config,
    db,
    clock,
    log,
    secret,
    mailer,
    linkBase,
    bankFiles,
    exportsFolder,
    hear: hearing.hear,
    isWholeProcess: true,
  });
  onStop('http', () => closeServer(app));
  // Begun once the portal answers, and handed back after its last request.
  let stopJobs = async (): Promise<void> => undefined;
  onStop('jobs', () => stopJobs());
  const about = { app, metrics, db, platformUrl, clock, log, publicUrl, trustedProxies, version };
  const background = await wait('bus', () => startBackground({ ...about, processId: randomUUID() }));
  hearing.begin(background.hear);
  // Together: nobody new comes in while sockets close, and requests under way go on meanwhile.
  onStop('sockets', async () => void (await Promise.all([background.stop(), closeServer(app)])));
  const port = await listen(app, config);
  url = portalUrl(config, port);
  const { keepDays, keepFixed } = config;
  const forJobs = {
    db,
    clock,
    log,
    mailer,
    linkBase,
    secret,
    platformUrl,
    exportsFolder,
    keepDays,
    keepFixed,
    bankFilesFolder: bankFiles.folder,
    isReachable: webhookReach(config),
  };
  const jobs = await wait('jobs', () => startJobs(forJobs));
  stopJobs = () => jobs.stop();
  void warmUp(site);
  return { url, port, bankFiles };
}
