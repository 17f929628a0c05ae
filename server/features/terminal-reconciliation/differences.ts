import type {
  ExplainingTransaction,
  Knowledge,
  ReconciliationDifference,
  ThreeTotals,
} from '@mizan/contract/terminal-reconciliation.ts';
import { givesBack, isCharge } from '@mizan/contract/transaction-types.ts';
import { type Explanation as Explained, explain } from './explain.ts';
import type { CandidateRow } from './terminal-reconciliation.queries.ts';

/** Which payments explain where host, terminal and portal differ: pure. */

interface Evidence {
  readonly candidates: readonly CandidateRow[];
  /** Outcome not known to the portal when the terminal reconciled. */
  readonly openIds: ReadonlySet<string>;
}

type Side = ReconciliationDifference['side'];
type Who = ReconciliationDifference['who'];
type Against = ReconciliationDifference['against'];
interface Gap {
  readonly scheme: ThreeTotals['scheme'];
  readonly side: Side;
  readonly who: Who;
  readonly against: Against;
  readonly count: number;
  readonly minor: number;
}

/**
 * Scheme by scheme and side by side: the terminal against its host, and the portal where it has what neither of the two has. Where
 * those agree it is held against both; else against the one that it lies nearer to, so that what the terminal and its host
 * disagree about is not told a second time as the portal's.
 */
function gapsOf(rows: readonly ThreeTotals[], isFirst: boolean): Gap[] {
  return rows.flatMap(({ scheme, host, terminal, portal }) =>
    (['debit', 'credit'] as const).flatMap((side) => {
      const gap = (who: Who, of: typeof host, against: Against, other: typeof host): Gap[] => {
        const count = of[`${side}Count`] - other[`${side}Count`];
        const minor = of[`${side}Minor`] - other[`${side}Minor`];
        return count === 0 && minor === 0 ? [] : [{ scheme, side, who, against, count, minor }];
      };
      const [atTerminal] = gap('terminal', terminal, 'host', host);
      if (isFirst) return atTerminal ? [atTerminal] : [];
      if (!atTerminal) return gap('portal', portal, 'both', host);
      const [toHost] = gap('portal', portal, 'host', host);
      const [toTerminal] = gap('portal', portal, 'terminal', terminal);
      if (!toHost || !toTerminal) return [atTerminal];
      return [atTerminal, isNearer(toTerminal, toHost) ? toTerminal : toHost];
    }),
  );
}

const isNearer = (one: Gap, other: Gap): boolean =>
  Math.abs(one.count) === Math.abs(other.count)
    ? Math.abs(one.minor) < Math.abs(other.minor)
    : Math.abs(one.count) < Math.abs(other.count);

/** Those that could make it; first those by which nothing that the terminal itself had said would be wrong. */
function groupsOf(
  { who, minor, count }: Gap,
  could: readonly CandidateRow[],
  { openIds }: Pick<Evidence, 'openIds'>,
): (readonly CandidateRow[])[] {
  const isMore = count > 0 || minor > 0;
  const wasOpen = ({ transactionId }: CandidateRow): boolean => openIds.has(transactionId);
  if (who === 'portal') {
    return isMore
      ? [could.filter((each) => each.isCounted)]
      : [could.filter((each) => !each.isCounted && wasOpen(each)), could.filter((each) => !each.isCounted)];
  }
  return [could.filter(({ saidApproved }) => saidApproved === isMore), could];
}

/** What differs, each with the one set of transactions that makes it, where there is one. */
export function differencesOf(
  rows: readonly ThreeTotals[],
  { isFirst, ...evidence }: Evidence & { isFirst: boolean },
): ReconciliationDifference[] {
  // Of the terminal against its host, by scheme and side: it stands before the portal's own.
  const beside = new Map<string, Explained>();
  return gapsOf(rows, isFirst).map((gap) => {
    const key = `${gap.scheme} ${gap.side}`;
    const atTerminal = gap.against === 'both' ? null : (beside.get(key) ?? null);
    const could = evidence.candidates.filter(
      ({ scheme, type, transactionId }) =>
        (scheme === gap.scheme || scheme === 'None') &&
        (gap.side === 'debit' ? isCharge : givesBack)({ type }) &&
        // What makes the one difference makes no other beside it.
        !atTerminal?.ids.includes(transactionId),
    );
    const groups = groupsOf(gap, could, evidence);
    const explained = explain(
      gap,
      groups.map((group) => group.map(({ transactionId: id, amountMinor }) => ({ id, amountMinor }))),
    );
    if (gap.who === 'terminal') beside.set(key, explained);
    const { found, ids } = explained;
    const chosen = could.filter(({ transactionId }) => ids.includes(transactionId));
    return { ...gap, found, transactions: chosen.map((each) => told(gap, each, evidence, atTerminal)) };
  });
}

/**
 * What each of the three knows of a transaction that explains a difference. Of the portal's own beside one of the terminal, what the
 * third has of it is known only where that other difference is explained without it.
 */
function told(
  gap: Gap,
  each: CandidateRow,
  { openIds }: Evidence,
  atTerminal: Explained | null,
): ExplainingTransaction {
  const isMore = gap.count > 0;
  const other: Knowledge = isMore ? 'LACKS' : 'HAS';
  const third: Knowledge = atTerminal && atTerminal.found !== 'ONE' ? 'UNKNOWN' : other;
  const unlikeHost: Knowledge = isMore ? 'HAS' : each.saidApproved ? 'LACKS' : 'NO_ANSWER';
  const ofPortal = {
    both: { host: other, terminal: other },
    host: { host: other, terminal: third },
    terminal: { host: third, terminal: other },
  }[gap.against];
  const { transactionId, scheme, lastFour, rrn, amountMinor, status } = each;
  return {
    transactionId,
    createdAt: each.createdAt.toISOString(),
    scheme,
    lastFour,
    rrn,
    amountMinor,
    status,
    ...(gap.who === 'portal' ? ofPortal : { host: other, terminal: unlikeHost }),
    portal: portalKnows(each, openIds),
  };
}

function portalKnows(
  { status, lateApproval, transactionId, isCounted }: CandidateRow,
  open: ReadonlySet<string>,
): Knowledge {
  if (status === 'APPROVED') return lateApproval || (open.has(transactionId) && !isCounted) ? 'LATE' : 'HAS';
  return open.has(transactionId) || status === 'INITIALIZED' || status === 'TIMEOUT' ? 'UNKNOWN' : 'LACKS';
}
