import type { TimedKind } from '@mizan/contract/retention.ts';
import { countOldDeliveries } from './features/integrator/webhooks.queries.ts';
import { countRemoved } from './features/push-devices/push-devices.queries.ts';
import { countOldViolations } from './gateway/presence.queries.ts';
import type { Tx } from './platform/database/database.ts';
import { countOldMails } from './platform/mail/outbox.queries.ts';
import { countOldNotices } from './platform/notices/notices.queries.ts';
import { countOld as countOldSessions } from './platform/sessions/sessions.queries.ts';

const counts = {
  notices: countOldNotices,
  webhooks: countOldDeliveries,
  mails: countOldMails,
  sessions: async (tx, before) => (await countOldSessions(tx, before)) + (await countRemoved(tx, before)),
  violations: countOldViolations,
} satisfies Record<TimedKind, (tx: Tx, before: Date) => Promise<number>>;

/** How many rows of a kind the jobs delete whose time ended before an instant (tidy.jobs.ts); as the platform, of all merchants. */
export const countOldRows = (tx: Tx, kind: TimedKind, before: Date): Promise<number> =>
  counts[kind](tx, before);
