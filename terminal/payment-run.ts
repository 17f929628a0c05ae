import { setTimeout as timer } from 'node:timers/promises';
import { paymentTimers } from '@mizan/contract/link-timers.ts';
import type { PaymentStep } from '@mizan/contract/transaction-states.ts';
import { type Script, scriptFor } from './amounts.ts';
import { makeResult } from './bank.ts';
import { type DeviceState, nowOf, type Run, report } from './device-state.ts';
import type { Started } from './journal.ts';

/** A person's pace, in milliseconds at speed 1. */
const paces = { card: 1_200, pin: 1_500, online: 900, printing: 600, held: 120_000 } as const;
/** From this amount on the card asks for a PIN: contactless without one ends at SAR 300. */
const pinFromMinor = 30_000;

const approvedCodes = ['00', '000'] as const;
const canceledCodes = ['11', '188'] as const;
/** Nobody showed a card, or entered a PIN, in time. */
const timeouts = {
  WAIT_CARD: { timerMs: paymentTimers.cardMs, codes: ['93', '188'] },
  PIN: { timerMs: paymentTimers.pinMs, codes: ['88', '188'] },
} as const;
/** The bank was asked and has not answered: what it may have charged is taken back. */
const takenBackCodes = ['12', '400'] as const;
/** A request with less time than this left has expired: no card is asked for. */
const leastToBeginMs = 1_000;

/** How long a payment may take on this terminal, of which a request says how much is left; null where it has expired. */
export function timeFor(expiresInMs: number): number | null {
  return expiresInMs < leastToBeginMs ? null : Math.min(expiresInMs, paymentTimers.paymentMs);
}

/**
 * Waits for what takes a person or the bank `paceMs`, and no longer than `timerMs` and the whole payment allow. 'late': the
 * timer was over first. A terminal that is hurried has hurried timers; slow people do not slow them down.
 */
async function within(
  state: DeviceState,
  run: Run,
  paceMs: number,
  timerMs: number,
  stop?: AbortSignal,
): Promise<'done' | 'late' | 'stopped'> {
  const { speed } = state.options;
  const allowedMs = Math.min(timerMs, run.leftMs) * Math.min(1, speed);
  const neededMs = paceMs * speed;
  const isLate = neededMs > allowedMs || paceMs === Number.POSITIVE_INFINITY;
  const waitedMs = isLate ? allowedMs : neededMs;
  if (speed > 0) run.leftMs -= waitedMs / Math.min(1, speed);
  if (!(await waitFor(state, waitedMs, stop))) return 'stopped';
  return isLate ? 'late' : 'done';
}

/** Waits at the terminal's pace. Answers false where the wait was cut short. */
export const pause = (state: DeviceState, ms: number): Promise<boolean> =>
  waitFor(state, ms === Number.POSITIVE_INFINITY ? ms : ms * state.options.speed);

async function waitFor(state: DeviceState, ms: number, stop?: AbortSignal): Promise<boolean> {
  const signal = stop ? AbortSignal.any([state.options.stopping, stop]) : state.options.stopping;
  // Longer than a timer can be is for ever: only the stop ends it.
  const forever = 2 ** 31 - 1;
  const { wait = (waitMs, ended) => timer(waitMs, undefined, { signal: ended }) } = state.options;
  try {
    await wait(Math.min(ms, forever), signal);
    return !signal.aborted;
  } catch {
    return false;
  }
}

function show(state: DeviceState, run: Run, step: PaymentStep): void {
  run.step = step;
  state.options.send({ type: 'pay.progress', paymentId: run.started.paymentId, step });
}

/** Card, PIN, bank, paper; the journal is on disk before each thing that cannot be taken back. */
export async function runPayment(state: DeviceState, run: Run): Promise<void> {
  const script = scriptFor(run.started.amountMinor, run.started.kind);
  if (!(await askCustomer(state, run, script))) return;
  show(state, run, 'ONLINE');
  if (script.drops === 'beforeCharge') state.options.drop();
  state.options.journal.append({ entry: 'online', paymentId: run.started.paymentId });
  const online = await within(state, run, paces.online, run.leftMs);
  if (online === 'stopped') return;
  if (online === 'late') return end(state, run.started, takenBackCodes, { cardShown: true, bankAsked: true });
  await answerFromBank(state, run, script);
}

/** True where the card may go to the bank; false where the payment has ended, or the process stops. */
async function askCustomer(state: DeviceState, run: Run, script: Script): Promise<boolean> {
  const { signal } = run.stop;
  const steps: ('WAIT_CARD' | 'PIN')[] = ['WAIT_CARD'];
  if (run.started.amountMinor >= pinFromMinor || script.endsAt === 'PIN') steps.push('PIN');
  for (const step of steps) {
    show(state, run, step);
    const { timerMs, codes } = timeouts[step];
    const pace = step === 'PIN' ? paces.pin : paces.card;
    const isNobody = script.endsAt === step && script.codes?.[0] === codes[0];
    const waited = await within(state, run, isNobody ? Number.POSITIVE_INFINITY : pace, timerMs, signal);
    if (state.options.stopping.aborted) return false;
    if (waited !== 'done' || signal.aborted) {
      const ended = waited === 'late' && !signal.aborted ? codes : canceledCodes;
      end(state, run.started, ended, { cardShown: waited === 'late' && step === 'PIN', bankAsked: false });
      return false;
    }
    if (script.endsAt === step && script.codes) {
      end(state, run.started, script.codes, { cardShown: step === 'PIN', bankAsked: false });
      return false;
    }
  }
  return true;
}

async function answerFromBank(state: DeviceState, run: Run, script: Script): Promise<void> {
  const { started } = run;
  const { paymentId } = started;
  const reached = script.codes?.[0] !== '16';
  if (script.lateMs !== undefined) state.withheld.add(paymentId);
  if (script.drops === 'afterCharge') state.options.drop();
  const amountMinor = script.wrongAmount ? started.amountMinor + 100 : started.amountMinor;
  const facts = { cardShown: true, bankAsked: reached, amountMinor };
  if (script.lateMs === undefined) end(state, started, script.codes ?? approvedCodes, facts, script.twice);
  else await answerLate(state, run, script.lateMs, facts);
  show(state, run, 'PRINTING');
  await pause(state, paces.printing);
  if (script.afterwards) void answerAgain(state, started, script.afterwards);
}

/** Nothing is said until the time is up, and the screen is free before that. */
async function answerLate(
  state: DeviceState,
  run: Run,
  lateMs: number,
  facts: { cardShown: boolean; bankAsked: boolean; amountMinor: number },
): Promise<void> {
  const { paymentId } = run.started;
  const screenMs = Math.min(lateMs, paces.held);
  if (!(await pause(state, screenMs))) return;
  if (state.current === paymentId) state.current = null;
  if (!(await pause(state, lateMs - screenMs))) return;
  state.withheld.delete(paymentId);
  end(state, run.started, approvedCodes, facts);
}

async function answerAgain(
  state: DeviceState,
  started: Started,
  again: NonNullable<Script['afterwards']>,
): Promise<void> {
  if (await pause(state, again.afterMs))
    end(state, started, again.codes, { cardShown: true, bankAsked: true });
}

interface EndFacts {
  cardShown: boolean;
  bankAsked: boolean;
  amountMinor?: number;
}

/** The result is on disk before it is shown or said. */
function end(
  state: DeviceState,
  started: Started,
  codes: readonly [string, string],
  facts: EndFacts,
  twice = false,
): void {
  const { journal, tid } = state.options;
  const earlier = journal.payments.get(started.paymentId)?.results.length ?? 0;
  state.stan += 1;
  const body = makeResult({
    tid,
    started,
    resultSeq: earlier + 1,
    stan: state.stan,
    codes,
    cardShown: facts.cardShown,
    bankAsked: facts.bankAsked,
    amountMinor: facts.amountMinor ?? started.amountMinor,
    at: nowOf(state),
  });
  journal.append({ entry: 'ended', paymentId: started.paymentId, body });
  if (state.forgotten.has(started.paymentId)) return;
  report(state, body);
  if (twice) report(state, body);
}

/**
 * Payments that a killed process left without an end. What had not reached the bank was never charged; what had
 * is taken back by a reversal, as terminals do when they wake up.
 */
export function endInterrupted(state: DeviceState): void {
  for (const { started, online, results } of state.options.journal.payments.values()) {
    if (results.length > 0) continue;
    end(state, started, online ? ['12', '400'] : ['91', '188'], { cardShown: online, bankAsked: online });
  }
}
