import { datedMax } from '@mizan/contract/banks.ts';
import type {
  addAnswerDays as addRoute,
  listAnswerDays as listRoute,
} from '@mizan/contract/chargeback-days.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { inTenant } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { namedBank } from '../banks/banks.service.ts';
import { insertAnswerDays, selectAnswerDays, selectReckoned } from './chargeback-days.queries.ts';
import { refused } from './exception-steps.service.ts';
import type { ExceptionDeps } from './exceptions.deps.ts';

/** Within how many days banks want the answer to a chargeback, as their merchant says (docs/decisions/0118). */

export const listAnswerDays = ({ db }: ExceptionDeps, by: Member): Promise<RouteOutput<typeof listRoute>> =>
  inTenant(db, by.merchantId, async (tx) => ({
    rows: (await selectAnswerDays(tx)).map(({ id, bankId, scheme, days, validFrom, byName, at }) => ({
      id,
      bankId,
      scheme,
      days,
      validFrom,
      byName,
      at: at.toISOString(),
    })),
  }));

/**
 * Says it from a day on, which may be past: what was agreed then. Answers of how many open chargebacks the day moved; what was
 * answered, or has a date copied from the bank's notice, is left as it is. The same said again adds nothing.
 * @throws Failure 'notFound'; 'conflict': 'tooMany'
 */
export const addAnswerDays = (
  { db, clock }: ExceptionDeps,
  by: Member,
  said: RouteInput<typeof addRoute>['body'],
): Promise<RouteOutput<typeof addRoute>> =>
  inTenant(db, by.merchantId, async (tx) => {
    const { bankId, scheme, days, validFrom } = said;
    const bank = await namedBank(tx, bankId);
    if (!bank) throw notFound();
    const rows = await selectAnswerDays(tx);
    const last = rows.findLast(
      (each) => each.bankId === bankId && each.scheme === scheme && each.validFrom === validFrom,
    );
    if (last?.days === days) return { movedCount: 0 };
    if (rows.length >= datedMax) throw refused('tooMany');
    const before = new Map((await selectReckoned(tx, bankId)).map(({ id, day }) => [id, day]));
    const at = clock.now();
    await insertAnswerDays(tx, { ...said, byId: by.userId, byName: by.fullName, at });
    const after = await selectReckoned(tx, bankId);
    const movedCount = after.filter(({ id, day }) => before.get(id) !== day).length;
    await happened(tx, by, {
      fact: 'banks.answerDaysSet',
      at,
      about: { type: 'bank', id: bankId },
      params: { bankName: bank.nameEn, scheme, answerDays: days, validFrom, movedCount },
      was: { answerDays: last?.days ?? null },
    });
    return { movedCount };
  });
