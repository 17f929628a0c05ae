import type { TransactionStatus } from './transaction-states.ts';

/**
 * The two-digit codes in which the provider states what happened (rules S8), and the state
 * each one leads to. `final` is false where the code alone decides nothing: the terminal is asked until a
 * final answer comes. The web shows `transactions.providerCode.<code>`.
 */
export interface ProviderCode {
  readonly text: string;
  readonly status: TransactionStatus;
  readonly final: boolean;
  /** What became of the cardholder's money, as far as the code says. */
  readonly money: 'charged' | 'voided' | 'notCharged' | 'undecided';
  /** Where the code decides nothing by itself: what it means once the terminal, asked, says it again. */
  readonly confirmed?: TransactionStatus;
}

export const providerCodes: Readonly<Record<string, ProviderCode>> = {
  '00': { text: 'Approved', status: 'APPROVED', final: true, money: 'charged' },
  '01': { text: 'Declined', status: 'DECLINED', final: true, money: 'notCharged' },
  '02': { text: 'Rejected', status: 'DECLINED', final: true, money: 'notCharged' },
  '11': { text: 'Cancelled by user', status: 'CANCELED', final: true, money: 'notCharged' },
  '12': { text: 'Void', status: 'CANCELED', final: true, money: 'voided' },
  '13': { text: 'Card not supported', status: 'DECLINED', final: true, money: 'notCharged' },
  '14': { text: 'Not allowed', status: 'DECLINED', final: true, money: 'notCharged' },
  '15': { text: 'Expired card', status: 'DECLINED', final: true, money: 'notCharged' },
  '16': { text: 'No dial tone', status: 'DECLINED', final: true, money: 'notCharged' },
  '17': { text: 'Card not accepted', status: 'DECLINED', final: true, money: 'notCharged' },
  '18': {
    text: 'Invalid MAC',
    status: 'INITIALIZED',
    final: false,
    money: 'undecided',
    confirmed: 'TERMINAL_MISCONF',
  },
  '86': { text: 'Incorrect refund card', status: 'DECLINED', final: true, money: 'notCharged' },
  '87': { text: 'PIN locked', status: 'DECLINED', final: true, money: 'notCharged' },
  '88': { text: 'PIN timeout', status: 'TIMEOUT', final: true, money: 'notCharged' },
  '89': { text: 'Service not accepted', status: 'DECLINED', final: true, money: 'notCharged' },
  '90': { text: 'Card removed after PIN', status: 'CANCELED', final: true, money: 'notCharged' },
  '91': { text: 'Card removed before PIN', status: 'CANCELED', final: true, money: 'notCharged' },
  '92': { text: 'Card removed after request', status: 'INITIALIZED', final: false, money: 'undecided' },
  '93': { text: 'Card timeout', status: 'TIMEOUT', final: true, money: 'notCharged' },
  '94': { text: 'Invalid PIN', status: 'DECLINED', final: true, money: 'notCharged' },
  '95': { text: 'Invalid amount', status: 'DECLINED', final: true, money: 'notCharged' },
  '96': { text: 'Blocked card', status: 'DECLINED', final: true, money: 'notCharged' },
  '97': { text: 'EMV application blocked', status: 'DECLINED', final: true, money: 'notCharged' },
  '98': { text: 'Declined by card', status: 'DECLINED', final: true, money: 'notCharged' },
  '99': { text: 'EMV card not detected', status: 'TIMEOUT', final: true, money: 'notCharged' },
};

/** Any other code: nothing is known, so the terminal is asked again. */
const unknownProviderCode: ProviderCode = {
  text: 'Unknown provider response code.',
  status: 'INITIALIZED',
  final: false,
  money: 'undecided',
};

export const explainProviderCode = (code: string): ProviderCode => providerCodes[code] ?? unknownProviderCode;
