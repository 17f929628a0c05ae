import type { GatewayFrame, ReconAckOutcome, ReconBody } from '@mizan/contract/terminal-link.ts';
import { type DeviceState, nowOf } from './device-state.ts';
import { bothBooks } from './host-book.ts';
import type { ReconEntry } from './journal.ts';
import { pause } from './payment-run.ts';

/** How long the host takes, in milliseconds at speed 1. */
const paces = { asking: 400, online: 1_200, printing: 600 } as const;

type Frame<T extends GatewayFrame['type']> = Extract<GatewayFrame, { type: T }>;

export const sayReconciled = (state: DeviceState, body: ReconBody): void =>
  state.options.send({ type: 'recon.result', body });

/** recon.start: the same id again is never done twice, and a busy terminal says so. */
export function startReconciliation(state: DeviceState, frame: Frame<'recon.start'>): void {
  const { reconciliationId } = frame;
  const known = state.options.journal.recons.get(reconciliationId);
  const isBusy = state.current !== null;
  const outcome: ReconAckOutcome = known ? 'DUPLICATE' : isBusy ? 'BUSY' : 'ACCEPTED';
  if (outcome === 'ACCEPTED') begin(state, reconciliationId, 'portal');
  state.options.send({ type: 'recon.ack', reconciliationId, outcome, ref: frame.id });
  if (known?.body) sayReconciled(state, known.body);
}

/** recon.query: what the journal knows of it. */
export function reconciliationStatus(state: DeviceState, reconciliationId: string) {
  const known = state.options.journal.recons.get(reconciliationId);
  if (!known) return { reconciliationId, state: 'NOT_FOUND' as const };
  if (known.body) return { reconciliationId, state: 'FINAL' as const, body: known.body };
  return { reconciliationId, state: 'IN_PROGRESS' as const };
}

export function reconciliationAcknowledged(state: DeviceState, reconciliationId: string): void {
  const known = state.options.journal.recons.get(reconciliationId);
  if (known?.body && !known.acked) state.options.journal.append({ entry: 'acked', reconciliationId });
}

/** Somebody reconciles at the terminal itself. Null where it is busy. */
export function reconcileHere(state: DeviceState): string | null {
  if (state.current !== null || state.options.stopping.aborted) return null;
  const reconciliationId = crypto.randomUUID();
  begin(state, reconciliationId, 'terminal');
  return reconciliationId;
}

/** The journal has it on disk before the host is asked. */
function begin(state: DeviceState, reconciliationId: string, origin: 'portal' | 'terminal'): void {
  const at = nowOf(state).toISOString();
  state.options.journal.append({ entry: 'started', reconciliationId, at, origin });
  state.current = reconciliationId;
  void run(state, reconciliationId).finally(() => {
    if (state.current === reconciliationId) state.current = null;
  });
}

async function run(state: DeviceState, reconciliationId: string): Promise<void> {
  if (!(await pause(state, paces.asking))) return;
  state.options.journal.append({ entry: 'online', reconciliationId });
  if (!(await pause(state, paces.online))) return;
  end(state, reconciliationId);
  await pause(state, paces.printing);
}

/** The host compares and closes; both sides begin anew. On disk before it is shown or said. */
function end(state: DeviceState, reconciliationId: string): void {
  const { journal, before = [] } = state.options;
  const isFirst = [...journal.recons.values()].every(({ body }) => body === null);
  const { schemes: both, ...counted } = bothBooks(journal.payments, state.forgotten, isFirst ? before : []);
  const isFailing = state.options.fails?.includes('reconcile') ?? false;
  // Its host lost the whole batch.
  const nothing = { debitCount: 0, debitMinor: 0, creditCount: 0, creditMinor: 0 };
  const schemes = isFailing ? both.map((row) => ({ ...row, host: nothing })) : both;
  const isBalanced = schemes.every(
    ({ host, terminal }) =>
      host.debitCount === terminal.debitCount &&
      host.debitMinor === terminal.debitMinor &&
      host.creditCount === terminal.creditCount &&
      host.creditMinor === terminal.creditMinor,
  );
  const endAt = nowOf(state).toISOString();
  const startAt = journal.recons.get(reconciliationId)?.at ?? endAt;
  const body: ReconBody = {
    reconciliationId,
    actionCode: isBalanced && !isFailing ? '500' : '501',
    schemes,
    startAt,
    endAt,
  };
  const entry: ReconEntry = { entry: 'ended', reconciliationId, body, ...counted };
  journal.append(entry);
  sayReconciled(state, body);
}

/** Those that a killed process left without an end: the host answers the same id once. */
export function endInterruptedReconciliations(state: DeviceState): void {
  for (const [reconciliationId, { body }] of state.options.journal.recons)
    if (body === null) end(state, reconciliationId);
}
