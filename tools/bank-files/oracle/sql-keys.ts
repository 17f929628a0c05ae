/** The keys of single payments as conditions of a join: `l` is a line of the bank, `p` a payment. */

/** One key, and what a line whose payment is another's by it comes to. */
export interface SqlKey {
  key: string;
  rule: string;
  /** A line whose payment is taken is a duplicate, and takes no other by a weaker key. */
  isNaming?: true;
  /** It stands on several payments as a rule: that one of them is taken says nothing. */
  isShared?: true;
  /** It names the sale of a refund, which may have other refunds. */
  isBySale?: true;
}

const daysApart = 'least(abs(l.at::date - p.at::date), abs(l.at::date - p.business_day))';
const sameMoney = 'l.gross = p.gross';
const sameDirection = '(l.gross < 0) = (p.gross < 0)';
const stan = `l.stan = p.stan AND l.tid = p.tid AND ${daysApart} = 0
     AND (l.rrn IS NULL OR p.rrn IS NULL OR l.rrn = p.rrn)`;
const rrn = 'l.rrn = p.rrn AND (l.tid IS NULL OR l.tid = p.tid)';
const ofSale = (rule: string): string =>
  `l.gross < 0 AND EXISTS (SELECT 1 FROM payments s WHERE s.id = p.original_id AND ${rule})`;

const uuidOf = (of: string): string => `${of}.uuid IN (l.ref, l.order_ref)`;
const orderOf = (of: string): string => `${of}.order_ref IN (l.ref, l.order_ref)`;
/** As long as an RRN, an order's reference names its order by itself. */
const isWhole = (of: string): string => `length(${of}.order_ref) >= 12`;
/** Terminal or day speak for the pair: its day lies between the sale and its due day. */
const isInPlace = `coalesce(l.tid = p.tid, false)
     OR l.at::date BETWEEN least(p.at::date, p.business_day) AND p.due_day`;
const otherRrn = (of: string): string => `coalesce(l.rrn <> ${of}.rrn, false)`;

/** Three of these that contradict tell another payment of the same order. */
const otherKeys = [
  'l.stan <> p.stan',
  'l.auth <> p.auth',
  'l.last4 <> p.last4',
  `abs(extract(epoch FROM date_trunc('minute', l.at) - date_trunc('minute', p.at))) > 420`,
]
  .map((one) => `coalesce((${one})::int, 0)`)
  .join(' + ');
const order = `${orderOf('p')} AND NOT ${otherRrn('p')} AND ${otherKeys} < 3`;
const placed = (of: string): string => `(${isWhole(of)} OR ${isInPlace})`;
const orderOfSale = `${orderOf('s')} AND NOT (${otherRrn('p')} AND ${otherRrn('s')})`;

/** The keys, strongest first. */
export const keys: readonly SqlKey[] = [
  { key: 'reference', rule: `${uuidOf('p')} AND ${sameMoney}`, isNaming: true },
  { key: 'reference', rule: `${order} AND ${placed('p')} AND ${sameMoney}` },
  { key: 'rrn', rule: `${rrn} AND ${sameMoney}`, isNaming: true },
  { key: 'stan', rule: `${stan} AND ${sameMoney}` },
  {
    key: 'authCode',
    rule: `l.auth = p.auth AND l.last4 = p.last4 AND ${sameMoney} AND ${daysApart} <= 1`,
  },
  { key: 'originalReference', rule: `${ofSale(uuidOf('s'))} AND ${sameMoney}`, isBySale: true },
  {
    key: 'originalReference',
    rule: `${ofSale(`${orderOfSale} AND ${placed('s')}`)} AND ${sameMoney}`,
    isBySale: true,
  },
  { key: 'originalRrn', rule: `${ofSale('s.rrn = l.rrn')} AND ${sameMoney}`, isBySale: true },
  { key: 'referenceAnyAmount', rule: `${uuidOf('p')} AND ${sameDirection}`, isNaming: true },
  { key: 'referenceAnyAmount', rule: `${order} AND ${placed('p')} AND ${sameDirection}`, isShared: true },
  { key: 'rrnAnyAmount', rule: `${rrn} AND ${sameDirection}`, isNaming: true },
  { key: 'stanAnyAmount', rule: `${stan} AND ${sameDirection}` },
];

const withoutPlace = (of: string): string =>
  `NOT ${isWhole(of)} AND l.tid IS NULL AND NOT (${isInPlace}) AND ${sameMoney}`;

/** An order by its short reference of which neither terminal nor day says whether it is this one or another of its number. */
export const orderWithoutPlace = `(${order} AND ${withoutPlace('p')}
  OR ${ofSale(`${orderOfSale} AND ${withoutPlace('s')}`)})`;

const speaks = [
  ['rrn', 8],
  ['auth', 5],
  ['stan', 4],
  ['last4', 3],
  ['tid', 2],
  ['scheme', 1],
]
  .map(
    ([key, weight]) =>
      `coalesce(CASE WHEN l.${key} = p.${key} THEN ${weight} ELSE 0 END - CASE WHEN l.${key} <> p.${key} THEN ${weight} ELSE 0 END, 0)`,
  )
  .join(' + ');

/** Lines that have no payment yet. */
const asking = `(SELECT * FROM bank b WHERE NOT EXISTS (SELECT 1 FROM pairs y WHERE y.line = b.line))`;

/** Lines and payments of a key, with how well they fit. */
const possible = (rule: string, usable: string): string => `
  SELECT l.*, p.id, p.is_brought, p.status <> 'APPROVED' AS declined, ${speaks} AS speaks, ${daysApart} AS days,
         abs(l.gross - p.gross) AS amount_apart,
         abs(extract(epoch FROM date_trunc('minute', l.at) - date_trunc('minute', p.at))) AS seconds
    FROM ${asking} l JOIN payments p ON ${rule} WHERE ${usable}`;

/** How well a line and a payment fit, and by what lines are told apart that fit one payment equally well. */
const fit =
  'declined, speaks DESC, amount_apart, days > 0, seconds > 420, seconds > 0, is_brought, days, seconds';
export const whatStandsInIt = `date_trunc('minute', at), gross, fee + vat, fee, vat, (coalesce(ref, order_ref) IS NOT NULL), scheme,
  coalesce(tid, ''), rrn, stan NULLS FIRST, auth, last4 NULLS FIRST, settled NULLS FIRST, batch, coalesce(ref, ''),
  coalesce(order_ref, ''), line`;

const isFree = 'NOT EXISTS (SELECT 1 FROM pairs x WHERE x.id = p.id)';

/**
 * Payments that an earlier file has, and lines that may be theirs again: by a naming key where no free one fits better, by another one
 * where besides it fits better than one that is free.
 */
export const againSql = ({ rule, isNaming }: SqlKey): string => `
  CREATE TEMPORARY TABLE again ON COMMIT DROP AS
    WITH possible AS (${possible(rule, isFree)}),
    ranked AS (SELECT line, id, is_brought, row_number() OVER (PARTITION BY line ORDER BY ${fit}, id) AS place FROM possible)
    SELECT line, id FROM ranked r WHERE is_brought AND (${isNaming === true}
        OR EXISTS (SELECT 1 FROM ranked f WHERE f.line = r.line AND NOT f.is_brought AND f.place > r.place))`;

/** Lines and payments of a key in the order in which each would have the other. */
const ranked = (rule: string): string => `
  WITH possible AS (${possible(rule, `${isFree} AND (NOT p.is_brought OR (l.line, p.id) IN (SELECT line, id FROM again))`)}),
  ranked AS (
    SELECT line, id, is_brought, row_number() OVER (PARTITION BY line ORDER BY ${fit}, id) AS of_line,
           row_number() OVER (PARTITION BY id ORDER BY ${fit}, ${whatStandsInIt}) AS of_payment
      FROM possible)`;

/** Lines whose best payment an earlier file has, and pairs that are each other's best; both again and again until none is left. */
export const bestBroughtSql = ({ rule }: SqlKey): string => `${ranked(rule)},
  gone AS (DELETE FROM bank WHERE line IN (SELECT line FROM ranked WHERE of_line = 1 AND is_brought))
  INSERT INTO taken SELECT line, id FROM ranked WHERE of_line = 1 AND is_brought`;

export const pairSql = ({ key, rule }: SqlKey): string => `${ranked(rule)}
  INSERT INTO pairs SELECT line, id, '${key}' FROM ranked WHERE of_line = 1 AND of_payment = 1 AND NOT is_brought`;

/** Lines whose payment by this key another line or an earlier file has: they are taken off. */
export const takenSql = ({ rule }: SqlKey): string => `
  WITH possible AS (${possible(rule, '(p.is_brought OR EXISTS (SELECT 1 FROM pairs x WHERE x.id = p.id))')}),
  ranked AS (SELECT line, id, row_number() OVER (PARTITION BY line ORDER BY ${fit}, id) AS of_line FROM possible),
  gone AS (DELETE FROM bank WHERE line IN (SELECT line FROM ranked))
  INSERT INTO taken SELECT line, id FROM ranked WHERE of_line = 1`;

/** A line that names the sale of several refunds, of which another one fits as well as the one that it has. */
export const partedSql = ({ rule }: SqlKey): string => `
  WITH held AS (SELECT l.line, p.id FROM every_line l JOIN asked a ON a.line = l.line JOIN payments p ON p.id = a.id),
  fits AS (
    SELECT l.line, p.id, ${speaks} AS speaks, (${daysApart} = 0)::int AS is_day,
           abs(extract(epoch FROM date_trunc('minute', l.at) - date_trunc('minute', p.at))) AS seconds,
           p.status, p.is_brought, l.line IN (SELECT h.line FROM held h WHERE h.id = p.id) AS is_held
      FROM every_line l JOIN payments p ON ${rule} WHERE l.line IN (SELECT line FROM held)),
  told AS (
    SELECT one.line FROM fits one JOIN fits other ON other.line = one.line AND other.is_held AND NOT one.is_held
     WHERE one.status = 'APPROVED' AND NOT one.is_brought AND NOT EXISTS (SELECT 1 FROM pairs x WHERE x.id = one.id)
       AND (one.speaks, one.is_day, (one.seconds <= 420)::int, (one.seconds = 0)::int)
        >= (other.speaks, other.is_day, (other.seconds <= 420)::int, (other.seconds = 0)::int))
  DELETE FROM pairs x USING told t WHERE x.line = t.line`;
