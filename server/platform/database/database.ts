import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import pg from 'pg';
import { type SpanOf, traced } from '../tracing/tracing.ts';
import { statementName } from './statement-names.ts';
import { withTenantParameter } from './tenant-parameter.ts';
import { RolledBack } from './try-again.ts';

/**
 * The database as the portal uses it (rules D1 and D3). Two login roles: `mizan_app` for requests of
 * merchants and cashiers, under forced row-level security; `mizan_platform` for sign-in, administrators and
 * jobs. Conventions of every query: ids are selected as text (`id::text`), other bigints (money, counts)
 * arrive as safe integers, dates as 'YYYY-MM-DD', instants as Date.
 */
export interface Database {
  readonly app: pg.Pool;
  readonly platform: pg.Pool;
  /** For COPY and cursors, which a pipelined connection cannot carry. */
  readonly appBulk: pg.Pool;
  readonly platformBulk: pg.Pool;
  /** Its tables lie on several machines (tables.ts). */
  readonly distributed: boolean;
}

/** The two login roles on one database, and whether that is a distributed one. */
export interface DatabaseUrls {
  app: string;
  platform: string;
  distributed?: boolean;
}

/**
 * Rows that many writers of a merchant want: the totals of the hour, the end of the audit chain, the number of the next
 * notice. They are locked as the last thing of a transaction and by everybody in this order, or two could each wait for the other.
 */
const lastTurns = ['totals', 'audit', 'notices'] as const;
type LastTurn = (typeof lastTurns)[number];

/** One connection inside a transaction; what queries take as their first argument. */
export interface Tx {
  /** The rows of one statement. */
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, or null. */
  row<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | null>;
  /** How many rows a statement changed. */
  change(text: string, values?: readonly unknown[]): Promise<number>;
  /**
   * Runs `work` as the last thing of this transaction, in its turn, after all else that it does: for what locks a row that
   * many writers want. Where it fails, nothing is committed.
   */
  atEnd(turn: LastTurn, work: () => Promise<void>): void;
  /**
   * Runs `work` once this transaction is committed, and never where it is rolled back. For what others must not
   * hear of before it is true; it gets the pool, because this connection is given back by then.
   */
  afterCommit(work: (pool: pg.Pool) => void): void;
  /** The connection itself, for COPY. */
  readonly client: pg.PoolClient;
  /** Whose transaction it is; null for the platform's. */
  readonly merchantId: string | null;
  /** Some statements have to be put otherwise where tables lie on several machines; each says why. */
  readonly distributed: boolean;
}

const poolLimits = {
  app: 20,
  platform: 10,
  bulk: 4,
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 5_000,
} as const;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`);
  return value;
});
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Opens the pools. */
export function openDatabase(urls: DatabaseUrls): Database {
  const open = (connectionString: string, max: number, pipeline: boolean) => {
    const pool = new pg.Pool({
      connectionString,
      max,
      types,
      pipeline,
      connectionTimeoutMillis: poolLimits.connectTimeoutMs,
      statement_timeout: pipeline ? poolLimits.statementTimeoutMs : 0,
      application_name: 'mizan',
    });
    // A lost idle connection is the pool's business; without a listener it would end the process.
    pool.on('error', () => {});
    // The same while it is lent: the statement under way fails, and that is how its caller hears of it.
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  return {
    app: open(urls.app, poolLimits.app, true),
    platform: open(urls.platform, poolLimits.platform, true),
    appBulk: open(urls.app, poolLimits.bulk, false),
    platformBulk: open(urls.platform, poolLimits.bulk, false),
    distributed: urls.distributed ?? false,
  };
}

export async function closeDatabase(db: Database): Promise<void> {
  await Promise.all([db.app.end(), db.platform.end(), db.appBulk.end(), db.platformBulk.end()]);
}

const idShape = /^[1-9]\d{0,18}$/;

/** The branch that a call is held to. Around the call and no argument of it: a query that forgot it would show the others. */
const ofBranch = new AsyncLocalStorage<string>();

/**
 * Does `work` with every statement as a merchant held to the rows of one branch, by the policies of the tables
 * (docs/decisions/0129-rows-of-one-branch.md). What the platform's role does in it is not.
 */
export const withinBranch = <T>(branchId: string, work: () => T): T => ofBranch.run(branchId, work);

/** The branch that this call is held to; null where it sees the whole merchant. */
const branchOfCall = (): string | null => ofBranch.getStore() ?? null;

/** What a caller that is no person sees of the two kinds of payments. Around the call, for the same reason. */
const ofMode = new AsyncLocalStorage<Mode>();
export type Mode = 'test' | 'live';

/**
 * Does `work` with every statement as a merchant held to test terminals and their payments, or to all others, by the policies
 * of the tables (docs/decisions/0200-test-terminals-and-test-keys.md). People see both, each marked as what it is.
 */
export const withinMode = <T>(mode: Mode, work: () => T): T => ofMode.run(mode, work);

/** Rows that are read when a socket has room, which is outside the call that asked for them: held to its branch all the same. */
export function heldToBranch<T>(rows: AsyncIterable<T>): AsyncIterable<T> {
  const inCall = AsyncLocalStorage.snapshot();
  const each = inCall(() => rows[Symbol.asyncIterator]());
  const iterator: AsyncIterableIterator<T> = {
    next: () => inCall(() => each.next()),
    return: () => inCall(() => each.return?.() ?? Promise.resolve({ done: true, value: undefined })),
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

/** SET takes no parameter, so ids are checked to be bigints before they stand in the statement. */
function beginAs(merchantId: string | null): string {
  if (merchantId === null) return 'BEGIN';
  if (!idShape.test(merchantId)) throw new Error(`not a merchant id: ${merchantId}`);
  const mode = ofMode.getStore();
  const held = mode === undefined ? '' : `; SET LOCAL mizan.is_test = '${mode === 'test'}'`;
  const begin = `BEGIN; SET LOCAL mizan.merchant_id = '${merchantId}'${held}`;
  const branchId = branchOfCall();
  if (branchId === null) return begin;
  if (!idShape.test(branchId)) throw new Error(`not a branch id: ${branchId}`);
  return `${begin}; SET LOCAL mizan.branch_id = '${branchId}'`;
}

type AtEnd = Record<LastTurn, (() => Promise<void>)[]>;
type AfterCommit = (pool: pg.Pool) => void;

/**
 * What this tick sends to the server leaves in one write: a write is a system call and wakes the server's
 * process, and costs more than all else that Node does for a short statement. The driver has no word for it, so
 * its socket is asked; without one the statements leave one by one and mean the same.
 */
function inOneWrite(client: pg.PoolClient): void {
  const socket = (client as unknown as { connection?: { stream?: Socket } }).connection?.stream;
  if (!socket) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}

/** Who asks, and of what kind of database. */
type Asker = Pick<Tx, 'merchantId' | 'distributed'>;

function query<Row extends object>(
  client: pg.PoolClient,
  { merchantId, distributed }: Asker,
  text: string,
  values: readonly unknown[],
) {
  const sent =
    distributed && merchantId !== null ? withTenantParameter(text, values, merchantId) : { text, values };
  return client.query<Row>({ name: statementName(sent.text), text: sent.text, values: [...sent.values] });
}

interface Life {
  isOver: boolean;
  readonly turnsOver: Set<LastTurn>;
}

interface Work {
  life: Life;
  atEnd: AtEnd;
  afterwards: AfterCommit[];
}

function txOn(client: pg.PoolClient, asker: Asker, { life, atEnd, afterwards }: Work): Tx {
  const ask = <Row extends object>(text: string, values: readonly unknown[]) => {
    // Its connection may be another merchant's by now: what still runs beside a part that failed asks nothing any more.
    if (life.isOver) throw new Error('a statement after the end of its transaction');
    inOneWrite(client);
    return query<Row>(client, asker, text, values);
  };
  return {
    client,
    ...asker,
    atEnd: (turn, work) => {
      // Nobody would run it, and what it counts or records would be missing.
      if (life.turnsOver.has(turn)) throw new Error(`'${turn}' of this transaction was written already`);
      atEnd[turn].push(work);
    },
    afterCommit: (work) => {
      afterwards.push(work);
    },
    rows: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await ask<Row>(text, values)).rows,
    row: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await ask<Row>(text, values)).rows[0] ?? null,
    change: async (text, values = []) => (await ask(text, values)).rowCount ?? 0,
  };
}

/** A statement alone is a transaction of its own; as a merchant it needs BEGIN, SET LOCAL and COMMIT around it. */
async function sendSingle<Row extends object>(
  client: pg.PoolClient,
  asker: Asker,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  inOneWrite(client);
  if (asker.merchantId === null) return (await query<Row>(client, asker, text, values)).rows;
  const [begun, result, committed] = await Promise.allSettled([
    client.query(beginAs(asker.merchantId)),
    query<Row>(client, asker, text, values),
    client.query('COMMIT'),
  ]);
  if (begun.status === 'rejected') throw begun.reason;
  if (result.status === 'rejected') throw result.reason;
  if (committed.status === 'rejected') throw committed.reason;
  if (committed.value.command !== 'COMMIT') throw new RolledBack();
  return result.value.rows;
}

/** All of it in one round trip and one write; a COMMIT answered by ROLLBACK is a failure. */
async function single<Row extends object>(
  pool: pg.Pool,
  asker: Asker,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await sendSingle<Row>(client, asker, text, values);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(connectionLost(broken));
  }
}

async function transaction<T>(pool: pg.Pool, asker: Asker, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const atEnd: AtEnd = { totals: [], audit: [], notices: [] };
  const afterwards: AfterCommit[] = [];
  const life: Life = { isOver: false, turnsOver: new Set() };
  let lost: Error | undefined;
  try {
    await client.query(beginAs(asker.merchantId));
    const value = await work(txOn(client, asker, { life, atEnd, afterwards }));
    for (const turn of lastTurns) {
      for (const each of atEnd[turn]) await each();
      life.turnsOver.add(turn);
    }
    const committed = await client.query('COMMIT');
    if (committed.command !== 'COMMIT') throw new RolledBack();
    for (const each of afterwards) each(pool);
    return value;
  } catch (error) {
    life.isOver = true;
    // Who answers this is well, whatever the work was refused for: a connection anew costs more than most calls.
    await client.query('ROLLBACK').catch((failure: Error) => {
      lost = failure;
    });
    throw error;
  } finally {
    life.isOver = true;
    client.release(lost);
  }
}

/** An error with an SQLSTATE came from a healthy server, except class 57 (shutdown) and 08 (connection). */
function connectionLost(error: (Error & { code?: string }) | undefined): boolean {
  if (!error) return false;
  const state = error.code;
  return (
    state === undefined || !/^[0-9A-Z]{5}$/.test(state) || state.startsWith('57P') || state.startsWith('08')
  );
}

/** The merchant as it stands in a statement that takes no parameter, as COPY; like tenant_id() elsewhere. */
export const tenantIn = ({ merchantId, distributed }: Asker): string =>
  distributed && merchantId !== null && idShape.test(merchantId) ? `${merchantId}::bigint` : 'tenant_id()';

const asPlatform = ({ distributed }: Database): Asker => ({ merchantId: null, distributed });
const asMerchant = ({ distributed }: Database, merchantId: string): Asker => ({ merchantId, distributed });

const spanBy = (role: 'mizan_app' | 'mizan_platform', name: 'transaction' | 'statement'): SpanOf => ({
  name: `${name} ${role}`,
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'db.operation.name': name, 'mizan.role': role },
  onlyWithin: true,
});
const spanOf = {
  tenantRows: spanBy('mizan_app', 'statement'),
  inTenant: spanBy('mizan_app', 'transaction'),
  platformRows: spanBy('mizan_platform', 'statement'),
  inPlatform: spanBy('mizan_platform', 'transaction'),
} as const;

/** One statement as a merchant. Sees that merchant's rows alone. */
export const tenantRows = <Row extends object>(
  db: Database,
  merchantId: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> =>
  traced(spanOf.tenantRows, () => single<Row>(db.app, asMerchant(db, merchantId), text, values));

/** A transaction as a merchant: for what reads, decides and writes. */
export const inTenant = <T>(db: Database, merchantId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  traced(spanOf.inTenant, () => transaction(db.app, asMerchant(db, merchantId), work));

/** The same on a connection that can COPY. */
export const inTenantBulk = <T>(db: Database, merchantId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  traced(spanOf.inTenant, () => transaction(db.appBulk, asMerchant(db, merchantId), work));

/** One statement as the platform: sign-in, administrators, jobs. Each use states why in its comment. */
export const platformRows = <Row extends object>(
  db: Database,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> =>
  traced(spanOf.platformRows, () => single<Row>(db.platform, asPlatform(db), text, values));

/** A transaction as the platform. */
export const inPlatform = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  traced(spanOf.inPlatform, () => transaction(db.platform, asPlatform(db), work));

export const inPlatformBulk = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  traced(spanOf.inPlatform, () => transaction(db.platformBulk, asPlatform(db), work));
