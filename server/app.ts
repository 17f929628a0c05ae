import { fileURLToPath } from 'node:url';
import { screens } from '@mizan/contract/screens.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { registerOutbox } from './demo/outbox/outbox.routes.ts';
import { exportSources } from './export-sources.ts';
import { registerAccountRoutes } from './features/account/account.routes.ts';
import { registerAlertsRoutes } from './features/alerts/alerts.routes.ts';
import { registerAuditRoutes } from './features/audit/audit.routes.ts';
import type { AuthDeps } from './features/auth/auth.deps.ts';
import { registerAuthRoutes } from './features/auth/auth.routes.ts';
import { openSignInKeys } from './features/auth/sign-in-keys.ts';
import { registerBanksRoutes } from './features/banks/manage/banks.routes.ts';
import { registerBulkRoutes } from './features/bulk/bulk.routes.ts';
import { registerBusinessRoutes } from './features/business/business.routes.ts';
import { registerDashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { registerDepositsRoutes } from './features/deposits/deposits.routes.ts';
import { registerStatementsRoutes } from './features/deposits/statements/statements.routes.ts';
import { registerDiscountsRoutes } from './features/discounts/discounts.routes.ts';
import { registerDistrictsRoutes } from './features/districts/districts.routes.ts';
import { registerChargebackRoutes } from './features/exceptions/chargebacks.routes.ts';
import { registerExceptionsRoutes } from './features/exceptions/exceptions.routes.ts';
import { registerExportRoutes } from './features/exports/exports.routes.ts';
import { registerFeeAuditRoutes } from './features/fee-audit/fee-audit.routes.ts';
import { registerFilesLetterRoutes } from './features/files-letter/files-letter.routes.ts';
import { registerHolidaysRoutes } from './features/holidays/holidays.routes.ts';
import { registerIntegratorRoutes } from './features/integrator/integrator.routes.ts';
import { authenticateKey } from './features/integrator/keys.service.ts';
import { makeOnce } from './features/integrator/once.service.ts';
import { registerManagementRoutes } from './features/management/management.routes.ts';
import { registerMerchantsRoutes } from './features/merchants/merchants.routes.ts';
import { registerModelsRoutes } from './features/models/models.routes.ts';
import { registerNoticesRoutes } from './features/notices/notices.routes.ts';
import { registerOnboardingRoutes } from './features/onboarding/onboarding.routes.ts';
import { registerReviewRoutes } from './features/onboarding/review.routes.ts';
import { tellUnderReview } from './features/onboarding/under-review.service.ts';
import { registerOwnershipRoutes } from './features/ownership/ownership.routes.ts';
import { takeEverything } from './features/ownership/take-everything.ts';
import { registerPasskeyRoutes } from './features/passkeys/passkeys.routes.ts';
import { registerPasskeySignInRoutes } from './features/passkeys/sign-in/passkey-sign-in.routes.ts';
import { registerPaymentsRoutes } from './features/payments/payments.routes.ts';
import { registerPersonalDataRoutes } from './features/personal-data/personal-data.routes.ts';
import { registerPlatformRoutes } from './features/platform/platform.routes.ts';
import { registerPlatformSettingsRoutes } from './features/platform-settings/platform-settings.routes.ts';
import { registerPreferencesRoutes } from './features/preferences/preferences.routes.ts';
import { registerProofRoutes } from './features/proof/proof.routes.ts';
import { registerPushDevicesRoutes } from './features/push-devices/push-devices.routes.ts';
import { registerReceiptsRoutes } from './features/receipts/receipts.routes.ts';
import { folderStateOf } from './features/reconciliation/bank-file-folder.ts';
import { registerReconciliationRoutes } from './features/reconciliation/reconciliation.routes.ts';
import type { BankFileStore } from './features/reconciliation/reconciliation.service.ts';
import { registerRefundsRoutes } from './features/refunds/refunds.routes.ts';
import { registerReportsRoutes } from './features/reports/reports.routes.ts';
import { registerSettlementRoutes } from './features/settlement/settlement.routes.ts';
import { statementAddress } from './features/settlement/statements/figures.ts';
import { registerSettlementStatementsRoutes } from './features/settlement/statements/settlement-statements.routes.ts';
import { registerVatRoutes } from './features/settlement/vat/vat-report.routes.ts';
import { registerShiftsRoutes } from './features/shifts/shifts.routes.ts';
import { registerSuspensionRoutes } from './features/suspension/suspension.routes.ts';
import { registerTerminalReconciliationRoutes } from './features/terminal-reconciliation/terminal-reconciliation.routes.ts';
import { registerTerminalSettingsRoutes } from './features/terminal-settings/terminal-settings.routes.ts';
import { registerTerminalsRoutes } from './features/terminals/terminals.routes.ts';
import { registerTransactionsRoutes } from './features/transactions/transactions.routes.ts';
import { registerVendorsRoutes } from './features/vendors/vendors.routes.ts';
import { registerViewsRoutes } from './features/views/views.routes.ts';
import { registerWatchedFolderRoutes } from './features/watched-folder/watched-folder.routes.ts';
import { countOldRows } from './old-rows.ts';
import { countCallFrom } from './platform/attempts/attempts.ts';
import type { Hear } from './platform/bus/read-until.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import { migrationWatch } from './platform/database/migration-state.queries.ts';
import { watchPools } from './platform/database/pool-metrics.ts';
import { type Keeping, usualDays } from './platform/housekeeping/retention.ts';
import { registerApiDocs } from './platform/http/api-docs.ts';
import type { On, Principal } from './platform/http/call.ts';
import { createHttp } from './platform/http/http.ts';
import { registerProbes } from './platform/http/probes.ts';
import { webhookReach } from './platform/http/public-address.ts';
import type { CheckAnswer } from './platform/http/register.ts';
import type { Logger } from './platform/log.ts';
import { nextMailMoment } from './platform/mail/mail-rhythm.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { openVirusScanner, type VirusScanner } from './platform/scanner/virus-scanner.ts';
import { breachedPasswordsIn } from './platform/sessions/breached-passwords.ts';
import { authenticate, authenticateIntegration, requireFresh } from './platform/sessions/sessions.ts';
import { requireOn } from './platform/settings/require-on.ts';
import { serveSite } from './platform/static/site.ts';
import { readSite, type SiteFiles } from './platform/static/site-files.ts';

const builtWeb = fileURLToPath(new URL('../web/dist', import.meta.url));
/** Read once in a process: 1,200 files, which a worker of the tests would read again for each of its portals. */
let builtSite: Promise<SiteFiles> | undefined;

export interface AppDeps {
  config: Pick<Config, 'publicUrl' | 'demo' | 'version' | 'breachedPasswords'> &
    Partial<
      Pick<Config, 'sessionCallsPerMinute' | 'trustedProxies' | 'virusScanner' | 'keepDays' | 'keepFixed'>
    >;
  db: Database;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  /** MIZAN_SECRET. */
  secret: string;
  /** Where links in mails lead; asked when one is written, because the port is known only once it listens. */
  linkBase: AuthDeps['linkBase'];
  /** Where uploaded bank files are kept, and who is told of a new one. */
  bankFiles: BankFileStore;
  /** Where prepared exports lie. */
  exportsFolder: string;
  /** What live messages are heard by, for calls that wait for an outcome. */
  hear: Hear;
  /** How long they wait, where that is not what the contract says. */
  outcomeWaitMs?: number;
  /** Tests give whoever calls another place in their team. */
  asCaller?: (caller: Principal) => Principal;
  /** True in the process of main.ts, whose memory and CPU the metrics tell too. */
  isWholeProcess?: boolean;
  /** Tests see every JSON answer before it leaves. */
  checkAnswer?: CheckAnswer;
}

/** A portal that does not listen yet. */
export interface Portal {
  app: FastifyInstance;
  metrics: Metrics;
  site: SiteFiles;
  /** 'GET /api/v1/transactions' of everything that is registered. */
  served: ReadonlySet<string>;
}

/** As the jobs of this process delete. */
const keepingOf = ({ keepDays = usualDays, keepFixed = [] }: AppDeps['config']): Keeping => ({
  keepDays,
  keepFixed,
});

/** Every feature's handlers on their routes; a test compares them with the contract. */
function registerFeatures(on: On, deps: AppDeps, scanner: VirusScanner | null): void {
  const { config, db, clock, mailer, secret, linkBase, bankFiles, exportsFolder: folder } = deps;
  const isBreached = breachedPasswordsIn(config.breachedPasswords);
  const authDeps: AuthDeps = {
    db,
    clock,
    mailer,
    secret,
    linkBase,
    keys: openSignInKeys(db, clock, secret),
    isBreached,
    mailMoment: nextMailMoment,
    mailboxProven: (tx, owner) => tellUnderReview(tx, mailer, owner),
  };
  registerAccountRoutes(on, authDeps);
  registerAlertsRoutes(on, { db, clock });
  registerAuditRoutes(on, { db, clock });
  registerAuthRoutes(on, authDeps);
  registerBanksRoutes(on, { db, clock });
  registerBulkRoutes(on, { ...authDeps, folder });
  registerBusinessRoutes(on, { db, clock, scanner });
  registerDashboardRoutes(on, { db, clock });
  registerDepositsRoutes(on, { db, clock });
  registerStatementsRoutes(on, { db, clock, ...bankFiles });
  registerDiscountsRoutes(on, { db, clock });
  registerDistrictsRoutes(on, { db, clock, folder });
  const everything = takeEverything({ db, bankFiles: bankFiles.folder });
  registerExportRoutes(on, { db, clock, folder, sources: exportSources({ db, clock }), everything });
  registerFeeAuditRoutes(on, { db, clock });
  registerFilesLetterRoutes(on, { db, clock });
  registerHolidaysRoutes(on, { db, clock });
  const isReachable = webhookReach(config);
  registerIntegratorRoutes(on, { ...authDeps, isReachable, hear: deps.hear, waitMs: deps.outcomeWaitMs });
  registerManagementRoutes(on, authDeps);
  registerMerchantsRoutes(on, { db, clock });
  registerModelsRoutes(on, { db, clock, scanner });
  registerVendorsRoutes(on, { db, clock });
  registerReviewRoutes(on, authDeps);
  registerOwnershipRoutes(on, { db, clock, mailer });
  registerPersonalDataRoutes(on, { db, clock, mailer, ...keepingOf(config) });
  registerSuspensionRoutes(on, { db, clock, mailer });
  registerNoticesRoutes(on, { db });
  registerOnboardingRoutes(on, { ...authDeps, scanner });
  registerPasskeyRoutes(on, { db, clock, mailer, secret, linkBase, publicUrl: config.publicUrl });
  registerPasskeySignInRoutes(on, { ...authDeps, publicUrl: config.publicUrl });
  registerPaymentsRoutes(on, { db, clock });
  registerPlatformRoutes(on, { db, clock });
  registerPlatformSettingsRoutes(on, { db, clock, linkBase, countOldRows, ...keepingOf(config) });
  registerPreferencesRoutes(on, { db, clock });
  registerProofRoutes(on, { db, clock });
  registerPushDevicesRoutes(on, { db, clock, secret });
  registerReceiptsRoutes(on, { db, clock, mailer, linkBase });
  registerReconciliationRoutes(on, { db, clock, ...bankFiles });
  registerExceptionsRoutes(on, { db, clock, wake: bankFiles.wake });
  registerWatchedFolderRoutes(on, { db, clock, dropFolder: bankFiles.dropFolder ?? null });
  registerChargebackRoutes(on, { db, clock, ...bankFiles, scanner });
  registerRefundsRoutes(on, { db, clock });
  registerReportsRoutes(on, { db, clock, mailer, linkBase });
  registerShiftsRoutes(on, { db, clock });
  registerSettlementRoutes(on, { db, clock });
  const checkAddress = (code: string): string => statementAddress(linkBase(), code);
  registerSettlementStatementsRoutes(on, { db, clock, secret, checkAddress });
  registerVatRoutes(on, { db, clock });
  registerTerminalReconciliationRoutes(on, { db, clock });
  registerTerminalsRoutes(on, { db, clock });
  registerTerminalSettingsRoutes(on, { db, clock });
  registerTransactionsRoutes(on, { db, clock });
  registerViewsRoutes(on, { db, clock });
}

/** Builds the portal: the same one for tests, which inject requests, and for main.ts, which listens. */
export async function buildApp(deps: AppDeps): Promise<Portal> {
  const { config, db, clock, log, asCaller = (caller) => caller } = deps;
  const { publicUrl, version } = config;
  const metrics = createMetrics(deps.isWholeProcess);
  watchPools(metrics, db);
  const { app, on, served } = await createHttp({
    log,
    metrics,
    publicUrl,
    authenticate: async (token, call) => {
      const caller =
        (await authenticate(db, clock, token, call)) ??
        (await authenticateIntegration(db, clock, token)) ??
        (await authenticateKey(db, clock, token));
      return caller && asCaller(caller);
    },
    once: makeOnce(db, clock, deps.secret),
    requireFresh: (caller) => requireFresh(caller, clock),
    requireOn: (feature) => requireOn(db, feature),
    countCall: (rateClass, ip) => countCallFrom(db, clock, rateClass, ip),
    trustedProxies: config.trustedProxies,
    sessionCallsPerMinute: config.sessionCallsPerMinute,
    checkAnswer: deps.checkAnswer,
  });
  const scanner = config.virusScanner ? openVirusScanner({ address: config.virusScanner, log }) : null;
  registerProbes(app, {
    db,
    metrics,
    version,
    publicUrl,
    scanner,
    isMigrated: await migrationWatch(db),
    bankFiles: () => folderStateOf(db, deps.bankFiles.folder),
  });
  registerApiDocs(app, version);
  registerFeatures(on, deps, scanner);
  if (config.demo) registerOutbox(app, db);
  const site = await (builtSite ??= readSite(builtWeb));
  serveSite(
    app,
    site,
    Object.values(screens).map(({ path }) => path),
  );
  return { app, metrics, site, served };
}
