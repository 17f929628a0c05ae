import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { Currency } from '@mizan/contract/money.ts';

/**
 * The accountant's journal (docs/decisions/0070-a-journal-of-days.md): what was sold and what arrived, as entries whose
 * debits are their credits. Pure; every amount is whole minor units of the entry's own currency.
 */

/** What a merchant's own accounts stand for. */
const accounts = [
  'receivable',
  'unjudged',
  'bank',
  'fees',
  'processing',
  'vat',
  'charges',
  'unclear',
  'writtenOff',
  'lostChargebacks',
  'acceptedDifferences',
  'refunds',
  'sales',
] as const;
export type Account = (typeof accounts)[number];

/** A debit is above zero, a credit below; never zero. */
interface JournalLine {
  account: Account;
  amountMinor: number;
}

const entryKinds = [
  'SOLD',
  'UNJUDGED',
  'CHARGED',
  'UNCLEAR',
  'WRITTEN_OFF',
  'CHARGEBACK_LOST',
  'ACCEPTED',
  'DEPOSIT',
  'TAKEN_BACK',
] as const;
export type EntryKind = (typeof entryKinds)[number];

export interface JournalEntry {
  kind: EntryKind;
  /** The same in every file, so that nobody enters it twice. */
  name: string;
  /**
   * Business day of what was sold, the day that a bank's line of a charge names, on which a payment was written off, a
   * chargeback lost or a difference accepted, value date
   * of what arrived, or the day on which that was taken back.
   */
  day: string;
  bankId: string;
  currency: Currency;
  /** What the bank calls a deposit; empty otherwise. */
  reference: string;
  lines: readonly JournalLine[];
}

/** What one bank owes for one business day and currency. */
export interface SoldDay {
  bankId: string;
  day: string;
  currency: Currency;
  /** Of payments whose rate was agreed: gross and refunds less fee and VAT is the net. */
  grossMinor: number;
  /** Below zero. */
  refundsMinor: number;
  /** Rate and processing fee together, and the latter of it. */
  feeMinor: number;
  processingMinor: number;
  vatMinor: number;
  netMinor: number;
  /** Without an agreed rate, in none of the above. */
  unjudgedGrossMinor: number;
  unjudgedRefundsMinor: number;
}

/** What a bank took on one day for itself and no payment, by its files. */
export interface ChargedDay {
  bankId: string;
  day: string;
  currency: Currency;
  /** Below zero where it gave more back than it took. */
  chargedMinor: number;
  /** As `chargedMinor`, by lines of which nobody said yet what they are for. */
  unclearMinor: number;
}

/** What people gave up on one day as never paid, less what they took back or claim on it, or a line confirmed after all. */
export interface WrittenOffDay {
  bankId: string;
  day: string;
  currency: Currency;
  netMinor: number;
  /** Gross of payments without an agreed rate. */
  unjudgedMinor: number;
}

/** What people decided on one day of lines of files that paid other than what was agreed, less what they took back. */
export interface DecidedDay {
  bankId: string;
  day: string;
  currency: Currency;
  /** Taken back by chargebacks that are lost, or accepted as they are. */
  lostMinor: number;
  /** Paid less by lines whose difference is accepted; below zero where more was paid. */
  acceptedMinor: number;
}

export interface DepositMade {
  id: string;
  bankId: string;
  valueDate: string;
  amountMinor: number;
  currency: Currency;
  reference: string;
  undoneAt: Date | null;
}

/** @throws Error where debits are not credits: no such entry leaves the portal */
function entryOf(head: Omit<JournalEntry, 'lines'>, amounts: Partial<Record<Account, number>>): JournalEntry {
  const lines = accounts.flatMap((account) => {
    const amountMinor = amounts[account] ?? 0;
    return amountMinor === 0 ? [] : [{ account, amountMinor }];
  });
  const sum = lines.reduce((total, { amountMinor }) => total + amountMinor, 0);
  if (sum !== 0) throw new Error(`the journal entry ${head.name} is off by ${sum}`);
  return { ...head, lines };
}

/** Of what a bank's day comes to in one sum. */
const dayHead = (
  kind: EntryKind,
  { bankId, day, currency }: Pick<DecidedDay, 'bankId' | 'day' | 'currency'>,
) => ({
  kind,
  name: `${kind}-${day}-${bankId}-${currency}`,
  day,
  bankId,
  currency,
  reference: '',
});

function soldEntries(sold: SoldDay): JournalEntry[] {
  return [
    entryOf(dayHead('SOLD', sold), {
      receivable: sold.netMinor,
      fees: sold.feeMinor - sold.processingMinor,
      processing: sold.processingMinor,
      vat: sold.vatMinor,
      refunds: -sold.refundsMinor,
      sales: -sold.grossMinor,
    }),
    // What the bank keeps of these nobody knows, so their whole gross waits in an account of its own.
    entryOf(dayHead('UNJUDGED', sold), {
      unjudged: sold.unjudgedGrossMinor + sold.unjudgedRefundsMinor,
      refunds: -sold.unjudgedRefundsMinor,
      sales: -sold.unjudgedGrossMinor,
    }),
  ];
}

/**
 * The bank keeps it from what it owes. What nobody said the purpose of waits in an account of its own, so that the journal comes
 * to the deposit (docs/decisions/0107-what-is-not-clear-in-the-journal.md).
 */
const chargedEntries = ({ chargedMinor, unclearMinor, ...of }: ChargedDay): JournalEntry[] => [
  entryOf(dayHead('CHARGED', of), { charges: chargedMinor, receivable: -chargedMinor }),
  entryOf(dayHead('UNCLEAR', of), { unclear: unclearMinor, receivable: -unclearMinor }),
];

/** Neither sales nor fees of their days change: what was sold was sold, and who clears the account knows what may be reclaimed. */
const writtenOffEntry = ({ netMinor, unjudgedMinor, ...of }: WrittenOffDay): JournalEntry =>
  entryOf(dayHead('WRITTEN_OFF', of), {
    writtenOff: netMinor + unjudgedMinor,
    receivable: -netMinor,
    unjudged: -unjudgedMinor,
  });

/** The bank owes neither any more (docs/decisions/0419-decided-lines-leave-the-receivable.md). */
const decidedEntries = ({ lostMinor, acceptedMinor, ...of }: DecidedDay): JournalEntry[] => [
  entryOf(dayHead('CHARGEBACK_LOST', of), { lostChargebacks: lostMinor, receivable: -lostMinor }),
  entryOf(dayHead('ACCEPTED', of), { acceptedDifferences: acceptedMinor, receivable: -acceptedMinor }),
];

function depositEntries(deposit: DepositMade): JournalEntry[] {
  const { id, bankId, currency, reference, amountMinor, undoneAt } = deposit;
  const head = (kind: EntryKind, day: string) => ({
    kind,
    name: `${kind}-${id}`,
    day,
    bankId,
    currency,
    reference,
  });
  const came = entryOf(head('DEPOSIT', deposit.valueDate), { bank: amountMinor, receivable: -amountMinor });
  if (undoneAt === null) return [came];
  // It may have been entered into the books already: it stays, and is taken back on its own day.
  const back = { bank: -amountMinor, receivable: amountMinor };
  return [came, entryOf(head('TAKEN_BACK', riyadhDay(undoneAt)), back)];
}

const inOrder = (a: JournalEntry, b: JournalEntry): number =>
  a.day === b.day ? entryKinds.indexOf(a.kind) - entryKinds.indexOf(b.kind) : a.day < b.day ? -1 : 1;

/** The entries of the days from `from` to `to`, both included, the oldest first. */
export const journalOf = (
  {
    sold,
    charged,
    writtenOff,
    decided,
    deposits,
  }: {
    sold: readonly SoldDay[];
    charged: readonly ChargedDay[];
    writtenOff: readonly WrittenOffDay[];
    decided: readonly DecidedDay[];
    deposits: readonly DepositMade[];
  },
  from: string,
  to: string,
): JournalEntry[] =>
  [
    ...sold.flatMap(soldEntries),
    ...charged.flatMap(chargedEntries),
    ...writtenOff.map(writtenOffEntry),
    ...decided.flatMap(decidedEntries),
    ...deposits.flatMap(depositEntries),
  ]
    .filter(({ day, lines }) => lines.length > 0 && day >= from && day <= to)
    .toSorted(inOrder);
