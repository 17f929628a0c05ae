import type { ApplicationState, DocumentRow, DocumentType } from '@mizan/contract/onboarding.ts';
import type { Application } from '@mizan/contract/onboarding-check.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** Applications for administrators, who have no tenant: all of it runs as the platform. */
export interface ApplicationRow {
  id: string;
  merchantId: string;
  ownerId: string;
  state: ApplicationState;
  form: Application;
  locale: 'en' | 'ar';
  emailVerified: boolean;
  sentAt: Date;
  decidedAt: Date | null;
  decidedByName: string | null;
  note: string | null;
  askedFields: string[];
}

const application = `
  SELECT applications.id::text, applications.merchant_id::text AS "merchantId",
    applications.owner_id::text AS "ownerId", applications.state, applications.form, applications.locale,
    owner.email_verified_at IS NOT NULL AS "emailVerified", applications.sent_at AS "sentAt",
    applications.decided_at AS "decidedAt", decider.full_name AS "decidedByName", applications.note,
    applications.asked_fields AS "askedFields"
  FROM applications
  JOIN users owner ON owner.id = applications.owner_id
  LEFT JOIN users decider ON decider.id = applications.decided_by
  WHERE applications.merchant_id = $1`;

export const selectApplication = async (db: Database, merchantId: string): Promise<ApplicationRow | null> =>
  (await platformRows<ApplicationRow>(db, application, [merchantId]))[0] ?? null;

/** The same, locked until the transaction ends: of two administrators one decides. */
export const lockApplication = (tx: Tx, merchantId: string): Promise<ApplicationRow | null> =>
  tx.row<ApplicationRow>(`${application} FOR UPDATE OF applications`, [merchantId]);

export const selectDocuments = (db: Database, applicationId: string): Promise<DocumentRow[]> =>
  platformRows<DocumentRow>(
    db,
    `SELECT id AS place, id::text, file_name AS "fileName", media_type AS "mediaType", octet_length(content) AS "sizeBytes"
       FROM application_documents WHERE application_id = $1 ORDER BY place`,
    [applicationId],
  );

export interface DocumentFile {
  fileName: string;
  mediaType: DocumentType;
  content: Buffer;
  merchantId: string;
  businessName: string;
}
/** Only of what was sent: a draft is its applicant's own. */
export const selectDocument = (tx: Tx, id: string): Promise<DocumentFile | null> =>
  tx.row<DocumentFile>(
    `SELECT file_name AS "fileName", media_type AS "mediaType", content, merchant_id::text AS "merchantId",
       form -> 'business' ->> 'name' AS "businessName"
       FROM application_documents JOIN applications ON applications.id = application_id
      WHERE application_documents.id = $1`,
    [id],
  );
