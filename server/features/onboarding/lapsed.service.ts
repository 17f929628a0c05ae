import { unverifiedDays } from '@mizan/contract/onboarding.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { forgetLinksOf } from '../auth/email-links.service.ts';
import { removeMerchant } from '../merchants/merchants.service.ts';
import { removeUser } from '../users/users.service.ts';
import { lockOnboarding } from './applications.queries.ts';
import { deleteApplication, lockLapsed, selectLapsed } from './lapsed.queries.ts';

type Deps = Pick<AuthDeps, 'db' | 'clock'>;

/** What one run of the job takes at most; the rows that are left drive the next one. */
const applicationsPerRun = 200;
const dayMs = 24 * 60 * 60_000;

/**
 * Deletes applications whose e-mail was never verified: nobody proved that the address is theirs, and until then
 * it holds names, numbers and a registration that others may want. Each in a transaction of its own, so that one
 * that cannot be deleted keeps no other from it. @throws AggregateError for those
 */
export async function deleteLapsedApplications({ db, clock }: Deps): Promise<void> {
  const at = clock.now();
  const before = new Date(at.getTime() - unverifiedDays * dayMs);
  const failures: unknown[] = [];
  for (const { id } of await selectLapsed(db, before, applicationsPerRun)) {
    await deleteOne(db, id, at).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'lapsed applications could not be deleted');
}

/** The entry stands in the platform's chain: the merchant whose it would be is gone. */
async function deleteOne(db: Database, id: string, at: Date): Promise<void> {
  await inPlatform(db, async (tx) => {
    await lockOnboarding(tx);
    const lapsed = await lockLapsed(tx, id);
    if (!lapsed) return;
    await deleteApplication(tx, id);
    await forgetLinksOf(tx, lapsed.ownerId);
    await removeUser(tx, lapsed.ownerId);
    await removeMerchant(tx, lapsed.merchantId);
    await happened(tx, nobody(null), {
      fact: 'onboarding.lapsed',
      at,
      about: { type: 'merchant', id: lapsed.merchantId },
      was: { state: lapsed.state, name: lapsed.businessName },
      params: { reason: 'emailNotVerified' },
    });
  });
}
