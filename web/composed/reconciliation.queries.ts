import { isOfFiles } from '../features/reconciliation/bank-file/reconciliation.search.ts';

/** Asks for what the tab of the address shows first, and for the tab's own code, while that of the page is on its way. */
export async function askFirst(raw: Record<string, unknown>): Promise<unknown> {
  if (isOfFiles(raw)) {
    return (await import('../features/reconciliation/bank-file/reconciliation.queries.ts')).askFirst(raw);
  }
  void import('../features/terminal-reconciliation/terminals-screen.tsx');
  return (await import('../features/terminal-reconciliation/terminal-reconciliation.queries.ts')).askFirst();
}
