import { announce } from '../../platform/bus/bus.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';
import type { ReturnRecord } from './chargebacks.queries.ts';
import { addStep, refused } from './exception-steps.service.ts';
import type { ExceptionRecord } from './exceptions.queries.ts';
import { insertSteps } from './exceptions-together.queries.ts';
import {
  type SettledRecord,
  selectBroken,
  selectSettledWith,
  settleTogether,
  takeBackWon,
  unsettle,
} from './settled-chargebacks.queries.ts';

/** What a chargeback that was won settles (docs/decisions/0117-what-a-won-chargeback-settles.md). No verdict follows from it. */

/** The line that gave back to the halala what a chargeback took (`differenceMinor` is negative), the oldest of several. Pure. */
export const settlingReturn = (
  differenceMinor: number,
  returns: readonly ReturnRecord[],
): ReturnRecord | undefined => returns.find(({ amountMinor }) => amountMinor === -differenceMinor);

/**
 * Settles a chargeback and the line that gave it back, each with the other.
 * @throws Failure 'conflict': 'changed' where a side went, or was settled with another one, in the meantime
 */
export async function settleWon(
  tx: Tx,
  by: Member,
  at: Date,
  { chargeback, returned }: { chargeback: ExceptionRecord; returned: ReturnRecord },
): Promise<void> {
  const count = await settleTogether(tx, {
    chargebackId: chargeback.id,
    ids: [chargeback.id, returned.exceptionId],
    note: returned.fileName,
    byId: by.userId,
    byName: by.fullName,
    at,
  });
  if (count !== 2) throw refused('changed');
  await addStep(tx, by, chargeback.id, { kind: 'SETTLED', at, otherName: returned.fileName });
  await addStep(tx, by, returned.exceptionId, { kind: 'SETTLED', at, otherName: chargeback.fileName });
  await announce(tx, by.merchantId, { type: 'FIL', bankFileId: returned.bankFileId });
}

/** A chargeback is called won no more: what it was settled with is open again. */
export async function unsettleOf(tx: Tx, by: Member, at: Date, chargeback: ExceptionRecord): Promise<void> {
  const sides = await selectSettledWith(tx, chargeback.id);
  if (sides.length === 0) return;
  await unsettle(tx, [chargeback.id]);
  for (const { exceptionId, bankFileId } of sides) {
    await addStep(tx, by, exceptionId, { kind: 'UNSETTLED', at, otherName: chargeback.fileName });
    await announce(tx, by.merchantId, { type: 'FIL', bankFileId });
  }
}

/** Nobody in person: a file was judged, undone or replaced. */
const portal = { byId: '0', byName: '' };

interface ToldSide {
  exceptionId: string;
  merchantId: string;
  bankFileId: string;
  /** The file that the other side is of. */
  otherName: string;
}

/** Keeps as a step of each side what became of it with the file of another, and tells the windows of their files. Answers these. */
export async function tellSides(
  tx: Tx,
  sides: readonly ToldSide[],
  step: { kind: 'SETTLED' | 'UNSETTLED'; at: Date },
): Promise<string[]> {
  for (const [otherName, same] of Map.groupBy(sides, (side) => side.otherName))
    await insertSteps(
      tx,
      same.map(({ exceptionId }) => exceptionId),
      { ...portal, ...step, note: '', otherName },
    );
  const files = new Map(sides.map(({ bankFileId, merchantId }) => [bankFileId, merchantId]));
  for (const [bankFileId, merchantId] of files) await announce(tx, merchantId, { type: 'FIL', bankFileId });
  return [...files.keys()];
}

/**
 * After a file changed: its settlements of which a side went, or says something else now, are open again on what is left. Answers the
 * files of all their sides.
 */
export async function reopenBroken(tx: Tx, bankFileId: string, at: Date): Promise<string[]> {
  const broken = await selectBroken(tx, bankFileId);
  if (broken.length === 0) return [];
  const ids = [...new Set(broken.map(({ chargebackId }) => chargebackId))];
  await unsettle(tx, ids);
  await takeBackWon(tx, ids);
  const goneOf = new Map(
    broken.filter(({ isBroken }) => isBroken).map((side) => [side.chargebackId, side] as const),
  );
  const told = broken.map((side) => ({
    ...side,
    otherName: (goneOf.get(side.chargebackId) ?? side).fileName,
  }));
  return tellSides(tx, told, { kind: 'UNSETTLED', at });
}

/** The other sides of what an exception is settled with. */
export const othersSettledWith = async (
  tx: Tx,
  { id, line }: Pick<ExceptionRecord, 'id' | 'line'>,
): Promise<Pick<SettledRecord, 'exceptionId' | 'fileName' | 'line'>[]> =>
  line === null
    ? []
    : (await selectSettledWith(tx, id))
        .filter(({ exceptionId }) => exceptionId !== id)
        .map(({ exceptionId, fileName, line: row }) => ({ exceptionId, fileName, line: row }));
