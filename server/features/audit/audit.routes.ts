import {
  exportAuditEntries,
  exportChangesOf,
  listAuditEntries,
  listAuditPeople,
  listChangesOf,
} from '@mizan/contract/audit.ts';
import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import type { FastifyReply } from 'fastify';
import { exportFile } from '../../platform/exports/export-file.ts';
import type { NamedTable } from '../../platform/exports/listed-table.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import type { On, Principal } from '../../platform/http/call.ts';
import type { Reader } from '../../platform/words.ts';
import { ownPreferences } from '../preferences/preferences.service.ts';
import { type AuditDeps, listChanges, listEntries, listPeople } from './audit.service.ts';
import { auditTable, changesTable } from './audit-export.ts';

/** The audit log, read: it is written where things happen. */
export function registerAuditRoutes(on: On, deps: AuditDeps): void {
  const readerOf = async (principal: Principal, language: 'en' | 'ar'): Promise<Reader> => ({
    ...(await ownPreferences(deps, principal)),
    language,
  });
  const send = (reply: FastifyReply, table: NamedTable, format: ExportFormat) => {
    const file = exportFile(table, format, table.fileTitle);
    asDownload(reply, file);
    return file.content;
  };
  on(listAuditEntries, ({ principal, query }) => listEntries(deps, principal, query));
  on(exportAuditEntries, async ({ principal, query: { format, lang, ...asked }, reply }) =>
    send(reply, await auditTable(deps, principal, asked, await readerOf(principal, lang)), format),
  );
  on(listAuditPeople, ({ principal }) => listPeople(deps, principal));
  on(exportChangesOf, async ({ principal, query: { format, lang, ...of }, reply }) =>
    send(reply, await changesTable(deps, of, await readerOf(principal, lang)), format),
  );
  on(listChangesOf, ({ query }) => listChanges(deps, query));
}
