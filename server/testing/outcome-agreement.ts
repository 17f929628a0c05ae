import { outcomeOfResult } from '@mizan/contract/outcome.ts';
import type { ReviewReason, TransactionStatus } from '@mizan/contract/transaction-states.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import { isLost } from '../../terminal/device-state.ts';
import { type Remembered, readJournal } from '../../terminal/journal.ts';
import { journalFile } from '../../terminal/terminal.ts';
import { type Database, platformRows } from '../platform/database/database.ts';

/** What the portal says of a payment, with what may be the reason for it. */
interface Known {
  readonly uuid: string;
  readonly tid: string;
  readonly type: TransactionType;
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: TransactionStatus;
  readonly refusal: string | null;
  readonly wasSent: boolean;
  readonly wasAcked: boolean;
  readonly reasons: readonly ReviewReason[];
  /** What a person decided last; null where none did. */
  readonly decision: TransactionStatus | null;
}

const selectKnown = (db: Database, tids: readonly string[]): Promise<Known[]> =>
  platformRows(
    db,
    `SELECT t.uuid::text AS uuid, t.tid, t.type, t.amount_minor AS "amountMinor", t.currency, t.status, t.refusal,
            t.sent_at IS NOT NULL AS "wasSent", t.acked_at IS NOT NULL AS "wasAcked",
            coalesce((SELECT array_agg(v.reason) FROM reviews v
               WHERE v.merchant_id = t.merchant_id AND v.transaction_id = t.id), '{}') AS reasons,
            (SELECT v.decision FROM reviews v WHERE v.merchant_id = t.merchant_id AND v.transaction_id = t.id
                AND v.decided_by IS NOT NULL ORDER BY v.decided_at DESC, v.id DESC LIMIT 1) AS decision
       FROM transactions t WHERE t.tid = ANY($1)`,
    [tids],
  );

/**
 * Every payment whose status in the portal is not what the table of outcomes makes of its terminal's journal, and every one
 * that a journal has and the portal has not. `overtaken` is true on a network that brings frames in another order: there a
 * question may come before the start that it is about.
 */
export async function outcomeDifferences(
  db: Database,
  stateDir: string,
  tids: readonly string[],
  overtaken: boolean,
): Promise<string[]> {
  const journals = new Map(tids.flatMap((tid) => [...readJournal(journalFile(stateDir, tid)).payments]));
  const known = await selectKnown(db, tids);
  const inPortal = new Set(known.map(({ uuid }) => uuid));
  const missing = [...journals].flatMap(([uuid, { results }]) =>
    inPortal.has(uuid) || results.length === 0 ? [] : [`${uuid}: not in the portal`],
  );
  const different = known.flatMap((payment) => {
    const journal = journals.get(payment.uuid);
    if (isAsItShould(payment, journal, overtaken)) return [];
    const codes = journal?.results.map(
      (body) => `${body.providerCode}/${body.actionCode} ${body.amountMinor}`,
    );
    return [`${JSON.stringify(payment)} journal: ${codes?.join(', ') ?? 'nothing'}`];
  });
  return [...missing, ...different];
}

function isAsItShould(payment: Known, journal: Remembered | undefined, overtaken: boolean): boolean {
  const { status, decision, reasons } = payment;
  const certain = journal && !isLost(journal.started) ? certainOf(payment, journal) : new Set();
  // The card was charged: no other state, and no person, outlives that. Nor is anything approved without it.
  if (certain.has('APPROVED')) return status === 'APPROVED';
  if (decision !== null) return status === decision;
  if (status === 'APPROVED') return false;
  if (certain.has(status)) return true;
  switch (status) {
    // For a person, each by the table's own reason.
    case 'INITIALIZED':
      if (openFor(payment, journal).some((reason) => reasons.includes(reason))) return true;
      // Not known when it was asked, and its start acknowledged before that answer came: so it may have been forgotten.
      return overtaken && payment.wasAcked && reasons.includes('JOURNAL_LOST');
    // A quarter of an hour without an answer that decides.
    case 'TIMEOUT':
      return reasons.includes('NO_ANSWER');
    // Refused by the answer to the start: which of them, the amount says.
    case 'DECLINED':
    case 'TERMINAL_MISCONF':
      return payment.refusal !== null && (!journal || overtaken || payment.refusal === 'BUSY');
    // Stopped before its start was sent, or before it was heard of.
    case 'CANCELED':
      return !journal;
    case 'TERMINAL NOT CONNECTED':
      return !journal || isLost(journal.started) || overtaken;
  }
}

/** The states that its results say, each in answer to a question or not. */
function certainOf(payment: Known, { results }: Remembered): ReadonlySet<TransactionStatus> {
  const said = results.flatMap((body) =>
    [false, true].map((asked) => outcomeOfResult(payment, payment.tid, body, asked)),
  );
  return new Set(said.map(({ status }) => status).filter((status) => status !== 'INITIALIZED'));
}

/** Why it may wait for a person. */
function openFor(payment: Known, journal: Remembered | undefined): ReviewReason[] {
  if (!journal) return [];
  if (isLost(journal.started)) return ['JOURNAL_LOST'];
  return journal.results.flatMap((body) => outcomeOfResult(payment, payment.tid, body, false).review ?? []);
}
