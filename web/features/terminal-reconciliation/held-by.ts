import type { TerminalRow } from '@mizan/contract/terminals.ts';

export type HeldTerminal = Pick<TerminalRow, 'id' | 'connection' | 'openTransactionId'>;

/** Why it cannot be asked to reconcile now; null where it can. */
export function heldBy(terminal: HeldTerminal, isRunning: boolean): 'payment' | 'line' | 'running' | null {
  if (terminal.openTransactionId !== null) return 'payment';
  if (terminal.connection !== 'CONNECTED' && terminal.connection !== 'RECONNECTING') return 'line';
  return isRunning ? 'running' : null;
}
