import { existsSync, readFileSync } from 'node:fs';
import { paths } from '@mizan/contract/paths.ts';
import type { TeamRole } from '@mizan/contract/rights.ts';
import type { Role } from '@mizan/contract/roles.ts';
import { type Screen, type ScreenName, type ShellName, screens, shells } from '@mizan/contract/screens.ts';
import { describe, expect, test } from 'vitest';
import { firstLoadsOf } from './first-loads.build.ts';
import * as pages from './pages.ts';
import { arrival, menuOf } from './platform/screen-access.ts';

const root = `${import.meta.dirname}/..`;
const everyScreen = Object.entries(screens) as [ScreenName, Screen][];
const loads = firstLoadsOf(pages);

const textFile = (language: string, namespace: string) => `${root}/locales/${language}/${namespace}.json`;
function textIn(language: string, key: string): unknown {
  const [namespace = '', path = ''] = key.split(':');
  const texts: unknown = JSON.parse(readFileSync(textFile(language, namespace), 'utf8'));
  return path.split('.').reduce((at, part) => (at as Record<string, unknown> | undefined)?.[part], texts);
}

test('the addresses that the rules name are spelt as there, mistakes included', () => {
  expect(paths).toMatchObject({
    home: '/',
    login: '/neopaas/portal/login',
    reset: '/neopaas/portal/reset',
    verify: '/neopaas/portal/verify',
    verifyUpdate: '/neopaas/portal/veryfiUpdateInfo',
    onboarding: '/neopaas/portal/onboarding',
    dashboard: '/dashboard',
    terminals: '/terminals',
    terminal: '/terminal',
    transactions: '/transactions',
    management: '/management',
    reconciliation: '/reconciliation',
    refunds: '/refunds',
    settlement: '/settlement',
    bulk: '/bulk',
    settings: '/settings',
    discounts: '/discounts',
    bareDashboard: '/neopass-admin2',
    admin: '/neopass-admin',
    adminMsps: '/neopass-admin/msps',
    adminBrands: '/neopass-admin/brands',
    adminMerchants: '/neopass-admin/merchants',
    adminDistricts: '/neopass-admin/districts',
    adminSettings: '/neopass-admin/settings',
  });
  expect(new Set(Object.values(paths)).size).toBe(Object.values(paths).length);
});

/** Rules S2.5 and ours beside them, in the order of the menu. */
const specifiedMenus = {
  'merchant MERCHANT':
    'dashboard transactions refunds terminals discounts reconciliation settlement management settings',
  'merchant CASHIER': 'dashboard transactions refunds terminal',
  'merchant ADMIN': '',
  'admin ADMIN':
    'admin adminAudit adminMsps adminBrands adminMerchants adminDistricts adminSettings adminAccount adminBankDays',
  'admin MERCHANT': '',
};
test.each(Object.entries(specifiedMenus))(
  'the menu of %s: what is specified, in its order',
  (whose, names) => {
    const [shell, role] = whose.split(' ') as [ShellName, Role];
    expect(menuOf(shell, { role }).map(({ id }) => id)).toEqual(names.split(' ').filter(Boolean));
  },
);

test('the menu of an accountant and a branch manager: what they have a right to', () => {
  const shown = (teamRole: TeamRole) =>
    menuOf('merchant', { role: 'MERCHANT', teamRole }).map(({ id }) => id);
  expect(shown('accountant')).toEqual(menuOf('merchant', { role: 'MERCHANT' }).map(({ id }) => id));
  expect(shown('branchManager')).not.toContain('settlement');
  expect(shown('branchManager')).toContain('management');
});

test('403: the audit log is for no cashier, wherever it stands', () => {
  expect(screens.audit.allow).toEqual(['MERCHANT']);
  expect(arrival('admin', { role: 'CASHIER' }, paths.adminAudit)).toBe('forbidden');
});

describe.each(everyScreen)('%s', (name, screen) => {
  const { modules, texts } = loads[name];

  test('stands in its shell, for people whom that is for', () => {
    const { path = '', allow }: (typeof shells)[ShellName] & { path?: string } = shells[screen.shell];
    expect(screen.path.startsWith(path)).toBe(true);
    if (screen.allow === 'public') expect(allow).toBe('public');
    else expect(allow).toEqual(expect.arrayContaining([...screen.allow]));
    if (screen.others) expect(Object.keys(screens)).toContain(screen.others);
  });

  test.each(['en', 'ar'])('has its name in %s, in the tab and in the menu', (language) => {
    const keys = [
      screen.title,
      ...(screen.menu ? [screen.menu.short, screen.menu.text ?? screen.title] : []),
    ];
    expect(keys.filter((key) => typeof textIn(language, key) !== 'string')).toEqual([]);
  });

  test('loads its names with the first texts, and only what there is', () => {
    expect(texts).toContain(screen.title.split(':')[0]);
    const files = [
      ...modules.map((file) => `${import.meta.dirname}/${file}`),
      ...['en', 'ar'].flatMap((language) => texts.map((namespace) => textFile(language, namespace))),
    ];
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});
