import { exportJournal } from '@mizan/contract/journal.ts';
import { getJournalAccounts, setJournalAccounts } from '@mizan/contract/journal-accounts.ts';
import { getSettlementCell, getSettlementMonth, listSettlementPayments } from '@mizan/contract/settlement.ts';
import { exportSettlement, getSettlementTable } from '@mizan/contract/settlement-table.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { ownPreferences } from '../preferences/preferences.service.ts';
import { chooseAccounts, journalAccounts } from './journal-accounts.service.ts';
import { journalExport } from './journal-export.ts';
import { cellDetail, monthOf, paymentsOfCell } from './settlement.service.ts';
import { settlementTable } from './table.service.ts';
import { settlementExport } from './table-export.ts';

/** What banks owe, by day, and what arrived of it. */
export function registerSettlementRoutes(on: On, deps: { db: Database; clock: Clock }): void {
  const { db, clock } = deps;
  on(getSettlementMonth, (call) => monthOf(db, memberOf(call).merchantId, call.query, clock.now()));
  on(getSettlementTable, (call) => settlementTable(db, memberOf(call).merchantId, call.query, clock.now()));
  on(exportSettlement, async (call) => {
    const { format, lang, ...asked } = call.query;
    const member = memberOf(call);
    const reader = { ...(await ownPreferences(deps, member)), language: lang };
    const table = await settlementExport(deps, member.merchantId, asked, reader);
    const file = exportFile(table, format, table.fileTitle);
    asDownload(call.reply, file);
    return file.content;
  });
  on(exportJournal, async (call) => {
    const { lang, ...asked } = call.query;
    const member = memberOf(call);
    const reader = { ...(await ownPreferences(deps, member)), language: lang };
    const table = await journalExport(deps, member.merchantId, asked, reader);
    const file = exportFile(table, 'csv', table.fileTitle);
    asDownload(call.reply, file);
    return file.content;
  });
  on(getJournalAccounts, (call) => journalAccounts(db, memberOf(call).merchantId));
  on(setJournalAccounts, (call) => chooseAccounts(deps, memberOf(call), call.body));
  on(getSettlementCell, (call) => cellDetail(db, memberOf(call).merchantId, call.params, clock.now()));
  on(listSettlementPayments, (call) =>
    paymentsOfCell(db, memberOf(call).merchantId, call.params, call.query, clock.now()),
  );
}
