import type { getMerchant } from '@mizan/contract/merchants.ts';
import type { DocumentType } from '@mizan/contract/onboarding.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import { documentName } from '../../platform/scanner/document-name.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { merchantOf } from '../merchants/merchants.service.ts';
import { selectApplication, selectDocument, selectDocuments } from './review.queries.ts';

/** A merchant with its application and documents. @throws Failure 'notFound' */
export async function merchantDetail(db: Database, id: string): Promise<RouteOutput<typeof getMerchant>> {
  const [merchant, application] = await Promise.all([merchantOf(db, id), selectApplication(db, id)]);
  if (!merchant) throw notFound();
  if (!application) return { merchant, application: null };
  const { form, state, emailVerified, locale, sentAt, decidedAt, decidedByName, note, askedFields } =
    application;
  return {
    merchant,
    application: {
      state,
      emailVerified,
      locale,
      decidedByName,
      note,
      askedFields,
      sentAt: sentAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
      username: form.account.username,
      business: form.business,
      branches: form.branches,
      cashiers: form.cashiers,
      documents: await selectDocuments(db, application.id),
    },
  };
}

/** A document as it is handed out: under the name of what its content is. */
interface HandedOut {
  name: string;
  mediaType: DocumentType;
  content: Buffer;
}

/**
 * A document for an administrator, who is written down with it: nobody has it without an entry.
 * @throws Failure 'notFound', also for what lies in a draft
 */
export const handOutDocument = (
  { db, clock }: Pick<AuthDeps, 'db' | 'clock'>,
  admin: Principal,
  id: string,
): Promise<HandedOut> =>
  inPlatform(db, async (tx) => {
    const file = await selectDocument(tx, id);
    if (!file) throw notFound();
    const { fileName, mediaType, content, merchantId, businessName } = file;
    const name = documentName(fileName, mediaType);
    await happened(tx, admin, {
      fact: 'merchants.documentDownloaded',
      at: clock.now(),
      about: { type: 'merchant', id: merchantId },
      params: { name: businessName, fileName: name, sizeBytes: content.length },
    });
    return { name, mediaType, content };
  });
