import type { BankFileEngine } from '../features/reconciliation/bank-file-runner.deps.ts';
import { countLines } from '../reconciliation/counted-lines.ts';
import { inspectBankFile } from '../reconciliation/inspect-bank-file.ts';
import { reconcileBankFile } from '../reconciliation/reconcile-bank-file.ts';

/**
 * Reads and judges in the thread that asks: to start one of its own takes longer than the small file of a test.
 * reconcile-in-thread.test.ts holds the threads, and so does every test of what a file may do to its thread.
 */
export const engineHere: BankFileEngine = {
  inspect: inspectBankFile,
  reconcile: reconcileBankFile,
  count: countLines,
};
