import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths, returnParameter, safeReturn } from './paths.ts';
import { loadTexts } from './platform/i18n.ts';
import { readSession } from './platform/session.store.ts';
import { ToastPlace } from './ui/toasts.tsx';

const notFound = lazyRouteComponent(() => import('./features/errors/error.boundary.tsx'), 'NotFoundPage');
const failed = lazyRouteComponent(() => import('./features/errors/error.boundary.tsx'), 'ErrorBoundaryPage');

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <ToastPlace />
    </>
  ),
  notFoundComponent: notFound,
});

const pages = import.meta.glob<Record<string, () => ReactNode>>(
  './features/{dashboard,transactions,terminals,reconciliation}/*.page.tsx',
);

/** A screen's component by file and name; one whose file is not there yet answers as a missing page does. */
function pageOf(file: string, name: string): RouteComponent {
  const load = pages[`./features/${file}.page.tsx`];
  return load ? lazyRouteComponent(load, name) : notFound;
}

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

const merchantShell = createRoute({
  getParentRoute: () => root,
  id: 'merchant',
  beforeLoad: (context) => {
    requireSession(context);
    if (readSession()?.role === 'ADMIN') throw redirect({ to: paths.admin });
  },
  loader: () => loadTexts('roles', 'notifications', 'units', 'payment', 'transactions'),
  component: lazyRouteComponent(() => import('./features/shell/merchant.shell.tsx'), 'MerchantShell'),
});

/** A screen of the merchant shell: its code and its texts load side by side. */
function merchantScreen(path: string, namespaces: string[], component: RouteComponent) {
  return createRoute({
    getParentRoute: () => merchantShell,
    path,
    loader: () => loadTexts(...namespaces),
    component,
  });
}

const merchantScreens = [
  merchantScreen(
    paths.dashboard,
    ['dashboard', 'transactions'],
    pageOf('dashboard/dashboard', 'DashboardPage'),
  ),
  merchantScreen(
    paths.transactions,
    ['transactions', 'branches'],
    pageOf('transactions/transactions', 'TransactionsPage'),
  ),
  merchantScreen(
    paths.terminals,
    ['terminals', 'payment', 'transactions'],
    pageOf('terminals/terminals', 'TerminalsPage'),
  ),
  merchantScreen(
    paths.terminal,
    ['terminals', 'payment', 'transactions'],
    pageOf('terminals/terminal', 'TerminalPage'),
  ),
  merchantScreen(
    paths.reconciliation,
    ['reconciliation'],
    pageOf('reconciliation/reconciliation', 'ReconciliationPage'),
  ),
];

const bareDashboard = createRoute({
  getParentRoute: () => root,
  path: paths.bareDashboard,
  beforeLoad: requireSession,
  loader: () => loadTexts('dashboard', 'transactions', 'units'),
  component: pageOf('dashboard/dashboard', 'DashboardPage'),
});

const adminShell = createRoute({
  getParentRoute: () => root,
  path: paths.admin,
  beforeLoad: requireSession,
  loader: () => loadTexts('roles', 'notifications', 'admin'),
  component: lazyRouteComponent(() => import('./features/shell/admin.shell.tsx'), 'AdminShell'),
  notFoundComponent: notFound,
});
const adminIndex = createRoute({
  getParentRoute: () => adminShell,
  path: '/',
  component: lazyRouteComponent(() => import('./features/admin/admin.page.tsx'), 'AdminPage'),
});

const tree = root.addChildren([
  home,
  login,
  merchantShell.addChildren(merchantScreens),
  bareDashboard,
  adminShell.addChildren([adminIndex]),
]);

/** The whole app's addresses. Every screen loads on its own, except the login, which opens the portal. */
export function makeRouter() {
  return createRouter({
    routeTree: tree,
    defaultErrorComponent: failed,
    defaultNotFoundComponent: notFound,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}
