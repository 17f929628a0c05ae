import type { AckOutcome } from '@mizan/contract/terminal-link.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import { givesBack } from '@mizan/contract/transaction-types.ts';

/** What a simulated terminal does on purpose, told by the last two digits of the amount. */
export interface Script {
  readonly says: string;
  /** Not started at all: the answer to pay.start. */
  readonly refusal?: AckOutcome;
  /** How it ends: provider code and action code. Approved where it is absent. */
  readonly codes?: readonly [provider: string, action: string];
  /** The last step that is reached; the bank is asked in ONLINE alone. */
  readonly endsAt?: 'WAIT_CARD' | 'PIN';
  /** When the line drops. 'beforeJournal': pay.start is lost with it. */
  readonly drops?: 'beforeJournal' | 'beforeCharge' | 'afterCharge';
  /** The result is kept back for so long; asked meanwhile, it is still in progress. */
  readonly lateMs?: number;
  readonly twice?: boolean;
  readonly wrongAmount?: boolean;
  /** Of a larger purchase, so much is paid out in cash, by a mada card. */
  readonly cashMinor?: number;
  /** Accepted, then the journal is lost. */
  readonly forgets?: boolean;
  /** pay.start is not even noticed. */
  readonly deaf?: boolean;
  /** The bank charges the card although the terminal never learns of it: their totals differ. */
  readonly bankCharges?: true;
  /** Approved at the terminal, and the bank never hears of it: their totals differ. */
  readonly bankLacks?: true;
  /** Of what gives money back alone; a purchase of this amount is approved. */
  readonly givesBack?: true;
  /** A second result follows the first one. */
  readonly afterwards?: { readonly afterMs: number; readonly codes: readonly [string, string] };
}

const minuteMs = 60_000;
const never = Number.POSITIVE_INFINITY;

/** By the halalas of the amount; every other amount is approved. Codes: contract/provider-codes, action-codes. */
export const scripts: Readonly<Record<string, Script>> = {
  '05': { says: 'declined: insufficient funds', codes: ['01', '116'] },
  '06': { says: 'declined: wrong PIN', codes: ['94', '117'] },
  '07': { says: 'declined: PIN locked', codes: ['87', '106'] },
  '08': { says: 'declined: card expired', codes: ['15', '101'] },
  '09': { says: 'declined by the terminal’s set-up (unknown terminal): misconfigured', codes: ['02', '940'] },
  '11': { says: 'cancelled by the customer', codes: ['11', '188'], endsAt: 'WAIT_CARD' },
  '12': { says: 'charged and voided', codes: ['12', '400'] },
  '13': { says: 'card not supported', codes: ['13', '115'], endsAt: 'WAIT_CARD' },
  '16': { says: 'no dial tone: the bank cannot be reached', codes: ['16', '190'] },
  '18': { says: 'invalid MAC: undecided, then misconfigured', codes: ['18', '916'] },
  '51': { says: 'no card is shown: card timeout', codes: ['93', '188'], endsAt: 'WAIT_CARD' },
  '52': { says: 'no PIN is entered: PIN timeout', codes: ['88', '188'], endsAt: 'PIN' },
  '60': { says: 'approved with cash back: 50.00 of it in cash, by a mada card', cashMinor: 5_000 },
  '68': { says: 'does not answer, is in progress for 5 minutes, then approved', lateMs: 5 * minuteMs },
  '69': { says: 'does not answer until the terminal is restarted', lateMs: never },
  '70': { says: 'the line drops before the charge', codes: ['16', '190'], drops: 'beforeCharge' },
  '71': { says: 'the line drops after the charge: approved', drops: 'afterCharge' },
  '72': { says: 'answers late: approved after 150 seconds', lateMs: 150_000 },
  '73': { says: 'approved, and says so twice', twice: true },
  '74': { says: 'approved with another amount than was asked for', wrongAmount: true },
  '75': { says: 'codes that contradict each other', codes: ['00', '116'] },
  '76': { says: 'a provider code that nobody knows', codes: ['77', '999'] },
  '77': {
    says: 'card removed after the request: undecided, approved 20 seconds later',
    codes: ['92', '000'],
    afterwards: { afterMs: 20_000, codes: ['00', '000'] },
  },
  '78': {
    says: 'card removed after the request: undecided, voided 20 seconds later',
    codes: ['92', '000'],
    afterwards: { afterMs: 20_000, codes: ['12', '400'] },
  },
  '79': { says: 'accepted, then the terminal loses its journal', forgets: true },
  '80': { says: 'the request is lost on the way: nothing is charged', deaf: true },
  '81': { says: 'the line drops with the request: nothing is charged', drops: 'beforeJournal' },
  '82': {
    says: 'the bank charges the card and its answer is lost: undecided, and the totals differ at reconciliation',
    codes: ['92', '000'],
    bankCharges: true,
  },
  '83': {
    says: 'approved, and the bank never hears of it: the totals differ at reconciliation',
    bankLacks: true,
  },
  '84': { says: 'a refund: another card than the one that paid', codes: ['86', '197'], givesBack: true },
  '85': { says: 'a refund: the bank does not find the purchase', codes: ['02', '187'], givesBack: true },
  '86': { says: 'a refund: more than was paid, says the bank', codes: ['02', '198'], givesBack: true },
  '87': { says: 'a refund: too long ago, says the bank', codes: ['02', '199'], givesBack: true },
  '90': { says: 'the terminal is busy', refusal: 'BUSY' },
  '91': { says: 'the terminal is misconfigured', refusal: 'MISCONF' },
  '92': { says: 'the request has expired', refusal: 'EXPIRED' },
};

const approved: Script = { says: 'approved' };
const halalasOf = (amountMinor: number): string => String(amountMinor % 100).padStart(2, '0');
export function scriptFor(amountMinor: number, kind: TransactionType): Script {
  const script = scripts[halalasOf(amountMinor)] ?? approved;
  return script.givesBack && !givesBack({ type: kind }) ? approved : script;
}

/** One line for each amount that fails on demand, for --help and the README. */
export const scriptLines = (): string[] =>
  Object.entries(scripts)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([halalas, { says }]) => `.${halalas}  ${says}`);
