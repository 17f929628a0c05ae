import type { Reason } from '@mizan/contract/entry-reasons.ts';
import type { Compared, Comparison } from '../match/compare.ts';
import type { Matches } from '../match/matches.ts';
import type { UnreadRows } from '../match/rejected-rows.ts';
import type { PaidOfFile } from '../normalise/payout-checks.ts';
import type { Judged } from './judge.ts';
import type { Suggestions } from './suggest.ts';

/** A record of the other side that comes near, as an entry carries it. */
export interface Candidate extends Comparison {
  transactionId: string | null;
  line: number | null;
}

export type ReasonParams = Record<string, string | number | boolean | null>;

/** Why an entry is what it is, for people: a reason with its facts, and the nearest of the other side. */
export interface Explanation {
  reason: Reason | null;
  params: ReasonParams;
  candidates: Candidate[];
}

export interface Explained {
  both: Compared;
  matches: Matches;
  judged: Judged;
  suggestions: Suggestions;
  unread?: UnreadRows | undefined;
  /** By the line of a deposit what other files have for it. */
  elsewhere?: PaidOfFile['elsewhere'] | undefined;
}
