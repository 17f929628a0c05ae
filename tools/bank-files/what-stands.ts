/** What the portal's tables say of a merchant's payments and files: each payment with the places where it is named. */
import type { BankFileResult } from '@mizan/contract/reconciliation.ts';
import { isEven, type Verdict } from '@mizan/contract/verdicts.ts';
import { type Database, inPlatform } from '../../server/platform/database/database.ts';

type Coverage = NonNullable<BankFileResult['coverage']>;

export interface StandingFile {
  id: string;
  fileName: string;
  verdict: Verdict;
  coverage: Coverage | null;
  newestLineMs: number | null;
  /** It is to be judged again, or its payments are still being confirmed. */
  waits: boolean;
}

export interface StandingPayment {
  id: string;
  tid: string;
  scheme: string;
  hostAtMs: number;
  dueDay: string;
  line: string;
  /** Files of which a line of this payment says something else than it was sold for. */
  otherIn: string[];
  isMissing: boolean;
  /** Files with an entry that says that the payment is missing or waits. */
  namedBy: string[];
}

export interface WhatStands {
  files: StandingFile[];
  payments: StandingPayment[];
}

/** Files that are judged, the newest lines first, and what is owed; as the platform, because it looks and changes nothing. */
export const whatStands = (db: Database, merchantId: string): Promise<WhatStands> =>
  inPlatform(db, async (tx) => ({
    files: await tx.rows<StandingFile>(
      `SELECT id::text, file_name AS "fileName", verdict, summary -> 'coverage' AS coverage,
              round(date_part('epoch', newest_line_at) * 1000) AS "newestLineMs", rejudge_cause IS NOT NULL OR confirming AS waits
         FROM bank_files WHERE merchant_id = $1 AND state = 'DONE' ORDER BY newest_line_at DESC NULLS LAST, id`,
      [merchantId],
    ),
    payments: await tx.rows<StandingPayment>(
      `SELECT e.transaction_id AS place, e.transaction_id::text AS id, t.tid, e.scheme,
              round(date_part('epoch', e.host_at) * 1000) AS "hostAtMs", e.due_day::text AS "dueDay", e.line,
              coalesce((SELECT array_agg(o.bank_file_id::text) FROM bank_entries o
                         JOIN bank_files f ON f.merchant_id = o.merchant_id AND f.id = o.bank_file_id AND f.state = 'DONE'
                         WHERE o.merchant_id = e.merchant_id AND o.transaction_id = e.transaction_id
                           AND (o.claims OR o.reason = 'corrected') AND o.outcome NOT IN ('matched', 'rounding')), '{}') AS "otherIn",
              e.missing_in_file_id IS NOT NULL AS "isMissing",
              coalesce((SELECT array_agg(n.bank_file_id::text) FROM bank_entries n
                         JOIN bank_files f ON f.merchant_id = n.merchant_id AND f.id = n.bank_file_id AND f.state = 'DONE'
                         WHERE n.merchant_id = e.merchant_id AND n.transaction_id = e.transaction_id
                           AND n.outcome IN ('missingInBank', 'waits')), '{}') AS "namedBy"
         FROM expectations e JOIN terminals t ON t.merchant_id = e.merchant_id AND t.id = e.terminal_id
        WHERE e.merchant_id = $1 AND e.is_owed ORDER BY place`,
      [merchantId],
    ),
  }));

const isOf = (payment: StandingPayment, one: { tid: string; schemes: readonly string[] }): boolean =>
  one.tid === payment.tid && one.schemes.includes(payment.scheme);
const ms = (iso: string): number => Date.parse(iso);

/** Until when a file states that it covers payments of this terminal and scheme. */
function statedEnd({ to, exceptions }: Coverage, payment: StandingPayment): number {
  const own = exceptions.find(({ tid, scheme }) => isOf(payment, { tid, schemes: [scheme] }));
  return own ? (own.to === null ? Number.NEGATIVE_INFINITY : ms(own.to)) : ms(to);
}

const isInStretch = ({ withoutFile }: Coverage, payment: StandingPayment): boolean =>
  withoutFile.some(
    (one) => isOf(payment, one) && payment.hostAtMs > ms(one.from) && payment.hostAtMs < ms(one.to),
  );

/** The instant, in milliseconds, at which the first part opens; infinite where none has. */
export const opensMs = ({ files }: Pick<WhatStands, 'files'>): number =>
  Math.min(...files.flatMap(({ coverage }) => (coverage?.opensAt ? [ms(coverage.opensAt)] : [])));

/** Where a payment is, in words; null where nothing says anything of it. */
export function whereIs(payment: StandingPayment, { files }: WhatStands): string | null {
  if (payment.line !== 'none') return 'confirmed';
  if (payment.namedBy.length > 0) return 'named';
  const covering = files.flatMap(({ coverage }) => coverage ?? []);
  if (covering.some((coverage) => isInStretch(coverage, payment))) return 'without a file';
  if (payment.hostAtMs < opensMs({ files })) return 'before the first file';
  // The newest file of each part says what lies after it; a file that is read otherwise may be of none.
  const newest = new Map(covering.toReversed().map((coverage) => [coverage.partId, coverage]));
  return newest.values().some((coverage) => payment.hostAtMs > statedEnd(coverage, payment)) ? 'after' : null;
}

/** Payments of which nothing says where they are. */
export const nowhere = (stands: WhatStands): StandingPayment[] =>
  stands.files.some(({ coverage }) => coverage)
    ? stands.payments.filter((payment) => whereIs(payment, stands) === null)
    : [];

/**
 * Payments of which a BALANCED file states that it covers them, and which no line confirms as they were sold. Lines that say
 * something else are named by the verdicts of their own files: they may be others than this, and none of them is BALANCED.
 */
export const statedWrongly = ({
  files,
  payments,
}: WhatStands): { file: string; payment: StandingPayment }[] => {
  const even = new Set(files.flatMap(({ id, verdict }) => (isEven(verdict) ? [id] : [])));
  const isUnconfirmed = ({ line, otherIn }: StandingPayment): boolean =>
    line === 'none' || (line !== 'agreed' && (otherIn.length === 0 || otherIn.some((id) => even.has(id))));
  return files.flatMap(({ fileName, verdict, coverage }) => {
    if (!isEven(verdict) || !coverage) return [];
    const fromMs = ms(coverage.from ?? coverage.opensAt ?? coverage.to);
    return payments
      .filter((payment) => isUnconfirmed(payment) && payment.hostAtMs > fromMs)
      .filter(
        (payment) => payment.hostAtMs <= statedEnd(coverage, payment) && !isInStretch(coverage, payment),
      )
      .map((payment) => ({ file: fileName, payment }));
  });
};

/** Payments that stand as missing beside their sums though no file names them, or the other way round. */
export const namedUnevenly = ({ payments }: WhatStands): StandingPayment[] =>
  payments.filter(({ line, isMissing, namedBy }) => line === 'none' && isMissing !== namedBy.length > 0);
