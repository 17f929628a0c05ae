import * as z from 'zod';
import { day, instant, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { schemes } from './transaction-states.ts';
import { declineReasonPattern } from './transactions.ts';

const count = z.number().int();

/** Approved purchases in riyals. */
const sales = z.object({ salesMinor: z.number().int(), count });
const both = { now: sales, before: sales };
const names = { nameEn: z.string(), nameAr: z.string() };

/** As many days as are compared with the same days of the week before; a longer range shares days with it. */
export const comparedDaysMax = 7;

/** Why nothing is compared: the range is longer than a week, or no hour of it is over. */
export const noComparisons = ['TOO_LONG', 'TOO_EARLY'] as const;

const comparison = z.object({
  previousFrom: day,
  previousTo: day,
  /** Where the range still runs: the last whole hour, and the same one a week before. Null where it is over. */
  until: instant.nullable(),
  previousUntil: instant.nullable(),
  /** Whatever sold in either week; without an order. The sales of each add up to the same sum. */
  branches: z.array(z.object({ id: rowId, ...names, ...both })),
  terminals: z.array(z.object({ id: rowId, tid: z.string(), ...both })),
  /** Null: payments of terminals that were no cashier's. */
  cashiers: z.array(z.object({ id: rowId.nullable(), fullName: z.string().nullable(), ...both })),
  schemes: z.array(z.object({ scheme: z.enum(schemes), ...both })),
  /** Of a single day: its hours and those a week before, in their order. Empty for several days. */
  hours: z.array(z.object({ at: instant, previousAt: instant, ...both })),
});
export type Comparison = z.infer<typeof comparison>;

/** How many earlier weeks say what is usual. */
export const usualWeeks = 8;

/** What stands behind the figures of the dashboard: asked for by itself, so that those do not wait for it. */
export const getInsights = defineRoute({
  id: 'dashboard.insights',
  method: 'GET',
  path: '/dashboard/insights',
  allow: ['MERCHANT'],
  right: 'dashboard.read',
  summary:
    'Declined purchases by reason, sales against the week before, and branches that sell unusually little',
  query: z.object({ from: day.optional(), to: day.optional(), branchId: rowId.optional() }),
  output: z.object({
    from: day,
    to: day,
    /** Purchases that were declined, in any currency. */
    declinedCount: count,
    /** They add up to declinedCount; the most frequent first. */
    reasons: z.array(z.object({ reason: z.string().regex(declineReasonPattern), count })),
    comparison: comparison.nullable(),
    /** Null where there is a comparison. */
    noComparison: z.enum(noComparisons).nullable(),
    /** Where the range holds today: branches far below what they usually sold by this hour of this weekday. */
    quiet: z.array(
      z.object({
        branchId: rowId,
        ...names,
        day,
        /** The last whole hour: both counts are from the day's start until it. */
        until: instant,
        /** Approved purchases today, and the middle one of the earlier days. */
        count,
        usualCount: count,
        /** Of the last usualWeeks such weekdays, those with any sale. */
        weeks: count,
        /** Terminals of the branch that are not connected: what they took may still come. */
        terminalsAway: count,
      }),
    ),
  }),
  errors: ['notFound'],
});
