import { type TerminalRow, whyNoPayment } from '@mizan/contract/terminals.ts';

type Standing = Pick<TerminalRow, 'isPaired' | 'connection' | 'branchStatus'>;

/** Why none of a shop's terminals can take a payment: where several things are in the way, what somebody can do about it. */
export function whyNoneReady(
  terminals: readonly Standing[],
): 'noPaired' | 'branchStopped' | 'branchesStopped' | 'connectedElsewhere' | 'noTerminal' {
  // One that was never paired has no line that could be missing.
  const paired = terminals.filter(({ isPaired }) => isPaired);
  if (paired.length === 0) return 'noPaired';
  const stopped = paired.filter((each) => whyNoPayment(each) === 'branchStopped');
  if (stopped.length === paired.length) return paired.length === 1 ? 'branchStopped' : 'branchesStopped';
  const wouldTakeOne = (each: Standing): boolean =>
    whyNoPayment({ ...each, branchStatus: 'ACTIVE' }) === null;
  return stopped.some(wouldTakeOne) ? 'connectedElsewhere' : 'noTerminal';
}
