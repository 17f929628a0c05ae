import type { Scheme, TransactionStatus } from '@mizan/contract/transaction-states.ts';
import type { Chance } from './demo-random.ts';

/** How a payment ended, as the terminal would have told it. */
export interface DemoOutcome {
  status: TransactionStatus;
  providerCode: string | null;
  actionCode: string | null;
  refusal: string | null;
  /** Without a card there is no scheme and no number; without a bank no RRN. */
  cardShown: boolean;
  bankAsked: boolean;
}

const ended = (
  status: TransactionStatus,
  codes: readonly [provider: string, action: string] | null,
  reached: 'nothing' | 'card' | 'bank',
  refusal: string | null = null,
): DemoOutcome => ({
  status,
  providerCode: codes?.[0] ?? null,
  actionCode: codes?.[1] ?? null,
  refusal,
  cardShown: reached !== 'nothing',
  bankAsked: reached === 'bank',
});

/** Weights in ten thousand purchases. */
const purchaseOutcomes: readonly (readonly [number, DemoOutcome])[] = [
  [9_420, ended('APPROVED', ['00', '000'], 'bank')],
  [60, ended('APPROVED', ['00', '087'], 'bank')],
  [190, ended('DECLINED', ['01', '116'], 'bank')],
  [60, ended('DECLINED', ['94', '117'], 'bank')],
  [40, ended('DECLINED', ['01', '100'], 'bank')],
  [18, ended('DECLINED', ['15', '101'], 'bank')],
  [12, ended('DECLINED', ['87', '106'], 'bank')],
  [10, ended('DECLINED', ['13', '115'], 'card')],
  [8, ended('DECLINED', ['16', '190'], 'card')],
  [6, ended('DECLINED', null, 'nothing', 'BUSY')],
  [60, ended('CANCELED', ['11', '188'], 'nothing')],
  [26, ended('CANCELED', ['91', '188'], 'card')],
  [34, ended('TIMEOUT', ['93', '188'], 'nothing')],
  [16, ended('TIMEOUT', ['88', '188'], 'card')],
  [28, ended('TERMINAL NOT CONNECTED', null, 'nothing')],
  [12, ended('TERMINAL_MISCONF', ['02', '940'], 'card')],
];

export const purchaseOutcome = (chance: Chance): DemoOutcome => chance.weighted(purchaseOutcomes);
export const approvedOutcome: DemoOutcome = ended('APPROVED', ['00', '000'], 'bank');

export interface DemoCard {
  scheme: Scheme;
  firstSix: string;
  lastFour: string;
}

const issuers: readonly (readonly [number, { scheme: Scheme; firstSix: string }])[] = [
  [33, { scheme: 'Mada', firstSix: '588845' }],
  [24, { scheme: 'Mada', firstSix: '484783' }],
  [16, { scheme: 'Mada', firstSix: '440647' }],
  [13, { scheme: 'Visa', firstSix: '455036' }],
  [10, { scheme: 'MasterCard', firstSix: '529415' }],
  [2.6, { scheme: 'Maestro', firstSix: '676770' }],
  [1.4, { scheme: 'Jcb', firstSix: '356999' }],
];

const newCard = (chance: Chance): DemoCard => ({ ...chance.weighted(issuers), lastFour: chance.digits(4) });

/** Customers come back: a bit more than half of the payments are of people who are known. */
export function walletOf(chance: Chance, regulars: number): () => DemoCard {
  const known = Array.from({ length: regulars }, () => newCard(chance));
  return () => {
    const regular = chance.percent(55) ? known[chance.between(0, regulars - 1)] : undefined;
    return regular ?? newCard(chance);
  };
}

/** What a café sells: a cup, a table, and now and then beans and machines. Whole quarters of a riyal mostly. */
export function amountMinor(chance: Chance): number {
  const riyals = chance.weighted([
    [80, () => Math.min(chance.lognormal(31, 0.55), 400)],
    [15, () => Math.min(chance.lognormal(128, 0.5), 1_200)],
    [5, () => Math.min(chance.lognormal(780, 0.8), 9_500)],
  ])();
  const stepMinor = chance.weighted([
    [52, 100],
    [28, 50],
    [12, 25],
    [8, 1],
  ]);
  return Math.max(500, Math.round((riyals * 100) / stepMinor) * stepMinor);
}
