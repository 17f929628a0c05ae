import type { Candidate } from '@mizan/contract/bank-file-entry.ts';
import type { NearRecord, SideRecord } from '@mizan/contract/exceptions.ts';
import type { ComparedField } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { EntryRecord } from '../reconciliation/named-by-verdict.service.ts';
import {
  type LineRecord,
  type PaymentRecord,
  selectLinesNear,
  selectPayments,
} from './exception-near.queries.ts';
import type { ExceptionRecord } from './exceptions.queries.ts';

/**
 * What comes near an exception. How near, and which field fails, the engine said when the file was judged, by its own keys;
 * here stands only what each record says itself.
 */

const nearMax = 6;

const nobody = { transactionId: null, bankFileId: null, line: null } as const;

const ofPayment = ({ id, isHeld: _isHeld, ...payment }: PaymentRecord): SideRecord => ({
  ...nobody,
  ...payment,
  transactionId: id,
});

const ofLine = ({ candidates: _candidates, fileName: _fileName, ...line }: LineRecord): SideRecord => ({
  ...nobody,
  ...line,
});

/** What the exception is about, as it says itself; of a line that the verdict names no more nothing but its place is kept. */
export async function ownSideOf(
  tx: Tx,
  { line, bankFileId, transactionId, currency }: ExceptionRecord,
  entry: EntryRecord | null,
): Promise<SideRecord> {
  if (transactionId !== null) {
    const [payment] = await selectPayments(tx, [transactionId]);
    if (payment) return ofPayment(payment);
  }
  return {
    transactionId,
    bankFileId,
    line,
    tid: entry?.tid ?? null,
    rrn: entry?.rrn ?? null,
    authCode: entry?.detail?.own?.authCode ?? null,
    lastFour: entry?.lastFour ?? null,
    day: entry?.day ?? null,
    currency,
    // Of a line that adds up payments the entry has only what is left beside theirs: not what the line says.
    amountMinor: entry?.matchedBy === 'batch' ? null : (entry?.bankMinor ?? null),
  };
}

/** An approval code is kept of lines without a payment alone: of a pair it is what the other side agrees with. */
export const withAgreedCode = (own: SideRecord, near: readonly NearRecord[]): SideRecord => ({
  ...own,
  authCode: own.authCode ?? near.find(({ agrees }) => agrees.includes('authCode'))?.authCode ?? null,
});

/** The nearest of the other side: of a line payments, of a payment lines without one. */
export const nearOf = (tx: Tx, exception: ExceptionRecord, entry: EntryRecord): Promise<NearRecord[]> =>
  exception.transactionId === null ? paymentsNear(tx, entry) : linesNear(tx, exception.transactionId);

async function paymentsNear(tx: Tx, entry: EntryRecord): Promise<NearRecord[]> {
  const { detail, transactionId } = entry;
  const candidates = new Map(
    (detail?.candidates ?? []).flatMap((each) => (each.transactionId ? [[each.transactionId, each]] : [])),
  );
  // Of a pair that differs the candidate tells the line's side: its payment is the near one.
  const pair = detail?.candidates?.find((each) => each.line !== null);
  const ids = [...candidates.keys(), ...(pair && transactionId ? [transactionId] : [])].slice(0, nearMax);
  if (ids.length === 0) return pairedPayment(tx, entry);
  const payments = await selectPayments(tx, ids);
  return ids.flatMap((id) => {
    const payment = payments.find((each) => each.id === id);
    const said = candidates.get(id) ?? pair;
    if (!payment || !said) return [];
    const own = ofPayment(payment);
    const differs = candidates.has(id)
      ? said.differs
      : said.differs.map(({ field }) => tellPayment(field, own));
    return [
      {
        ...own,
        fileName: null,
        agrees: said.agrees,
        differs,
        isFree: !payment.isHeld || !candidates.has(id),
        takenBy: null,
      },
    ];
  });
}

/**
 * The payment of a line that differs in its fee, or in nothing that was compared field by field. What the entry says may be the payment's own
 * where the line is silent, so nothing is said to agree.
 */
async function pairedPayment(tx: Tx, { transactionId, outcome }: EntryRecord): Promise<NearRecord[]> {
  if (transactionId === null) return [];
  const payments = await selectPayments(tx, [transactionId]);
  return payments.map((payment) => ({
    ...ofPayment(payment),
    fileName: null,
    agrees: [],
    differs: [],
    // A repeated line is of a payment that another line has.
    isFree: !payment.isHeld || outcome !== 'duplicate',
    takenBy: null,
  }));
}

/** A field that differs, with what the payment says. */
const tellPayment = (field: ComparedField, own: SideRecord): Candidate['differs'][number] => {
  const told: Partial<Record<ComparedField, string | null>> = {
    terminal: own.tid,
    rrn: own.rrn,
    authCode: own.authCode,
    card: own.lastFour,
    date: own.day,
    amount: own.amountMinor === null ? null : String(own.amountMinor),
  };
  return { field, value: told[field] ?? null };
};

/** Here the engine told the payment's side of what differs: the line's own values stand in the record. */
async function linesNear(tx: Tx, transactionId: string): Promise<NearRecord[]> {
  const [payment] = await selectPayments(tx, [transactionId]);
  if (!payment) return [];
  const lines = await selectLinesNear(tx, transactionId, payment.day, nearMax);
  return lines.flatMap((line) => {
    const said = line.candidates?.find((each) => each.transactionId === transactionId);
    if (!said) return [];
    const own = ofLine(line);
    const differs = said.differs.map(({ field }) => tellPayment(field, own));
    return [{ ...own, fileName: line.fileName, agrees: said.agrees, differs, isFree: true, takenBy: null }];
  });
}
