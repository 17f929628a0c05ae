import { formatLive, type LiveMessage } from '@mizan/contract/live.ts';
import type pg from 'pg';
import type { Tx } from '../database/database.ts';
import { noteCommitted } from './lag.ts';
import { insertMessage } from './live-messages.queries.ts';
import { type Notice, packNotices } from './notices.ts';

/**
 * Who hears a message beside those who hear of all: the cashiers of a terminal and who manages its branch, as they are
 * assigned at this moment, or these.
 */
type Cashiers = Hearers | { readonly ids: readonly string[] };
export interface Hearers {
  readonly ofTerminal: string | null;
  /** Of what no cashier hears. */
  readonly withoutCashiers?: boolean;
}

/**
 * Says something to every open window of a merchant, on every portal process. The message is a row of the
 * business transaction: it is heard if, and only if, that commits. Nothing has to be done afterwards.
 * Cashiers hear it where it is about their own terminal, `aboutTerminal`, as that is assigned at this moment;
 * without one it reaches no cashier, but for SET, which reaches all of them.
 */
export async function announce(
  tx: Tx,
  merchantId: string,
  message: LiveMessage,
  aboutTerminal: string | null = null,
): Promise<void> {
  await announceTo(tx, merchantId, message, { ofTerminal: aboutTerminal });
}

/** In place of a merchant: every open window of the portal, whoever reads it. No merchant has this number. */
export const everybody = '0';

/** Says something to every open window of the portal, in the business transaction, which runs as the platform. */
export async function announceToEverybody(tx: Tx, message: LiveMessage): Promise<void> {
  await announceTo(tx, everybody, message, { ids: [] });
}

/** Says something to the windows of one person alone, whoever they are, in the business transaction, which runs as the platform. */
export async function announceToPerson(tx: Tx, userId: string, message: LiveMessage): Promise<void> {
  await announceTo(tx, everybody, message, { ids: [userId] });
}

/** The same as `announce`, and answers which cashiers hear it. */
export async function announceTo(
  tx: Tx,
  merchantId: string,
  message: LiveMessage,
  cashiers: Cashiers,
): Promise<readonly string[]> {
  const text = formatLive(message);
  const aboutTerminal = 'ofTerminal' in cashiers ? cashiers.ofTerminal : null;
  const withoutCashiers = 'ofTerminal' in cashiers && cashiers.withoutCashiers === true;
  const toCashiers = 'ids' in cashiers ? cashiers.ids : null;
  const row = { merchantId, text, aboutTerminal, withoutCashiers, toCashiers };
  const { seq, cashierIds } = await insertMessage(tx, row);
  tx.afterCommit((pool) => {
    noteCommitted(seq);
    gatherOn(pool).push({ seq, merchantId, text, cashierIds });
  });
  return cashierIds;
}

interface Gatherer {
  push(notice: Notice): void;
}

const gatherers = new WeakMap<pg.Pool, Gatherer>();

function gatherOn(pool: pg.Pool): Gatherer {
  const known = gatherers.get(pool);
  if (known) return known;
  const made = makeGatherer(pool);
  gatherers.set(pool, made);
  return made;
}

/**
 * NOTIFY takes a lock that all committing transactions of the server queue for, so it is kept out of those that
 * do business. A notice leaves at once where none is on its way; those that arrive meanwhile go together in the
 * next statement. synchronous_commit is off for it alone: a notice that is lost in a crash is read from its row.
 */
function makeGatherer(pool: pg.Pool): Gatherer {
  let gathered: Notice[] = [];
  let isSending = false;

  async function send(): Promise<void> {
    isSending = true;
    while (gathered.length > 0) {
      const payloads = packNotices(gathered);
      gathered = [];
      try {
        await pool.query(
          `SELECT set_config('synchronous_commit', 'off', true), pg_notify('mizan_live', payload)
           FROM unnest($1::text[]) AS payload`,
          [payloads],
        );
      } catch {
        // The rows are committed: every process reads them within a second, this one too.
      }
    }
    isSending = false;
  }

  return {
    push(notice) {
      gathered.push(notice);
      if (!isSending) void send();
    },
  };
}
