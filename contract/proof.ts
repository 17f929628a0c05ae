import * as z from 'zod';
import { currencies } from './money.ts';
import { day, instant, pageQuery, rowId } from './page.ts';
import { outcomes } from './reconciliation-terms.ts';
import { defineRoute } from './route.ts';
import { bankId, month } from './settlement.ts';
import { schemes } from './transaction-states.ts';

/**
 * The proof on three levels: what terminals counted, what was approved, what banks' files say, what arrived
 * (docs/decisions/0071-the-proof-on-three-levels.md). Between each two of them stands what the right one has less or more, and
 * that is the sum of its causes.
 */

export const proofLevels = ['host', 'terminals', 'lines', 'deposit'] as const;
export type ProofLevel = (typeof proofLevels)[number];

/** Of each gap, in the order in which they are shown. */
export const proofCauses = {
  host: ['HOST_DIFFERS', 'HOST_UNBALANCED'],
  terminals: [
    'TERMINAL_DIFFERS',
    'CHANGED_SINCE',
    'FIRST_RECONCILIATION',
    'NOT_RECONCILED',
    'CLOSED_BEFORE',
    'CLOSED_AFTER',
    'OF_EARLIER_DAYS',
    'OF_LATER_DAYS',
    'ELSEWHERE',
  ],
  lines: [
    'MISSING',
    'MISSING_REFUND',
    'AMOUNT_DIFFERS',
    'DUPLICATE',
    'MISSING_IN_PORTAL',
    'STATUS_CONFLICT',
    'SAME_AS_BEFORE',
    'UNDECIDED_SUM',
    'WAITS',
    'OVERDUE',
    'NO_FILE',
    'PARTLY',
    'NOT_DUE',
    'ACCEPTED_MISSING',
    'ACCEPTED_LINES',
    'WRITTEN_OFF',
    'CORRECTED_LINES',
    'MATCHED_BY_HAND',
    'BROUGHT_BEFORE',
  ],
  deposit: [
    'SHORT',
    'LATE',
    'MORE_ARRIVED',
    'FEE_DIFFERS',
    'UNDECIDED_CHARGE',
    'CHARGEBACK',
    'ADJUSTMENT',
    'RENT',
    'BANK_FEE',
    'CHARGEBACK_FEE',
    'INVOICE',
    'CARRIED_OVER',
    'UNNAMED_LINE',
    'NO_RATE',
    'UNPLACED',
    'WITHOUT_LINES',
    'UNRECORDED',
    'DEPOSIT_PARTLY',
    'DUE',
    'DEPOSIT_NOT_DUE',
    'ACCEPTED_CHARGES',
    'CHARGEBACK_WON',
    'CHARGEBACK_LOST',
    'CORRECTED_CHARGES',
    'FEES',
    'LINE_CHARGES',
    'ROUNDING',
  ],
} as const satisfies Readonly<Record<ProofLevel, readonly string[]>>;
export type ProofCause = (typeof proofCauses)[ProofLevel][number];
/** The sums beside the gaps, each with rows of its own. */
export const proofSums = ['host', 'terminals', 'transactions', 'lines', 'deposit'] as const;
export type ProofSum = (typeof proofSums)[number];
const allCauses = [
  ...proofCauses.host,
  ...proofCauses.terminals,
  ...proofCauses.lines,
  ...proofCauses.deposit,
] as const;

/**
 * What a cause asks for. `missing`: money is not there, and nothing that is known could explain it. `differs`: something
 * is not as it should be, and it is not known that money is missing. `waits`: something is still to come. `decided`: a person
 * said that it stays so. `quiet`: agreed, or only on another day.
 */
export const proofTones = ['missing', 'differs', 'waits', 'decided', 'quiet'] as const;
export type ProofTone = (typeof proofTones)[number];

/** Why it is not said that money is missing where it may be. */
const proofDoubts = [
  /** Lines without a payment could be the missing ones. */
  'EXTRA_LINES',
  /** Refunds that no file took back come to as much. */
  'REFUNDS_TOO',
  /** The deposit of the day arrived whole. */
  'ARRIVED',
  /** More arrived than the lines say, by as much as one of the payments: it may have come. */
  'ARRIVED_PARTLY',
  /** Nobody said what the bank's files hold. */
  'PART',
  /** A file is being judged, or judged again. */
  'JUDGED',
  /** A deposit pays other days, too. */
  'SHARED',
  /** Of a deposit of the bank a part pays nothing yet. */
  'UNASSIGNED',
  /** Lines of other days or settlements took as much back, and may have been kept of this deposit. */
  'TAKEN',
] as const;
export type ProofDoubt = (typeof proofDoubts)[number];

export const proofBys = ['branch', 'bank', 'terminal'] as const;
export type ProofBy = (typeof proofBys)[number];

const minor = z.number().int();
const count = z.number().int();

const cause = z.object({
  cause: z.enum(allCauses),
  tone: z.enum(proofTones),
  count,
  /** What the right side has more for it, below zero where it has less. */
  amountMinor: minor,
});
export type ProofCauseSum = z.infer<typeof cause>;

/** What the right side has more than the left one; the causes add up to it. */
const gap = z.object({ differenceMinor: minor, tone: z.enum(proofTones), causes: z.array(cause) });
export type ProofGap = z.infer<typeof gap>;

/** Signed minor units: purchases less what was given back. */
const figures = {
  /** What the bank's own switch counted in the same reconciliations; null with `terminals`. */
  host: z.object({ count, amountMinor: minor }).nullable(),
  /** Null where no reconciliation was closed in these days, or terminals do not count this currency. */
  terminals: z.object({ count, amountMinor: minor }).nullable(),
  transactions: z.object({ count, amountMinor: minor }),
  /** Before fees. */
  lines: z.object({ count, amountMinor: minor }),
  /** Null where the bank pays several of these rows by one deposit, and of a terminal. */
  deposit: z.object({ amountMinor: minor }).nullable(),
  /** Something arrived for its settlements, and it is of other branches, too. */
  isPaidTogether: z.boolean(),
  gaps: z.object({ host: gap.nullable(), terminals: gap.nullable(), lines: gap, deposit: gap.nullable() }),
};
const figuresOf = z.object(figures);
export type ProofFigures = z.infer<typeof figuresOf>;

/** 'all'; or a branch ('b7') or bank ('k2'), 0 for none that is known; or a terminal of it ('b7t12'). */
const proofRowKey = z.string().regex(/^(all|[bk](-1|\d{1,18})(t\d{1,18})?)$/);

const named = { nameEn: z.string(), nameAr: z.string() };
const leaf = z.object({ key: proofRowKey, tid: z.string().nullable(), ...figures });
export type ProofLeaf = z.infer<typeof leaf>;
const row = z.object({
  key: proofRowKey,
  /** Of the branch or the bank; empty where none is known. */
  ...named,
  /** Where rows are terminals. */
  tid: z.string().nullable(),
  ...figures,
  /** Its terminals. */
  below: z.array(leaf),
});
export type ProofRow = z.infer<typeof row>;

const selection = {
  /** A business day of the banks, or a month of them; yesterday where neither is given. */
  day: day.optional(),
  month: month.optional(),
  branchId: rowId.optional(),
  bankId: bankId.optional(),
  currency: z.enum(currencies).optional(),
  by: z.enum(proofBys).default('branch'),
};

export const getProof = defineRoute({
  id: 'proof.get',
  method: 'GET',
  path: '/proof',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary:
    'Terminal totals, transactions, bank lines and deposits of a day or a month held against each other, with every cause',
  query: z.strictObject(selection),
  output: z.object({
    from: day,
    to: day,
    today: day,
    currency: z.enum(currencies),
    /** Others that have payments in these days. */
    otherCurrencies: z.array(z.enum(currencies)),
    branches: z.array(z.object({ id: rowId, ...named })),
    banks: z.array(z.object({ id: bankId, ...named })),
    /** How many terminals closed in these days. */
    closedTerminals: count,
    total: figuresOf,
    rows: z.array(row),
    /** Levels at which money is missing for certain. */
    missing: z.array(z.enum(['lines', 'deposit'])),
    /** Where it may be missing, and why that is not certain. */
    doubts: z.array(z.object({ level: z.enum(['lines', 'deposit']), doubt: z.enum(proofDoubts) })),
    /** Where most of what is missing between transactions and bank lines is, if one terminal has more than half of it. */
    mostly: z.object({ key: proofRowKey, tid: z.string(), ...named, count, amountMinor: minor }).nullable(),
  }),
  errors: ['notFound'],
});
export type Proof = z.infer<typeof getProof.output>;

/** What a cause is made of: a payment, a reconciliation, a line of a file, or a settlement (bank, day, card scheme). */
const listed = z.object({
  id: z.string(),
  kind: z.enum(['payment', 'reconciliation', 'line', 'settlement']),
  amountMinor: minor,
  currency: z.enum(currencies),
  at: instant.nullable(),
  day: day.nullable(),
  transactionId: rowId.nullable(),
  terminalId: rowId.nullable(),
  tid: z.string().nullable(),
  reconciliationId: rowId.nullable(),
  rrn: z.string().nullable(),
  approvalCode: z.string().nullable(),
  lastFour: z.string().nullable(),
  scheme: z.enum(schemes).nullable(),
  bankFileId: rowId.nullable(),
  fileName: z.string().nullable(),
  line: count.nullable(),
  /** By which the verdict of its file numbers it. */
  seq: count.nullable(),
  outcome: z.enum(outcomes).nullable(),
  /** As `bankId` elsewhere: 'unknown' where nobody said. */
  bankId: z.string().nullable(),
  /** Of what people decided: the exception that keeps its history, who said so, who agreed as the second one, and when. */
  exceptionId: rowId.nullable(),
  decidedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
});
export type ProofListed = z.infer<typeof listed>;

const rowsPage = {
  row: proofRowKey.default('all'),
  /** The last one seen: '<first key>_<second key>'. */
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,17}_\d{1,18}$/)
    .optional(),
  limit: pageQuery.limit,
};
const rowsOutput = z.object({ rows: z.array(listed), nextCursor: z.string().nullable() });

export const listProofRows = defineRoute({
  id: 'proof.rows',
  method: 'GET',
  path: '/proof/rows',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary: 'What one cause of a row of the proof is made of; the amounts add up to it',
  query: z.strictObject({
    ...selection,
    cause: z.enum(allCauses),
    ...rowsPage,
  }),
  example: { query: { cause: 'MISSING' } },
  output: rowsOutput,
  errors: ['notFound'],
});

export const listProofSum = defineRoute({
  id: 'proof.sum',
  method: 'GET',
  path: '/proof/sum',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary:
    'What a sum of a row of the proof is made of: reconciliations, transactions, what bank files say of them, or settlements; the amounts add up to it',
  query: z.strictObject({
    ...selection,
    sum: z.enum(proofSums),
    ...rowsPage,
  }),
  example: { query: { sum: 'lines' } },
  output: rowsOutput,
  errors: ['notFound'],
});

export const exportProof = defineRoute({
  id: 'proof.export',
  method: 'GET',
  path: '/proof/export',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary:
    'The proof as XLSX or PDF: its levels, gaps and causes as a whole and by row, and what each cause is made of; of causes with too many rows it says how many are left out and what they come to',
  query: z.strictObject({
    ...selection,
    format: z.enum(['xlsx', 'pdf']),
    lang: z.enum(['en', 'ar']).default('en'),
  }),
  example: { query: { month: '2026-11', format: 'xlsx' } },
  output: z.unknown(),
  outputKind: 'file',
  errors: ['notFound', 'tooLarge'],
});
