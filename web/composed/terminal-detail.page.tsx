import { LastPayments } from '../features/payments/last-payments.tsx';
import { LastReconciliation, WaitingHere } from '../features/terminal-reconciliation/last-reconciliation.tsx';
import { ReconcileOne } from '../features/terminal-reconciliation/reconcile-one.tsx';
import { useTerminalStates } from '../features/terminal-reconciliation/terminal-reconciliation.queries.ts';
import { TerminalDetailScreen } from '../features/terminals/terminal-detail-screen.tsx';

/** One terminal with what its payments and its reconciliations say of it. */
export function TerminalDetailPage() {
  // Money that waits stands above everything else: it comes with the terminal, not after it.
  const isWaitingKnown = !useTerminalStates().isPending;
  return (
    <TerminalDetailScreen
      isComplete={isWaitingKnown}
      ReconcileNow={ReconcileOne}
      LastReconciliation={LastReconciliation}
      LastPayments={LastPayments}
      WaitingMoney={WaitingHere}
    />
  );
}
