/**
 * The passes that find single payments as a plain SQL join over planted files: the same rules in another language, by code that shares
 * nothing with the engine, have to come to the same pairs. ORACLE_FROM and ORACLE_SEEDS repeat a seed that failed.
 */
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, inPlatform, openDatabase, type Tx } from '../../server/platform/database/database.ts';
import { testDatabase } from '../../server/platform/testing/database.ts';
import { entryColumns } from '../../server/reconciliation/judge/entry-copy.ts';
import { withFile } from '../../server/reconciliation/read/file-trial.ts';
import { reconcileBankFile } from '../../server/reconciliation/reconcile-bank-file.ts';
import { writeBankFile } from './bank-file.ts';
import { copyTextOf, makePayments } from './made-up-payments.ts';
import { type Plantable, plantDifferences } from './planting.ts';
import { type Random, seededRandom } from './random.ts';
import type { KnownPayment, SettlementLine } from './settlement-line.ts';

const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

const planted: readonly Plantable[] = [
  'missingInBank',
  'missingInPortal',
  'amountDiffers',
  'feeDiffers',
  'duplicate',
  'statusConflict',
  'lostRrn',
  'damagedRrn',
  'onlyApprovalCode',
  'otherTerminal',
  'decimalRrn',
  'refundUnderItsSale',
];
/** Told by keys that Adyen does not print. */
const onKeys: readonly Plantable[] = [
  'lostRrn',
  'damagedRrn',
  'onlyApprovalCode',
  'otherTerminal',
  'decimalRrn',
];
const layouts = ['english', 'mashreq', 'adyen'] as const;
type Layout = (typeof layouts)[number];
const lastDay = '2026-11-22';
const seeds = Number(process.env['ORACLE_SEEDS'] ?? (process.env['MIZAN_LONG'] ? 400 : 12));
const firstSeed = Number(process.env['ORACLE_FROM'] ?? 1);

interface Pair {
  line: number;
  id: number;
  key: string;
}

interface Told {
  pairs: Pair[];
  /** Of every line and of every approved payment of the file's days without one, told apart as far as SQL does. */
  outcomes: string[];
}

const tables = `
  CREATE TEMPORARY TABLE bank ON COMMIT DROP AS
    SELECT line, ltrim(tid, '0') AS tid, CASE WHEN rrn ~ '^[0-9A-Z]{12}$' THEN rrn END AS rrn, stan, auth, last4, scheme,
           ref, gross, fee, vat, (to_timestamp(at_ms / 1000) AT TIME ZONE 'Asia/Riyadh') AS at
      FROM json_to_recordset($1::json)
           AS l (line int, tid text, rrn text, stan text, auth text, last4 text, scheme text, ref text,
                 gross bigint, fee bigint, vat bigint, at_ms bigint)`;
const paymentTable = `
  CREATE TEMPORARY TABLE payments ON COMMIT DROP AS
    SELECT id, ltrim(tid, '0') AS tid, rrn, stan, auth, last4, scheme, uuid, gross, status, business_day,
           original_id, (to_timestamp(at_ms / 1000) AT TIME ZONE 'Asia/Riyadh') AS at
      FROM json_to_recordset($1::json)
           AS p (id int, tid text, rrn text, stan text, auth text, last4 text, scheme text, uuid text, gross bigint,
                 status text, business_day date, original_id int, at_ms bigint)`;

const daysApart = 'least(abs(l.at::date - p.at::date), abs(l.at::date - p.business_day))';
const sameMoney = 'l.gross = p.gross';
const sameDirection = '(l.gross < 0) = (p.gross < 0)';
const stan = `l.stan = p.stan AND l.tid = p.tid AND ${daysApart} = 0
     AND (l.rrn IS NULL OR p.rrn IS NULL OR l.rrn = p.rrn)`;
const rrn = 'l.rrn = p.rrn AND l.tid = p.tid';
const ofSale = (key: string, named: string): string =>
  `l.gross < 0 AND EXISTS (SELECT 1 FROM payments s WHERE s.id = p.original_id AND s.${named} = l.${key})`;
/** The keys, strongest first; of a naming one a line whose payment is taken is a duplicate, and takes no other by a weaker one. */
const rules: readonly (readonly [key: string, rule: string, isNaming?: true])[] = [
  ['reference', `l.ref = p.uuid AND ${sameMoney}`, true],
  ['rrn', `${rrn} AND ${sameMoney}`, true],
  ['stan', `${stan} AND ${sameMoney}`],
  ['authCode', `l.auth = p.auth AND l.last4 = p.last4 AND ${sameMoney} AND ${daysApart} <= 1`],
  ['originalReference', `${ofSale('ref', 'uuid')} AND ${sameMoney}`],
  ['originalRrn', `${ofSale('rrn', 'rrn')} AND ${sameMoney}`],
  ['referenceAnyAmount', `l.ref = p.uuid AND ${sameDirection}`, true],
  ['rrnAnyAmount', `${rrn} AND ${sameDirection}`, true],
  ['stanAnyAmount', `${stan} AND ${sameDirection}`],
];
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

/** How well a line and a payment fit, and by what lines are told apart that fit one payment equally well. */
const fit = 'declined, speaks DESC, amount_apart, days, seconds';
const whatStandsInIt =
  "date_trunc('minute', at), gross, fee + vat, fee, vat, scheme, tid, rrn, stan, auth, last4, ref, line";

/** Pairs that are each other's best, again and again until none is left. */
const pairSql = (key: string, rule: string): string => `
  WITH possible AS (
    SELECT l.*, p.id, p.status <> 'APPROVED' AS declined, ${speaks} AS speaks, ${daysApart} AS days,
           abs(l.gross - p.gross) AS amount_apart,
           abs(extract(epoch FROM date_trunc('minute', l.at) - date_trunc('minute', p.at))) AS seconds
      FROM bank l JOIN payments p ON ${rule}
     WHERE NOT EXISTS (SELECT 1 FROM pairs x WHERE x.line = l.line OR x.id = p.id)),
  ranked AS (
    SELECT line, id, row_number() OVER (PARTITION BY line ORDER BY ${fit}, id) AS of_line,
           row_number() OVER (PARTITION BY id ORDER BY ${fit}, ${whatStandsInIt}) AS of_payment
      FROM possible)
  INSERT INTO pairs SELECT line, id, '${key}' FROM ranked WHERE of_line = 1 AND of_payment = 1`;

/** What is not simply matched; a payment without a line is open, whether it is missing or may still come. */
const outcomeSql = `
  SELECT l.line || ' ' || CASE
      WHEN p.status <> 'APPROVED' THEN 'statusConflict'
      WHEN p.gross <> l.gross THEN 'amountDiffers'
      WHEN p.id IS NOT NULL THEN 'paid'
      WHEN ${rules.map(([, rule]) => `EXISTS (SELECT 1 FROM payments p JOIN pairs x ON x.id = p.id WHERE ${rule})`).join(' OR ')}
        THEN 'duplicate'
      ELSE 'unknown' END AS told
    FROM every_line l LEFT JOIN pairs y ON y.line = l.line LEFT JOIN payments p ON p.id = y.id
   UNION ALL
  SELECT 'payment ' || p.id || ' open' FROM payments p
   WHERE p.status = 'APPROVED' AND NOT EXISTS (SELECT 1 FROM pairs x WHERE x.id = p.id)`;

async function toldBySql(tx: Tx, lines: readonly unknown[], payments: readonly unknown[]): Promise<Told> {
  await tx.change(tables, [JSON.stringify(lines)]);
  await tx.change(paymentTable, [JSON.stringify(payments)]);
  await tx.change('CREATE TEMPORARY TABLE every_line ON COMMIT DROP AS SELECT * FROM bank');
  await tx.change('CREATE TEMPORARY TABLE pairs (line int, id int, key text) ON COMMIT DROP');
  for (const [key, rule, isNaming] of rules) {
    while ((await tx.change(pairSql(key, rule))) > 0);
    if (isNaming)
      await tx.change(
        `DELETE FROM bank l USING payments p
          WHERE ${rule} AND NOT EXISTS (SELECT 1 FROM pairs x WHERE x.line = l.line)`,
      );
  }
  const pairs = await tx.rows<Pair>('SELECT line, id, key FROM pairs ORDER BY line');
  const outcomes = await tx.rows<{ told: string }>(outcomeSql);
  await tx.change('DROP TABLE bank, payments, pairs, every_line');
  return { pairs, outcomes: outcomes.map(({ told }) => told).toSorted() };
}

/** The words of the oracle for the engine's outcomes; what is not here is its own word. */
const wordOf: Readonly<Record<string, string>> = {
  matched: 'paid',
  feeDiffers: 'paid',
  rounding: 'paid',
  otherTerminal: 'paid',
  missingInPortal: 'unknown',
  undecidedSum: 'unknown',
  missingInBank: 'open',
  waits: 'open',
  timing: 'open',
};

async function toldByEngine(bytes: Uint8Array, payments: readonly KnownPayment[]): Promise<Told> {
  const chunks: Buffer[] = [];
  await withFile(bytes, (filePath) =>
    reconcileBankFile(
      {
        filePath,
        cutoff: '22:00',
        todayIso: '2026-11-25',
        nowMs: Date.parse('2026-11-25T12:00:00+03:00'),
      },
      {
        payments: async function* () {
          yield* copyTextOf(payments, 4_000);
        },
        entries: (chunk) => void chunks.push(Buffer.from(chunk)),
        progress: () => {},
      },
    ),
  );
  const at = (name: (typeof entryColumns)[number]): number => entryColumns.indexOf(name);
  const rows = Buffer.concat(chunks)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((row) => row.split('\t'));
  const pairs = rows
    .filter((cells) => rules.some(([key]) => key === cells[at('matched_by')]))
    .map((cells) => ({
      line: Number(cells[at('line')]),
      id: Number(cells[at('transaction_id')]),
      key: cells[at('matched_by')] ?? '',
    }))
    .sort((a, b) => a.line - b.line);
  const outcomes = rows.map((cells) => {
    const outcome = cells[at('outcome')] ?? '';
    const isOfLine = cells[at('line')] !== '\\N';
    const of = isOfLine ? cells[at('line')] : `payment ${cells[at('transaction_id')]}`;
    return `${of} ${wordOf[outcome] ?? outcome}`;
  });
  return { pairs, outcomes: outcomes.toSorted() };
}

const signed = ({ type, amountMinor }: KnownPayment): number =>
  type === 'PURCHASE' ? amountMinor : -amountMinor;

/** A line by what its layout prints of it. */
const bankRow = (line: SettlementLine, number: number, layout: Layout) => ({
  line: number,
  ...(layout === 'adyen'
    ? { tid: null, rrn: null, stan: null, auth: null, last4: null, ref: line.saleUuid ?? line.uuid }
    : {
        tid: line.tid,
        rrn: line.rrn?.replace(/\.0$/, '') ?? null,
        stan: line.stan,
        auth: line.authCode,
        last4: line.card?.slice(-4) ?? null,
        ref: null,
      }),
  scheme: line.scheme,
  gross: line.grossMinor,
  fee: line.feeMinor,
  vat: line.vatMinor,
  at_ms: line.atMs,
});

const paymentRow = (payment: KnownPayment) => ({
  id: payment.id,
  tid: payment.tid,
  rrn: payment.rrn,
  stan: payment.stan,
  auth: payment.authCode,
  last4: payment.lastFour,
  scheme: payment.scheme,
  gross: signed(payment),
  uuid: payment.uuid,
  original_id: payment.originalId,
  status: payment.status,
  business_day: payment.businessDay,
  at_ms: payment.createdAtMs,
});

/** Payments that share keys by twos and threes: an RRN of another terminal, one approval code, card and amount. */
function sharingKeys(random: Random, payments: readonly KnownPayment[]): KnownPayment[] {
  const all: KnownPayment[] = [];
  for (const payment of payments) {
    const near = all.length > 0 ? random.pick(all.slice(-12)) : payment;
    const { amountMinor, feeMinor, vatMinor, authCode, firstSix, lastFour, mdrBps, capLimitMinor } = near;
    const money = { amountMinor, feeMinor, vatMinor, mdrBps, capLimitMinor };
    const isLike = payment.type === 'PURCHASE' && near.type === 'PURCHASE' && payment.status === near.status;
    const card = { authCode, firstSix, lastFour, ...money };
    if (isLike && random.oneIn(4)) all.push({ ...payment, ...card });
    else if (isLike && random.oneIn(8)) all.push({ ...payment, ...money, rrn: near.rrn });
    else all.push(payment);
  }
  return all;
}

/** Some lines lose their RRN and have another amount besides: their STAN is all that is left. */
const withOtherAmounts = (random: Random, lines: readonly SettlementLine[]): SettlementLine[] =>
  lines.map((line) =>
    line.type === 'PURCHASE' && line.stan !== null && random.oneIn(25)
      ? { ...line, rrn: null, grossMinor: line.grossMinor + 300 }
      : line,
  );

async function compareTold(seed: number): Promise<{ byEngine: Told; bySql: Told }> {
  const random = seededRandom(seed);
  const made = makePayments(random, { day: lastDay, count: random.whole(40, 160), terminals: 3 });
  // Orders' references need a place of their own: order-reference.test.ts.
  const payments = sharingKeys(random, made).map((payment) => ({ ...payment, orderRef: null }));
  const layout = random.pick(layouts);
  const wanted = Array.from({ length: random.whole(0, 40) }, () => random.pick(planted)).filter(
    (word) => layout !== 'adyen' || !onKeys.includes(word),
  );
  const lines = withOtherAmounts(random, plantDifferences(payments, wanted, lastDay, random).lines);
  const file = writeBankFile(lines, { layout, format: 'csv' });
  const bank = lines.map((line) => bankRow(line, file.lineNumber(line), layout));
  const bySql = await inPlatform(db, (tx) => toldBySql(tx, bank, payments.map(paymentRow)));
  return { byEngine: await toldByEngine(file.bytes, random.shuffled(payments)), bySql };
}

test(`a plain SQL join of the keys finds the pairs and outcomes that the engine finds, over ${seeds} files`, {
  timeout: 300_000,
}, async () => {
  const byKey = new Map<string, number>();
  const seen = new Set<string>();
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const { byEngine, bySql } = await compareTold(seed);
    expect({ seed, ...byEngine }).toEqual({ seed, ...bySql });
    for (const told of bySql.outcomes) seen.add(told.split(' ').at(-1) ?? '');
    for (const { key } of bySql.pairs) byKey.set(key, (byKey.get(key) ?? 0) + 1);
  }
  // Every one of the keys has had its work.
  expect(rules.filter(([key]) => !byKey.has(key))).toEqual([]);
  expect([...seen].toSorted()).toEqual([
    'amountDiffers',
    'duplicate',
    'open',
    'paid',
    'statusConflict',
    'unknown',
  ]);
});
