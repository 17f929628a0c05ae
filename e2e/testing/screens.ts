import { paths } from '../../web/paths.ts';

/** Who sees a screen: a person of the demo, or anybody. */
export type Viewer = 'MERCHANT' | 'CASHIER' | 'ADMIN' | null;

export interface ScreenAt {
  path: string;
  viewer: Viewer;
}

/** Who signs in to see a screen of the demo. */
export const demoNames = {
  MERCHANT: 'merchant@mizan.test',
  CASHIER: 'cashier1',
  ADMIN: 'admin@mizan.test',
} as const;

const viewers: Readonly<Record<keyof typeof paths, Viewer>> = {
  home: null,
  staticHome: null,
  login: null,
  reset: null,
  verify: null,
  verifyUpdate: null,
  dashboard: 'MERCHANT',
  transactions: 'MERCHANT',
  terminals: 'MERCHANT',
  terminal: 'CASHIER',
  reconciliation: 'MERCHANT',
  settings: 'MERCHANT',
  bareDashboard: 'MERCHANT',
  admin: 'ADMIN',
};

/** Every address of web/paths.ts with somebody who may see it; a new one has no viewer and does not compile. */
export const everyScreen: readonly ScreenAt[] = (Object.keys(paths) as (keyof typeof paths)[]).map(
  (name) => ({ path: paths[name], viewer: viewers[name] }),
);

/** What opens on a screen, and what a screen looks like for another role. */
export const openedScreens: readonly ScreenAt[] = [
  { path: `${paths.dashboard}?from=2026-11-01&to=2026-11-20`, viewer: 'MERCHANT' },
  { path: paths.dashboard, viewer: 'CASHIER' },
  { path: paths.transactions, viewer: 'CASHIER' },
  { path: `${paths.transactions}?search=no-such-order`, viewer: 'MERCHANT' },
  { path: `${paths.terminals}?pay=any`, viewer: 'MERCHANT' },
  { path: paths.terminals, viewer: 'CASHIER' },
  { path: '/no-such-page', viewer: null },
];
