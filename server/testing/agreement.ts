import { explainActionCode } from '@mizan/contract/action-codes.ts';
import { isLost } from '../../terminal/device-state.ts';
import { readJournal } from '../../terminal/journal.ts';
import { journalFile } from '../../terminal/terminal.ts';
import { type Database, platformRows } from '../platform/database/database.ts';
import { givesBackSql, isChargeSql, movesMoneySql, signedSql } from '../platform/database/type-sql.ts';

/** What the portal and the journals of terminals say of the same payments. */

/** 'uuid amount' of every payment that a journal holds as approved, sorted. */
export function approvedInJournals(stateDir: string, tids: readonly string[]): string[] {
  const approved: string[] = [];
  for (const tid of tids) {
    for (const [paymentId, { results }] of readJournal(journalFile(stateDir, tid)).payments) {
      const last = results.at(-1);
      const charged = last?.providerCode === '00' && explainActionCode(last.actionCode).action === 'Approve';
      if (charged) approved.push(`${paymentId} ${last.amountMinor}`);
    }
  }
  return approved.toSorted();
}

/** The same of the portal. A payment that stood twice would be listed twice. */
export async function approvedInPortal(db: Database, tids: readonly string[]): Promise<string[]> {
  const rows = await platformRows<{ text: string }>(
    db,
    `SELECT uuid || ' ' || amount_minor AS text FROM transactions WHERE status = 'APPROVED' AND tid = ANY($1)`,
    [tids],
  );
  return rows.map((row) => row.text).toSorted();
}

/**
 * Payments of which the portal counts, or says, something else than the terminal's journal for a reason that is on record: a
 * person decided, or the terminal charged another amount than it was asked for.
 */
export async function disputed(db: Database, tids: readonly string[]): Promise<Set<string>> {
  const rows = await platformRows<{ uuid: string }>(
    db,
    `SELECT uuid::text FROM transactions t WHERE tid = ANY($1) AND EXISTS (
       SELECT 1 FROM reviews v WHERE v.merchant_id = t.merchant_id AND v.transaction_id = t.id
          AND (v.decided_by IS NOT NULL OR v.reason = 'RESULT_MISMATCH'))`,
    [tids],
  );
  return new Set(rows.map(({ uuid }) => uuid));
}

/** Payments of which a person has something to decide, newest first. */
export async function underReview(db: Database, merchantId: string): Promise<string[]> {
  const rows = await platformRows<{ id: string }>(
    db,
    `SELECT id::text FROM (SELECT *, transactions.id AS place FROM transactions) transactions
      WHERE merchant_id = $1 AND under_review ORDER BY place DESC LIMIT 10`,
    [merchantId],
  );
  return rows.map(({ id }) => id);
}

/** What a merchant may be asked to give back, newest first. */
export const approvedPurchases = (
  db: Database,
  merchantId: string,
): Promise<{ id: string; amountMinor: number }[]> =>
  platformRows(
    db,
    `SELECT id::text, amount_minor AS "amountMinor" FROM (SELECT *, transactions.id AS place FROM transactions) transactions
      WHERE merchant_id = $1 AND ${isChargeSql()} AND status = 'APPROVED' ORDER BY place DESC LIMIT 10`,
    [merchantId],
  );

/** What was given back of no purchase that the portal knows: at any terminal or at `tids`, but for `but`. */
export const givenBackOfNothing = (
  db: Database,
  tids: readonly string[] | null = null,
  but: ReadonlySet<string> = new Set(),
): Promise<object[]> =>
  platformRows(
    db,
    `SELECT id, uuid, type, status FROM transactions
      WHERE ${givesBackSql()} AND status = 'APPROVED' AND original_id IS NULL AND uuid <> ALL($1::uuid[])
        AND ($2::text[] IS NULL OR tid = ANY($2))`,
    [[...but], tids],
  );

/** What a terminal gave back of one of `purchases`, of which the portal has no approval with the number that it names. */
export function givenBackOf(
  stateDir: string,
  tids: readonly string[],
  purchases: ReadonlySet<string>,
): Set<string> {
  const all = tids.flatMap((tid) => [...readJournal(journalFile(stateDir, tid)).payments]);
  const rrns = new Set(
    all.flatMap(([id, { results }]) => (purchases.has(id) ? results.map(({ rrn }) => rrn) : [])),
  );
  return new Set(all.flatMap(([id, { started }]) => (rrns.has(started.original?.rrn ?? '') ? [id] : [])));
}

/**
 * Purchases of which more was given back than was paid, and no review says so. A terminal that gives back by itself asks
 * nobody: what it did beyond the rest is taken on record, and is for a person.
 */
export const refundedBeyondPaid = (db: Database): Promise<object[]> =>
  platformRows(
    db,
    `SELECT o.id, o.amount_minor AS paid, sum(r.amount_minor) AS given FROM transactions o
       JOIN transactions r ON r.merchant_id = o.merchant_id AND r.original_id = o.id
      WHERE ${givesBackSql('r.type')} AND r.status = 'APPROVED'
        AND NOT EXISTS (SELECT 1 FROM transactions b
                          JOIN reviews v ON v.merchant_id = b.merchant_id AND v.transaction_id = b.id
                         WHERE b.merchant_id = o.merchant_id AND b.original_id = o.id AND v.reason = 'OVER_REFUND')
      GROUP BY 1, 2 HAVING sum(r.amount_minor) > o.amount_minor`,
  );

/** Results in journals that the portal has not acknowledged, but for those that the terminal itself has lost. */
export function unacknowledged(stateDir: string, tids: readonly string[]): string[] {
  return tids.flatMap((tid) => {
    const { payments, recons } = readJournal(journalFile(stateDir, tid));
    const owed = [...payments].flatMap(([paymentId, { started, results, acked }]) =>
      isLost(started) ? [] : results.filter((body) => !acked.has(body.resultSeq)).map(() => paymentId),
    );
    return [...owed, ...[...recons].flatMap(([id, { acked }]) => (acked ? [] : [id]))];
  });
}

/** Payments that hold a lock although their outcome is certain and nobody has to decide anything. */
export const locksWithoutReason = (db: Database): Promise<object[]> =>
  platformRows(
    db,
    `SELECT id, status FROM transactions WHERE holds_lock AND status <> 'INITIALIZED' AND NOT under_review`,
  );

/**
 * Purchases with cash back that are charged on the cash, or pay out less of it than they say. The oracle's own rule of
 * openShop's mada rate: 0.80 % of the purchase alone, 40 SAR at most, VAT 15 % of it; the cash is owed whole.
 */
export const feesOnCash = (db: Database): Promise<object[]> =>
  platformRows(
    db,
    `SELECT id, amount_minor, cash_minor, fee_minor, vat_minor, net_minor FROM (
       SELECT *, least(round((amount_minor - cash_minor) * 0.008), 4000) AS due FROM transactions
        WHERE cash_minor > 0 AND status = 'APPROVED' AND ${isChargeSql()} AND scheme = 'Mada') t
      WHERE fee_minor <> due OR vat_minor <> round(due * 0.15)
         OR net_minor <> amount_minor - due - round(due * 0.15)`,
  );

/** Payments that are still open and wait for no person, with what became of them so far. */
export const stillOpen = (db: Database): Promise<object[]> =>
  platformRows(
    db,
    `SELECT t.id, t.uuid, t.status, t.amount_minor, t.sent_at IS NOT NULL AS sent, t.acked_at IS NOT NULL AS acked,
            t.provider_code, t.under_review
       FROM transactions t WHERE t.status = 'INITIALIZED' AND NOT t.under_review`,
  );

/** Rows in which the rollups differ from the sums over the payments. */
export const rollupDifferences = (db: Database): Promise<object[]> =>
  platformRows(
    db,
    `SELECT * FROM (
       SELECT merchant_id, status, scheme, count(*)::bigint AS count, sum(amount_minor)::bigint AS amount,
              sum(fee_minor)::bigint AS fee, sum(net_minor)::bigint AS net
         FROM transactions WHERE type <> 'TEST' GROUP BY 1, 2, 3) t
      FULL JOIN (
       SELECT merchant_id, status, scheme, sum(count)::bigint AS count, sum(amount_minor)::bigint AS amount,
              sum(fee_minor)::bigint AS fee, sum(net_minor)::bigint AS net
         FROM transaction_rollups GROUP BY 1, 2, 3 HAVING sum(count) <> 0) r
      USING (merchant_id, status, scheme, count, amount, fee, net)
      WHERE t.merchant_id IS NULL OR r.merchant_id IS NULL`,
  );

/**
 * Approved payments without their expectation and the other way round, and sums that are not those of the expectations.
 */
export const expectationDifferences = async (db: Database): Promise<object[]> => [
  ...(await platformRows(
    db,
    `SELECT merchant_id, id, status FROM (
       SELECT merchant_id, id, status, coalesce(bank_id, 0) AS bank_id, currency,
              ${signedSql('amount_minor')} AS gross
         FROM transactions WHERE status = 'APPROVED' AND ${movesMoneySql()}) t
      FULL JOIN (
       SELECT merchant_id, transaction_id AS id, bank_id, currency, gross_minor AS gross FROM expectations WHERE is_owed) e
      USING (merchant_id, id, bank_id, currency, gross)
      WHERE t.status IS NULL OR e.merchant_id IS NULL`,
  )),
  ...(await platformRows(
    db,
    `SELECT * FROM (
       SELECT merchant_id, bank_id, business_day, branch_id, scheme, type, currency, due_day, line,
              missing_in_file_id IS NOT NULL AS is_missing, deposit, count(*)::bigint AS count,
              sum(gross_minor)::bigint AS gross, coalesce(sum(net_minor), 0)::bigint AS net, true AS counted
         FROM expectations WHERE is_owed GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) e
      FULL JOIN (
       SELECT merchant_id, bank_id, business_day, branch_id, scheme, type, currency, due_day, line, is_missing, deposit,
              count, gross_minor AS gross, net_minor AS net, true AS kept
         FROM expectation_days WHERE count <> 0) d
      USING (merchant_id, bank_id, business_day, branch_id, scheme, type, currency, due_day, line, is_missing, deposit,
             count, gross, net)
      WHERE counted IS NULL OR kept IS NULL`,
  )),
];

/** 'uuid payment, payment: totals' of every reconciliation that a journal has the end of, without the payments of `but`, sorted. */
export function reconciledInJournals(
  stateDir: string,
  tids: readonly string[],
  but: ReadonlySet<string> = new Set(),
): string[] {
  return tids
    .flatMap((tid) => [...readJournal(journalFile(stateDir, tid)).recons])
    .flatMap(([uuid, { body, countedHere }]) => {
      if (!body) return [];
      const [host, terminal] = (['host', 'terminal'] as const).map((who) =>
        body.schemes.reduce((sum, row) => sum + row[who].debitMinor - row[who].creditMinor, 0),
      );
      const counted = countedHere.filter((id) => !but.has(id)).toSorted();
      return [`${uuid} ${counted.join(',')}: ${host} ${terminal}`];
    })
    .toSorted();
}

/** The same of the portal: which payments it counts in each, and the kept totals of host and terminal. */
export async function reconciledInPortal(
  db: Database,
  tids: readonly string[],
  but: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const rows = await platformRows<{ text: string }>(
    db,
    `SELECT r.uuid || ' ' || coalesce((SELECT string_agg(p.uuid::text, ',' ORDER BY p.uuid::text) FROM transactions p
              WHERE p.merchant_id = r.merchant_id AND p.terminal_reconciliation_id = r.id
                AND p.uuid <> ALL($2::uuid[])), '') || ': '
            || coalesce(sum(t.host_debit_minor - t.host_credit_minor), 0) || ' '
            || coalesce(sum(t.terminal_debit_minor - t.terminal_credit_minor), 0) AS text
       FROM terminal_reconciliations r
       LEFT JOIN terminal_reconciliation_totals t ON t.merchant_id = r.merchant_id AND t.reconciliation_id = r.id
      WHERE r.state = 'DONE' AND r.tid = ANY($1)
      GROUP BY r.merchant_id, r.id, r.uuid`,
    [tids, [...but]],
  );
  return rows.map((row) => row.text).toSorted();
}

/** Reconciliations that the portal asked for and does not know the end of. */
export const reconciliationsUnderWay = (db: Database): Promise<object[]> =>
  platformRows(db, `SELECT uuid, tid, state FROM terminal_reconciliations WHERE state IN ('ASKED', 'SENT')`);

/** Reconciliations whose kept sum of the portal is not that of the payments that it counts. */
export const reconciliationDifferences = (db: Database): Promise<object[]> =>
  platformRows(
    db,
    `SELECT r.id, r.tid FROM terminal_reconciliations r
      WHERE r.state = 'DONE' AND coalesce((SELECT sum(portal_debit_minor - portal_credit_minor)
              FROM terminal_reconciliation_totals t WHERE t.merchant_id = r.merchant_id AND t.reconciliation_id = r.id), 0)
        <> coalesce((SELECT sum(${signedSql('amount_minor')})
              FROM transactions p WHERE p.merchant_id = r.merchant_id AND p.terminal_reconciliation_id = r.id), 0)`,
  );

/** 'tid number settings' of every terminal that was configured, by its journal. */
export const settingsInJournals = (stateDir: string, tids: readonly string[]): string[] =>
  tids
    .flatMap((tid) => {
      const { settings } = readJournal(journalFile(stateDir, tid));
      if (!settings) return [];
      const { language, ownPurchases, ownRefunds, cash } = settings.settings;
      return [`${tid} ${settings.settingsVersion} ${[language, ownPurchases, ownRefunds, cash].join(' ')}`];
    })
    .toSorted();

/** The same, as the portal says is in force. */
export async function settingsInPortal(db: Database, tids: readonly string[]): Promise<string[]> {
  const rows = await platformRows<{ text: string }>(
    db,
    `SELECT concat_ws(' ', tid, version, language, own_purchases::text, own_refunds::text, cash::text) AS text
       FROM terminal_settings WHERE state = 'IN_FORCE' AND tid = ANY($1)`,
    [tids],
  );
  return rows.map((row) => row.text).toSorted();
}

/** Settings that no terminal has confirmed yet. */
export const settingsOnTheirWay = (db: Database): Promise<object[]> =>
  platformRows(db, `SELECT tid, version, state FROM terminal_settings WHERE state IN ('WAITING', 'SENT')`);
