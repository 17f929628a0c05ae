import * as z from 'zod';
import { depositStates } from './deposit-states.ts';
import { currencies } from './money.ts';
import { day, instant, pageOf, pageQuery, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { schemes } from './transaction-states.ts';

/**
 * What a bank's files say of what it owes, and until when the rest is due
 * (docs/decisions/0052-a-calendar-of-days-and-banks.md). Every expectation is in exactly one of them, told by its
 * line, its due day, the files that cover it, and whether any line of its cell has come: a cell is what one bank owes
 * for one card scheme, currency and business day.
 */
export const expectationStates = [
  'OVERDUE',
  'DIFFERS',
  'NO_FILE',
  'PARTLY',
  'NOT_DUE',
  'WRITTEN_OFF',
  'CONFIRMED',
] as const;
export type ExpectationState = (typeof expectationStates)[number];

/** Without a line of a bank's file: what is still to come. */
export const openStates = ['NOT_DUE', 'PARTLY', 'NO_FILE', 'OVERDUE'] as const;
export const isOpen = (state: ExpectationState): boolean =>
  (openStates as readonly ExpectationState[]).includes(state);

/** What asks for a person, the most urgent first. */
export const askingStates = ['OVERDUE', 'DIFFERS', 'NO_FILE', 'PARTLY'] as const;

/** 'YYYY-MM' of the calendar that banks count in. */
export const month = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/);
/** In the place of a bank's id where nobody said with which bank a terminal is. */
export const unknownBank = 'unknown';
export const bankId = z.union([z.literal(unknownBank), rowId]);
/** As a column holds it: 0 for none. */
export const storedBankId = (id: string): string => (id === unknownBank ? '0' : id);

const minor = z.number().int();
const count = z.number().int();

/**
 * Money of some expectations. `netMinor` is of those alone whose rate was agreed; the others are counted apart with
 * their gross, as what the bank keeps of them is not known.
 */
const sums = { count, grossMinor: minor, netMinor: minor, unjudgedCount: count, unjudgedMinor: minor };
const part = z.object({ state: z.enum(expectationStates), ...sums });
export type SettlementPart = z.infer<typeof part>;

const cellFields = {
  day,
  /** The one of its parts that asks most. */
  state: z.enum(expectationStates),
  parts: z.array(part),
  /** The first day on which something of it that is open is due; null where nothing is. */
  dueDay: day.nullable(),
  /** Working days since then; null where it has not passed. */
  lateDays: count.nullable(),
  /** What deposits say of it. */
  deposit: z.object({
    state: z.enum(depositStates),
    arrivedMinor: minor,
    /** What arrived less what is owed; null where not all of it has an agreed rate. */
    differenceMinor: minor.nullable(),
    /** The value date of the last deposit that paid for it. */
    arrivedOn: day.nullable(),
    /** The first day by which something of it was due, whatever the bank's files say of it. */
    dueDay: day,
    /** The bank's working days after it, until it arrived or until today; null where it is not late. */
    lateDays: count.nullable(),
  }),
};
const cell = z.object(cellFields);
export type SettlementDay = z.infer<typeof cell>;

/** A span in which banks are closed beside Friday and Saturday; nobody has confirmed one that is proposed. */
const closedSpan = z.object({
  from: day,
  to: day,
  nameEn: z.string(),
  nameAr: z.string(),
  isProposed: z.boolean(),
});
export type NamedClosedSpan = z.infer<typeof closedSpan>;

const named = z.object({ nameEn: z.string(), nameAr: z.string() });

export const getSettlementMonth = defineRoute({
  id: 'settlement.month',
  method: 'GET',
  path: '/settlement',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary: 'What each bank owes for the days of a month, by card scheme, and what its files say of it',
  query: z.strictObject({ month: month.optional() }),
  output: z.object({
    month,
    today: day,
    /** Those that owe something for days of the month, the unknown one last. */
    banks: z.array(named.extend({ id: bankId, branches: z.array(named) })),
    rows: z.array(
      z.object({ bankId, scheme: z.enum(schemes), currency: z.enum(currencies), days: z.array(cell) }),
    ),
    /** Of all rows, by currency: the parts are the whole. */
    totals: z.array(z.object({ currency: z.enum(currencies), parts: z.array(part), arrivedMinor: minor })),
    closed: z.array(closedSpan),
  }),
  errors: [],
});
export type SettlementMonth = z.infer<typeof getSettlementMonth.output>;
export type SettlementRow = SettlementMonth['rows'][number];

const cellParams = z.object({ bankId, scheme: z.enum(schemes), currency: z.enum(currencies), day });
export type CellParams = z.infer<typeof cellParams>;

/** What the days from a sale to its payment are to the bank; `late` counts working days after the due one. */
const stripDay = z.object({ day, kind: z.enum(['SOLD', 'WORK', 'CLOSED', 'DUE', 'LATE']), late: count });

export const getSettlementCell = defineRoute({
  id: 'settlement.cell',
  method: 'GET',
  path: '/settlement/:bankId/:scheme/:currency/:day',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary: 'What one bank owes for one day of a card scheme, as one sum, and why it is late',
  params: cellParams,
  output: z.object({
    bank: named.extend({ id: bankId }),
    ...cellFields,
    /** Within how many days the bank pays, as agreed; null where nothing was, and the usual days stand in. */
    agreed: z.object({ days: count, kind: z.enum(['WORKING', 'CALENDAR']) }).nullable(),
    strip: z.array(stripDay),
    /** Purchases whose rate was agreed, and what was given back: gross less fees and VAT is the net. */
    purchases: z.object({ count, grossMinor: minor }),
    refunds: z.object({ count, grossMinor: minor }),
    mdrMinor: minor,
    /** The rate of all of them; null where they differ. */
    mdrBps: count.nullable(),
    processingMinor: minor,
    /** Of each purchase, where it is the same and they add up to it; null otherwise. */
    processingEachMinor: minor.nullable(),
    vatMinor: minor,
    netMinor: minor,
    /** Without an agreed rate: in none of the sums above. */
    unjudged: z.object({ count, grossMinor: minor }),
    /** The deposits that pay it: what each pays, of how much. */
    deposits: z.array(
      z.object({
        depositId: rowId,
        reference: z.string(),
        valueDate: day,
        amountMinor: minor,
        depositMinor: minor,
      }),
    ),
  }),
  errors: ['notFound'],
});
export type SettlementCell = z.infer<typeof getSettlementCell.output>;

const unconfirmedPayment = z.object({
  transactionId: rowId,
  createdAt: instant,
  lastFour: z.string().nullable(),
  tid: z.string(),
  state: z.enum(expectationStates),
  grossMinor: minor,
  netMinor: minor.nullable(),
});
export type UnconfirmedPayment = z.infer<typeof unconfirmedPayment>;

export const listSettlementPayments = defineRoute({
  id: 'settlement.payments',
  method: 'GET',
  path: '/settlement/:bankId/:scheme/:currency/:day/payments',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary: 'The payments of a day of a bank that no line of its files agrees with, newest first',
  params: cellParams,
  query: z.object(pageQuery),
  output: pageOf(unconfirmedPayment),
  errors: ['notFound'],
});
