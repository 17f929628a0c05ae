import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import { paths, returnParameter, safeReturn } from './paths.ts';
import { ApiError } from './platform/api.client.ts';
import { loadTexts } from './platform/i18n.ts';
import { parseAddress, writeAddress } from './platform/search.ts';
import { readSession } from './platform/session.store.ts';
import { ToastPlace } from './ui/toasts.tsx';

const loadErrors = () => import('./features/errors/error.boundary.tsx');
const notFound = lazyRouteComponent(loadErrors, 'NotFoundPage');
const failed = lazyRouteComponent(loadErrors, 'FailedPage');
/** The same inside a shell, which stays as it is. */
const failedInside = lazyRouteComponent(loadErrors, 'FailedScreen');

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <ToastPlace />
    </>
  ),
  notFoundComponent: notFound,
});

/** Protected addresses lead to the login screen and come back after it. */
function requireSession({ location }: { location: { href: string } }): void {
  if (readSession()) return;
  throw redirect({ to: paths.login, search: { [returnParameter]: location.href } as never });
}

/** '/' redirects to the static home page, which is no part of this app. */
const home = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  beforeLoad: () => {
    location.replace(paths.staticHome);
    return new Promise<never>(() => {});
  },
});

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  validateSearch: (search: Record<string, unknown>): { [returnParameter]?: string } => {
    const target = safeReturn(search[returnParameter]);
    return target === null ? {} : { [returnParameter]: target };
  },
  beforeLoad: () => {
    if (readSession()) throw redirect({ to: paths.dashboard });
  },
  loader: () => loadTexts('auth'),
  component: lazyRouteComponent(() => import('./features/auth/login.page.tsx'), 'LoginPage'),
});

/** The screens that links of mails lead to; each reads its token from the address. */
function linkScreen(path: string, component: RouteComponent) {
  return createRoute({
    getParentRoute: () => root,
    path,
    loader: () => loadTexts('auth', 'common'),
    component,
  });
}
const linkScreens = [
  linkScreen(
    paths.reset,
    lazyRouteComponent(() => import('./features/auth/reset.page.tsx'), 'ResetPage'),
  ),
  linkScreen(
    paths.verify,
    lazyRouteComponent(() => import('./features/auth/verify.page.tsx'), 'VerifyPage'),
  ),
  linkScreen(
    paths.verifyUpdate,
    lazyRouteComponent(() => import('./features/auth/verify-update.page.tsx'), 'VerifyUpdatePage'),
  ),
];

/** Merchant onboarding stands alone: a simple header layout, and nobody is signed in. */
const onboarding = createRoute({
  getParentRoute: () => root,
  path: paths.onboarding,
  loader: () => loadTexts('onboarding', 'auth', 'common'),
  component: lazyRouteComponent(() => import('./features/onboarding/onboarding.page.tsx'), 'OnboardingPage'),
});

const merchantShell = createRoute({
  getParentRoute: () => root,
  id: 'merchant',
  beforeLoad: (context) => {
    requireSession(context);
    if (readSession()?.role === 'ADMIN') throw redirect({ to: paths.admin });
  },
  // 'branches' too: a status badge may stand on any screen, and a text that comes late blanks what stands.
  loader: () => loadTexts('roles', 'notifications', 'units', 'payment', 'transactions', 'branches'),
  component: lazyRouteComponent(() => import('./features/shell/merchant.shell.tsx'), 'MerchantShell'),
});

/** The page answers as the server would: 403 for a role that has no business here. */
async function requireScreen({ location }: { location: { pathname: string } }): Promise<void> {
  const { mayOpen, screenAt } = await import('./screens.ts');
  const role = readSession()?.role;
  const screen = screenAt(location.pathname);
  if (screen && role && !mayOpen(screen, role)) throw new ApiError(403, 'forbidden', screen.id, {});
}

/** A screen of the merchant shell: its code and its texts load side by side. */
function merchantScreen(path: string, namespaces: string[], component: RouteComponent) {
  return createRoute({
    getParentRoute: () => merchantShell,
    path,
    beforeLoad: requireScreen,
    loader: () => loadTexts(...namespaces),
    component,
    errorComponent: failedInside,
  });
}

const dashboardPage = lazyRouteComponent(
  () => import('./features/dashboard/dashboard.page.tsx'),
  'DashboardPage',
);
const dashboardTexts = ['dashboard', 'transactions', 'units'];

const auditPage = lazyRouteComponent(() => import('./features/audit/audit.page.tsx'), 'AuditPage');

const merchantScreens = [
  merchantScreen(paths.dashboard, dashboardTexts, dashboardPage),
  merchantScreen(
    paths.transactions,
    ['transactions', 'branches'],
    lazyRouteComponent(() => import('./features/transactions/transactions.page.tsx'), 'TransactionsPage'),
  ),
  merchantScreen(
    paths.terminals,
    ['terminals', 'payment', 'transactions'],
    lazyRouteComponent(() => import('./features/terminals/terminals.page.tsx'), 'TerminalsPage'),
  ),
  merchantScreen(
    paths.terminal,
    ['terminals', 'payment', 'transactions'],
    lazyRouteComponent(() => import('./features/terminals/terminal.page.tsx'), 'TerminalPage'),
  ),
  merchantScreen(
    paths.reconciliation,
    ['reconciliation', 'transactions'],
    lazyRouteComponent(
      () => import('./features/reconciliation/reconciliation.page.tsx'),
      'ReconciliationPage',
    ),
  ),
  merchantScreen(
    paths.settings,
    ['account', 'auth', 'confirm'],
    lazyRouteComponent(() => import('./features/account/settings.page.tsx'), 'SettingsPage'),
  ),
  merchantScreen(paths.audit, ['audit'], auditPage),
];

/** The dashboard without a shell, open to every role (specification, section 2). */
const bareShell = createRoute({
  getParentRoute: () => root,
  path: paths.bareDashboard,
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./features/shell/bare.shell.tsx'), 'BareShell'),
});
const bareDashboard = createRoute({
  getParentRoute: () => bareShell,
  path: '/',
  loader: () => loadTexts(...dashboardTexts),
  component: dashboardPage,
  errorComponent: failedInside,
});

const adminShell = createRoute({
  getParentRoute: () => root,
  path: paths.admin,
  beforeLoad: (context) => {
    requireSession(context);
    if (readSession()?.role !== 'ADMIN') throw new ApiError(403, 'forbidden', 'admin', {});
  },
  loader: () => loadTexts('roles', 'notifications', 'admin'),
  component: lazyRouteComponent(() => import('./features/shell/admin.shell.tsx'), 'AdminShell'),
  notFoundComponent: notFound,
});
const adminIndex = createRoute({
  getParentRoute: () => adminShell,
  path: '/',
  component: lazyRouteComponent(() => import('./features/admin/admin.page.tsx'), 'AdminPage'),
});
const adminMerchants = createRoute({
  getParentRoute: () => adminShell,
  path: '/merchants',
  loader: () => loadTexts('merchants', 'onboarding', 'branches', 'transactions'),
  component: lazyRouteComponent(() => import('./features/merchants/merchants.page.tsx'), 'MerchantsPage'),
  errorComponent: failedInside,
});
const adminAudit = createRoute({
  getParentRoute: () => adminShell,
  path: '/audit',
  loader: () => loadTexts('audit'),
  component: auditPage,
  errorComponent: failedInside,
});

const tree = root.addChildren([
  home,
  login,
  ...linkScreens,
  onboarding,
  merchantShell.addChildren(merchantScreens),
  bareShell.addChildren([bareDashboard]),
  adminShell.addChildren([adminIndex, adminAudit, adminMerchants]),
]);

/** The whole app's addresses. Every screen loads on its own, except the login, which opens the portal. */
export function makeRouter() {
  return createRouter({
    routeTree: tree,
    defaultErrorComponent: failed,
    defaultNotFoundComponent: notFound,
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}
