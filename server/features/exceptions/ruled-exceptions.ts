import type * as contract from '@mizan/contract/exception-rules.ts';
import type { RuleSums } from '@mizan/contract/exception-rules.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { announce } from '../../platform/bus/bus.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import type { Member } from '../../platform/http/call.ts';
import { holdersAt } from '../users/users.service.ts';
import {
  markRuled,
  type RuleRecord,
  type Ruling,
  saveRuling,
  selectArisen,
  selectOther,
  selectRules,
  selectRulings,
} from './exception-rules.queries.ts';
import type { ExceptionDeps } from './exceptions.deps.ts';
import { insertSteps, lockFree, saveAssignees } from './exceptions-together.queries.ts';

/**
 * What rules do with exceptions: put them into hands that nobody chose before, and write beside them a group and a proposal. No
 * statement of this file touches a state, a figure or an age.
 */

const rulesThatAreOn = async (tx: Tx): Promise<RuleRecord[]> =>
  (await selectRules(tx)).filter(({ isOn }) => isOn);

/** Whether a judging has to ask rules. */
export const hasRules = async (tx: Tx): Promise<boolean> => (await rulesThatAreOn(tx)).length > 0;

const peopleOf = async (tx: Tx, merchantId: string): Promise<string[]> =>
  (await holdersAt(tx, merchantId, 'bankFiles.change')).map(({ id }) => id);

async function carryOut(tx: Tx, rulings: readonly Ruling[], at: Date): Promise<void> {
  const rules = new Map((await rulesThatAreOn(tx)).map((rule) => [rule.id, rule]));
  for (const ruling of rulings) {
    await saveRuling(tx, ruling);
    const rule = ruling.ruleId === null ? undefined : rules.get(ruling.ruleId);
    if (!rule || rule.assigneeId === null || rule.assigneeName === null) continue;
    await saveAssignees(tx, ruling.ids, { id: rule.assigneeId, name: rule.assigneeName });
    await insertSteps(tx, ruling.ids, {
      kind: 'RULED',
      byId: rule.byId,
      byName: rule.name,
      at,
      note: '',
      otherName: rule.assigneeName,
    });
  }
}

/** Asks the rules of what a judging just named, in its transaction. */
export async function ruleArisen(tx: Tx, merchantId: string, bankFileId: string, at: Date): Promise<void> {
  // Both were written a moment ago and have no statistics: each exception would be held against each entry.
  await tx.change('SET LOCAL enable_nestloop = off');
  const rulings = await selectArisen(tx, bankFileId, await peopleOf(tx, merchantId));
  await tx.change('SET LOCAL enable_nestloop = on');
  await carryOut(tx, rulings, at);
  await markRuled(tx, bankFileId);
}

type Figure = RuleSums[number] & { id?: string };
const sumsOf = (rows: readonly Pick<Figure, 'currency' | 'differenceMinor'>[]): RuleSums =>
  [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    count: of.length,
    differenceMinor: of.reduce((sum, { differenceMinor }) => sum + differenceMinor, 0),
  }));

/** Of how many open exceptions the rules say something else than what stands there. */
export const getRulesEffect = (
  { db }: ExceptionDeps,
  by: Member,
): Promise<RouteOutput<typeof contract.getRulesEffect>> =>
  inTenant(db, by.merchantId, async (tx) => ({
    sums: sumsOf(await selectOther(tx, await peopleOf(tx, by.merchantId))),
  }));

/** Asks the rules of the open exceptions that nobody holds; once more it finds nothing to do. */
export const applyRules = (
  { db, clock }: ExceptionDeps,
  by: Member,
): Promise<RouteOutput<typeof contract.applyRules>> =>
  inTenant(db, by.merchantId, async (tx) => {
    const people = await peopleOf(tx, by.merchantId);
    const other = await selectOther(tx, people);
    const free = await lockFree(
      tx,
      other.map(({ id }) => id),
    );
    const at = clock.now();
    // Asked once more now that they are locked: somebody may have been faster.
    const rulings = await selectRulings(
      tx,
      free.map(({ id }) => id),
      people,
    );
    await carryOut(tx, rulings, at);
    const done = new Set(rulings.flatMap(({ ids }) => ids));
    const touched = free.filter(({ id }) => done.has(id));
    const sums = sumsOf(touched);
    for (const { currency, count, differenceMinor } of sums)
      await happened(tx, by, {
        fact: 'exceptions.rulesApplied',
        at,
        about: { type: 'merchant', id: by.merchantId },
        params: { exceptionsCount: count, amountMinor: differenceMinor, currency },
      });
    for (const bankFileId of new Set(touched.map((each) => each.bankFileId)))
      await announce(tx, by.merchantId, { type: 'FIL', bankFileId });
    return { sums, busyCount: other.length - free.length };
  });
