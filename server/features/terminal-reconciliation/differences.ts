import type {
  ExplainingTransaction,
  Knowledge,
  ReconciliationDifference,
  ThreeTotals,
} from '@mizan/contract/terminal-reconciliation.ts';
import { givesBack, isCharge } from '@mizan/contract/transaction-types.ts';
import { explain } from './explain.ts';
import type { CandidateRow } from './terminal-reconciliation.queries.ts';

/** Which payments explain where host, terminal and portal differ: pure. */

interface Evidence {
  readonly candidates: readonly CandidateRow[];
  /** Outcome not known to the portal when the terminal reconciled. */
  readonly openIds: ReadonlySet<string>;
}

type Side = ReconciliationDifference['side'];
type Who = ReconciliationDifference['who'];
interface Gap {
  readonly scheme: ThreeTotals['scheme'];
  readonly side: Side;
  readonly who: Who;
  readonly count: number;
  readonly minor: number;
}

/** Scheme by scheme and side by side: the terminal against its host, else the portal against both. */
function gapsOf(rows: readonly ThreeTotals[], isFirst: boolean): Gap[] {
  return rows.flatMap(({ scheme, host, terminal, portal }) =>
    (['debit', 'credit'] as const).flatMap((side) => {
      const gap = (who: Who, of: typeof host): Gap[] => {
        const count = of[`${side}Count`] - host[`${side}Count`];
        const minor = of[`${side}Minor`] - host[`${side}Minor`];
        return count === 0 && minor === 0 ? [] : [{ scheme, side, who, count, minor }];
      };
      const atTerminal = gap('terminal', terminal);
      return atTerminal.length > 0 || isFirst ? atTerminal : gap('portal', portal);
    }),
  );
}

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
  return gapsOf(rows, isFirst).map((gap) => {
    const could = evidence.candidates.filter(
      ({ scheme, type }) =>
        (scheme === gap.scheme || scheme === 'None') &&
        (gap.side === 'debit' ? isCharge : givesBack)({ type }),
    );
    const groups = groupsOf(gap, could, evidence);
    const { found, ids } = explain(
      gap,
      groups.map((group) => group.map(({ transactionId: id, amountMinor }) => ({ id, amountMinor }))),
    );
    const chosen = could.filter(({ transactionId }) => ids.includes(transactionId));
    return { ...gap, found, transactions: chosen.map((each) => told(gap, each, evidence)) };
  });
}

/** What each of the three knows of a transaction that explains a difference. */
function told(gap: Gap, each: CandidateRow, { openIds }: Evidence): ExplainingTransaction {
  const isMore = gap.count > 0;
  const host: Knowledge = isMore ? 'LACKS' : 'HAS';
  const unlikeHost: Knowledge = isMore ? 'HAS' : each.saidApproved ? 'LACKS' : 'NO_ANSWER';
  const terminal = gap.who === 'portal' ? host : unlikeHost;
  const { transactionId, scheme, lastFour, rrn, amountMinor, status } = each;
  return {
    transactionId,
    createdAt: each.createdAt.toISOString(),
    scheme,
    lastFour,
    rrn,
    amountMinor,
    status,
    host,
    terminal,
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
