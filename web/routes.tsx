import { paths } from '@mizan/contract/paths.ts';
import type { ScreenName, ShellName } from '@mizan/contract/screens.ts';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { type AskFirst, loadAccess, loadErrors, type Page, pages, shellsShown } from './pages.ts';
import { ApiError } from './platform/api-client.ts';
import { loadTexts } from './platform/i18n.ts';
import { lazyScreen, loadCode } from './platform/lazy-screen.ts';
import { returnParameter, safeReturn } from './platform/return-address.ts';
import { parseAddress, writeAddress } from './platform/search.ts';
import { readHeld, readSession } from './platform/session.store.ts';
import { provideSignInAgain } from './platform/sign-in-again.ts';
import { ToastPlace } from './ui/toasts.tsx';

provideSignInAgain(() => import('./features/auth/sign-in-again.tsx'));

const notFound = lazyRouteComponent(loadErrors, 'NotFoundPage');
const notFoundInside = lazyRouteComponent(loadErrors, 'NotFoundScreen');
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

/** '/' redirects to the static home page, which is no part of this app. */
const home = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  beforeLoad: () => {
    location.replace(paths.staticHome);
    return new Promise<never>(() => {});
  },
});

/** Who is signed in, or whose page stands until they have signed in again. */
const readVisitor = () => readSession() ?? readHeld();

interface Asked {
  location: { href: string; pathname: string };
}

/** Protected addresses lead to the login screen and come back after it. */
function requireSession({ location }: Asked): NonNullable<ReturnType<typeof readVisitor>> {
  const visitor = readVisitor();
  if (visitor) return visitor;
  throw redirect({ to: paths.login, search: { [returnParameter]: location.href } as never });
}

/** Under a shell come those whom it is for; others are led elsewhere, or answered as the server would. */
const requireShell = (shell: ShellName) => async (asked: Asked) => {
  const visitor = requireSession(asked);
  const { arrival } = await loadCode(loadAccess);
  const to = arrival(shell, visitor, asked.location.pathname);
  if (to === 'forbidden') throw new ApiError(403, 'forbidden', shell, {});
  if (to !== 'enters') throw redirect({ to });
};

/** The page answers as the server would: 403 for a role that has no business here. */
const requireScreen = (name: ScreenName) => async () => {
  const { mayOpen } = await loadCode(loadAccess);
  const visitor = readVisitor();
  if (visitor && !mayOpen(name, visitor)) throw new ApiError(403, 'forbidden', name, {});
};

/** So long a screen waits for its first answers, which mostly are there: one paint is less work than two. */
const answerPatienceMs = 100;

/**
 * The loader of a screen: its texts, and the questions that it will ask first. Without an answer soon the screen
 * shows that it waits for one.
 */
const firstOf =
  (name: ScreenName, { texts = [], questions }: Page) =>
  async ({ location }: { location: { search: unknown } }): Promise<void> => {
    window.askFiles?.(paths[name]);
    const asked =
      questions &&
      loadCode<Awaited<ReturnType<AskFirst>>>(questions).then((page) => {
        const patience = new Promise((resolve) => setTimeout(resolve, answerPatienceMs));
        return Promise.race([page.askFirst(location.search as Record<string, unknown>), patience]);
      });
    await Promise.all([loadTexts(...texts), asked]);
  };

/** What comes of a row of web/pages.ts: code, texts and first answers load side by side. */
const screenRoute = (
  parent: AnyRoute,
  [name, page]: [ScreenName, Page],
  { below = '', ...more }: { below?: string; [option: string]: unknown },
): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: paths[name].slice(below.length) || '/',
    loader: firstOf(name, page),
    component: lazyScreen(page.load, page.name),
    ...more,
  } as never);

const screensOf = (shell: ShellName) => Object.entries(pages[shell]) as [ScreenName, Page][];

/** A shell with its screens, which stand below its address where it has one. */
function shellRoute(shell: Exclude<ShellName, 'none'>, address: string, more: object = {}): AnyRoute {
  const { load, name, texts = [] } = shellsShown[shell];
  const around: AnyRoute = createRoute({
    getParentRoute: () => root,
    ...(address ? { path: address } : { id: shell }),
    beforeLoad: requireShell(shell),
    loader: () => loadTexts(...texts),
    component: lazyScreen(async () => (await Promise.all([load(), loadErrors()]))[0], name),
    ...more,
  } as never);
  const inside = screensOf(shell).map((row) =>
    screenRoute(around, row, {
      below: address,
      beforeLoad: requireScreen(row[0]),
      errorComponent: failedInside,
    }),
  );
  return around.addChildren(inside);
}

/** Whoever is signed in goes on; a link's way back is kept where it leads into the portal. */
const login = {
  validateSearch: (search: Record<string, unknown>): { [returnParameter]?: string } => {
    const target = safeReturn(search[returnParameter]);
    return target === null ? {} : { [returnParameter]: target };
  },
  beforeLoad: () => {
    if (readSession()) throw redirect({ to: paths.dashboard });
  },
};

const tree = root.addChildren([
  home,
  ...screensOf('none').map((row) => screenRoute(root, row, row[0] === 'login' ? login : {})),
  shellRoute('merchant', ''),
  shellRoute('bare', paths.bareDashboard),
  shellRoute('admin', paths.admin, { notFoundComponent: notFoundInside }),
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
