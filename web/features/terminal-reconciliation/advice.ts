import type { ExplainingTransaction } from '@mizan/contract/terminal-reconciliation.ts';

/** What follows for the people at the till, only where the three sides leave no doubt about it. */
export function adviceOf(
  { host, terminal, portal }: Pick<ExplainingTransaction, 'host' | 'terminal' | 'portal'>,
  who: string,
): 'charged' | 'chargedLate' | 'hostHas' | 'hostLacks' | null {
  if (who !== 'terminal') return null;
  if (host !== 'HAS') return 'hostLacks';
  if (terminal !== 'NO_ANSWER') return 'hostHas';
  return portal === 'HAS' || portal === 'LATE' ? 'chargedLate' : 'charged';
}
