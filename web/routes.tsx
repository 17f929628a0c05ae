import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { adminTexts, firstLoads, merchantTexts } from './first-loads.ts';
import { paths, returnParameter, safeReturn } from './paths.ts';
import { ApiError } from './platform/api-client.ts';
import { loadTexts } from './platform/i18n.ts';
import { lazyScreen, loadCode } from './platform/lazy-screen.ts';
import { parseAddress, writeAddress } from './platform/search.ts';
import { readHeld, readSession } from './platform/session.store.ts';
import { provideSignInAgain } from './platform/sign-in-again.ts';
import { ToastPlace } from './ui/toasts.tsx';

provideSignInAgain(() => import('./features/auth/sign-in-again.tsx'));

/** What says that something is wrong must be there before it is: it loads with every shell, and with the first rest. */
export const loadErrors = () => import('./features/errors/error-boundary.tsx');
const notFound = lazyRouteComponent(loadErrors, 'NotFoundPage');
const notFoundInside = lazyRouteComponent(loadErrors, 'NotFoundScreen');
const failed = lazyRouteComponent(loadErrors, 'FailedPage');
/** The same inside a shell, which stays as it is. */
const failedInside = lazyRouteComponent(loadErrors, 'FailedScreen');

function lazyShell<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazyScreen(async () => (await Promise.all([load(), loadErrors()]))[0], name);
}

/** A loader of the texts of a screen: they come beside its code. */
const textsOf = (path: string) => () => loadTexts(...(firstLoads[path]?.texts ?? []));

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <ToastPlace />
    </>
  ),
  notFoundComponent: notFound,
});

/** Who is signed in, or whose page stands until they have signed in again. */
const readVisitor = () => readSession() ?? readHeld();

/** Protected addresses lead to the login screen and come back after it. */
function requireSession({ location }: { location: { href: string } }): void {
  if (readVisitor()) return;
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
  loader: textsOf(paths.login),
  component: lazyScreen(() => import('./features/auth/login.page.tsx'), 'LoginPage'),
});

/** The screens that links of mails lead to; each reads its token from the address. */
function linkScreen(path: string, component: RouteComponent) {
  return createRoute({
    getParentRoute: () => root,
    path,
    loader: textsOf(path),
    component,
  });
}
const linkScreens = [
  linkScreen(
    paths.reset,
    lazyScreen(() => import('./features/auth/reset.page.tsx'), 'ResetPage'),
  ),
  linkScreen(
    paths.verify,
    lazyScreen(() => import('./features/auth/verify.page.tsx'), 'VerifyPage'),
  ),
  linkScreen(
    paths.verifyUpdate,
    lazyScreen(() => import('./features/auth/verify-update.page.tsx'), 'VerifyUpdatePage'),
  ),
];

/** Merchant onboarding stands alone: a simple header layout, and nobody is signed in. */
const onboarding = createRoute({
  getParentRoute: () => root,
  path: paths.onboarding,
  loader: textsOf(paths.onboarding),
  component: lazyScreen(() => import('./features/onboarding/onboarding.page.tsx'), 'OnboardingPage'),
});

/** Mails about one's own account lead everybody to /settings; nothing else of a merchant's is an administrator's. */
const adminPlaceOf = (pathname: string) => (pathname === paths.settings ? paths.adminAccount : paths.admin);

const merchantShell = createRoute({
  getParentRoute: () => root,
  id: 'merchant',
  beforeLoad: (context) => {
    requireSession(context);
    if (readVisitor()?.role === 'ADMIN') throw redirect({ to: adminPlaceOf(context.location.pathname) });
  },
  loader: () => loadTexts(...merchantTexts),
  component: lazyShell(() => import('./features/shell/merchant-shell.tsx'), 'MerchantShell'),
});

/** The page answers as the server would: 403 for a role that has no business here. */
async function requireScreen({ location }: { location: { pathname: string } }): Promise<void> {
  const { mayOpen, screenAt } = await loadCode(() => import('./screens.ts'));
  const role = readVisitor()?.role;
  const screen = screenAt(location.pathname);
  if (screen && role && !mayOpen(screen, role)) throw new ApiError(403, 'forbidden', screen.id, {});
}

/** What a page exports beside itself, where it can ask the portal before it shows; takes the address's fields. */
type AskFirst = () => Promise<{ askFirst: (search: Record<string, unknown>) => Promise<unknown> }>;

/** So long a screen waits for its first answers, which mostly are there: one paint is less work than two. */
const answerPatienceMs = 100;

/**
 * The loader of a screen: its texts, and the questions that it will ask first. Without an answer soon the screen
 * shows that it waits for one.
 */
const firstOf =
  (path: string, askFirst?: AskFirst) =>
  async ({ location }: { location: { search: unknown } }): Promise<void> => {
    const asked =
      askFirst &&
      loadCode(askFirst).then((page) => {
        const patience = new Promise((resolve) => setTimeout(resolve, answerPatienceMs));
        return Promise.race([page.askFirst(location.search as Record<string, unknown>), patience]);
      });
    await Promise.all([textsOf(path)(), asked]);
  };

/** A screen of the merchant shell: its code, its texts and its first answers load side by side. */
function merchantScreen(path: string, component: RouteComponent, askFirst?: AskFirst) {
  return createRoute({
    getParentRoute: () => merchantShell,
    path,
    beforeLoad: requireScreen,
    loader: firstOf(path, askFirst),
    component,
    errorComponent: failedInside,
  });
}

const dashboardPage = lazyScreen(() => import('./features/dashboard/dashboard.page.tsx'), 'DashboardPage');
const askDashboard = () => import('./features/dashboard/dashboard.search.ts');

const auditPage = lazyScreen(() => import('./features/audit/audit.page.tsx'), 'AuditPage');

const merchantScreens = [
  merchantScreen(paths.dashboard, dashboardPage, askDashboard),
  merchantScreen(
    paths.transactions,
    lazyScreen(() => import('./features/transactions/transactions.page.tsx'), 'TransactionsPage'),
    () => import('./features/transactions/transactions.queries.ts'),
  ),
  merchantScreen(
    paths.terminals,
    lazyScreen(() => import('./composed/terminals.page.tsx'), 'TerminalsPage'),
    () => import('./features/terminals/terminals.queries.ts'),
  ),
  merchantScreen(
    paths.terminal,
    lazyScreen(() => import('./composed/terminal.page.tsx'), 'TerminalPage'),
    () => import('./features/terminals/terminals.queries.ts'),
  ),
  merchantScreen(
    paths.reconciliation,
    lazyScreen(() => import('./features/reconciliation/reconciliation.page.tsx'), 'ReconciliationPage'),
    () => import('./features/reconciliation/reconciliation.queries.ts'),
  ),
  merchantScreen(
    paths.settings,
    lazyScreen(() => import('./features/account/settings.page.tsx'), 'SettingsPage'),
  ),
  merchantScreen(paths.audit, auditPage),
];

/** The dashboard without a shell, open to every role (rules S2). */
const bareShell = createRoute({
  getParentRoute: () => root,
  path: paths.bareDashboard,
  beforeLoad: requireSession,
  component: lazyShell(() => import('./features/shell/bare-shell.tsx'), 'BareShell'),
});
const bareDashboard = createRoute({
  getParentRoute: () => bareShell,
  path: '/',
  loader: firstOf(paths.bareDashboard, askDashboard),
  component: dashboardPage,
  errorComponent: failedInside,
});

const adminShell = createRoute({
  getParentRoute: () => root,
  path: paths.admin,
  beforeLoad: (context) => {
    requireSession(context);
    if (readVisitor()?.role !== 'ADMIN') throw new ApiError(403, 'forbidden', 'admin', {});
  },
  loader: () => loadTexts(...adminTexts),
  component: lazyShell(() => import('./features/shell/admin-shell.tsx'), 'AdminShell'),
  notFoundComponent: notFoundInside,
});
const adminIndex = createRoute({
  getParentRoute: () => adminShell,
  path: '/',
  component: lazyScreen(() => import('./features/admin/admin.page.tsx'), 'AdminPage'),
  errorComponent: failedInside,
});
const adminMerchants = createRoute({
  getParentRoute: () => adminShell,
  path: '/merchants',
  loader: () => loadTexts('merchants', 'onboarding', 'branches', 'transactions'),
  component: lazyScreen(() => import('./features/merchants/merchants.page.tsx'), 'MerchantsPage'),
  errorComponent: failedInside,
});
const adminAccount = createRoute({
  getParentRoute: () => adminShell,
  path: '/account',
  loader: textsOf(paths.adminAccount),
  component: lazyScreen(() => import('./features/account/account.page.tsx'), 'AccountPage'),
  errorComponent: failedInside,
});
const adminAudit = createRoute({
  getParentRoute: () => adminShell,
  path: '/audit',
  loader: textsOf(paths.adminAudit),
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
  adminShell.addChildren([adminIndex, adminAccount, adminAudit, adminMerchants]),
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
