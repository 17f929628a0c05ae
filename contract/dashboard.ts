import * as z from 'zod';
import { bankNames } from './bank-names.ts';
import { claim } from './claim.ts';
import { currencies } from './money.ts';
import { day, instant, rowId } from './page.ts';
import { everyRole } from './roles.ts';
import { defineRoute } from './route.ts';
import { openStates } from './settlement.ts';
import { connectionStates } from './terminals.ts';
import { schemes } from './transaction-states.ts';

const minor = z.number().int();
const count = z.number().int();

/** One bar of the time chart: an hour of a single day, or a whole day of a longer range. */
const bar = z.object({ at: instant, salesMinor: minor, count });

/**
 * Money approved and not yet in a line of the bank's files, by the state of its expectation; the parts add up to the
 * whole. OPEN is all of it, where the states are not told apart: for a cashier, and over all merchants.
 */
export const unconfirmedCauses = [...openStates, 'OPEN', 'OUTCOME_UNKNOWN'] as const;
export type UnconfirmedCause = (typeof unconfirmedCauses)[number];

/** Why nothing is unconfirmed: nothing was ever taken, nothing lately, or the bank confirmed all of it. */
export const nothingUnconfirmed = ['NO_PAYMENTS', 'NO_SALES', 'ALL_CONFIRMED'] as const;

/** What asks for a person, most urgent first; MORE_FILES stands for the bank files that are not listed. */
export const attentionKinds = [
  'UNBALANCED_FILE',
  'INCOMPLETE_FILE',
  'WAITING_FILE',
  'MORE_FILES',
  'UNKNOWN_OUTCOME',
  'OPEN_REVIEW',
  'TERMINAL_DISCONNECTED',
  'LOW_BATTERY',
  'NO_PAPER',
] as const;

/** By what sales are compared with the week before (dashboard-insights.ts); the dashboard's address names it. */
export const comparedBy = ['branch', 'terminal', 'cashier', 'scheme', 'hour'] as const;
export type ComparedBy = (typeof comparedBy)[number];

/** Rollups answer this, so that its cost follows the hours of the range and not the payments (rules D3). */
export const getDashboard = defineRoute({
  id: 'dashboard.get',
  method: 'GET',
  path: '/dashboard',
  allow: everyRole,
  right: 'dashboard.read',
  summary: 'Figures of a range of days in Asia/Riyadh; cashiers see their own, administrators the platform',
  query: z.object({ from: day.optional(), to: day.optional(), branchId: rowId.optional() }),
  output: z.object({
    from: day,
    to: day,
    currency: z.enum(currencies),
    /** Approved purchases. */
    salesMinor: minor,
    salesCount: count,
    /** Every attempt that reached an end, and the approved share of them in basis points; null without any. */
    attemptCount: count,
    approvalRateBps: z.number().int().nullable(),
    refundedMinor: minor,
    refundedCount: count,
    feeMinor: minor,
    vatMinor: minor,
    /** Sales less refunds, fees and VAT. */
    netMinor: minor,
    /** The range before, as long as this one: its days, and the sales in them until `until`, null for all of it. */
    previous: z.object({
      from: day,
      to: day,
      until: instant.nullable(),
      salesMinor: minor,
      salesCount: count,
    }),
    /** Purchases of these days, whatever range the rest is about. */
    unconfirmed: z.object({
      from: day,
      to: day,
      totalMinor: minor,
      parts: z.array(z.object({ cause: z.enum(unconfirmedCauses), amountMinor: minor, count })),
      /** Whether its days are the banks' business days, by which the list is opened; else the calendar's. */
      byBankDays: z.boolean(),
      /** How many days of sales are looked at, today included. */
      days: count,
      /** Null where a part is there. */
      nothing: z.enum(nothingUnconfirmed).nullable(),
    }),
    bars: z.array(bar),
    previousBars: z.array(bar),
    barUnit: z.enum(['hour', 'day']),
    schemes: z.array(
      z.object({
        scheme: z.enum(schemes),
        salesMinor: minor,
        count,
        attemptCount: count,
        approvedCount: count,
      }),
    ),
    terminals: z.object({
      connected: count,
      total: count,
      branches: z.array(
        z.object({
          branchId: rowId,
          nameEn: z.string(),
          nameAr: z.string(),
          terminals: z.array(
            z.object({
              id: rowId,
              tid: z.string(),
              connection: z.enum(connectionStates),
              batteryPercent: z.number().int().nullable(),
              lastSeenAt: instant.nullable(),
            }),
          ),
        }),
      ),
    }),
    attention: z.array(
      z.object({
        kind: z.enum(attentionKinds),
        amountMinor: minor.nullable(),
        tid: z.string().nullable(),
        transactionId: rowId.nullable(),
        bankFileId: rowId.nullable(),
        value: z.number().int().nullable(),
        at: instant.nullable(),
        /** Of a bank file: whose it is, of which days, and what is still to claim. */
        file: z
          .object({
            fileName: z.string(),
            bankName: z.string(),
            bank: bankNames.nullable(),
            firstDay: day.nullable(),
            lastDay: day.nullable(),
            toClaim: z.array(claim),
          })
          .nullable(),
      }),
    ),
    /** How many things ask for a person, those that are not listed too. */
    attentionCount: count,
    asOf: instant,
  }),
  errors: ['notFound'],
});
export type Dashboard = z.infer<typeof getDashboard.output>;
