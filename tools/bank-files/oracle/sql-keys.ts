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
  /** Line and payment may differ in amount. */
  isOfAnyAmount?: true;
}

const daysApart = 'least(abs(l.at::date - p.at::date), abs(l.at::date - p.business_day))';
const minutesApart = "abs(extract(epoch FROM date_trunc('minute', l.at) - date_trunc('minute', p.at)))";
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
const otherKeys = ['l.stan <> p.stan', 'l.auth <> p.auth', 'l.last4 <> p.last4', `${minutesApart} > 420`]
  .map((one) => `coalesce((${one})::int, 0)`)
  .join(' + ');
const order = `${orderOf('p')} AND NOT ${otherRrn('p')} AND ${otherKeys} < 3`;
const placed = (of: string): string => `(${isWhole(of)} OR ${isInPlace})`;
const orderOfSale = `${orderOf('s')} AND NOT (${otherRrn('p')} AND ${otherRrn('s')})`;

/** A refund under its sale's RRN, which names another one of that sale and amount as well. */
const isUnderOneRrn = `p.status = 'APPROVED'
  AND EXISTS (SELECT 1 FROM payments s WHERE s.id = p.original_id AND s.rrn = p.rrn)
  AND EXISTS (SELECT 1 FROM payments o WHERE o.id <> p.id AND o.original_id = p.original_id AND o.gross = p.gross AND o.status = 'APPROVED')`;

/** By an RRN of whatever payment. */
export const rrnKey: SqlKey = { key: 'rrn', rule: `${rrn} AND ${sameMoney}`, isNaming: true };

/** The keys, strongest first. */
export const keys: readonly SqlKey[] = [
  { key: 'reference', rule: `${uuidOf('p')} AND ${sameMoney}`, isNaming: true },
  { key: 'reference', rule: `${order} AND ${placed('p')} AND ${sameMoney}` },
  { ...rrnKey, rule: `${rrnKey.rule} AND NOT (${isUnderOneRrn})` },
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
  {
    key: 'referenceAnyAmount',
    rule: `${uuidOf('p')} AND ${sameDirection}`,
    isNaming: true,
    isOfAnyAmount: true,
  },
  {
    key: 'referenceAnyAmount',
    rule: `${order} AND ${placed('p')} AND ${sameDirection}`,
    isShared: true,
    isOfAnyAmount: true,
  },
  { key: 'rrnAnyAmount', rule: `${rrn} AND ${sameDirection}`, isNaming: true, isOfAnyAmount: true },
  { key: 'stanAnyAmount', rule: `${stan} AND ${sameDirection}`, isOfAnyAmount: true },
  {
    key: 'authCodeAnyAmount',
    rule: `l.auth = p.auth AND l.last4 = p.last4 AND ${sameDirection} AND (l.tid IS NULL OR l.tid = p.tid)
     AND NOT ${otherRrn('p')} AND ${minutesApart} = 0`,
    isShared: true,
    isOfAnyAmount: true,
  },
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

/** A line against the line by which an earlier file has a payment: the same 1, asked 2, corrected 3, another one 4; 0 where none has it. */
export const apartFromEarlier = `CASE
  WHEN NOT p.is_brought THEN 0
  WHEN l.settled <> p.e_settled OR l.batch <> p.e_batch THEN 4
  WHEN l.gross <> p.e_gross OR l.fee + l.vat <> p.e_charge THEN 3
  WHEN p.e_charge IS NULL THEN 2
  WHEN l.settled = p.e_settled OR l.batch = p.e_batch THEN 1
  ELSE 2 END`;

/** Another line is an earlier file's line of this payment again. */
const isSpent = '(p.is_brought AND EXISTS (SELECT 1 FROM taken g WHERE g.id = p.id))';

/** Lines and payments of a key, with how well they fit. */
const possible = (rule: string, usable: string): string => `
  SELECT l.*, p.id, p.is_brought, ${isSpent} AS is_spent, p.status <> 'APPROVED' AS declined, ${speaks} AS speaks, ${daysApart} AS days,
         abs(l.gross - p.gross) AS amount_apart, ${apartFromEarlier} AS apart, ${minutesApart} AS seconds
    FROM ${asking} l JOIN payments p ON ${rule} WHERE ${usable}`;

/** How well a line and a payment fit, with whose turn it is of what fits as well. */
const fitBy = (turn: string): string =>
  `declined, speaks DESC, amount_apart, days > 0, seconds > 420, seconds > 0, ${turn}, apart, days, seconds`;
const fit = fitBy('is_brought::int + is_spent::int');
/** By what lines are told apart that fit one payment equally well. */
export const whatStandsInIt = `date_trunc('minute', at), gross, fee + vat, fee, vat, (coalesce(ref, order_ref) IS NOT NULL), scheme,
  coalesce(tid, ''), rrn, stan NULLS FIRST, auth, last4 NULLS FIRST, settled NULLS FIRST, batch, coalesce(ref, ''),
  coalesce(order_ref, ''), line`;
const rival = `speaks DESC, amount_apart, apart, days, seconds, ${whatStandsInIt}`;

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
    SELECT line, id, is_brought, is_spent, row_number() OVER (PARTITION BY line ORDER BY ${fit}, id) AS of_line,
           row_number() OVER (PARTITION BY id ORDER BY ${rival}) AS of_payment
      FROM possible)`;

/** Lines whose best payment an earlier file has, each of which one line is again, and pairs that are each other's best; both again and again until none is left. */
export const bestBroughtSql = ({ rule }: SqlKey): string => `${ranked(rule)},
  best AS (SELECT line, id FROM ranked WHERE of_line = 1 AND is_brought AND (is_spent OR of_payment = 1)),
  gone AS (DELETE FROM bank WHERE line IN (SELECT line FROM best))
  INSERT INTO taken SELECT line, id FROM best`;

export const pairSql = ({ key, rule }: SqlKey): string => `${ranked(rule)}
  INSERT INTO pairs SELECT line, id, '${key}' FROM ranked WHERE of_line = 1 AND of_payment = 1 AND NOT is_brought`;

/**
 * Lines whose payment by this key another line or an earlier file has: they are taken off. Of what fits as well it is rather the line of
 * an earlier file again; run until none is left.
 */
export const takenSql = ({ rule }: SqlKey): string => `
  WITH possible AS (${possible(rule, '(p.is_brought OR EXISTS (SELECT 1 FROM pairs x WHERE x.id = p.id))')}),
  ranked AS (
    SELECT line, id, is_brought AND NOT is_spent AS is_first,
           row_number() OVER (PARTITION BY line ORDER BY ${fitBy('(is_brought AND NOT is_spent) DESC')}, id) AS of_line,
           row_number() OVER (PARTITION BY id ORDER BY ${rival}) AS of_payment FROM possible),
  best AS (SELECT line, id FROM ranked WHERE of_line = 1 AND (NOT is_first OR of_payment = 1)),
  gone AS (DELETE FROM bank WHERE line IN (SELECT line FROM best))
  INSERT INTO taken SELECT line, id FROM best`;

/** STAN, code and card: 1 where a line's is one payment's and not the held one's, -1 where it is the held one's alone. */
const saidRather = ['stan', 'auth', 'last4']
  .map(
    (key) => `CASE WHEN l.${key} = p.${key} AND l.${key} <> h.${key} THEN 1
     WHEN l.${key} = h.${key} AND l.${key} IS DISTINCT FROM p.${key} THEN -1 ELSE 0 END`,
  )
  .join(', ');

/**
 * Parts lines from what this key gave them, where STAN, code or card say that they repeat the line of another payment that it fits,
 * and that line repeats none.
 */
export const repeatedSql = ({ rule }: SqlKey): string => `
  WITH rather AS (
    SELECT y.line, x.line AS holder FROM pairs y JOIN every_line l ON l.line = y.line JOIN payments h ON h.id = y.id
      JOIN payments p ON p.id <> h.id AND ${rule} JOIN pairs x ON x.id = p.id
     WHERE y.line NOT IN (SELECT line FROM earlier) AND greatest(${saidRather}) = 1 AND least(${saidRather}) >= 0),
  gone AS (
    DELETE FROM pairs WHERE line IN (SELECT line FROM rather WHERE holder NOT IN (SELECT line FROM rather))
    RETURNING line)
  INSERT INTO repeated SELECT line FROM gone`;

/** What lines that had a payment by this key fit besides it, no worse than it. */
export const twinsSql = ({ rule }: SqlKey): string => `
  CREATE TEMPORARY TABLE twins ON COMMIT DROP AS
    WITH fits AS (
      SELECT l.line, p.id, p.status, p.is_brought, ${apartFromEarlier} AS apart, p.id = a.id AS is_held, ${speaks} AS speaks,
             (${daysApart} = 0)::int AS is_day, (${minutesApart} <= 420)::int AS is_time, (${minutesApart} = 0)::int AS is_minute
        FROM every_line l JOIN asked a ON a.line = l.line JOIN payments p ON ${rule})
    SELECT one.line, one.id, one.is_brought, one.apart IN (1, 2) AS may_be_again
      FROM fits one JOIN fits held ON held.line = one.line AND held.is_held AND NOT one.is_held
     WHERE one.status = 'APPROVED' AND (one.speaks, one.is_day, one.is_time, one.is_minute)
        >= (held.speaks, held.is_day, held.is_time, held.is_minute)`;

const isFreeTwin = 'NOT t.is_brought AND NOT EXISTS (SELECT 1 FROM pairs x WHERE x.id = t.id)';
const mayBeAgain = 't.is_brought AND t.may_be_again AND NOT EXISTS (SELECT 1 FROM taken g WHERE g.id = t.id)';

/** Lines that may be an earlier file's again, where no line besides can be that one. */
const againLines = (rule: string): string => `
  SELECT t.line FROM twins t WHERE ${mayBeAgain} GROUP BY t.line
  HAVING count(*) > (
    SELECT count(DISTINCT l.line) FROM bank l JOIN payments p ON ${rule} JOIN twins o ON o.id = p.id AND o.line = t.line
     WHERE o.is_brought AND o.may_be_again AND NOT EXISTS (SELECT 1 FROM taken g WHERE g.id = o.id)
       AND l.line NOT IN (SELECT line FROM asked) AND NOT EXISTS (SELECT 1 FROM pairs x WHERE x.line = l.line))`;

/** Parts lines from payments where another fits as well; run until none is left. */
export const partedSql = ({ rule }: SqlKey): string => `
  DELETE FROM pairs WHERE line IN (SELECT line FROM asked)
     AND line IN (SELECT t.line FROM twins t WHERE ${isFreeTwin} UNION ${againLines(rule)})`;

/** What the parted lines are: of several payments, or perhaps an earlier file's again. */
export const doubtSql = ({ key, rule, isBySale }: SqlKey): string[] => [
  `INSERT INTO candidates SELECT t.line, t.id, '${key}' FROM twins t
    WHERE ${isFreeTwin} AND t.line IN (SELECT line FROM asked EXCEPT SELECT line FROM pairs)`,
  `INSERT INTO undecided SELECT DISTINCT line, '${isBySale ? 'severalRefunds' : 'severalPayments'}' FROM candidates
    WHERE line NOT IN (SELECT line FROM undecided)`,
  `INSERT INTO candidates SELECT a.line, a.id, '${key}' FROM asked a WHERE a.line IN (SELECT line FROM undecided)`,
  `INSERT INTO doubtful SELECT a.line, a.id, '${key}' FROM asked a
    WHERE a.line NOT IN (SELECT line FROM pairs) AND a.line NOT IN (SELECT line FROM undecided)`,
  `INSERT INTO taken
    SELECT DISTINCT ON (l.line) l.line, p.id FROM every_line l JOIN doubtful d ON d.line = l.line JOIN asked a ON a.line = l.line
      JOIN twins t ON t.line = l.line AND ${mayBeAgain} JOIN payments p ON p.id = t.id AND ${rule}
     ORDER BY l.line, ${speaks} DESC, abs(l.gross - p.gross), ${daysApart} > 0, ${minutesApart} > 420, ${minutesApart} > 0,
              ${apartFromEarlier}, ${daysApart}, ${minutesApart}, p.id`,
  'DELETE FROM bank WHERE line IN (SELECT line FROM undecided) OR line IN (SELECT line FROM doubtful)',
];

/** Undecided lines of whose payments others have all but one have that one; where nothing is left they are asked on. Run until none is left. */
export const leftSql = `
  WITH open AS (SELECT c.* FROM candidates c WHERE NOT EXISTS (SELECT 1 FROM pairs x WHERE x.id = c.id)),
  given AS (
    SELECT min(line) AS line, id, key FROM open o
     WHERE (SELECT count(*) FROM open p WHERE p.line = o.line) = 1 GROUP BY id, key LIMIT 1),
  gone AS (DELETE FROM candidates WHERE line IN (SELECT line FROM given))
  INSERT INTO pairs SELECT line, id, key FROM given`;
export const leftOverSql: readonly string[] = [
  `INSERT INTO bank SELECT * FROM every_line WHERE line IN (SELECT line FROM candidates EXCEPT
     SELECT c.line FROM candidates c WHERE NOT EXISTS (SELECT 1 FROM pairs x WHERE x.id = c.id))`,
  `DELETE FROM undecided WHERE why LIKE 'several%' AND (line IN (SELECT line FROM pairs) OR line IN (SELECT line FROM bank))`,
  'DELETE FROM doubtful WHERE id IN (SELECT id FROM pairs)',
  'DELETE FROM candidates',
];
