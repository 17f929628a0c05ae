import { everyRole, type Role } from '@mizan/contract/roles.ts';
import { paths } from './paths.ts';

/**
 * What an address shows first: the modules that the router imports for it, and its texts. index.html asks for all
 * of it while the app's own code is still on its way, instead of one wave after the other; the routes take
 * their texts from here too, so that both name the same ones.
 */
export interface FirstLoad {
  modules: readonly string[];
  texts: readonly string[];
  /** What the portal is asked first, as the client writes it, where the address has no search. */
  asks: readonly string[];
  /** Whom the portal answers that, and whom the screen is for. */
  roles: readonly Role[];
  /** Who is not signed in sees the login instead. */
  isProtected: boolean;
}

const errorModule = 'features/errors/error-boundary.tsx';
const merchantModules = ['screens.ts', 'features/shell/merchant-shell.tsx', errorModule];
/** 'branches' too: a status badge may stand on any screen, and a text that comes late blanks what stands. */
export const merchantTexts = [
  'roles',
  'notifications',
  'units',
  'payment',
  'transactions',
  'branches',
  'facts',
] as const;
const adminModules = ['features/shell/admin-shell.tsx', errorModule];
export const adminTexts = ['roles', 'notifications', 'admin'] as const;

const open = (page: string, ...texts: string[]): FirstLoad => ({
  modules: [page],
  texts,
  asks: [],
  roles: [],
  isProtected: false,
});

interface MerchantLoad {
  texts?: readonly string[];
  /** The module whose `askFirst` the route calls, and what that asks. */
  questions?: string;
  asks?: readonly string[];
  roles?: readonly Role[];
}
const merchant = (
  page: string,
  { texts = [], questions, asks = [], roles = ['MERCHANT'] }: MerchantLoad,
): FirstLoad => ({
  modules: [...merchantModules, page, ...(questions ? [questions] : [])],
  texts: [...merchantTexts, ...texts],
  asks: ['/api/v1/auth/session', ...asks],
  roles,
  isProtected: true,
});
const admin = (page: string, ...texts: string[]): FirstLoad => ({
  modules: [...adminModules, page],
  texts: [...adminTexts, ...texts],
  asks: [],
  roles: ['ADMIN'],
  isProtected: true,
});

const dashboard = {
  texts: ['dashboard'],
  questions: 'features/dashboard/dashboard.search.ts',
  asks: ['/api/v1/dashboard'],
  roles: ['MERCHANT', 'CASHIER'],
} as const;
const accountTexts = ['account', 'auth', 'confirm'] as const;
const terminals = {
  texts: ['terminals'],
  questions: 'features/terminals/terminals.queries.ts',
  asks: ['/api/v1/terminals'],
};

/** By address; an address that is missing here loads as it comes. */
export const firstLoads: Readonly<Record<string, FirstLoad>> = {
  [paths.login]: open('features/auth/login.page.tsx', 'auth'),
  [paths.reset]: open('features/auth/reset.page.tsx', 'auth'),
  [paths.verify]: open('features/auth/verify.page.tsx', 'auth'),
  [paths.verifyUpdate]: open('features/auth/verify-update.page.tsx', 'auth'),
  [paths.onboarding]: open('features/onboarding/onboarding.page.tsx', 'onboarding', 'auth'),
  [paths.dashboard]: merchant('features/dashboard/dashboard.page.tsx', dashboard),
  [paths.transactions]: merchant('features/transactions/transactions.page.tsx', {
    questions: 'features/transactions/transactions.queries.ts',
    asks: ['/api/v1/transactions?limit=50', '/api/v1/transactions/totals'],
    roles: ['MERCHANT', 'CASHIER'],
  }),
  [paths.terminals]: merchant('composed/terminals.page.tsx', terminals),
  [paths.terminal]: merchant('composed/terminal.page.tsx', { ...terminals, roles: ['CASHIER'] }),
  [paths.reconciliation]: merchant('features/reconciliation/reconciliation.page.tsx', {
    texts: ['reconciliation'],
    questions: 'features/reconciliation/reconciliation.queries.ts',
    asks: ['/api/v1/reconciliation/bank-files?limit=50'],
  }),
  [paths.settings]: merchant('features/account/settings.page.tsx', { texts: accountTexts }),
  [paths.audit]: merchant('features/audit/audit.page.tsx', { texts: ['audit'] }),
  [paths.bareDashboard]: {
    modules: [
      'features/shell/bare-shell.tsx',
      errorModule,
      'features/dashboard/dashboard.page.tsx',
      dashboard.questions,
    ],
    texts: ['dashboard', 'transactions', 'units'],
    asks: dashboard.asks,
    roles: everyRole,
    isProtected: true,
  },
  [paths.admin]: admin('features/admin/admin.page.tsx'),
  [paths.adminMerchants]: admin('features/merchants/merchants.page.tsx', 'merchants', 'onboarding'),
  [paths.adminAccount]: admin('features/account/account.page.tsx', ...accountTexts),
  [paths.adminAudit]: admin('features/audit/audit.page.tsx', 'audit', 'facts'),
};
