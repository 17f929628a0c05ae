import { orders } from '@mizan/contract/orders.ts';
import type { TerminalFrame } from '@mizan/contract/terminal-link.ts';
import type { Tx } from '../platform/database/database.ts';
import type {
  Answered,
  Heard,
  LinkContext,
  LooseFrame,
  OrderHandlers,
  OrderRegister,
} from '../platform/link/order-handlers.ts';

type Apply = (tx: Tx, context: LinkContext, heard: Heard) => Promise<Answered | null>;

/** Whom the gateway asks about orders; it knows none of them itself. */
export interface OrderBook {
  /** Each one once, however many orders it handles. */
  readonly handlers: readonly OrderHandlers[];
  /** Who applies a frame of this type; undefined where it belongs to no order. */
  readonly applyOf: (type: TerminalFrame['type']) => Apply | undefined;
  /** A frame that is not as it should be, read by the first one that knows it for its own. */
  readonly readLoosely: (value: unknown, tid: string) => LooseFrame | null;
}

/** Throws where two features would answer the same frame: nobody could tell whose it is. */
export function orderBook(register: OrderRegister): OrderBook {
  const byFrame = new Map<string, { handlers: OrderHandlers; apply: Apply }>();
  for (const name of Object.keys(orders) as (keyof OrderRegister)[]) {
    const handlers = register[name] as OrderHandlers;
    for (const [type, apply] of Object.entries(handlers.answers)) {
      const known = byFrame.get(type);
      if (known && known.handlers !== handlers) throw new Error(`two features answer ${type}`);
      byFrame.set(type, { handlers, apply: apply as Apply });
    }
  }
  const handlers = [...new Set(Object.values(register))] as OrderHandlers[];
  return {
    handlers,
    applyOf: (type) => byFrame.get(type)?.apply,
    readLoosely: (value, tid) => {
      for (const each of handlers) {
        const read = each.readLoosely(value, tid);
        if (read) return read;
      }
      return null;
    },
  };
}
