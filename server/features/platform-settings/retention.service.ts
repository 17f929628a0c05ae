import { type getRetention, timedKinds } from '@mizan/contract/retention.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { type RetentionDays, retentionTerms } from '../../platform/housekeeping/retention.ts';

/** What this process deletes after how many days, as it was started. */
export const retentionOf = (keepDays: RetentionDays): RouteOutput<typeof getRetention> => ({
  rows: timedKinds.map((kind) => {
    const { name: setting, least, most } = retentionTerms[kind];
    return { kind, days: keepDays[kind], setting, least, most };
  }),
});
