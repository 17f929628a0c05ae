import { getAccount } from './account.ts';
import { listAuditEntries } from './audit.ts';
import { getSession } from './auth.ts';
import { listBulkRuns } from './bulk.ts';
import { getBusiness } from './business.ts';
import { getDashboard } from './dashboard.ts';
import { listDiscounts } from './discounts.ts';
import { listPlaces } from './districts.ts';
import { listExceptions } from './exceptions.ts';
import { getFeeAudit } from './fee-audit.ts';
import { listHolidays } from './holidays.ts';
import { listKeys } from './integrator-keys.ts';
import { listBranches } from './management.ts';
import { listMerchants } from './merchants.ts';
import { listModels } from './models.ts';
import { listEverything } from './ownership.ts';
import { getHealth } from './platform.ts';
import { getPlatformSettings } from './platform-settings.ts';
import { getProof } from './proof.ts';
import { listBankFiles } from './reconciliation.ts';
import { listRefunds, refundTotals } from './refunds.ts';
import { listReports } from './reports.ts';
import type { Right } from './rights.ts';
import { everyRole, merchantRoles, type Role } from './roles.ts';
import { type Allow, pathOf } from './route.ts';
import { getSettlementMonth } from './settlement.ts';
import { getMyShift, listShifts } from './shifts.ts';
import { getTerminalByTid } from './terminal-history.ts';
import { listTerminalStates } from './terminal-reconciliation.ts';
import { listTerminals } from './terminals.ts';
import { listTransactions, transactionTotals } from './transactions.ts';
import { listVendors } from './vendors.ts';

/** What stands around a screen. */
export interface Shell {
  /** Its own address, where other screens stand below it. */
  readonly path?: `/${string}`;
  readonly allow: Allow;
  /** Where everybody else is led who is signed in; without it they are refused. */
  readonly others?: string;
  /** What it asks the portal first. */
  readonly asks: readonly string[];
}

/** A place of the portal that people go to. The browser gets what this table comes to, without `asks`. */
export interface Screen {
  /** As rules S2 spell it; '$tid' stands for a part of it that names what is shown. */
  readonly path: `/${string}`;
  /** Of a path with such a part: the address of one of the demo. */
  readonly example?: `/${string}`;
  readonly shell: ShellName;
  /** Its name: the key of a text. */
  readonly title: string;
  readonly allow: Allow;
  readonly right?: Right;
  /** Its place in the menu of its shell, in the order of this table. */
  readonly menu?: {
    /** Where the menu calls it something else than its title does. */
    readonly text?: string;
    /** The word under the thumb, at the foot of a phone. */
    readonly short: string;
    /** Lit only at its very address, because others stand below it. */
    readonly exact?: true;
    /** Lit as well where its screen leads to another one that stands at an address of its own. */
    readonly also?: `/${string}`;
  };
  /** Where those are led whom its shell is not for, if elsewhere than the shell says. */
  readonly others?: string;
  /** What it asks the portal first, as the browser writes it, where the address has no search. */
  readonly asks?: readonly string[];
}

interface RouteBelow {
  readonly path: string;
  readonly allow: Allow;
  readonly right?: Right;
}

/**
 * Whom a screen is for: those who may call the route that it stands on, less those who have no business here.
 * @throws Error where nobody is left.
 */
function standsOn(route: RouteBelow, among: readonly Role[]): Pick<Screen, 'allow' | 'right'> {
  const [first, ...rest] = among.filter((role) => route.allow !== 'public' && route.allow.includes(role));
  if (!first) throw new Error(`nobody of ${among.join()} may call ${route.path}`);
  return { allow: [first, ...rest], ...(route.right && { right: route.right }) };
}

export const shells = {
  /** Nothing: the sign-in, what links of mails lead to, onboarding. */
  none: { allow: 'public', asks: [] },
  /** Menu, header and results of payments. Whoever runs the platform works elsewhere (rules S4.7). */
  merchant: { allow: merchantRoles, others: 'admin', asks: [pathOf(getSession)] },
  /** The window alone (rules S2.4). */
  bare: { path: '/neopass-admin2', allow: everyRole, asks: [] },
  admin: { path: '/neopass-admin', allow: ['ADMIN'], asks: [] },
} as const satisfies Readonly<Record<string, Shell>>;
export type ShellName = keyof typeof shells;

/**
 * Every screen, said once: addresses, menu, guards, redirects, links of mails, what index.html asks for and what the
 * browser tests walk over are read from here (docs/decisions/0041-one-table-of-screens.md). What the browser loads for
 * each stands in web/pages.ts, under the same name.
 */
export const screens = {
  login: { path: '/neopaas/portal/login', shell: 'none', title: 'auth:login.submit', allow: 'public' },
  reset: { path: '/neopaas/portal/reset', shell: 'none', title: 'auth:reset.title', allow: 'public' },
  verify: { path: '/neopaas/portal/verify', shell: 'none', title: 'auth:verify.loading', allow: 'public' },
  verifyUpdate: {
    path: '/neopaas/portal/veryfiUpdateInfo',
    shell: 'none',
    title: 'auth:verify.loading',
    allow: 'public',
  },
  onboarding: {
    path: '/neopaas/portal/onboarding',
    shell: 'none',
    title: 'onboarding:title',
    allow: 'public',
  },
  settlementStatement: {
    path: '/neopaas/portal/statement',
    shell: 'none',
    title: 'papers:title',
    allow: 'public',
  },
  receipt: {
    path: '/neopaas/portal/receipt',
    shell: 'none',
    title: 'receipt:title',
    allow: 'public',
  },
  dashboard: {
    path: '/dashboard',
    shell: 'merchant',
    title: 'shell:menu.dashboard',
    ...standsOn(getDashboard, merchantRoles),
    menu: { short: 'shell:menu.short.dashboard' },
    asks: [pathOf(getDashboard)],
  },
  transactions: {
    path: '/transactions',
    shell: 'merchant',
    title: 'shell:menu.transactions',
    ...standsOn(listTransactions, merchantRoles),
    menu: { short: 'shell:menu.short.transactions' },
    asks: [`${pathOf(listTransactions)}?limit=50`, pathOf(transactionTotals)],
  },
  refunds: {
    path: '/refunds',
    shell: 'merchant',
    title: 'shell:menu.refunds',
    ...standsOn(listRefunds, merchantRoles),
    menu: { short: 'shell:menu.refunds' },
    asks: [`${pathOf(listRefunds)}?limit=50`, pathOf(refundTotals)],
  },
  terminals: {
    path: '/terminals',
    shell: 'merchant',
    title: 'shell:menu.terminals',
    ...standsOn(listTerminals, ['MERCHANT']),
    menu: { short: 'shell:menu.short.terminals', also: '/shifts' },
    asks: [pathOf(listTerminals)],
  },
  terminalDetail: {
    path: '/terminals/$tid',
    example: '/terminals/88504871',
    shell: 'merchant',
    title: 'terminals:detail.title',
    ...standsOn(getTerminalByTid, ['MERCHANT']),
  },
  terminal: {
    path: '/terminal',
    shell: 'merchant',
    title: 'shell:menu.terminal',
    ...standsOn(listTerminals, ['CASHIER']),
    menu: { short: 'shell:menu.short.terminal' },
    asks: [pathOf(listTerminals)],
  },
  shift: {
    path: '/terminal/shift',
    shell: 'merchant',
    title: 'shifts:title',
    ...standsOn(getMyShift, ['CASHIER']),
    asks: [pathOf(getMyShift)],
  },
  shifts: {
    path: '/shifts',
    shell: 'merchant',
    title: 'shifts:list',
    ...standsOn(listShifts, ['MERCHANT']),
  },
  discounts: {
    path: '/discounts',
    shell: 'merchant',
    title: 'shell:menu.discounts',
    ...standsOn(listDiscounts, ['MERCHANT']),
    menu: { short: 'shell:menu.short.discounts' },
    asks: [pathOf(listDiscounts)],
  },
  reconciliation: {
    path: '/reconciliation',
    shell: 'merchant',
    title: 'shell:menu.reconciliation',
    ...standsOn(listBankFiles, ['MERCHANT']),
    menu: { short: 'shell:menu.short.reconciliation' },
    asks: [pathOf(listTerminalStates)],
  },
  exceptions: {
    path: '/reconciliation/exceptions',
    shell: 'merchant',
    title: 'exceptions:title',
    ...standsOn(listExceptions, ['MERCHANT']),
  },
  feeAudit: {
    path: '/reconciliation/fee-audit',
    shell: 'merchant',
    title: 'fees:title',
    ...standsOn(getFeeAudit, ['MERCHANT']),
  },
  proof: {
    path: '/reconciliation/proof',
    shell: 'merchant',
    title: 'proof:title',
    ...standsOn(getProof, ['MERCHANT']),
    asks: [`${pathOf(getProof)}?by=branch`],
  },
  settlement: {
    path: '/settlement',
    shell: 'merchant',
    title: 'shell:menu.settlement',
    ...standsOn(getSettlementMonth, ['MERCHANT']),
    menu: { short: 'shell:menu.short.settlement' },
    asks: [pathOf(getSettlementMonth)],
  },
  management: {
    path: '/management',
    shell: 'merchant',
    title: 'shell:menu.management',
    ...standsOn(listBranches, ['MERCHANT']),
    menu: { short: 'shell:menu.short.management', also: '/bulk' },
  },
  bulk: {
    path: '/bulk',
    shell: 'merchant',
    title: 'bulk:title',
    ...standsOn(listBulkRuns, ['MERCHANT']),
  },
  settings: {
    path: '/settings',
    shell: 'merchant',
    title: 'shell:menu.settings',
    ...standsOn(getAccount, ['MERCHANT']),
    menu: { short: 'shell:menu.short.settings' },
    // Mails about one's own account lead everybody here.
    others: 'adminAccount',
  },
  /** What of the settings is a cashier's own; the way to it is behind the own name. */
  ownSettings: {
    path: '/my-account',
    shell: 'merchant',
    title: 'shell:menu.user',
    ...standsOn(getAccount, ['CASHIER']),
  },
  audit: {
    path: '/settings/audit',
    shell: 'merchant',
    title: 'audit:title',
    ...standsOn(listAuditEntries, ['MERCHANT']),
  },
  business: {
    path: '/settings/business',
    shell: 'merchant',
    title: 'business:title',
    ...standsOn(getBusiness, ['MERCHANT']),
  },
  reports: {
    path: '/settings/reports',
    shell: 'merchant',
    title: 'reports:title',
    ...standsOn(listReports, ['MERCHANT']),
  },
  ownership: {
    path: '/settings/data',
    shell: 'merchant',
    title: 'ownership:title',
    ...standsOn(listEverything, ['MERCHANT']),
  },
  integrations: {
    path: '/settings/integrations',
    shell: 'merchant',
    title: 'integrations:title',
    ...standsOn(listKeys, ['MERCHANT']),
  },
  bareDashboard: {
    path: shells.bare.path,
    shell: 'bare',
    title: 'shell:menu.dashboard',
    ...standsOn(getDashboard, everyRole),
    asks: [pathOf(getDashboard)],
  },
  admin: {
    path: shells.admin.path,
    shell: 'admin',
    title: 'shell:menu.dashboard',
    ...standsOn(getHealth, ['ADMIN']),
    menu: { short: 'shell:menu.short.dashboard', exact: true },
  },
  adminAudit: {
    path: `${shells.admin.path}/audit`,
    shell: 'admin',
    title: 'audit:title',
    ...standsOn(listAuditEntries, ['ADMIN']),
    menu: { text: 'shell:menu.audit', short: 'shell:menu.audit' },
  },
  adminMsps: {
    path: `${shells.admin.path}/msps`,
    shell: 'admin',
    title: 'shell:menu.msps',
    ...standsOn(listVendors, ['ADMIN']),
    menu: { short: 'shell:menu.short.msps' },
  },
  adminBrands: {
    path: `${shells.admin.path}/brands`,
    shell: 'admin',
    title: 'shell:menu.brands',
    ...standsOn(listModels, ['ADMIN']),
    menu: { short: 'shell:menu.short.brands' },
  },
  adminMerchants: {
    path: `${shells.admin.path}/merchants`,
    shell: 'admin',
    title: 'shell:menu.merchants',
    ...standsOn(listMerchants, ['ADMIN']),
    menu: { short: 'shell:menu.merchants' },
  },
  adminDistricts: {
    path: `${shells.admin.path}/districts`,
    shell: 'admin',
    title: 'shell:menu.districts',
    ...standsOn(listPlaces, ['ADMIN']),
    menu: { short: 'shell:menu.districts' },
  },
  adminSettings: {
    path: `${shells.admin.path}/settings`,
    shell: 'admin',
    title: 'shell:menu.settings',
    ...standsOn(getPlatformSettings, ['ADMIN']),
    menu: { short: 'shell:menu.short.settings' },
  },
  adminAccount: {
    path: `${shells.admin.path}/account`,
    shell: 'admin',
    title: 'shell:menu.user',
    ...standsOn(getAccount, ['ADMIN']),
    menu: { short: 'shell:menu.short.account' },
  },
  adminBankDays: {
    path: `${shells.admin.path}/bank-days`,
    shell: 'admin',
    title: 'shell:menu.bankDays',
    ...standsOn(listHolidays, ['ADMIN']),
    menu: { short: 'shell:menu.bankDays' },
  },
} as const satisfies Readonly<Record<string, Screen>>;

type Screens = typeof screens;
export type ScreenName = keyof Screens;
/** The screens of one shell. */
export type ScreenOf<S extends ShellName> = {
  [Name in ScreenName]: Screens[Name]['shell'] extends S ? Name : never;
}[ScreenName];
/** Those that a menu shows. */
export type MenuScreen = {
  [Name in ScreenName]: Screens[Name] extends { menu: object } ? Name : never;
}[ScreenName];
