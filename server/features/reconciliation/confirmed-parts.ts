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
  const said: NewPart = { ...by, ...holds, name, opensAt, closesMinute, bankId: bank?.id ?? null };
  const isChanged = part.id !== null && (await updatePart(tx, layoutId, part.id, said)) > 0;
  const id = part.id ?? (await insertPart(tx, layoutId, said));
  const isMoved = formerPartId !== null && formerPartId !== id;
  if (part.id === null || isChanged || isMoved)
    await joinPart(
      tx,
      bankFileId,
      { ...holds, partId: id, layoutId, bankName, formerPartId },
      { kind: 'part' },
    );
  return id;
}
