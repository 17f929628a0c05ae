import {
  exportAuditEntries,
  listAuditEntries,
  listAuditPeople,
  listChangesOf,
} from '@mizan/contract/audit.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import type { On } from '../../platform/http/call.ts';
import { ownPreferences } from '../preferences/preferences.service.ts';
import { type AuditDeps, listChanges, listEntries, listPeople } from './audit.service.ts';
import { auditTable } from './audit-export.ts';

/** The audit log, read: it is written where things happen. */
export function registerAuditRoutes(on: On, deps: AuditDeps): void {
  on(listAuditEntries, ({ principal, query }) => listEntries(deps, principal, query));
  on(exportAuditEntries, async ({ principal, query: { format, lang, ...asked }, reply }) => {
    const reader = { ...(await ownPreferences(deps, principal)), language: lang };
    const table = await auditTable(deps, principal, asked, reader);
    const file = exportFile(table, format, table.fileTitle);
    asDownload(reply, file);
    return file.content;
  });
  on(listAuditPeople, ({ principal }) => listPeople(deps, principal));
  on(listChangesOf, ({ query }) => listChanges(deps, query));
}
