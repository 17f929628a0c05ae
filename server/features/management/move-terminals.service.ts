import { movedTerminalsMax, type moveTerminals as moveRoute } from '@mizan/contract/management.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { branchOf } from '../branches/branches.service.ts';
import { holdMerchant } from '../merchants/merchants.service.ts';
import { assignTerminalIn } from '../terminals/manage.service.ts';
import type { ManagementDeps } from './management.deps.ts';
import { countTerminalsAt, selectTerminalsAt } from './move-terminals.queries.ts';

/**
 * The way out of closing a branch: its terminals in service stand in another one from now on, all of a call or none. Each is
 * written down as when it is assigned by itself. @throws Failure 'notFound' of either branch or where the other is closed,
 * 'badRequest' where both are the same
 */
export const moveTerminals = (
  { db, clock }: ManagementDeps,
  member: Member,
  id: string,
  toBranchId: string,
): Promise<RouteOutput<typeof moveRoute>> =>
  inPlatform(db, async (tx) => {
    const { merchantId } = member;
    await holdMerchant(tx, merchantId);
    const [from, to] = [await branchOf(tx, merchantId, id), await branchOf(tx, merchantId, toBranchId)];
    if (!from || to?.status !== 'ACTIVE') throw notFound();
    if (id === toBranchId) throw new Failure('badRequest', 'The terminals stand there already.');
    const at = clock.now();
    const terminals = await selectTerminalsAt(tx, merchantId, id, movedTerminalsMax);
    for (const { id: terminalId, label } of terminals) {
      await assignTerminalIn(tx, at, member, terminalId, { label, branchId: toBranchId, cashierId: null });
    }
    return { moved: terminals.length, left: await countTerminalsAt(tx, merchantId, id) };
  });
