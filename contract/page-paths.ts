/**
 * The addresses of the web's pages (rules S2), as far as this release has them. The server
 * answers the app at each of them, and with status 404 at every other one; a test holds them to web/paths.ts.
 */
export const pagePaths: readonly string[] = [
  '/neopaas/portal/login',
  '/neopaas/portal/reset',
  '/neopaas/portal/verify',
  '/neopaas/portal/veryfiUpdateInfo',
  '/neopaas/portal/onboarding',
  '/dashboard',
  '/transactions',
  '/terminals',
  '/terminal',
  '/reconciliation',
  '/settings',
  '/settings/audit',
  '/neopass-admin2',
  '/neopass-admin',
  '/neopass-admin/account',
  '/neopass-admin/audit',
  '/neopass-admin/merchants',
];
