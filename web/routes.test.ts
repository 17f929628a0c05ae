import { paths } from '@mizan/contract/paths.ts';
import { type Role, roles } from '@mizan/contract/roles.ts';
import { type Screen, type ScreenName, screens } from '@mizan/contract/screens.ts';
import { isRedirect } from '@tanstack/react-router';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { makeRouter } from './routes.tsx';
import { stubBrowser } from './testing/browser.ts';

type Router = ReturnType<typeof makeRouter>;
type Guarded = { options: { beforeLoad?: (context: { location: unknown }) => unknown } };

/** The app's own router, with this person signed in. */
async function routerFor(role: Role | null): Promise<Router> {
  const { sessionStorage } = stubBrowser();
  if (role) {
    sessionStorage.setItem('accessToken', 'any');
    sessionStorage.setItem('role', role);
  }
  const routes = await import('./routes.tsx');
  // As on a server: without a document it keeps no history, and asks for none.
  vi.stubGlobal('document', undefined);
  return routes.makeRouter();
}

/** What somebody meets at an address: 'opens', a status, or where they are led. Guards are called in the router's order. */
async function answerAt(router: Router, path: string): Promise<string> {
  const location = router.parseLocation({
    pathname: path,
    href: path,
    search: '',
    hash: '',
    state: { __TSR_index: 0 },
  });
  try {
    for (const { routeId } of router.matchRoutes(location)) {
      const { options } = router.routesById[routeId as keyof typeof router.routesById] as Guarded;
      await options.beforeLoad?.({ location });
    }
    return 'opens';
  } catch (thrown) {
    if (isRedirect(thrown)) return String(thrown.options.to);
    return String((thrown as { status?: number }).status ?? thrown);
  }
}

/** What rules S2.2, S4.7 and S6 ask for, said once more and by other words than the router's. */
function expectedAt(name: ScreenName, role: Role | null): string {
  const { allow, shell }: Screen = screens[name];
  if (name === 'login' && role !== null) return '/dashboard';
  if (allow === 'public') return 'opens';
  if (role === null) return '/neopaas/portal/login';
  if (allow.includes(role)) return 'opens';
  if (shell !== 'merchant' || role !== 'ADMIN') return '403';
  return name === 'settings' ? '/neopass-admin/account' : '/neopass-admin';
}

describe.each([null, ...roles])('%s', (role) => {
  let router: Router;
  beforeAll(async () => {
    router = await routerFor(role);
  });
  test.each(Object.keys(screens) as ScreenName[])('%s', async (name) => {
    expect(await answerAt(router, paths[name])).toBe(expectedAt(name, role));
  });
});

test('403: an address in the admin area that nobody has, for whoever has no business there', async () => {
  expect(await answerAt(await routerFor('MERCHANT'), `${paths.admin}/no-such-page`)).toBe('403');
  expect(await answerAt(await routerFor('ADMIN'), `${paths.admin}/no-such-page`)).toBe('opens');
});

test('a page whose session has ended under it is led nowhere until its owner has signed in again', async () => {
  const router = await routerFor('CASHIER');
  const { endSession, keepPage } = await import('./platform/session.store.ts');
  keepPage();
  endSession({ flagged: true });
  expect(await answerAt(router, paths.dashboard)).toBe('opens');
  expect(await answerAt(router, paths.settings)).toBe('403');
});
