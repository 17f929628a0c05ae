import { exportMerchants, listMerchants } from '@mizan/contract/merchants.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import type { On } from '../../platform/http/call.ts';
import { ownPreferences } from '../preferences/preferences.service.ts';
import { merchantsTable, pageOfMerchants } from './merchants.service.ts';

/** Merchants, for administrators; their applications are features/onboarding's. */
export function registerMerchantsRoutes(on: On, deps: { db: Database; clock: Clock }): void {
  on(listMerchants, ({ query }) => pageOfMerchants(deps.db, query));
  on(exportMerchants, async ({ principal, query: { format, lang, ...asked }, reply }) => {
    const reader = { ...(await ownPreferences(deps, principal)), language: lang };
    const table = await merchantsTable(deps, asked, reader);
    const file = exportFile(table, format, table.fileTitle);
    asDownload(reply, file);
    return file.content;
  });
}
