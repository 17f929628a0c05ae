/** What a reconciliation at a terminal can be, in words that no schema is needed for. */

export const reconcileStates = ['ASKED', 'SENT', 'DONE', 'FAILED'] as const;
export type ReconcileState = (typeof reconcileStates)[number];

/** One that was given up is still taken where the terminal says later that it was done: its host has closed. */
export const nextReconcileStates: Readonly<Record<ReconcileState, readonly ReconcileState[]>> = {
  ASKED: ['SENT', 'FAILED', 'DONE'],
  SENT: ['DONE', 'FAILED'],
  DONE: [],
  FAILED: ['DONE'],
};

/** Who began it: a person in the portal, the daily time, or somebody at the terminal itself. */
export const reconcileOrigins = ['PORTAL', 'DAILY', 'TERMINAL'] as const;
export type ReconcileOrigin = (typeof reconcileOrigins)[number];

/**
 * PORTAL_DIFFERS: host and terminal agree, and the portal has something else. It is said of no first reconciliation,
 * because nobody knows when the one before it was.
 */
export const balances = ['BALANCED', 'UNBALANCED', 'PORTAL_DIFFERS'] as const;
export type Balance = (typeof balances)[number];

/**
 * Why one did not come about. JOURNAL_LOST: the terminal may have taken it and knows nothing of it any more, so that
 * nobody can tell whether its host has closed. NO_ANSWER: a day long it did not say, and the same holds.
 */
export const reconcileFailures = [
  'NOT_CONNECTED',
  'BUSY',
  'NOT_FOUND',
  'JOURNAL_LOST',
  'UNREADABLE',
  'NO_ANSWER',
] as const;
export type ReconcileFailure = (typeof reconcileFailures)[number];
