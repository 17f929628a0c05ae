import { parseLive } from '@mizan/contract/live.ts';
import { type listResults, resultsMax } from '@mizan/contract/payments.ts';
import { hearsAll } from '@mizan/contract/rights.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';
import { selectResults } from './missed-results.queries.ts';

/** What a window of this person would have heard of results since the one with this number, had it been connected. */
export async function resultsSince(
  db: Database,
  member: Member,
  after: number,
): Promise<RouteOutput<typeof listResults>> {
  const cashierId = hearsAll(member.teamRole) ? null : member.userId;
  const told = await selectResults(db, member.merchantId, { after, cashierId, limit: resultsMax + 1 });
  const rows = told.slice(0, resultsMax).flatMap(({ sequence, text }) => {
    const message = parseLive(text);
    if (message?.type !== 'PAY') return [];
    return [{ seq: Number(sequence), transactionId: message.transactionId, approved: message.approved }];
  });
  return { rows, more: told.length > resultsMax };
}
