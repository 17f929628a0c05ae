import type { JudgementCause } from '@mizan/contract/reconciliation.ts';

/** A cause by which a test has a file judged again, as if something of it had changed. */
export const judgementCause: JudgementCause = { kind: 'dueDaysMoved' };
