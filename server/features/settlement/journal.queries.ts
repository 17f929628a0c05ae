import { unknownBank } from '@mizan/contract/settlement.ts';
import type { Tx } from '../../platform/database/database.ts';
import { givesBackSql, isChargeSql } from '../../platform/database/type-sql.ts';
import { bankOfFile, earlyDays } from '../expectations/bank-of-file.ts';
import { isUnsettled, paymentIn } from '../expectations/line-says.ts';
import type { ChargedDay, DecidedDay, DepositMade, SoldDay, WrittenOffDay } from './journal.ts';

/** The statements behind journal-export.ts. */

/** What is owed for the business days from $1 to $2, by bank, day and currency. */
export const selectSoldDays = (
  tx: Tx,
  from: string,
  to: string,
): Promise<Omit<SoldDay, 'processingMinor'>[]> =>
  tx.rows<Omit<SoldDay, 'processingMinor'>>(
    `SELECT CASE bank_id WHEN 0 THEN '${unknownBank}' ELSE bank_id::text END AS "bankId",
            business_day::text AS day, currency,
            coalesce(sum(gross_minor - unjudged_minor) FILTER (WHERE ${isChargeSql()}), 0) AS "grossMinor",
            coalesce(sum(gross_minor - unjudged_minor) FILTER (WHERE ${givesBackSql()}), 0) AS "refundsMinor",
            sum(fee_minor) AS "feeMinor", sum(vat_minor) AS "vatMinor", sum(net_minor) AS "netMinor",
            coalesce(sum(unjudged_minor) FILTER (WHERE ${isChargeSql()}), 0) AS "unjudgedGrossMinor",
            coalesce(sum(unjudged_minor) FILTER (WHERE ${givesBackSql()}), 0) AS "unjudgedRefundsMinor"
       FROM expectation_days
      WHERE merchant_id = tenant_id() AND count <> 0 AND business_day BETWEEN $1::date AND $2::date
      GROUP BY bank_id, business_day, currency
      ORDER BY business_day, bank_id, currency`,
    [from, to],
  );

/** Lines about no payment that can be nothing else than a charge of the bank, and those that wait to be clarified. */
const ownCharges = ['rent', 'bankFee', 'chargebackFee'] as const;
const unclear = ['adjustment', 'invoice', 'carriedOver', 'unnamedLine'] as const;
const isOwn = `outcome IN (${ownCharges.map((outcome) => `'${outcome}'`).join()})`;

/**
 * What banks took from $1 to $2 by their files as rent, as a fee of their own or for a chargeback, and by lines that wait to be clarified. Lines about no payment have no
 * key: of those that say the same in several files there are as many as the one file has that has most of them.
 */
export const selectChargedDays = (tx: Tx, from: string, to: string): Promise<ChargedDay[]> =>
  tx.rows<ChargedDay>(
    `WITH files AS (
       SELECT f.id, f.last_day, ${bankOfFile} AS bank_id
         FROM bank_files f
        WHERE f.merchant_id = tenant_id() AND f.state = 'DONE' AND f.last_day >= $1::date - ${earlyDays}
     ), lines AS (
       SELECT f.id, f.bank_id, coalesce(n.day, f.last_day) AS day, n.currency, n.outcome, n.tid, n.difference_minor,
              count(*) AS times
         FROM files f
         JOIN bank_entries n ON n.merchant_id = tenant_id() AND n.bank_file_id = f.id
        WHERE n.outcome IN (${[...ownCharges, ...unclear].map((outcome) => `'${outcome}'`).join()}) AND n.line IS NOT NULL AND n.step IS NOT NULL
        GROUP BY f.id, f.bank_id, coalesce(n.day, f.last_day), n.currency, n.outcome, n.tid, n.difference_minor
     ), once AS (
       SELECT bank_id, day, currency, outcome, tid, difference_minor, max(times) AS times
         FROM lines WHERE day BETWEEN $1::date AND $2::date
        GROUP BY bank_id, day, currency, outcome, tid, difference_minor
     )
     SELECT CASE bank_id WHEN 0 THEN '${unknownBank}' ELSE bank_id::text END AS "bankId", day::text AS day, currency,
            coalesce(-sum(difference_minor * times) FILTER (WHERE ${isOwn}), 0) AS "chargedMinor",
            coalesce(-sum(difference_minor * times) FILTER (WHERE NOT ${isOwn}), 0) AS "unclearMinor"
       FROM once GROUP BY bank_id, once.day, currency ORDER BY once.day, once.bank_id, currency`,
    [from, to],
  );

/** As SQL: how long claim m asked the bank for its payments; one that the bank answered, to the day of the answer. */
const askedFor = `tstzrange(m.made_at, CASE m.state
      WHEN 'WITHDRAWN' THEN greatest(m.made_at, m.withdrawn_at)
      WHEN 'ANSWERED' THEN greatest(m.made_at, m.answered_on::timestamp AT TIME ZONE 'Asia/Riyadh') END)`;

/**
 * What was written off from $1 to $2, by the day on which a person decided it (the second one, where it takes two), and what was
 * taken back, by the day of its reopening, of the line that confirmed it, or of the claim that asks the bank for it after all; when
 * that is withdrawn or answered, it is written off again. The last decision comes to what stands today: of a payment that an
 * undone file brought back, of which no day is known, neither side is told.
 */
export const selectWrittenOffDays = (tx: Tx, from: string, to: string): Promise<WrittenOffDay[]> =>
  tx.rows<WrittenOffDay>(
    `WITH told AS (
       SELECT x.of_row AS transaction_id, s.kind, s.at, x.gone_at, lead(s.at) OVER (PARTITION BY x.id ORDER BY s.id) AS next_at
         FROM bank_exceptions x
         JOIN bank_exception_steps s ON s.merchant_id = tenant_id() AND s.exception_id = x.id
        WHERE x.merchant_id = tenant_id() AND x.of_file = 0 AND x.outcome = 'missingInBank'
          AND s.kind IN ('ACCEPTED', 'APPROVED', 'REOPENED')
     ), accepted AS (
       SELECT e.transaction_id, e.bank_id, e.currency, e.net_minor, e.gross_minor, e.line = 'writtenOff' AS stands,
              coalesce(t.next_at, CASE WHEN e.line <> 'writtenOff' THEN t.gone_at END) AS until, t.at
         FROM told t
         JOIN expectations e ON e.merchant_id = tenant_id() AND e.transaction_id = t.transaction_id
        WHERE t.kind <> 'REOPENED' AND e.is_owed
     ), claims AS (
       SELECT l.transaction_id, range_agg(${askedFor}) AS during
         FROM missing_claim_lines l
         JOIN fee_claims m ON m.merchant_id = tenant_id() AND m.id = l.claim_id
        WHERE l.merchant_id = tenant_id() AND l.transaction_id IN (SELECT transaction_id FROM accepted)
        GROUP BY l.transaction_id
     ), spans AS (
       SELECT a.bank_id, a.currency, a.net_minor, a.gross_minor, lower(s.part) AS since, upper(s.part) AS until, a.stands
         FROM accepted a
         LEFT JOIN claims c ON c.transaction_id = a.transaction_id
        CROSS JOIN LATERAL unnest(tstzmultirange(tstzrange(a.at, CASE WHEN a.until IS NOT NULL THEN greatest(a.at, a.until) END)) - coalesce(c.during, '{}'))
              AS s (part)
     ), sides AS (
       SELECT bank_id, currency, net_minor, gross_minor, (since AT TIME ZONE 'Asia/Riyadh')::date AS day, 1 AS sign
         FROM spans WHERE until IS NOT NULL OR stands
       UNION ALL SELECT bank_id, currency, net_minor, gross_minor, (until AT TIME ZONE 'Asia/Riyadh')::date, -1
         FROM spans WHERE until IS NOT NULL
     )
     SELECT CASE bank_id WHEN 0 THEN '${unknownBank}' ELSE bank_id::text END AS "bankId", day::text AS day, currency,
            coalesce(sum(sign * net_minor), 0) AS "netMinor",
            coalesce(sum(sign * gross_minor) FILTER (WHERE net_minor IS NULL), 0) AS "unjudgedMinor"
       FROM sides WHERE day BETWEEN $1::date AND $2::date
      GROUP BY bank_id, sides.day, currency ORDER BY sides.day, bank_id, currency`,
    [from, to],
  );

/**
 * Lines that the journal has on their own day, whatever is said of them (see `selectChargedDays`), and those that repeat an earlier file's:
 * nothing was paid by them.
 */
const booked = [...ownCharges, ...unclear, 'sameAsBefore'].map((outcome) => `'${outcome}'`).join();

/**
 * What people decided from $1 to $2 of lines of files that paid other than what was agreed: chargebacks that are lost, and differences
 * that were accepted (by the second person, where it takes two); and what of it ended, by the day of its reopening, of the word
 * that the chargeback is not lost after all, or on which the line was gone. A chargeback that is lost and accepted is so once. The
 * last decision comes to what stands today: of a line with other figures since, of which no day is known, neither side is told.
 * Lines that say the same in several files are as many as the one file has that has most of them; a chargeback that names no
 * settlement, of a payment of which the bank gave something back, is one by itself: it may have been taken again. Of lines that
 * say the same none is lost from the moment on which one was settled with the line that gave the money back.
 */
export const selectDecidedDays = (tx: Tx, from: string, to: string): Promise<DecidedDay[]> =>
  tx.rows<DecidedDay>(
    `WITH lines AS (
       SELECT x.id, coalesce(x.bank_id, 0) AS bank_id, x.currency, x.outcome, x.state, x.gone_at, x.of_file, x.line_says,
              CASE WHEN x.state = 'SETTLED' AND x.difference_minor < 0 THEN x.asked_at END AS settled_at,
              coalesce(x.beyond_minor, x.difference_minor) AS beyond_minor
         FROM bank_exceptions x
        WHERE x.merchant_id = tenant_id() AND x.of_file <> 0 AND x.difference_minor <> 0 AND x.outcome NOT IN (${booked})
     ), told AS (
       SELECT l.id, s.kind, s.stage, s.at, l.state, l.gone_at, s.kind = 'CHARGEBACK' AS is_stage,
              lead(s.at) OVER (PARTITION BY l.id, s.kind = 'CHARGEBACK' ORDER BY s.id) AS next_at
         FROM lines l
         JOIN bank_exception_steps s ON s.merchant_id = tenant_id() AND s.exception_id = l.id
        WHERE s.kind IN ('ACCEPTED', 'APPROVED', 'REOPENED', 'SETTLED', 'UNSETTLED') OR s.stage IS NOT NULL
     ), decided AS (
       SELECT id, at, CASE WHEN is_stage THEN gone_at IS NULL ELSE state = 'ACCEPTED' END AS stands,
              coalesce(next_at, CASE WHEN is_stage OR state <> 'ACCEPTED' THEN gone_at END) AS until
         FROM told WHERE kind IN ('ACCEPTED', 'APPROVED') OR stage = 'LOST'
     ), given AS (
       SELECT DISTINCT ${paymentIn('line_says')} AS payment FROM bank_exceptions
        WHERE merchant_id = tenant_id() AND outcome = 'chargeback' AND difference_minor > 0 AND line_says IS NOT NULL
     ), apart AS (
       SELECT l.id, CASE WHEN l.line_says IS NULL OR g.payment IS NOT NULL AND l.outcome = 'chargeback' AND ${isUnsettled('l.line_says')}
                         THEN l.id::text
                         ELSE concat_ws('|', l.bank_id, l.currency, l.beyond_minor, l.line_says,
                                row_number() OVER (PARTITION BY l.bank_id, l.currency, l.beyond_minor, l.line_says, l.of_file ORDER BY l.id)) END AS one
         FROM lines l
         LEFT JOIN given g ON g.payment = ${paymentIn('l.line_says')}
        WHERE l.settled_at IS NOT NULL OR l.id IN (SELECT id FROM decided WHERE until IS NOT NULL OR stands)
     ), spans AS (
       SELECT min(p.id) AS id, coalesce(range_agg(p.during), '{}') - coalesce(range_agg(p.won), '{}') AS during
         FROM (SELECT a.one, d.id, tstzrange(d.at, CASE WHEN d.until IS NOT NULL THEN greatest(d.at, d.until) END) AS during, NULL::tstzrange AS won
                 FROM decided d JOIN apart a ON a.id = d.id
                WHERE d.until IS NOT NULL OR d.stands
               UNION ALL SELECT a.one, l.id, NULL, tstzrange(l.settled_at, NULL)
                 FROM lines l JOIN apart a ON a.id = l.id WHERE l.settled_at IS NOT NULL) p
        GROUP BY p.one
     ), ends AS (
       SELECT s.id, lower(p.part) AS since, upper(p.part) AS until FROM spans s CROSS JOIN LATERAL unnest(s.during) AS p (part)
     ), sides AS (
       SELECT id, (since AT TIME ZONE 'Asia/Riyadh')::date AS day, -1 AS sign FROM ends
       UNION ALL SELECT id, (until AT TIME ZONE 'Asia/Riyadh')::date, 1 FROM ends WHERE until IS NOT NULL
     )
     SELECT CASE l.bank_id WHEN 0 THEN '${unknownBank}' ELSE l.bank_id::text END AS "bankId", d.day::text AS day, l.currency,
            coalesce(sum(sign * l.beyond_minor) FILTER (WHERE l.outcome = 'chargeback'), 0) AS "lostMinor",
            coalesce(sum(sign * l.beyond_minor) FILTER (WHERE l.outcome <> 'chargeback'), 0) AS "acceptedMinor"
       FROM sides d JOIN lines l ON l.id = d.id
      WHERE d.day BETWEEN $1::date AND $2::date
      GROUP BY l.bank_id, d.day, l.currency ORDER BY d.day, l.bank_id, l.currency`,
    [from, to],
  );

/** Deposits with a value date from $1 to $2, and those taken back from $3 to before $4. */
export const selectDepositsMade = (
  tx: Tx,
  { from, to, undoneFrom, undoneBefore }: { from: string; to: string; undoneFrom: Date; undoneBefore: Date },
): Promise<DepositMade[]> =>
  tx.rows<DepositMade>(
    `SELECT d.id AS place, d.id::text, d.bank_id::text AS "bankId", d.value_date::text AS "valueDate",
            d.amount_minor AS "amountMinor", d.currency, d.reference, d.undone_at AS "undoneAt"
       FROM bank_deposits d
      WHERE d.merchant_id = tenant_id()
        AND (d.value_date BETWEEN $1::date AND $2::date OR (d.undone_at >= $3 AND d.undone_at < $4))
      ORDER BY d.value_date, place`,
    [from, to, undoneFrom, undoneBefore],
  );
