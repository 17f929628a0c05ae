import { paths } from '../../web/paths.ts';

/** Who sees a screen: a person of the demo, or anybody. */
export type Viewer = 'MERCHANT' | 'CASHIER' | 'ADMIN' | null;

export interface ScreenAt {
  path: string;
  viewer: Viewer;
}

/** '/terminal (CASHIER)': how a test names what it looks at. */
export const screenName = ({ path, viewer }: ScreenAt): string => `${path} (${viewer ?? 'anybody'})`;

/** Who signs in to see a screen of the demo. */
export const demoNames = {
  MERCHANT: 'merchant@mizan.test',
  CASHIER: 'cashier1',
  ADMIN: 'admin@mizan.test',
} as const;

/** Who may see what stands at an address; a new one falls under the rule of its place. */
function viewerOf(path: string): Viewer {
  if (path === paths.home || path === paths.staticHome || path.startsWith('/neopaas/')) return null;
  if (path === paths.admin || path.startsWith(`${paths.admin}/`)) return 'ADMIN';
  return path === paths.terminal ? 'CASHIER' : 'MERCHANT';
}

/** Every address of web/paths.ts, with somebody who may see it. */
export const everyScreen: readonly ScreenAt[] = Object.values(paths).map((path) => ({
  path,
  viewer: viewerOf(path),
}));

/** What opens on a screen, and what a screen looks like for another role. */
export const openedScreens: readonly ScreenAt[] = [
  { path: `${paths.dashboard}?from=2026-11-01&to=2026-11-20`, viewer: 'MERCHANT' },
  { path: paths.dashboard, viewer: 'CASHIER' },
  { path: paths.transactions, viewer: 'CASHIER' },
  { path: `${paths.transactions}?search=no-such-order`, viewer: 'MERCHANT' },
  { path: `${paths.terminals}?pay=any`, viewer: 'MERCHANT' },
  { path: paths.terminals, viewer: 'CASHIER' },
  { path: `${paths.adminMerchants}?open=1`, viewer: 'ADMIN' },
  { path: '/no-such-page', viewer: null },
];
