import { exceptionLimits, matchableOutcomes } from '@mizan/contract/exceptions.ts';
import type {
  findOpenLines as findRoute,
  MatchPreview,
  MatchProblem,
  makeHandMatch as makeRoute,
  previewHandMatch as previewRoute,
} from '@mizan/contract/hand-matches.ts';
import { bankFileCan } from '@mizan/contract/reconciliation.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { announce } from '../../platform/bus/bus.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { type BankFileRecord, judgeAgain } from '../reconciliation/named-by-verdict.service.ts';
import { findBankFile, notReady } from '../reconciliation/reconciliation.service.ts';
import { addStepsOf } from './exception-steps.queries.ts';
import type { ExceptionDeps } from './exceptions.deps.ts';
import {
  insertHandMatch,
  lockHandMatch,
  type MatchLine,
  type MatchPayment,
  markMatchUndone,
  selectMatchesOf,
  selectMatchLines,
  selectMatchPayments,
  selectOpenLines,
  takeMatchTurn,
} from './hand-matches.queries.ts';

/**
 * A person joins lines to payments: an input of the judging, which alone makes them confirmed. What is asked here is asked
 * again by the engine whenever the file is judged (server/reconciliation/match/hand-matches.ts).
 */

/** `wake` tells the runner of bank files that one is to be judged again. */
export interface HandMatchDeps extends ExceptionDeps {
  wake: () => void;
}

type Sides = Pick<RouteInput<typeof makeRoute>['body'], 'lines' | 'transactionIds'>;

/** Whether lines and payments may be joined, and how their fees compare. @throws Failure 'notFound', 'bankFileNotReady' */
export const previewHandMatch = (
  { db }: ExceptionDeps,
  member: Member,
  id: string,
  sides: RouteInput<typeof previewRoute>['body'],
): Promise<MatchPreview> =>
  inTenant(db, member.merchantId, async (tx) => (await look(tx, await findJudged(tx, id), sides)).preview);

async function findJudged(tx: Tx, id: string): Promise<BankFileRecord> {
  const record = await findBankFile(tx, id);
  if (!bankFileCan.answer(record.state)) throw notReady(record);
  return record;
}

/** Lines that may be joined, for whoever begins with the payment. @throws Failure 'notFound', 'bankFileNotReady' */
export const findOpenLines = (
  { db }: ExceptionDeps,
  member: Member,
  id: string,
  by: RouteInput<typeof findRoute>['query'],
): Promise<RouteOutput<typeof findRoute>> =>
  inTenant(db, member.merchantId, async (tx) => {
    const { summary, fileName } = await findJudged(tx, id);
    const limit = exceptionLimits.foundMax;
    const found = await selectOpenLines(tx, id, summary?.exceptionCount ?? 0, { ...by, limit: limit + 1 });
    const rows = found.slice(0, limit).map((line) => ({
      ...line,
      transactionId: null,
      bankFileId: id,
      fileName,
      agrees: [],
      differs: [],
      isFree: true,
      takenBy: null,
    }));
    return { rows, hasMore: found.length > limit };
  });

interface Looked {
  preview: MatchPreview;
  amountMinor: number;
}

async function look(tx: Tx, file: BankFileRecord, { lines, transactionIds }: Sides): Promise<Looked> {
  const found = await selectMatchLines(tx, file.id, file.summary?.exceptionCount ?? 0, lines);
  const payments = await selectMatchPayments(tx, transactionIds);
  if (payments.length < new Set(transactionIds).size) throw notFound();
  const taken = await selectMatchesOf(tx, { bankFileId: file.id, lines, transactionIds });
  const sum = (values: (number | null)[]): number =>
    values.reduce<number>((all, each) => all + (each ?? 0), 0);
  const linesMinor = sum(found.map(({ grossMinor }) => grossMinor));
  const paymentsMinor = sum(payments.map(({ amountMinor }) => amountMinor));
  const problem = problemOf({ lines, transactionIds }, found, payments, taken.length > 0);
  return {
    amountMinor: linesMinor,
    preview: {
      problem: problem ?? (linesMinor === paymentsMinor ? null : 'sumsDiffer'),
      currency: found[0]?.currency ?? payments[0]?.currency ?? 'SAR',
      linesMinor,
      paymentsMinor,
      ...feesOf(found, payments),
    },
  };
}

/** What keeps them apart beside their sums. A payment that one of the very lines has is free for the others of them. */
function problemOf(
  { lines, transactionIds }: Sides,
  found: readonly MatchLine[],
  payments: readonly MatchPayment[],
  isMatched: boolean,
): MatchProblem | null {
  const isTwice = new Set(lines).size < lines.length || new Set(transactionIds).size < transactionIds.length;
  if (isTwice || (lines.length > 1 && transactionIds.length > 1)) return 'manyToMany';
  const isOpen = ({ outcome, grossMinor }: MatchLine): boolean =>
    matchableOutcomes.includes(outcome) && grossMinor !== null;
  if (found.length < lines.length || !found.every(isOpen)) return 'lineNotOpen';
  const own = new Set(found.flatMap(({ transactionId }) => transactionId ?? []));
  if (isMatched || payments.some(({ id, isHeld }) => isHeld && !own.has(id))) return 'paymentTaken';
  if (!payments.every(({ isOwed }) => isOwed)) return 'paymentNotOwed';
  const currencies = new Set([...found, ...payments].map(({ currency }) => currency));
  return currencies.size > 1 ? 'severalCurrencies' : null;
}

/** Fee and VAT of both sides; what they come to is judged with the file. */
function feesOf(
  lines: readonly MatchLine[],
  payments: readonly MatchPayment[],
): Pick<MatchPreview, 'fees' | 'chargeMinor' | 'agreedChargeMinor'> {
  const whole = (values: readonly (number | null)[]): number | null =>
    values.reduce<number | null>((all, each) => (all === null || each === null ? null : all + each), 0);
  const chargeMinor = whole(lines.map((each) => each.chargeMinor));
  const agreedChargeMinor = whole(payments.map((each) => each.agreedChargeMinor));
  const fees =
    agreedChargeMinor === null
      ? 'noRate'
      : chargeMinor === null
        ? 'notSaid'
        : chargeMinor === agreedChargeMinor
          ? 'agree'
          : 'differ';
  return { fees, chargeMinor, agreedChargeMinor };
}

/**
 * Joins them and has the file judged again. @throws Failure 'notFound', 'bankFileNotReady'; 'conflict' with one of
 * `matchProblems` as its reason.
 */
export async function makeHandMatch(
  deps: HandMatchDeps,
  by: Member,
  id: string,
  { note, ...sides }: RouteInput<typeof makeRoute>['body'],
): Promise<{ id: string }> {
  const made = await inTenant(deps.db, by.merchantId, async (tx) => {
    await takeMatchTurn(tx);
    const file = await findJudged(tx, id);
    const { preview, amountMinor } = await look(tx, file, sides);
    if (preview.problem)
      throw new Failure('conflict', 'These lines and payments cannot be joined.', {
        reason: preview.problem,
      });
    const at = deps.clock.now();
    const matchId = await insertHandMatch(tx, {
      ...sides,
      bankFileId: id,
      note,
      byId: by.userId,
      byName: by.fullName,
      at,
    });
    await changed(tx, by, file, { ...sides, kind: 'MATCHED', note, at });
    await happened(tx, by, {
      fact: 'exceptions.matchedByHand',
      at,
      about: { type: 'bankFile', id },
      params: { ...toldMatch(file, sides), amountMinor, currency: preview.currency, note },
    });
    return matchId;
  });
  deps.wake();
  return { id: made };
}

const toldMatch = ({ fileName }: { fileName: string }, { lines, transactionIds }: Sides) => ({
  fileName,
  matchedLines: lines.join(', '),
  matchedTransactions: transactionIds.map((id) => `#${id}`).join(', '),
});

/** The step in the history of each exception, and the file is judged again. */
async function changed(
  tx: Tx,
  by: Member,
  file: Pick<BankFileRecord, 'id'>,
  step: Sides & { kind: 'MATCHED' | 'MATCH_UNDONE'; note: string; at: Date },
): Promise<void> {
  await addStepsOf(tx, { ...step, bankFileId: file.id, byId: by.userId, byName: by.fullName });
  await judgeAgain(tx, file.id, { kind: 'matchedByHand', byName: by.fullName });
  await announce(tx, by.merchantId, { type: 'FIL', bankFileId: file.id });
}

/** Takes a match back; its file is judged again without it. A repeat changes nothing. @throws Failure 'notFound' */
export async function undoHandMatch(deps: HandMatchDeps, by: Member, id: string): Promise<{ id: string }> {
  await inTenant(deps.db, by.merchantId, async (tx) => {
    await takeMatchTurn(tx);
    const match = await lockHandMatch(tx, id);
    if (!match) throw notFound();
    if (match.isUndone) return;
    const at = deps.clock.now();
    await markMatchUndone(tx, id, by.fullName, at);
    const sides = { lines: match.lines.map(Number), transactionIds: match.transactionIds };
    await changed(tx, by, { id: match.bankFileId }, { ...sides, kind: 'MATCH_UNDONE', note: '', at });
    const payments = await selectMatchPayments(tx, match.transactionIds);
    await happened(tx, by, {
      fact: 'exceptions.matchUndone',
      at,
      about: { type: 'bankFile', id: match.bankFileId },
      params: {
        ...toldMatch(match, sides),
        amountMinor: payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        currency: payments[0]?.currency ?? 'SAR',
      },
    });
  });
  deps.wake();
  return { id };
}
