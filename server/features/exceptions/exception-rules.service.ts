import { createHash } from 'node:crypto';
import type * as contract from '@mizan/contract/exception-rules.ts';
import { type RuleForm, type RuleRow, ruleLimits } from '@mizan/contract/exception-rules.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { otherRequest, refuseOther } from '../../platform/asked-again.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { banksOf } from '../banks/banks.service.ts';
import { branchesOf, hasBranch } from '../branches/branches.service.ts';
import { holdersAt } from '../users/users.service.ts';
import {
  type Author,
  countLookedAt,
  insertRule,
  lockRule,
  markPreviewed,
  type RuleRecord,
  saveOrder,
  saveSwitch,
  selectRequested,
  selectRules,
  selectTouched,
  sumTouched,
  updateRule,
} from './exception-rules.queries.ts';
import { ownerIn, refused } from './exception-steps.service.ts';
import type { ExceptionDeps } from './exceptions.deps.ts';

/** Rules that a merchant sets for exceptions (docs/decisions/0084-rules-for-exceptions.md). */

const branchesMax = 200;

export const listRules = (
  { db }: ExceptionDeps,
  by: Member,
): Promise<RouteOutput<typeof contract.listRules>> =>
  inTenant(db, by.merchantId, async (tx) => {
    const people = await holdersAt(tx, by.merchantId, 'bankFiles.change');
    const active = new Set(people.map(({ id }) => id));
    const branches = await branchesOf(db, by.merchantId, { search: '', limit: branchesMax });
    return {
      rows: (await selectRules(tx)).map((rule) => rowOf(rule, active)),
      people,
      banks: (await banksOf(tx)).map(({ id, nameEn, nameAr }) => ({ id, nameEn, nameAr })),
      branches: branches.map(({ id, nameEn, nameAr }) => ({ id, nameEn, nameAr })),
    };
  });

const whenOf = ({ bankId, outcome, reason, tid, branchId, ...rule }: RuleRecord): RuleForm['when'] => ({
  bankId,
  outcome: outcome as RuleForm['when']['outcome'],
  reason,
  tid,
  branchId,
  amount:
    rule.currency === null
      ? null
      : { currency: rule.currency, fromMinor: rule.fromMinor, toMinor: rule.toMinor },
});

const formOf = (rule: RuleRecord): RuleForm => ({
  name: rule.name,
  when: whenOf(rule),
  does: { personId: rule.assigneeId, group: rule.groupName, proposal: rule.proposal },
});

const rowOf = (rule: RuleRecord, active: ReadonlySet<string>): RuleRow => ({
  id: rule.id,
  name: rule.name,
  when: whenOf(rule),
  person:
    rule.assigneeId === null || rule.assigneeName === null
      ? null
      : { id: rule.assigneeId, name: rule.assigneeName, isActive: active.has(rule.assigneeId) },
  group: rule.groupName,
  proposal: rule.proposal,
  isOn: rule.isOn,
  isPreviewed: rule.previewedRevision === rule.revision,
  revision: rule.revision,
  byName: rule.byName,
  at: rule.at.toISOString(),
});

const authorOf = ({ clock }: ExceptionDeps, by: Member): Author => ({
  byId: by.userId,
  byName: by.fullName,
  at: clock.now(),
});

/** Whom the rule assigns to, after its bank and its branch were found to be the merchant's. @throws Failure 'notFound' */
async function personOf(tx: Tx, by: Member, { when, does }: RuleForm): Promise<string | null> {
  if (when.bankId !== null && !(await banksOf(tx)).some(({ id }) => id === when.bankId)) throw notFound();
  if (when.branchId !== null && !(await hasBranch(tx, by.merchantId, when.branchId))) throw notFound();
  return does.personId === null ? null : (await ownerIn(tx, by, does.personId)).name;
}

const noAmount = { currency: null, fromMinor: null, toMinor: null };

/** What a fact about a rule says: each field of its form, 'ruleForm.group' and the like; null where it asks for nothing. */
const told = ({ name, when: { amount, ...when }, does }: RuleForm) => ({
  ruleName: name,
  ...Object.fromEntries(
    Object.entries({ ...when, ...(amount ?? noAmount), ...does }).map(
      ([field, value]) => [`ruleForm.${field}`, value] as const,
    ),
  ),
});

async function refuseTooMany(tx: Tx): Promise<void> {
  if ((await selectRules(tx)).length > ruleLimits.rulesMax) throw refused('tooManyRules');
}

/** Of everything that was asked for, and by whom. */
const askedOf = ({ userId }: Member, rule: RuleForm): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([userId, plainOf(rule)]))
    .digest();

/** What the same attempt made before; null where it is the first. @throws Failure 'conflict' 'otherRequest' */
async function madeBefore(
  tx: Tx,
  by: Member,
  { requestId, askedSha256 }: { requestId: string; askedSha256: Buffer },
): Promise<{ id: string } | null> {
  const made = await selectRequested(tx, requestId);
  if (!made) return null;
  if (made.askedSha256 === null && made.byId !== by.userId) throw otherRequest();
  refuseOther(made.askedSha256, askedSha256);
  return { id: made.id };
}

/** Makes a rule that is off. @throws Failure 'notFound'; 'conflict': 'otherRequest', 'tooManyRules' */
export const makeRule = (
  deps: ExceptionDeps,
  by: Member,
  { requestId, rule }: RouteInput<typeof contract.makeRule>['body'],
): Promise<{ id: string }> =>
  inTenant(deps.db, by.merchantId, async (tx) => {
    const request = { requestId, askedSha256: askedOf(by, rule) };
    const before = await madeBefore(tx, by, request);
    if (before) return before;
    const personName = await personOf(tx, by, rule);
    const author = authorOf(deps, by);
    const made = await insertRule(tx, request, { rule, personName, ...author });
    if (!made) {
      const winner = await madeBefore(tx, by, request);
      if (!winner) throw otherRequest();
      return winner;
    }
    await refuseTooMany(tx);
    await happened(tx, by, {
      fact: 'exceptions.ruleMade',
      at: author.at,
      about: { type: 'merchant', id: by.merchantId },
      params: told(rule),
    });
    return made;
  });

/** The rule in the form that was on the screen. @throws Failure 'notFound'; 'conflict': 'changed' */
async function seenRule(tx: Tx, id: string, revision: number, kept?: RuleRecord | null): Promise<RuleRecord> {
  const rule = kept ?? (await lockRule(tx, id));
  if (!rule) throw notFound();
  if (rule.revision !== revision) throw refused('changed');
  return rule;
}

/** The form as one text: two that say the same are the same. */
const plainOf = ({ name, when: { amount, ...when }, does }: RuleForm): string =>
  JSON.stringify([
    name,
    when.bankId,
    when.outcome,
    when.reason,
    when.tid,
    when.branchId,
    amount?.currency,
    amount?.fromMinor,
    amount?.toMinor,
    does.personId,
    does.group,
    does.proposal,
  ]);

/** @throws Failure 'notFound'; 'conflict': 'changed' where another form is there since */
export const changeRule = (
  deps: ExceptionDeps,
  by: Member,
  id: string,
  { revision, rule }: RouteInput<typeof contract.changeRule>['body'],
): Promise<{ revision: number }> =>
  inTenant(deps.db, by.merchantId, async (tx) => {
    const was = await lockRule(tx, id);
    if (!was) throw notFound();
    // Said once more by somebody whose first answer was lost: it is there already.
    if (plainOf(formOf(was)) === plainOf(rule)) return { revision: was.revision };
    if (was.revision !== revision) throw refused('changed');
    const personName = await personOf(tx, by, rule);
    const author = authorOf(deps, by);
    await updateRule(tx, id, { rule, personName, ...author });
    await happened(tx, by, {
      fact: 'exceptions.ruleChanged',
      at: author.at,
      about: { type: 'merchant', id: by.merchantId },
      params: told(rule),
      was: told(formOf(was)),
    });
    return { revision: revision + 1 };
  });

/**
 * What the rule holds for among the exceptions that the newest files name now, in whatever state people brought them to.
 * @throws Failure 'notFound'; 'conflict': 'changed'
 */
export const previewRule = (
  { db }: ExceptionDeps,
  by: Member,
  id: string,
  { revision }: RouteInput<typeof contract.previewRule>['body'],
): Promise<RouteOutput<typeof contract.previewRule>> =>
  inTenant(db, by.merchantId, async (tx) => {
    await seenRule(tx, id, revision);
    await markPreviewed(tx, id);
    const { filesMax, listedMax: limit } = ruleLimits;
    return {
      ...(await countLookedAt(tx, filesMax)),
      sums: await sumTouched(tx, id, filesMax),
      rows: await selectTouched(tx, id, { filesMax, limit }),
    };
  });

/** One that was removed comes back by being switched. @throws Failure 'notFound'; 'conflict': 'changed', 'notPreviewed', 'tooManyRules' */
export const switchRule = (
  deps: ExceptionDeps,
  by: Member,
  id: string,
  { revision, state, isUndo }: RouteInput<typeof contract.switchRule>['body'],
): Promise<{ isOn: boolean }> =>
  inTenant(deps.db, by.merchantId, async (tx) => {
    const removed = isUndo ? await lockRule(tx, id, { isRemoved: true }) : null;
    const rule = await seenRule(tx, id, revision, removed);
    if (state === 'ON' && rule.previewedRevision !== revision) throw refused('notPreviewed');
    const isOn = state === 'ON';
    if (state !== 'REMOVED' && !removed && rule.isOn === isOn) return { isOn };
    const author = authorOf(deps, by);
    await saveSwitch(tx, id, state, author);
    if (removed) await refuseTooMany(tx);
    await happened(tx, by, {
      fact: 'exceptions.ruleSwitched',
      at: author.at,
      about: { type: 'merchant', id: by.merchantId },
      params: { ...told(formOf(rule)), ruleState: state },
    });
    return { isOn };
  });

/** @throws Failure 'conflict': 'changed' where the rules are others than those named */
export const orderRules = (
  deps: ExceptionDeps,
  by: Member,
  { ids }: RouteInput<typeof contract.orderRules>['body'],
): Promise<{ ids: string[] }> =>
  inTenant(deps.db, by.merchantId, async (tx) => {
    const rules = await selectRules(tx);
    const known = new Map(rules.map((rule) => [rule.id, rule.name]));
    if (ids.length !== known.size || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id)))
      throw refused('changed');
    if (rules.every(({ id }, at) => id === ids[at])) return { ids };
    await saveOrder(tx, ids);
    await happened(tx, by, {
      fact: 'exceptions.rulesOrdered',
      at: deps.clock.now(),
      about: { type: 'merchant', id: by.merchantId },
      params: { ruleNames: ids.map((id) => known.get(id)).join(', ') },
      was: { ruleNames: rules.map(({ name }) => name).join(', ') },
    });
    return { ids };
  });
