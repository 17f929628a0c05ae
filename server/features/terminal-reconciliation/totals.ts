import type { SchemeTotals, SideTotals } from '@mizan/contract/terminal-link.ts';
import type { ThreeTotals } from '@mizan/contract/terminal-reconciliation.ts';
import type { Balance } from '@mizan/contract/terminal-reconciliation-terms.ts';
import { type Scheme, schemes } from '@mizan/contract/transaction-states.ts';
import { isCharge } from '@mizan/contract/transaction-types.ts';
import type { CountedPayment } from '../payments/reconciled.service.ts';

/** What host, terminal and portal say, held against each other: pure, in halalas. */

const noTotals: SideTotals = { debitCount: 0, debitMinor: 0, creditCount: 0, creditMinor: 0 };

/** The portal's side of each scheme. */
function portalTotals(payments: readonly CountedPayment[]): Map<Scheme, SideTotals> {
  const totals = new Map<Scheme, SideTotals>();
  for (const { type, scheme, amountMinor } of payments) {
    const side = totals.get(scheme) ?? { ...noTotals };
    const what = isCharge({ type }) ? 'debit' : 'credit';
    side[`${what}Count`] += 1;
    side[`${what}Minor`] += amountMinor;
    totals.set(scheme, side);
  }
  return totals;
}

/** The three beside each other, for every scheme of which any of them has something. */
export function besideEachOther(
  said: readonly SchemeTotals[],
  payments: readonly CountedPayment[],
): ThreeTotals[] {
  const portal = portalTotals(payments);
  return schemes.flatMap((scheme) => {
    const row = said.find((each) => each.scheme === scheme);
    const ours = portal.get(scheme);
    if (!row && !ours) return [];
    return [
      {
        scheme,
        host: row?.host ?? noTotals,
        terminal: row?.terminal ?? noTotals,
        portal: ours ?? noTotals,
      },
    ];
  });
}

const isSame = (a: SideTotals, b: SideTotals): boolean =>
  a.debitCount === b.debitCount &&
  a.debitMinor === b.debitMinor &&
  a.creditCount === b.creditCount &&
  a.creditMinor === b.creditMinor;

/**
 * Balanced where all three say the same. The host's own word and its totals must both say so: a code that contradicts
 * the totals beside it is no balance. Of a terminal's first reconciliation the portal's side is not held against the
 * others, because nobody knows when the one before it was.
 */
export function balanceOf(
  rows: readonly ThreeTotals[],
  { actionCode, isFirst }: { actionCode: '500' | '501'; isFirst: boolean },
): Balance {
  const hostAgrees = actionCode === '500' && rows.every(({ host, terminal }) => isSame(host, terminal));
  if (!hostAgrees) return 'UNBALANCED';
  if (isFirst || rows.every(({ host, portal }) => isSame(host, portal))) return 'BALANCED';
  return 'PORTAL_DIFFERS';
}

/** Whether none of the three has anything: what FRC says. */
export const hasNothingNew = (rows: readonly ThreeTotals[]): boolean =>
  rows.every((row) => (['host', 'terminal', 'portal'] as const).every((who) => isSame(row[who], noTotals)));

/** What the terminal has more than the host over all schemes, debits less credits; halalas. */
export const discrepancyOf = (rows: readonly ThreeTotals[]): number =>
  rows.reduce(
    (sum, { terminal, host }) =>
      sum + terminal.debitMinor - terminal.creditMinor - (host.debitMinor - host.creditMinor),
    0,
  );
