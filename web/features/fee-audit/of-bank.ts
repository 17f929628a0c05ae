import type { FeeAudit } from '@mizan/contract/fee-audit.ts';

const sums = [
  'count',
  'agreedMinor',
  'chargedMinor',
  'overMinor',
  'overCount',
  'underMinor',
  'underCount',
  'roundingMinor',
  'roundingCount',
] as const;

/**
 * The audit of one bank alone: its rows, and their sums. Lines that charge for many payments at once are of no bank that is
 * known, and stand beside every one.
 */
export function ofBank(audit: FeeAudit, bankId: string | undefined): FeeAudit {
  if (bankId === undefined) return audit;
  const rows = audit.rows.filter((row) => row.bankId === bankId);
  const totals = audit.totals.flatMap((total) => {
    const same = rows.filter(({ currency }) => currency === total.currency);
    if (same.length === 0) return [];
    const own = { ...total };
    for (const name of sums) own[name] = same.reduce((sum, row) => sum + row[name], 0);
    return [own];
  });
  return { ...audit, banks: audit.banks.filter(({ id }) => id === bankId), rows, totals };
}
