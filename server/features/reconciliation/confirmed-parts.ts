import { inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import {
  insertPart,
  joinPart,
  lockPart,
  lockParts,
  markPartRemoved,
  type NewPart,
  type PartRecord,
  selectParts,
  selectPartUse,
  updatePart,
} from './bank-file-parts.queries.ts';
import { holdsOf } from './bank-file-parts.ts';
import type { KeptProposal } from './layout-proposal.ts';
import type { ReconciliationDeps } from './reconciliation.service.ts';

/**
 * Keeps what a person confirmed that the files of a layout hold; answers the part's id, null where no line said anything of
 * it. Where a part is new or other than it was, the files that are of it, and those of the same bank's name whose lines
 * it holds and that are of none, are of it from now on and judged again. @throws Failure 'notFound' for one of another layout.
 */
export async function keepPart(
  tx: Tx,
  bankFileId: string,
  layoutId: string,
  { part, bank, bankName, isOfSeveralBanks = false }: KeptProposal,
  { formerPartId, ...by }: { byName: string; at: Date; formerPartId: string | null },
): Promise<string | null> {
  if (!part?.opensAt) return null;
  const { name, opensAt, closesMinute } = part;
  await lockParts(tx, layoutId);
  const known = await selectParts(tx, layoutId);
  if (part.id !== null && !known.some(({ id }) => id === part.id)) throw notFound();
  const holds = await holdsOf(tx, part);
  const bankId = bank?.id ?? null;
  const same = part.id === null ? known.find((each) => holdsSame(each, { ...holds, bankId })) : undefined;
  const own = known.find(({ id }) => id === part.id) ?? same;
  const said: NewPart = {
    ...by,
    ...holds,
    name: name || (same?.name ?? ''),
    opensAt: new Date(Math.min(Date.parse(opensAt), same?.openingMs ?? Infinity)).toISOString(),
    closesMinute: closesMinute ?? same?.closingMinute ?? null,
    bankId: own ? sharedBank(bankIdOf(own), isOfSeveralBanks, bankId) : bankId,
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

/**
 * The bank of a part that a file is said to be of. Files of another bank than the part's, or of several, leave it without one: then it is
 * that of each file's payments. A file without any payment says nothing of it.
 */
const sharedBank = (known: string | null, isOfSeveral: boolean, ofFile: string | null): string | null =>
  isOfSeveral || (ofFile !== null && ofFile !== known) ? null : known;

const bankIdOf = ({ bankId }: PartRecord): string | null => (bankId === null ? null : String(bankId));

/** Two parts of a layout that hold the same of one bank are one: no file could be told to be of the one and not of the other. */
const holdsSame = (one: PartRecord, other: Pick<NewPart, 'tids' | 'schemes' | 'bankId'>): boolean =>
  isSameSet(one.tids, other.tids) &&
  isSameSet(one.schemes, other.schemes) &&
  (one.bankId === null || other.bankId === null || bankIdOf(one) === other.bankId);

const isSameSet = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one && other ? new Set(one).symmetricDifference(new Set(other)).size === 0 : one === other;

/**
 * Removes a part that no file is of. @throws Failure 'notFound'; 'conflict': 'used' with the count of its files, 'busy' while a
 * file is being read, which may come to be of it.
 */
export const removePart = (
  { db, clock }: ReconciliationDeps,
  member: Member,
  id: string,
): Promise<{ id: string }> =>
  inTenant(db, member.merchantId, async (tx) => {
    const part = await lockPart(tx, id);
    if (!part) throw notFound();
    const { own = 0, running = 0 } = (await selectPartUse(tx, id)) ?? {};
    if (own > 0)
      throw new Failure('conflict', 'Bank files are of this part.', { reason: 'used', count: own });
    if (running > 0) throw new Failure('conflict', 'A bank file is being read.', { reason: 'busy' });
    const at = clock.now();
    await markPartRemoved(tx, id, at);
    await happened(tx, member, {
      fact: 'bankFiles.partRemoved',
      at,
      about: { type: 'merchant', id: member.merchantId },
      params: { bankName: part.bankName, partName: part.name },
    });
    return { id };
  });
