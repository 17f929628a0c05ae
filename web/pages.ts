import type { ScreenOf, ShellName } from '@mizan/contract/screens.ts';
import type { ComponentType } from 'react';

/** What the browser loads to show something: its code, and its texts beside it. */
export interface Loaded {
  readonly load: () => Promise<Readonly<Record<string, ComponentType>>>;
  /** What the module calls it. */
  readonly name: string;
  readonly texts?: readonly string[];
}

/** What stands in one shell: itself, and the pages of contract/screens.ts that it is around. */
export interface Page extends Loaded {
  /** The module that asks the portal what the page shows first, while its code is on its way. */
  readonly questions?: AskFirst;
}
export type AskFirst = () => Promise<{ askFirst: (search: Record<string, unknown>) => Promise<unknown> }>;

/** Holds the name against what the module exports. */
const shown = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  texts?: readonly string[],
): Loaded => ({ load, name, ...(texts && { texts }) });

/** What says that something is wrong must be there before it is: it loads with every shell, and with the first rest. */
export const loadErrors = () => import('./features/errors/error-boundary.tsx');
/** Who may open what: every shell reads its menu there. */
export const loadAccess = () => import('./platform/screen-access.ts');

export const shellsShown: Readonly<Record<Exclude<ShellName, 'none'>, Loaded>> = {
  /** 'branches' too: a status badge may stand on any screen, and a text that comes late blanks what stands. */
  merchant: shown(() => import('./features/shell/merchant-shell.tsx'), 'MerchantShell', [
    'roles',
    'notifications',
    'units',
    'payment',
    'transactions',
    'branches',
    'facts',
  ]),
  bare: shown(() => import('./features/shell/bare-shell.tsx'), 'BareShell'),
  admin: shown(() => import('./features/shell/admin-shell.tsx'), 'AdminShell', [
    'roles',
    'notifications',
    'admin',
    'units',
    'branches',
  ]),
};

const loadDashboard = () => import('./features/dashboard/dashboard.page.tsx');
const askDashboard = () => import('./features/dashboard/dashboard.search.ts');
const askTerminals = () => import('./features/terminals/terminals.queries.ts');
const loadAudit = () => import('./features/audit/audit.page.tsx');
const accountTexts = ['account', 'auth', 'confirm', 'personalData'];

/** Every screen of contract/screens.ts with what it loads. The router, index.html and the size test read it here. */
export const pages: { readonly [S in ShellName]: Readonly<Record<ScreenOf<S>, Page>> } = {
  none: {
    login: shown(() => import('./features/auth/login.page.tsx'), 'LoginPage', ['auth']),
    reset: shown(() => import('./features/auth/reset.page.tsx'), 'ResetPage', ['auth']),
    verify: shown(() => import('./features/auth/verify.page.tsx'), 'VerifyPage', ['auth']),
    verifyUpdate: shown(() => import('./features/auth/verify-update.page.tsx'), 'VerifyUpdatePage', ['auth']),
    onboarding: shown(() => import('./features/onboarding/onboarding.page.tsx'), 'OnboardingPage', [
      'onboarding',
      'auth',
    ]),
    settlementStatement: shown(
      () => import('./features/settlement/statement-check.page.tsx'),
      'StatementCheckPage',
      ['papers', 'units'],
    ),
    receipt: shown(() => import('./features/receipts/receipt.page.tsx'), 'ReceiptPage', ['receipt']),
  },
  merchant: {
    dashboard: { ...shown(loadDashboard, 'DashboardPage', ['dashboard']), questions: askDashboard },
    transactions: {
      ...shown(() => import('./composed/transactions.page.tsx'), 'TransactionsPage', ['receipt', 'refunds']),
      questions: () => import('./features/transactions/transactions.queries.ts'),
    },
    refunds: {
      ...shown(() => import('./composed/refunds.page.tsx'), 'RefundsPage', ['refunds']),
      questions: () => import('./features/refunds/refunds.queries.ts'),
    },
    terminals: {
      ...shown(() => import('./composed/terminals.page.tsx'), 'TerminalsPage', ['terminals']),
      questions: askTerminals,
    },
    terminalDetail: shown(() => import('./composed/terminal-detail.page.tsx'), 'TerminalDetailPage', [
      'terminals',
      'reconcile',
    ]),
    terminal: {
      ...shown(() => import('./composed/terminal.page.tsx'), 'TerminalPage', ['terminals', 'shifts']),
      questions: askTerminals,
    },
    shifts: shown(() => import('./composed/shifts.page.tsx'), 'ShiftsPage', ['shifts']),
    shift: {
      ...shown(() => import('./features/shifts/shift.page.tsx'), 'ShiftPage', ['shifts']),
      questions: () => import('./features/shifts/shifts.queries.ts'),
    },
    reconciliation: {
      ...shown(() => import('./composed/reconciliation.page.tsx'), 'ReconciliationPage', [
        'reconciliation',
        'tables',
        'reconcile',
      ]),
      questions: () => import('./composed/reconciliation.queries.ts'),
    },
    exceptions: shown(
      () => import('./features/reconciliation/exceptions/exceptions.page.tsx'),
      'ExceptionsPage',
      ['exceptions', 'reconciliation'],
    ),
    feeAudit: shown(() => import('./features/fee-audit/fee-audit.page.tsx'), 'FeeAuditPage', ['fees']),
    proof: {
      ...shown(() => import('./features/proof/proof.page.tsx'), 'ProofPage', ['proof']),
      questions: () => import('./features/proof/proof.queries.ts'),
    },
    discounts: {
      ...shown(() => import('./features/discounts/discounts.page.tsx'), 'DiscountsPage', ['discounts']),
      questions: () => import('./features/discounts/discounts.queries.ts'),
    },
    settlement: {
      ...shown(() => import('./features/settlement/settlement.page.tsx'), 'SettlementPage', [
        'settlement',
        'tables',
      ]),
      questions: () => import('./features/settlement/settlement.queries.ts'),
    },
    management: shown(() => import('./composed/management.page.tsx'), 'ManagementPage', ['management']),
    bulk: shown(() => import('./features/bulk/bulk.page.tsx'), 'BulkPage', ['bulk', 'management']),
    settings: shown(() => import('./features/account/settings.page.tsx'), 'SettingsPage', accountTexts),
    ownSettings: shown(
      () => import('./features/account/own-settings.page.tsx'),
      'OwnSettingsPage',
      accountTexts,
    ),
    audit: shown(loadAudit, 'AuditPage', ['audit', 'admin']),
    business: shown(() => import('./features/business/business.page.tsx'), 'BusinessPage', [
      'business',
      'picture',
    ]),
    ownership: shown(() => import('./features/ownership/ownership.page.tsx'), 'OwnershipPage', ['ownership']),
    reports: shown(() => import('./features/reports/reports.page.tsx'), 'ReportsPage', ['reports']),
    integrations: shown(() => import('./features/integrator/integrations.page.tsx'), 'IntegrationsPage', [
      'integrations',
    ]),
  },
  bare: {
    bareDashboard: {
      ...shown(loadDashboard, 'DashboardPage', ['dashboard', 'transactions', 'units']),
      questions: askDashboard,
    },
  },
  admin: {
    admin: shown(() => import('./features/platform/health.page.tsx'), 'HealthPage', [
      'platform',
      'facts',
      'audit',
    ]),
    adminAudit: shown(loadAudit, 'AuditPage', ['audit', 'facts']),
    adminMsps: shown(() => import('./composed/vendors.page.tsx'), 'VendorsPage', [
      'vendors',
      'audit',
      'facts',
    ]),
    adminBrands: shown(() => import('./composed/models.page.tsx'), 'ModelsPage', [
      'models',
      'picture',
      'audit',
      'facts',
    ]),
    adminDistricts: shown(() => import('./composed/districts.page.tsx'), 'DistrictsPage', [
      'districts',
      'bulk',
      'audit',
      'facts',
    ]),
    adminMerchants: shown(() => import('./composed/merchants.page.tsx'), 'MerchantsPage', [
      'merchants',
      'onboarding',
      'transactions',
      'audit',
      'facts',
    ]),
    adminBankDays: shown(() => import('./features/holidays/holidays.page.tsx'), 'HolidaysPage', ['holidays']),
    adminSettings: shown(() => import('./composed/platform-settings.page.tsx'), 'PlatformSettingsPage', [
      'portal',
      'transactions',
      'audit',
      'facts',
    ]),
    adminAccount: shown(() => import('./features/account/account.page.tsx'), 'AccountPage', accountTexts),
  },
};
