import { type Closing, canReopen, closingOf, isNameOf } from '@mizan/contract/closing.ts';
import type { ClosingPreview } from '@mizan/contract/ownership.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member, Principal } from '../../platform/http/call.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { endSessionsAt } from '../../platform/sessions/sessions.ts';
import type { Words } from '../../platform/words.ts';
import { endIntegrations } from '../integrator/end-all.service.ts';
import { holdMerchant, setMerchantClosed } from '../merchants/merchants.service.ts';
import { bothLogs, nameIn, tellOwners } from '../merchants/told.service.ts';
import { ownersAt } from '../users/users.service.ts';
import { selectWhatEnds } from './closing.queries.ts';

/** An owner closes the account, an administrator opens it again (docs/decisions/0205-closing-an-account.md). */
export interface ClosingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
}

/** What closing would stop, and what is open. */
export const closingPreview = ({ db, clock }: ClosingDeps, { merchantId }: Member): Promise<ClosingPreview> =>
  inPlatform(db, async (tx) => {
    const now = clock.now();
    const row = await selectWhatEnds(tx, merchantId, now);
    if (!row) throw notFound();
    const { nameEn, nameAr, terminals, people, keys, webhooks, reports } = row;
    const { payments, refunds, exceptions, unconfirmed } = row;
    return {
      nameEn,
      nameAr,
      ends: { terminals, people, keys, webhooks, reports },
      open: { payments, refunds, exceptions, unconfirmed },
      closing: closingOf(now),
    };
  });

/** What owners read of a closing: until when it may be opened again, and what is kept how long. */
const closingValues =
  ({ name, nameAr }: { name: string; nameAr: string }, { reopenUntil, keptUntil }: Closing) =>
  ({ moment, day, language }: Words) => ({
    name: nameIn({ name, nameAr }, language),
    until: moment(new Date(reopenUntil)),
    kept: day(keptUntil),
  });

/**
 * Closes the account in turn with whoever else changes who may work there. All sessions end; keys, credentials and webhooks
 * end for good; what is under way goes on to its result. Closed already, it answers what was answered first.
 * @throws Failure 'conflict' with `reason`: 'name', 'status'
 */
export const closeAccount = (deps: ClosingDeps, actor: Member, typed: string): Promise<Closing> =>
  inPlatform(deps.db, async (tx) => {
    const { merchantId } = actor;
    const merchant = await holdMerchant(tx, merchantId);
    if (!merchant) throw notFound();
    if (merchant.closedAt) return closingOf(merchant.closedAt);
    const { name, nameAr } = merchant;
    if (merchant.status !== 'ACTIVE') {
      throw new Failure('conflict', 'This account is not in business.', { reason: 'status' });
    }
    if (!isNameOf(typed, { nameEn: name, nameAr })) {
      throw new Failure('conflict', 'This is not the name of the business.', { reason: 'name' });
    }
    const at = deps.clock.now();
    const closing = closingOf(at);
    await setMerchantClosed(tx, merchantId, at);
    const { keys, webhooks } = await endIntegrations(tx, merchantId, at);
    await endSessionsAt(tx, merchantId, { kind: 'merchant' }, at);
    for (const by of bothLogs(actor, merchantId)) {
      await happened(tx, by, {
        fact: 'merchants.closed',
        at,
        about: { type: 'merchant', id: merchantId },
        params: { name, arabicName: nameAr, integrations: keys, webhooks },
      });
    }
    await tellOwners(tx, deps.mailer, actor, {
      fact: 'merchants.closingTold',
      merchantId,
      owners: await ownersAt(tx, merchantId),
      at,
      values: closingValues(merchant, closing),
    });
    return closing;
  });

/**
 * Opens a closed account again: its people may sign in and its terminals take payments; keys and webhooks stay ended.
 * @throws Failure 'notFound'; 'conflict' with `reason`: 'notClosed', 'tooLate'
 */
export const reopenAccount = (
  deps: ClosingDeps,
  actor: Principal,
  merchantId: string,
  reason: string,
): Promise<{ status: 'ACTIVE' }> =>
  inPlatform(deps.db, async (tx) => {
    const merchant = await holdMerchant(tx, merchantId);
    if (!merchant) throw notFound();
    const { name, nameAr, closedAt } = merchant;
    if (!closedAt) throw new Failure('conflict', 'Nobody closed this account.', { reason: 'notClosed' });
    const at = deps.clock.now();
    const closing = closingOf(closedAt);
    if (!canReopen(closing, at)) {
      throw new Failure('conflict', 'This account was closed too long ago.', { reason: 'tooLate' });
    }
    await setMerchantClosed(tx, merchantId, null);
    for (const by of bothLogs(actor, merchantId)) {
      await happened(tx, by, {
        fact: 'merchants.reopened',
        at,
        about: { type: 'merchant', id: merchantId },
        params: { name, arabicName: nameAr, note: reason },
      });
    }
    await tellOwners(tx, deps.mailer, actor, {
      fact: 'merchants.reopeningTold',
      merchantId,
      owners: await ownersAt(tx, merchantId),
      at,
      values: closingValues(merchant, closing),
    });
    return { status: 'ACTIVE' };
  });
