import * as z from 'zod';
import { factId } from './fact.ts';
import type { JournalFact } from './facts.ts';
import { currencies, maxAmountMinor } from './money.ts';
import { day, idParams, instant, pageOf, pageQuery, rowId, windowDays } from './page.ts';
import { merchantRoles } from './roles.ts';
import { defineRoute } from './route.ts';
import { bankId, expectationStates, openStates } from './settlement.ts';
import { findsFew, type SearchKind, searchKinds } from './transaction-search.ts';
import { paymentSteps, reviewReasons, schemes, transactionStatuses } from './transaction-states.ts';
import { transactionTypes } from './transaction-types.ts';

/** A line of a slip is shorter. */
export const searchCharsMax = 120;

/** So many values of one filter are asked for at most: each is read by itself. */
export const listedValuesMax = 50;

/** One value or several of a query parameter: '?status=APPROVED&status=DECLINED'. */
const many = <T extends z.ZodType>(value: T) =>
  z.preprocess(
    (v) => (v === undefined || Array.isArray(v) ? v : [v]),
    z.array(value).max(listedValuesMax).optional(),
  );

/**
 * What the bank still has to confirm: approved and in no line of its files, or without a known outcome. OPEN is the first
 * of both, and the states of an expectation are its parts and what became of the others.
 */
export const bankFilters = ['NOT_CONFIRMED', 'OPEN', ...expectationStates, 'OUTCOME_UNKNOWN'] as const;
export type BankFilter = (typeof bankFilters)[number];

/** 'A116', 'P13' or 'NONE': see decline-reasons.ts, whose long tables not every screen should load. */
export const declineReasonPattern = /^(A\d{3}|P\d{2}|NONE)$/;

/** Payments of terminals that were no cashier's, as a value of the filter `cashierId`. */
export const noCashier = 'none';

export const rateFilters = ['agreed', 'none'] as const;
export type RateFilter = (typeof rateFilters)[number];

/** Those of which few payments are at any time: an index holds them alone, over all time. */
const openBankFilters: readonly (BankFilter | undefined)[] = ['NOT_CONFIRMED', 'OPEN', ...openStates];

/**
 * The filters of the list, all of them state of the page's URL. Days are calendar days in Asia/Riyadh, both
 * included: windowDays.default of them up to today where none are chosen. A search without days covers all time,
 * and so does `range`, which is refused where no index serves it (servesAllTime).
 */
const transactionFilter = {
  from: day.optional(),
  to: day.optional(),
  range: z.enum(['all']).optional(),
  type: many(z.enum(transactionTypes)),
  bank: z.enum(bankFilters).optional(),
  /** With which banks, as expectations say. */
  bankId: many(bankId),
  /** Days are the banks' business days, by their cut-offs, of what they owe. */
  days: z.enum(['bank']).optional(),
  /** Of what banks owe: where a rate was agreed or not, so that fees and net are known or not. */
  rate: z.enum(rateFilters).optional(),
  /** Declined, for this reason: 'A116' by the bank's code, 'P13' by the provider's, 'NONE' where neither says one. */
  reason: z.string().regex(declineReasonPattern).optional(),
  /** From this instant on and before that one, within the days where there are any; in their place where there are none. */
  paidFrom: instant.optional(),
  paidBefore: instant.optional(),
  currency: many(z.enum(currencies)),
  /** With a line of this bank file, or with one of any other bank file than this. */
  bankFileId: rowId.optional(),
  otherBankFileId: rowId.optional(),
  status: many(z.enum(transactionStatuses)),
  scheme: many(z.enum(schemes)),
  terminalId: many(rowId),
  branchId: many(rowId),
  cashierId: many(z.union([rowId, z.literal(noCashier)])),
  startedById: many(rowId),
  minAmountMinor: z.coerce.number().int().min(0).max(maxAmountMinor).optional(),
  maxAmountMinor: z.coerce.number().int().min(0).max(maxAmountMinor).optional(),
  /** RRN, transaction number, approval code, a card's last four, an amount or an order reference, or a line of a slip; in any digits. */
  search: z.string().trim().max(searchCharsMax).optional(),
  /** The one reading of the search that counts; every way where it is absent (transaction-search.ts). */
  searchAs: z.enum(searchKinds).optional(),
};

const narrowing = [
  'type',
  'status',
  'scheme',
  'bankId',
  'terminalId',
  'branchId',
  'cashierId',
  'startedById',
  'currency',
] as const;
/** What no index is in the order of: even alone they would walk past years of payments. */
const unindexed = ['rate', 'reason', 'bankFileId', 'otherBankFileId'] as const;
type Narrowing = { readonly [Field in (typeof unindexed)[number]]?: string | undefined } & {
  readonly [Field in (typeof narrowing)[number]]?: readonly string[] | undefined;
} & {
  readonly bank?: BankFilter | undefined;
  readonly minAmountMinor?: number | undefined;
  readonly maxAmountMinor?: number | undefined;
  readonly search?: string | undefined;
  readonly searchAs?: SearchKind | undefined;
};

/** Whether something is searched that few payments have; over all time where no days are chosen. */
export const isShortSearch = ({ search, searchAs }: Pick<Narrowing, 'search' | 'searchAs'>): boolean =>
  search !== undefined && search !== '' && findsFew(search, searchAs);

/**
 * Whether a page over all time costs what it shows: one filter has its index, in the list's order; a second one
 * might walk past years of payments to find its own. A search is short, but for that of a terminal, which is a filter, as is a cashier's own scope;
 * and a range of amounts, which is in the order of its index only where it is one amount, counts as two.
 */
export function servesAllTime(filter: Narrowing, forCashier: boolean): boolean {
  if (isShortSearch(filter)) return true;
  const { bank, minAmountMinor: min, maxAmountMinor: max } = filter;
  const amounts = min === undefined && max === undefined ? 0 : min === max ? 1 : 2;
  const chosen = narrowing.filter((field) => filter[field]?.length).length;
  const withoutIndex = unindexed.filter((field) => filter[field]?.length).length * 2;
  return (
    chosen +
      withoutIndex +
      (bank === undefined ? 0 : 1) +
      (filter.search ? 1 : 0) +
      amounts +
      (forCashier ? 1 : 0) <=
    1
  );
}

/**
 * Whether instants may stand in the place of days: no longer apart than days may be, or as over all time, or where only
 * what is open is asked for, of which an index holds nothing else.
 */
export function servesInstants(
  filter: Narrowing & { readonly paidFrom?: string | undefined; readonly paidBefore?: string | undefined },
  forCashier: boolean,
): boolean {
  const { paidFrom, paidBefore, bank } = filter;
  const spanMs = paidFrom && paidBefore ? Date.parse(paidBefore) - Date.parse(paidFrom) : Number.NaN;
  return (
    spanMs <= windowDays.max * dayMs || openBankFilters.includes(bank) || servesAllTime(filter, forCashier)
  );
}
const dayMs = 86_400_000;

/** The filters as an export is asked for by them. */
export const exportedFilter = z.strictObject(transactionFilter);
export type ExportedFilter = z.output<typeof exportedFilter>;

const transactionQuery = z.object({ ...transactionFilter, ...pageQuery });

/** What a row of a list shows. Amounts are whole minor units of `currency`. */
export const transactionRow = z.object({
  id: rowId,
  uuid: z.uuid(),
  type: z.enum(transactionTypes),
  status: z.string(),
  amountMinor: z.number().int(),
  currency: z.enum(currencies),
  scheme: z.enum(schemes),
  lastFour: z.string().nullable(),
  rrn: z.string().nullable(),
  orderRef: z.string().nullable(),
  feeMinor: z.number().int(),
  vatMinor: z.number().int(),
  netMinor: z.number().int(),
  terminalId: rowId,
  tid: z.string(),
  branchId: rowId,
  branchNameEn: z.string(),
  branchNameAr: z.string(),
  /** Whose terminal it was when the payment was taken, whoever started it. */
  cashierId: rowId.nullable(),
  cashierName: z.string().nullable(),
  /** Who asked for it in the portal; null where the terminal began it itself, and where it is not known. */
  startedById: rowId.nullable(),
  startedByName: z.string().nullable(),
  createdAt: instant,
  /** A person, the bank or the terminal still has to say how it ended. */
  underReview: z.boolean(),
  bankConfirmed: z.boolean(),
  /** What the provider and the bank answered: by these screens say why it was declined. */
  providerCode: z.string().nullable(),
  actionCode: z.string().nullable(),
});
export type TransactionRow = z.infer<typeof transactionRow>;

/** What happened to a payment, step by step: the record behind the screen's 'What happened so far'. */
const paymentEvent = z.object({
  at: instant,
  fact: factId<JournalFact>(),
  /** Who did it; null where the terminal, the bank or the portal itself did. */
  by: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

export const transactionDetail = transactionRow.extend({
  firstSix: z.string().nullable(),
  stan: z.string().nullable(),
  approvalCode: z.string().nullable(),
  acquirerCode: z.string().nullable(),
  /** Why it did not go through where no code says so: 'BUSY', 'EXPIRED', 'MISCONF', 'CONFLICT'. */
  refusal: z.string().nullable(),
  /** Of the amount, what was paid out in cash; it bears no fee. */
  cashMinor: z.number().int(),
  mdrBps: z.number().int(),
  vatBps: z.number().int(),
  capLimitMinor: z.number().int().nullable(),
  processingFeeMinor: z.number().int(),
  mdrMinor: z.number().int(),
  step: z.enum(paymentSteps).nullable(),
  stepAt: instant.nullable(),
  canceling: z.boolean(),
  sentAt: instant.nullable(),
  decidedAt: instant.nullable(),
  nextQueryAt: instant.nullable(),
  /** The outcome is not known: the card may have been charged. The cashier must not charge again. */
  unknownOutcome: z.boolean(),
  lateApproval: z.boolean(),
  review: z
    .object({ reason: z.enum(reviewReasons), openedAt: instant, decidedAt: instant.nullable() })
    .nullable(),
  originalId: rowId.nullable(),
  /** Of an approved pre-authorisation: what ended it, as far as the portal knows. Banks let it go by themselves, and tell nobody. */
  holdEnds: z.array(
    z.object({
      id: rowId,
      type: z.enum(transactionTypes),
      amountMinor: z.number().int(),
      currency: z.enum(currencies),
    }),
  ),
  retryOfId: rowId.nullable(),
  bankFile: z.string().nullable(),
  receipt: z.record(z.string(), z.string()).nullable(),
  events: z.array(paymentEvent),
});
export type TransactionDetail = z.infer<typeof transactionDetail>;

export const listTransactions = defineRoute({
  id: 'transactions.list',
  method: 'GET',
  path: '/transactions',
  allow: merchantRoles,
  right: 'transactions.read',
  scope: 'transactions:read',
  inTestMode: true,
  summary: 'Transactions, newest first; a cashier sees those of the own terminal',
  query: transactionQuery,
  output: pageOf(transactionRow),
  errors: [],
});

/**
 * Count and sums over a filter, from the rollups where they can tell, else by counting up to a limit. The sums are
 * those of the dashboard (getDashboard) over the same payments: approved, in riyals, purchases as sales and what
 * was given back apart.
 */
export const transactionTotals = defineRoute({
  id: 'transactions.totals',
  method: 'GET',
  path: '/transactions/totals',
  allow: merchantRoles,
  right: 'transactions.read',
  scope: 'transactions:read',
  summary: 'How many transactions a filter holds, sold, given back, and what is left',
  query: z.object(transactionFilter),
  output: z.object({
    count: z.number().int(),
    /** True where there are more than were counted. */
    atLeast: z.boolean(),
    /** The days that were counted; null for all time. */
    from: day.nullable(),
    to: day.nullable(),
    salesMinor: z.number().int(),
    salesCount: z.number().int(),
    refundedMinor: z.number().int(),
    refundedCount: z.number().int(),
    feeMinor: z.number().int(),
    vatMinor: z.number().int(),
    netMinor: z.number().int(),
    /** Payments without a known outcome; null where the filter does not ask for them (`bank`). */
    unknown: z.object({ count: z.number().int(), amountMinor: z.number().int() }).nullable(),
    currency: z.enum(currencies),
  }),
  errors: [],
});

export const getTransaction = defineRoute({
  id: 'transactions.get',
  method: 'GET',
  path: '/transactions/:id',
  allow: merchantRoles,
  right: 'transactions.read',
  scope: 'transactions:read',
  inTestMode: true,
  summary: 'One transaction whole: charges, codes, events, receipt',
  params: idParams,
  output: transactionDetail,
  errors: ['notFound'],
});

const named = z.object({ id: rowId, nameEn: z.string(), nameAr: z.string() });
const person = z.object({ id: rowId, fullName: z.string() });
export const filterOptions = defineRoute({
  id: 'transactions.filterOptions',
  method: 'GET',
  path: '/transactions/filter-options',
  allow: merchantRoles,
  right: 'transactions.read',
  summary: 'The branches, banks, terminals and people that a filter may name',
  output: z.object({
    branches: z.array(named),
    /** Not for cashiers. */
    banks: z.array(named),
    terminals: z.array(z.object({ id: rowId, tid: z.string(), branchId: rowId })),
    cashiers: z.array(person),
    /** Who may have started a payment: everybody of the merchant, or the cashier alone. */
    starters: z.array(person),
  }),
  errors: [],
});
