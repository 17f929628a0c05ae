import type { Database } from '../../platform/database/database.ts';
import { inTenant } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { KeptPicture } from '../../platform/pictures/received-picture.ts';
import { selectLogo } from './receipts.queries.ts';

/** The logo of this version. @throws Failure 'notFound' where the merchant has none, or another one by now */
export async function logoOf(db: Database, merchantId: string, version: string): Promise<KeptPicture> {
  const logo = await inTenant(db, merchantId, selectLogo);
  if (logo?.version !== version) throw notFound();
  return logo;
}
