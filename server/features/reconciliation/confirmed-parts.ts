import type { Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import { insertPart, joinPart, type NewPart, selectParts, updatePart } from './bank-file-parts.queries.ts';
import { holdsOf } from './bank-file-parts.ts';
import type { KeptProposal } from './layout-proposal.ts';

/**
 * Keeps what a person confirmed that the files of a layout hold; answers the part's id, null where no line said anything of
 * it. Where a part is new or other than it was, the files that are of it, and those of the same bank's name whose lines
 * it holds and that are of none, are of it from now on and judged again. @throws Failure 'notFound' for one of another layout.
 */
export async function keepPart(
  tx: Tx,
  bankFileId: string,
  layoutId: string,
  { part, bank, bankName }: KeptProposal,
  { formerPartId, ...by }: { byName: string; at: Date; formerPartId: string | null },
): Promise<string | null> {
  if (!part?.opensAt) return null;
  const { name, opensAt, closesMinute } = part;
  const known = await selectParts(tx, layoutId);
  if (part.id !== null && !known.some(({ id }) => id === part.id)) throw notFound();
  const holds = await holdsOf(tx, part);
  const same = part.id === null ? known.find((each) => holdsSame(each, holds)) : undefined;
  const said: NewPart = {
    ...by,
    ...holds,
    name: name || (same?.name ?? ''),
    opensAt: new Date(Math.min(Date.parse(opensAt), same?.openingMs ?? Infinity)).toISOString(),
    closesMinute: closesMinute ?? same?.closingMinute ?? null,
    bankId: bank?.id ?? null,
  };
  const knownId = part.id ?? same?.id ?? null;
  const isChanged = knownId !== null && (await updatePart(tx, layoutId, knownId, said)) > 0;
  const id = knownId ?? (await insertPart(tx, layoutId, said));
  const isMoved = formerPartId !== null && formerPartId !== id;
  if (knownId === null || isChanged || isMoved)
    await joinPart(
      tx,
      bankFileId,
      { ...holds, partId: id, layoutId, bankName, formerPartId },
      { kind: 'part' },
    );
  return id;
}

type Holds = Pick<NewPart, 'tids' | 'schemes'>;

/** Two parts of a layout that hold the same are one: no file could be told to be of the one and not of the other. */
const holdsSame = (one: Holds, other: Holds): boolean =>
  isSameSet(one.tids, other.tids) && isSameSet(one.schemes, other.schemes);

const isSameSet = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one && other ? new Set(one).symmetricDifference(new Set(other)).size === 0 : one === other;
