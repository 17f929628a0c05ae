import { homes, paths } from '@mizan/contract/paths.ts';
import { type Screen, screens } from '@mizan/contract/screens.ts';

/** Who sees a screen: a person of the demo, or anybody. */
export type Viewer = 'MERCHANT' | 'CASHIER' | 'ADMIN' | null;

export interface ScreenAt {
  path: string;
  viewer: Viewer;
  /** The key of its name, where it has one. */
  title?: string;
  /** Whether it asks the portal for anything. */
  asksPortal?: boolean;
}

/** How a test names what it looks at: address, and in brackets who looks. */
export const screenName = ({ path, viewer }: ScreenAt): string => `${path} (${viewer ?? 'anybody'})`;

/** Who signs in to see a screen of the demo. */
export const demoNames = {
  MERCHANT: 'merchant@mizan.test',
  CASHIER: 'cashier1',
  ADMIN: 'admin@mizan.test',
} as const;

/** Somebody who may see it: an owner where an owner may. */
const viewerOf = ({ allow }: Screen): Viewer => {
  if (allow === 'public') return null;
  return allow.includes('MERCHANT') ? 'MERCHANT' : allow[0];
};

/** Every address of the portal, with somebody who may see it. What stands on a route asks it for something. */
export const everyScreen: readonly ScreenAt[] = [
  ...Object.values(homes).map((path) => ({ path, viewer: null })),
  ...Object.values(screens).map((screen: Screen) => ({
    path: screen.example ?? screen.path,
    viewer: viewerOf(screen),
    title: screen.title,
    asksPortal: screen.right !== undefined,
  })),
];

/** What a link of a mail leads to. */
export const newPassword = `${paths.reset}?token=any`;

/** The numbers that the first rows of the demo have. */
const first = {
  payment: '3',
  exception: '3',
  file: '1',
  bank: '1',
  branch: '1',
  cashier: '4',
  vendor: '1',
  model: '1',
  /** That nothing names. */
  district: '200',
};

/**
 * Drawers and tabs with an address of their own, which people open on the screen that they stand on: each is gone to inside
 * the app.
 */
export const openedInside: readonly ScreenAt[] = [
  ...[
    `${paths.transactions}?range=all&open=${first.payment}`,
    `${paths.refunds}?of=find`,
    `${paths.refunds}?set=limits`,
    `${paths.terminals}?add=new`,
    `${screens.terminalDetail.example}?panel=change`,
    `${screens.terminalDetail.example}?panel=settings`,
    `${paths.discounts}?view=banks`,
    `${paths.reconciliation}?file=${first.file}`,
    `${paths.reconciliation}?file=${first.file}&ask=bank`,
    `${paths.exceptions}?rules=yes`,
    `${paths.exceptions}?open=${first.exception}`,
    `${paths.feeAudit}?draft=${first.bank}`,
    `${paths.settlement}?view=vat`,
    `${paths.management}?open=new`,
    `${paths.management}?open=${first.branch}`,
    `${paths.management}?tab=people`,
    `${paths.management}?tab=people&open=new`,
    `${paths.management}?tab=people&open=${first.cashier}`,
  ].map((path) => ({ path, viewer: 'MERCHANT' }) as const),
  ...[
    `${paths.admin}?open=jobs`,
    `${paths.admin}?open=packages`,
    `${paths.adminMsps}?open=new`,
    `${paths.adminMsps}?open=${first.vendor}`,
    `${paths.adminBrands}?tab=brands`,
    `${paths.adminBrands}?tab=models`,
    `${paths.adminBrands}?tab=models&open=${first.model}`,
    `${paths.adminBrands}?open=package`,
    `${paths.adminDistricts}?kind=city`,
    `${paths.adminDistricts}?open=new`,
    `${paths.adminDistricts}?open=import`,
  ].map((path) => ({ path, viewer: 'ADMIN' }) as const),
];

/** What opens on a screen, and what a screen looks like for another role. */
export const openedScreens: readonly ScreenAt[] = [
  { path: `${paths.dashboard}?from=2026-11-01&to=2026-11-20`, viewer: 'MERCHANT' },
  { path: paths.dashboard, viewer: 'CASHIER' },
  { path: paths.transactions, viewer: 'CASHIER' },
  { path: `${paths.transactions}?search=no-such-order`, viewer: 'MERCHANT' },
  { path: `${paths.terminals}?pay=any`, viewer: 'MERCHANT' },
  { path: `${paths.reconciliation}?view=files`, viewer: 'MERCHANT' },
  { path: `${paths.proof}?month=2026-11&row=all&level=lines`, viewer: 'MERCHANT' },
  { path: `${paths.settlement}?view=table`, viewer: 'MERCHANT' },
  { path: `${paths.settlement}?view=deposits`, viewer: 'MERCHANT' },
  { path: `${paths.settlement}?view=papers`, viewer: 'MERCHANT' },
  { path: paths.terminals, viewer: 'CASHIER' },
  { path: `${paths.adminMerchants}?open=1`, viewer: 'ADMIN' },
  { path: newPassword, viewer: null },
  { path: '/no-such-page', viewer: null },
];

/** Dialogs without an address: the keys of what opens them, on the screen where they stand. A key names the first that begins so. */
export const dialogs: readonly (ScreenAt & { openers: readonly string[] })[] = [
  ...(
    [
      [`${paths.transactions}?range=all&open=${first.payment}`, 'receipt:mail.button'],
      [paths.discounts, 'discounts:import.open', 'discounts:newRate'],
      [`${paths.discounts}?view=banks`, 'discounts:bank.add', 'discounts:bank.setCutoff'],
      [`${paths.exceptions}?rules=yes`, 'exceptions:rules.new'],
      [`${paths.settlement}?view=deposits`, 'settlement:statement.read', 'settlement:deposit.add'],
      [`${paths.settlement}?view=papers`, 'settlement:paper.make'],
      [`${paths.settlement}?view=vat`, 'settlement:vat.add'],
      [paths.integrations, 'integrations:keys.add', 'integrations:systems.add', 'integrations:webhooks.add'],
      [paths.settings, 'personalData:delete'],
      [paths.ownership, 'ownership:closing.action'],
    ] as const
  ).map(([path, ...openers]) => ({ path, openers, viewer: 'MERCHANT' }) as const),
  ...(
    [
      [
        `${paths.adminMerchants}?open=1`,
        'merchants:observe.action',
        'merchants:suspend.merchantAction',
        'merchants:signOut.merchantAction',
      ],
      [paths.adminSettings, 'portal:features.switchOff'],
      [paths.adminBankDays, 'holidays:add', 'holidays:drop'],
      [`${paths.adminDistricts}?open=${first.district}`, 'districts:delete'],
    ] as const
  ).map(([path, ...openers]) => ({ path, openers, viewer: 'ADMIN' }) as const),
];
