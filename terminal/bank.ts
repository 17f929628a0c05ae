import { createHash, randomInt } from 'node:crypto';
import type { ResultBody } from '@mizan/contract/terminal-link.ts';
import { isRated } from '@mizan/contract/transaction-types.ts';
import { scriptFor } from './amounts.ts';
import type { Started } from './journal.ts';
import { printReceipt } from './receipt.ts';

/** The simulated card and the simulated bank behind a terminal. */
interface Card {
  readonly scheme: ResultBody['scheme'];
  readonly maskedPan: string;
  readonly expiry: string;
  readonly aid: string;
}

/** Weights of what customers carry: mostly mada. */
const wallet: readonly (readonly [weight: number, scheme: Card['scheme'], bin: string, aid: string])[] = [
  [44, 'Mada', '588845', 'A0000002282010'],
  [28, 'Mada', '484783', 'A0000002281010'],
  [13, 'Visa', '455036', 'A0000000031010'],
  [10, 'MasterCard', '529415', 'A0000000041010'],
  [3, 'Maestro', '676770', 'A0000000043060'],
  [2, 'Jcb', '356999', 'A0000000651010'],
];

/** The card is a function of the payment, so that a run can be repeated. */
function cardFor(paymentId: string, isMada: boolean): Card {
  const seed = createHash('sha256').update(paymentId).digest();
  let left = (seed[0] ?? 0) % 100;
  const lastFour = String(seed.readUInt16BE(2) % 10_000).padStart(4, '0');
  const expiry = `2${7 + ((seed[4] ?? 0) % 3)}/${String(1 + ((seed[5] ?? 0) % 12)).padStart(2, '0')}`;
  for (const [weight, scheme, bin, aid] of isMada ? [] : wallet) {
    if (left < weight) return { scheme, maskedPan: `${bin}******${lastFour}`, expiry, aid };
    left -= weight;
  }
  return { scheme: 'Mada', maskedPan: `588845******${lastFour}`, expiry, aid: 'A0000002282010' };
}

/** A refund is made with the card that paid, as its terminal masks it. */
function cardOf({ paymentId, original }: Started, isMada: boolean): Card {
  const card = cardFor(paymentId, isMada);
  if (!original) return card;
  const known = wallet.find(([, , bin]) => original.maskedPan.startsWith(bin));
  const [, scheme, , aid] = known ?? [0, card.scheme, '', card.aid];
  return { ...card, scheme, aid, maskedPan: original.maskedPan };
}

/** Y DDD HH and six digits, as mada's look. */
function makeRrn(at: Date): string {
  const riyadh = new Date(at.getTime() + 3 * 3_600_000);
  const dayOfYear = Math.floor((riyadh.getTime() - Date.UTC(riyadh.getUTCFullYear(), 0, 0)) / 86_400_000);
  const day = String(dayOfYear).padStart(3, '0');
  const hour = String(riyadh.getUTCHours()).padStart(2, '0');
  return `${riyadh.getUTCFullYear() % 10}${day}${hour}${String(randomInt(1_000_000)).padStart(6, '0')}`;
}

/** How much of it is paid out in cash, of which the bank charges no fee. */
function cashOf({ kind, amountMinor: asked }: Started, amountMinor: number): number {
  const { cashMinor = 0 } = isRated({ type: kind }) ? scriptFor(asked, kind) : {};
  return cashMinor < amountMinor ? cashMinor : 0;
}

/** The scheme of the card that this payment is made with. */
export const schemeOf = (started: Started): Card['scheme'] =>
  cardOf(started, cashOf(started, started.amountMinor) > 0).scheme;

/** Whether the bank books it once it is asked, whatever the terminal hears of that. */
export function bankApproves({ amountMinor, kind }: Started): boolean {
  const { bankLacks, bankCharges, codes = ['00', '000'], afterwards } = scriptFor(amountMinor, kind);
  if (bankLacks) return false;
  return bankCharges === true || isApproved(codes) || (afterwards !== undefined && codes[0] === '92');
}

const approvingActions = new Set(['000', '001', '003', '007', '087', '089', '400']);

/** Codes that charge the card. */
export const isApproved = ([provider, action]: readonly [string, string]): boolean =>
  provider === '00' && approvingActions.has(action);

export interface Ending {
  readonly tid: string;
  readonly started: Started;
  readonly resultSeq: number;
  readonly stan: number;
  readonly codes: readonly [provider: string, action: string];
  /** Whether a card was shown: without one there is no scheme and no number. */
  readonly cardShown: boolean;
  /** Whether the bank was asked: without it there is no RRN. */
  readonly bankAsked: boolean;
  readonly amountMinor: number;
  readonly at: Date;
}

/** The result of a payment, as the terminal journals, prints and reports it. */
export function makeResult(ending: Ending): ResultBody {
  const { started, codes, at } = ending;
  const cashMinor = cashOf(started, ending.amountMinor);
  const hasCash = cashMinor > 0;
  const card = ending.cardShown ? cardOf(started, hasCash) : null;
  const [providerCode, actionCode] = codes;
  const approved = isApproved(codes);
  const body: ResultBody = {
    paymentId: started.paymentId,
    resultSeq: ending.resultSeq,
    kind: started.kind,
    providerCode,
    actionCode,
    rrn: ending.bankAsked ? makeRrn(at) : null,
    stan: String(ending.stan % 1_000_000).padStart(6, '0'),
    authCode: approved ? String(randomInt(1_000_000)).padStart(6, '0') : null,
    maskedPan: card?.maskedPan ?? null,
    scheme: card?.scheme ?? 'None',
    acquirerCode: ending.bankAsked ? '588847' : null,
    amountMinor: ending.amountMinor,
    ...(hasCash && approved && { cashMinor }),
    ...(started.original && { originalRrn: started.original.rrn }),
    currency: started.currency,
    startAt: started.at,
    endAt: at.toISOString(),
    receipt: null,
  };
  return card ? { ...body, receipt: printReceipt(ending.tid, body, card) } : body;
}
