import * as z from 'zod';
import { day, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { declineReasonPattern } from './transactions.ts';

const count = z.number().int();

/** What stands behind the figures of the dashboard: asked for by itself, so that those do not wait for it. */
export const getInsights = defineRoute({
  id: 'dashboard.insights',
  method: 'GET',
  path: '/dashboard/insights',
  allow: ['MERCHANT'],
  right: 'dashboard.read',
  summary: 'Why purchases of a range of days in Asia/Riyadh were declined',
  query: z.object({ from: day.optional(), to: day.optional(), branchId: rowId.optional() }),
  output: z.object({
    from: day,
    to: day,
    /** Purchases that were declined, in any currency. */
    declinedCount: count,
    /** They add up to declinedCount; the most frequent first. */
    reasons: z.array(z.object({ reason: z.string().regex(declineReasonPattern), count })),
  }),
  errors: ['notFound'],
});
