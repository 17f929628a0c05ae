import { outcomeWaitMs } from '@mizan/contract/integrator-calls.ts';
import type {
  IntegratorReconciliation,
  runTerminalReconciliation,
} from '@mizan/contract/integrator-systems.ts';
import { parseLive } from '@mizan/contract/live.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { ThreeTotals } from '@mizan/contract/terminal-reconciliation.ts';
import type { ReconcileFailure } from '@mizan/contract/terminal-reconciliation-terms.ts';
import { readUntil } from '../../platform/bus/read-until.ts';
import { inTenant } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { wordsFor } from '../../platform/words.ts';
import {
  askTerminals,
  terminalReconciliation,
} from '../terminal-reconciliation/terminal-reconciliation.service.ts';
import { schemeOf } from './integrator-receipt.ts';
import type { IntegratorDeps } from './purchase.service.ts';
import {
  findTerminal,
  type PrintedNumbers,
  type RunRow,
  selectPrintedNumbers,
  selectRun,
  selectRunId,
} from './reconcile.queries.ts';

type Answer = RouteOutput<typeof runTerminalReconciliation>;

const notDone = (message: string): Answer => ({ success: false, message, data: null });

/** Why it did not come about, for whoever wrote the caller. */
const failed: Readonly<Record<ReconcileFailure, string>> = {
  NOT_CONNECTED: 'The terminal lost its connection before it took the reconciliation.',
  BUSY: 'The terminal is busy with a payment. Ask again when it has ended.',
  NOT_FOUND: 'The terminal never took the reconciliation. Ask again.',
  JOURNAL_LOST:
    'The terminal lost its journal after the reconciliation was sent: whether it was done is not known.',
  UNREADABLE: 'The terminal answered totals that cannot be read.',
  NO_ANSWER: 'The terminal did not answer: whether it was done is not known.',
};

const totalsOf = ({ scheme, host, terminal }: ThreeTotals) => ({
  ...schemeOf(scheme),
  hostDebitCount: host.debitCount,
  hostDebitTotal: host.debitMinor,
  hostCreditCount: host.creditCount,
  hostCreditTotal: host.creditMinor,
  terminalDebitCount: terminal.debitCount,
  terminalDebitTotal: terminal.debitMinor,
  terminalCreditCount: terminal.creditCount,
  terminalCreditTotal: terminal.creditMinor,
});

/**
 * The acquirer's numbers are those of the terminal's slips. Which STAN and RRN the host gave the reconciliation itself, no
 * terminal tells us: they are null.
 */
function dataOf(
  run: RunRow & { endedAt: Date },
  printed: PrintedNumbers,
  schemes: readonly ThreeTotals[],
): IntegratorReconciliation {
  const type = 'slip:type.RECONCILIATION';
  return {
    id: run.id,
    bankId: printed.acquirerCode,
    merchantId: printed.mid,
    madaTerminalId: run.tid,
    mcc: printed.mcc,
    stan: null,
    version: run.appVersion,
    rrn: null,
    transactionTypeEn: wordsFor('en').text(type),
    transactionTypeAr: wordsFor('ar').text(type),
    status: run.balance === 'UNBALANCED' ? 'COMPLETED OUT OF BALANCE' : 'COMPLETED IN BALANCE',
    startDateTime: (run.sentAt ?? run.askedAt).toISOString(),
    endDateTime: run.endedAt.toISOString(),
    scheduledTime: run.origin === 'DAILY' ? run.askedAt.toISOString() : null,
    executionTime: run.askedAt.toISOString(),
    reconTotals: schemes.map(totalsOf),
  };
}

/** The bank's host and the terminal are compared here; that the portal has something else is said beside it. */
const saysDone = ({ balance }: RunRow): string => {
  if (balance === 'UNBALANCED') return 'Reconciled: host and terminal differ.';
  if (balance === 'PORTAL_DIFFERS')
    return 'Reconciled: host and terminal agree, and the portal knows something else. See it there.';
  return 'Reconciled: host and terminal agree.';
};

async function answerOf(deps: IntegratorDeps, member: Member, run: RunRow): Promise<Answer> {
  if (run.failure) return notDone(failed[run.failure]);
  const { endedAt } = run;
  if (!endedAt) return notDone('The terminal has not answered yet. Ask again: the same one is waited for.');
  const { schemes } = await terminalReconciliation(deps, member.merchantId, { id: run.id });
  const printed = await inTenant(deps.db, member.merchantId, (tx) =>
    selectPrintedNumbers(tx, run.terminalId, endedAt),
  );
  return { success: true, message: saysDone(run), data: dataOf({ ...run, endedAt }, printed, schemes) };
}

/** Has a terminal reconcile now and waits for what comes of it. @throws Failure 'notFound' */
export async function runReconciliation(deps: IntegratorDeps, member: Member, tid: string): Promise<Answer> {
  const { db } = deps;
  const { merchantId } = member;
  const terminal = await inTenant(db, merchantId, (tx) => findTerminal(tx, tid));
  if (!terminal) throw notFound();
  const { rows } = await askTerminals(deps, member, [terminal.id]);
  const outcome = rows[0]?.outcome;
  if (outcome === 'NOT_CONNECTED') return notDone('The terminal is not connected.');
  if (outcome === 'PAYMENT') return notDone(failed.BUSY);
  const asked = await inTenant(db, merchantId, (tx) => selectRunId(tx, terminal.id));
  if (!asked) throw notFound();
  const run = await readUntil(deps.hear, {
    merchantId,
    isAbout: (text) => {
      const message = parseLive(text);
      return message?.type === 'REC' && message.reconciliationId === asked.id;
    },
    read: () => inTenant(db, merchantId, (tx) => selectRun(tx, asked.id)),
    isDone: (found) => found === null || found.endedAt !== null,
    timeoutMs: deps.waitMs ?? outcomeWaitMs,
  });
  if (!run) throw notFound();
  return answerOf(deps, member, run);
}
