import { createHash } from 'node:crypto';
import { canBeAccepted, type ExceptionStepKind, exceptionCan } from '@mizan/contract/exceptions.ts';
import {
  type ActTogether,
  type SeenException,
  type TogetherAnswer,
  type TogetherRefusal,
  type workTogether as togetherRoute,
} from '@mizan/contract/exceptions-together.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { otherRequest, refuseOther } from '../../platform/asked-again.ts';
import { announce } from '../../platform/bus/bus.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { decidedAnew } from '../expectations/expectations.service.ts';
import { tellPerson } from './asked-people.ts';
import { claimedOf, missingOf } from './claimed-payments.ts';
import { ownerIn, secondFor } from './exception-steps.service.ts';
import type { ExceptionDeps } from './exceptions.deps.ts';
import {
  forgetSaidTogether,
  insertRequest,
  insertSteps,
  lockFree,
  saveAnswer,
  saveApprovals,
  saveAssignees,
  saveSaidTogether,
  selectRequest,
  selectTogether,
  type TogetherRecord,
} from './exceptions-together.queries.ts';

/**
 * One thing done with several exceptions (docs/decisions/0080-several-exceptions-at-once.md): each is done or refused by itself, by
 * the figures that were seen, and all that is done is one transaction with the answer to who asks again.
 */
type Asked = RouteInput<typeof togetherRoute>['body'];

/** @throws Failure 'notFound'; 'conflict': 'otherRequest', and for all of them 'secondNeeded', 'noSecondPerson', 'ownRequest' */
export const workTogether = (
  { db, clock }: ExceptionDeps,
  by: Member,
  asked: Asked,
): Promise<TogetherAnswer> =>
  inTenant(db, by.merchantId, async (tx) => {
    const at = clock.now();
    const { requestId, act, rows } = asked;
    const askedSha256 = createHash('sha256')
      .update(JSON.stringify([act, rows]))
      .digest();
    const request = { requestId, askedSha256, byId: by.userId, byName: by.fullName, at };
    if (!(await insertRequest(tx, request))) return answeredBefore(tx, by, request);
    const free = new Map((await lockFree(tx, idsOf(rows))).map((each) => [each.id, each]));
    const known = new Set((await selectTogether(tx, idsOf(rows))).map(({ id }) => id));
    if (rows.some(({ id }) => !known.has(id))) throw notFound();
    const claimed = writesOff(act) ? await claimedOf(tx, [...free.values()]) : new Set<string>();
    const refusals = new Map(
      rows.map((seen) => [seen.id, refusalOf(act, by, seen, free.get(seen.id), claimed)]),
    );
    const done = [...free.values()].filter(({ id }) => refusals.get(id) === null);
    const isAsked = done.length > 0 && (await carryOut(tx, by, { act, done, at }));
    const states = new Map((await selectTogether(tx, idsOf(rows))).map(({ id, state }) => [id, state]));
    const answer: TogetherAnswer = {
      rows: [...refusals].map(([id, refused]) => ({ id, state: states.get(id) ?? 'OPEN', refused })),
      sums: sumsOf(done),
      isAsked,
    };
    await saveAnswer(tx, requestId, answer);
    return answer;
  });

const writesOff = ({ act }: ActTogether): boolean => act === 'ACCEPT' || act === 'APPROVE';

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

async function answeredBefore(
  tx: Tx,
  by: Member,
  { requestId, askedSha256 }: { requestId: string; askedSha256: Buffer },
): Promise<TogetherAnswer> {
  const before = await selectRequest(tx, requestId);
  if (!before || before.byId !== by.userId) throw otherRequest();
  refuseOther(before.askedSha256, askedSha256);
  return before.answer;
}

/** Why this one is left as it is; null where it may be done. */
function refusalOf(
  { act }: ActTogether,
  by: Member,
  seen: SeenException,
  one: TogetherRecord | undefined,
  claimed: ReadonlySet<string>,
): TogetherRefusal | null {
  if (!one) return 'busy';
  const { state, outcome, differenceMinor, askedById } = one;
  if (act === 'ASSIGN') return exceptionCan.assign(state) ? null : 'state';
  if (act === 'REOPEN') return exceptionCan.reopen(state) ? null : 'state';
  if (act === 'ACCEPT') {
    if (!exceptionCan.accept(state)) return 'state';
    if (!canBeAccepted(outcome)) return 'notAcceptable';
  } else {
    if (!exceptionCan.decide(state)) return 'decided';
    if (act === 'APPROVE' && askedById === by.userId) return 'ownRequest';
  }
  if (outcome !== seen.outcome || differenceMinor !== seen.differenceMinor) return 'changed';
  return act !== 'REFUSE' && one.transactionId !== null && claimed.has(one.transactionId) ? 'claimed' : null;
}

interface Work {
  act: ActTogether;
  done: readonly TogetherRecord[];
  at: Date;
}

/** Does it with all that may; answers whether a second person is asked. */
async function carryOut(tx: Tx, by: Member, { act, done, at }: Work): Promise<boolean> {
  const ids = idsOf(done);
  const whose = { byId: by.userId, byName: by.fullName, at };
  const note = act.act === 'ASSIGN' ? '' : act.note;
  let kind: ExceptionStepKind;
  let other: { id: string; name: string } | null = null;
  if (act.act === 'ASSIGN') {
    other = act.personId === null ? null : await ownerIn(tx, by, act.personId);
    await saveAssignees(tx, ids, other);
    kind = 'ASSIGNED';
  } else if (act.act === 'ACCEPT') {
    const { limitMinor, askedOf } = await secondFor(tx, by, {
      rows: done,
      askPersonId: act.askPersonId,
      now: at,
    });
    other = askedOf;
    kind = other ? 'ASKED' : 'ACCEPTED';
    await saveSaidTogether(tx, ids, { ...whose, said: kind, note, limitMinor, askedOf: other });
  } else if (act.act === 'APPROVE') {
    await saveApprovals(tx, ids, by, at);
    kind = 'APPROVED';
  } else {
    await forgetSaidTogether(tx, ids);
    kind = act.act === 'REFUSE' ? 'REFUSED' : 'REOPENED';
  }
  await insertSteps(tx, ids, { ...whose, kind, note, otherName: other?.name ?? null });
  for (const sum of sumsOf(done))
    await happened(tx, by, {
      fact: 'exceptions.doneTogether',
      at,
      about: { type: 'merchant', id: by.merchantId },
      params: {
        together: act.act,
        exceptionsCount: sum.count,
        amountMinor: sum.differenceMinor,
        currency: sum.currency,
        exceptionIds: idsOf(done.filter(({ currency }) => currency === sum.currency)).join(', '),
        person: other?.name ?? null,
        note,
      },
    });
  if (other && (kind === 'ASKED' || kind === 'ASSIGNED'))
    await tellPerson(tx, by, other.id, { kind, note, exceptionIds: ids });
  await announceFiles(tx, by, done);
  if (act.act !== 'ASSIGN') await decidedAnew(tx, missingOf(done));
  return kind === 'ASKED';
}

/** Open windows read the files and their exceptions again. */
async function announceFiles(tx: Tx, by: Member, done: readonly TogetherRecord[]): Promise<void> {
  for (const bankFileId of new Set(done.map((each) => each.bankFileId)))
    await announce(tx, by.merchantId, { type: 'FIL', bankFileId });
}

function sumsOf(rows: readonly TogetherRecord[]): TogetherAnswer['sums'] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    count: of.length,
    differenceMinor: of.reduce((sum, { differenceMinor }) => sum + differenceMinor, 0),
  }));
}
