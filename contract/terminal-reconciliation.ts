import * as z from 'zod';
import { dailyLetter, dailyTime, letterPerson, recipientsMax } from './daily-letter.ts';
import { idParams, instant, pageOf, pageQuery, rowId } from './page.ts';
import { placeTime } from './reconcile-times.ts';
import { defineRoute } from './route.ts';
import {
  balances,
  reconcileFailures,
  reconcileOrigins,
  reconcileStates,
} from './terminal-reconciliation-terms.ts';
import { terminalsMax } from './terminals.ts';
import { schemes, transactionStatuses } from './transaction-states.ts';

/** Reconciliation at terminals: host, terminal and portal held against each other (docs/reconciliation.md, section 8). */

const count = z.number().int().min(0);
const minor = z.number().int();
/** Purchases are debits, refunds and reversals credits; both without a sign, in halalas. */
const side = z.object({ debitCount: count, debitMinor: minor, creditCount: count, creditMinor: minor });
const threeTotals = z.object({ scheme: z.enum(schemes), host: side, terminal: side, portal: side });
export type ThreeTotals = z.infer<typeof threeTotals>;

/** One that ended. `totalMinor` is what the terminal said, debits less credits. */
const doneFields = {
  id: rowId,
  at: instant,
  origin: z.enum(reconcileOrigins),
  balance: z.enum(balances),
  /** None of the three had anything new. */
  isEmpty: z.boolean(),
  count,
  totalMinor: minor,
};
const done = z.object(doneFields);
export type DoneReconciliation = z.infer<typeof done>;

const terminalState = z.object({
  terminalId: rowId,
  tid: z.string(),
  branchId: rowId,
  branchNameEn: z.string(),
  branchNameAr: z.string(),
  isConnected: z.boolean(),
  /** The newest that ended; null where the portal knows of none. */
  last: done.nullable(),
  /** The newest that was asked for after it: under way, or why it did not come about. */
  asked: z
    .object({
      id: rowId,
      at: instant,
      state: z.enum(reconcileStates),
      failure: z.enum(reconcileFailures).nullable(),
    })
    .nullable(),
  /** Approved since: counted in no reconciliation yet. */
  waiting: z.object({ count, totalMinor: minor, /** The oldest of them. */ since: instant.nullable() }),
});
export type TerminalState = z.infer<typeof terminalState>;

export const listTerminalStates = defineRoute({
  id: 'reconciliation.terminals',
  method: 'GET',
  path: '/terminal-reconciliations',
  allow: ['MERCHANT'],
  right: 'terminals.reconcile',
  scope: 'terminals:read',
  summary: 'Every terminal with its newest reconciliation and what has not been reconciled',
  output: z.object({
    today: z.iso.date(),
    /** 'HH:MM' in Asia/Riyadh, at which terminals without a nearer time reconcile by themselves; null where nobody said one. */
    dailyTime: dailyTime.nullable(),
    /** Times that branches and terminals have of their own, which go before it. */
    placeTimes: z.array(placeTime),
    /** Who may be written to after it, and who is. */
    people: z.array(letterPerson),
    /** The newest e-mail after the daily time; `runAt` is when the terminals were asked. */
    letter: dailyLetter.nullable(),
    rows: z.array(terminalState).max(terminalsMax),
  }),
  errors: [],
});

/** What one of the three knows of a payment. */
const knowledge = ['HAS', 'LACKS', 'NO_ANSWER', 'UNKNOWN', 'LATE'] as const;
export type Knowledge = (typeof knowledge)[number];

const explaining = z.object({
  transactionId: rowId,
  createdAt: instant,
  scheme: z.enum(schemes),
  lastFour: z.string().nullable(),
  rrn: z.string().nullable(),
  amountMinor: minor,
  status: z.enum(transactionStatuses),
  host: z.enum(knowledge),
  terminal: z.enum(knowledge),
  portal: z.enum(knowledge),
});
export type ExplainingTransaction = z.infer<typeof explaining>;

/**
 * Where one scheme's debits or credits differ: what the terminal has more than its host, and what the portal has more than both, or,
 * where those two differ and it agrees with neither, than the one it lies nearer to. `found`: ONE set of transactions makes the difference, SEVERAL do, or NONE that is known.
 */
const difference = z.object({
  scheme: z.enum(schemes),
  side: z.enum(['debit', 'credit']),
  who: z.enum(['terminal', 'portal']),
  /** Who has something else. */
  against: z.enum(['host', 'terminal', 'both']),
  count: z.number().int(),
  minor,
  found: z.enum(['ONE', 'SEVERAL', 'NONE']),
  transactions: z.array(explaining),
});
export type ReconciliationDifference = z.infer<typeof difference>;

export const getTerminalReconciliation = defineRoute({
  id: 'reconciliation.terminal',
  method: 'GET',
  path: '/terminal-reconciliations/:id',
  allow: ['MERCHANT'],
  right: 'terminals.reconcile',
  scope: 'terminals:read',
  summary: 'One reconciliation as it was, and the transactions that explain what differs',
  params: idParams,
  output: z.object({
    ...doneFields,
    terminalId: rowId,
    tid: z.string(),
    branchNameEn: z.string(),
    branchNameAr: z.string(),
    actionCode: z.string(),
    askedByName: z.string().nullable(),
    /** When the former one ended; null for the first that the portal knows. */
    fromAt: instant.nullable(),
    schemes: z.array(threeTotals),
    /** What the terminal has more than the host, debits less credits. */
    discrepancyMinor: minor,
    /** Payments whose outcome the portal did not know at that moment: in none of its totals. */
    openCount: count,
    differences: z.array(difference),
  }),
  errors: ['notFound'],
});
export type TerminalReconciliation = z.infer<typeof getTerminalReconciliation.output>;

export const listTerminalReconciliations = defineRoute({
  id: 'reconciliation.ofTerminal',
  method: 'GET',
  path: '/terminals/:id/reconciliations',
  allow: ['MERCHANT'],
  right: 'terminals.reconcile',
  scope: 'terminals:read',
  summary: 'The reconciliations of a terminal that ended, newest first',
  params: idParams,
  query: z.object(pageQuery),
  output: pageOf(done),
  errors: ['notFound'],
});

export const reconcileTerminals = defineRoute({
  id: 'reconciliation.reconcile',
  method: 'POST',
  path: '/terminal-reconciliations',
  allow: ['MERCHANT'],
  right: 'terminals.reconcile',
  idempotency: 'natural',
  summary: 'Asks terminals to reconcile now; one that is under way on a terminal is not asked for again',
  body: z.strictObject({ terminalIds: z.array(rowId).min(1).max(terminalsMax) }),
  example: { body: { terminalIds: ['12'] } },
  output: z.object({
    rows: z.array(
      z.object({
        terminalId: rowId,
        /** PAYMENT: a payment is under way on it. NOT_CONNECTED: it has no line. */
        outcome: z.enum(['ASKED', 'UNDER_WAY', 'PAYMENT', 'NOT_CONNECTED']),
      }),
    ),
  }),
  errors: ['notFound'],
});
export type AskedTerminal = z.infer<typeof reconcileTerminals.output>['rows'][number];

export const setReconcileTime = defineRoute({
  id: 'reconciliation.dailyTime',
  method: 'PUT',
  path: '/terminal-reconciliations/daily-time',
  allow: ['MERCHANT'],
  right: 'terminals.reconcileTimes',
  idempotency: 'natural',
  summary:
    'Says when terminals without a time of their own or of their branch reconcile by themselves each day, or with null that they do not',
  body: z.strictObject({ dailyTime: dailyTime.nullable() }),
  example: { body: { dailyTime: '23:55' } },
  output: z.object({ dailyTime: dailyTime.nullable() }),
  errors: [],
});

export const setReconcileRecipients = defineRoute({
  id: 'reconciliation.recipients',
  method: 'PUT',
  path: '/terminal-reconciliations/recipients',
  allow: ['MERCHANT'],
  right: 'terminals.reconcileTimes',
  idempotency: 'natural',
  summary: 'Says who of the merchant’s people gets an e-mail after the daily time',
  body: z.strictObject({ userIds: z.array(rowId).max(recipientsMax) }),
  example: { body: { userIds: ['7'] } },
  output: z.object({ userIds: z.array(rowId) }),
  errors: ['notFound'],
});
