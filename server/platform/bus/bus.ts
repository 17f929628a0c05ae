import type pg from 'pg';
import { startListening } from '../database/listening.ts';
import type { Logger } from '../log.ts';
import { takeLag } from './lag.ts';
import { lastTold } from './last-told.ts';
import { readMissed, readNewestSeqs } from './live-messages.queries.ts';
import { type Notice, noticeChannel, unpackNotices } from './notices.ts';
import { missingAmong, type SeenSequences, seenSequences } from './seen-sequences.ts';

export {
  announce,
  announceTo,
  announceToEverybody,
  announceToPerson,
  everybody,
  type Hearers,
} from './announce.ts';

/** Hears the live messages of one merchant, each once. */
type BusListener = (notice: Notice) => void;

/**
 * The bus of one process (rules D3): it listens on a connection of its own and reads what it missed
 * when it connects again and once a second, so a lost notification costs a second and no message.
 */
export interface Bus {
  /** Calls back for every message of a merchant from now on. Answers the way to stop. */
  subscribe(merchantId: string, listener: BusListener): () => void;
  /** The highest sequence heard so far: what comes beyond it is told to those who listen now. */
  newestSeq(): number;
  /** So many ms ago, or earlier, the last message of a merchant was heard; never longer ago than this process listens. */
  quietMs(merchantId: string): number;
  isConnected(): boolean;
  stop(): Promise<void>;
}

/** How far back a starting process looks for numbers that are still to show. */
const startLookback = 1_000;
const readLimit = 10_000;

async function firstSeen(client: pg.ClientBase): Promise<SeenSequences> {
  const newest = await readNewestSeqs(client, startLookback);
  return seenSequences(newest[0] ?? 0, missingAmong(newest), Date.now());
}

/** Reads until nothing is missed any more. */
async function catchUp(
  client: pg.ClientBase,
  seen: SeenSequences,
  deliver: (notice: Notice) => void,
): Promise<void> {
  for (;;) {
    const gaps = seen.gaps(Date.now());
    const missed = await readMissed(client, { after: seen.highest, gaps, limit: readLimit });
    for (const notice of missed) deliver(notice);
    if (missed.length < readLimit) return;
  }
}

/** Who listens for which merchant. */
function listenerTable(): Pick<Bus, 'subscribe'> & { tell(notice: Notice): void } {
  const listeners = new Map<string, Set<BusListener>>();
  return {
    tell(notice) {
      for (const listener of listeners.get(notice.merchantId) ?? []) listener(notice);
    },
    subscribe(merchantId, listener) {
      const known = listeners.get(merchantId) ?? new Set();
      listeners.set(merchantId, known.add(listener));
      return () => {
        known.delete(listener);
        if (known.size === 0 && listeners.get(merchantId) === known) listeners.delete(merchantId);
      };
    },
  };
}

/**
 * Starts the bus. `url` is the platform role's, because it hears of every merchant. Rejects where there is no
 * database yet; a later loss is repaired in the background.
 */
export async function startBus({
  url,
  log,
  onLag = () => undefined,
}: {
  url: string;
  log: Pick<Logger, 'warn'>;
  /** How long after its commit here a message was told, in seconds. */
  onLag?: (seconds: number) => void;
}): Promise<Bus> {
  const table = listenerTable();
  const told = lastTold();
  let seen: SeenSequences | null = null;

  function deliver(notice: Notice): void {
    // Before the first tick nobody listens, and what it reads counts as delivered.
    if (!seen?.take(notice.seq, Date.now())) return;
    told.heard(notice.merchantId);
    table.tell(notice);
    const lag = takeLag(notice.seq);
    if (lag !== null) onLag(lag);
  }
  async function read(client: pg.ClientBase): Promise<void> {
    if (seen) await catchUp(client, seen, deliver);
    else seen = await firstSeen(client);
  }
  const listening = await startListening({
    url,
    channel: noticeChannel,
    name: 'mizan bus',
    onPayload: (payload) => unpackNotices(payload).forEach(deliver),
    onOpen: read,
    onTick: read,
    onLost: (error) => log.warn({ err: error }, 'the bus lost the database'),
  });
  return {
    subscribe: table.subscribe,
    newestSeq: () => seen?.highest ?? 0,
    quietMs: (merchantId) => performance.now() - told.of(merchantId),
    ...listening,
  };
}
