import { randomUUID } from 'node:crypto';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { startPayment } from '../features/payments/payments.service.ts';
import { getTransactionDetail } from '../features/transactions/transactions.service.ts';
import { inTenant } from '../platform/database/database.ts';
import { type HandTerminal, type HelloFacts, handTerminal, type Key, makeKey } from './hand-terminal.ts';
import { openShop, type Shop, type ShopTerminal } from './shop.ts';
import type { Stand, World } from './stand.ts';

/** A shop with a terminal that is connected, and a cashier who waits for payments to change. */
export interface Till {
  readonly shop: Shop;
  readonly place: ShopTerminal;
  readonly key: Key;
  terminal: HandTerminal;
  /** Starts a payment and waits until the terminal has it. */
  begin(amountMinor: number): Promise<TransactionDetail>;
  detail(id: string): Promise<TransactionDetail>;
  /** The payment once `is` holds of it; fails with what it was instead. */
  until(id: string, is: (detail: TransactionDetail) => boolean): Promise<TransactionDetail>;
  /** The line again after it was lost, on any process. */
  reconnect(stand: Stand, facts?: HelloFacts): Promise<void>;
  messages(): Promise<string[]>;
}

const patienceMs = 15_000;
const lookEveryMs = 10;

/** Starts a payment on a terminal of the shop, connected or not. */
export const startOn = (
  { db, clock }: World,
  { owner }: Shop,
  terminalId: string,
  amountMinor: number,
): Promise<TransactionDetail> =>
  startPayment({ db, clock }, owner, { paymentId: randomUUID(), terminalId, amountMinor });

/** The first of the shop's terminals is connected, the others are not paired yet. */
export async function openTill(world: World, stand: Stand, terminalCount = 1): Promise<Till> {
  const { db } = world;
  const shop = await openShop(db, terminalCount);
  const place = shop.terminals[0] as ShopTerminal;
  const key = makeKey();
  const terminal = handTerminal(stand.url, place.tid, key);
  await terminal.signIn(place.enrolCode);
  const detail = (id: string) =>
    inTenant(db, shop.merchantId, (tx) => getTransactionDetail(tx, shop.owner, id));
  const till: Till = {
    shop,
    place,
    key,
    terminal,
    detail,
    begin: async (amountMinor) => {
      const started = await startOn(world, shop, place.id, amountMinor);
      await till.terminal.next('pay.start');
      return started;
    },
    until: async (id, is) => {
      const deadline = Date.now() + patienceMs;
      for (;;) {
        const present = await detail(id);
        if (is(present)) return present;
        if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(present, null, 1)}`);
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      }
    },
    reconnect: async (on, facts) => {
      till.terminal = handTerminal(on.url, place.tid, key);
      await till.terminal.signIn(undefined, facts);
    },
    messages: () => world.messages(shop.merchantId),
  };
  return till;
}
