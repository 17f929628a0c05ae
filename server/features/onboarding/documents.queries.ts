import type { DocumentRow, DocumentType } from '@mizan/contract/onboarding.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Documents of applications. All of it as the platform: nobody who applies is a tenant yet. */
const row = `id::text, file_name AS "fileName", media_type AS "mediaType", octet_length(content) AS "sizeBytes"`;

export interface NewDocument {
  draftHash: Buffer;
  fileName: string;
  mediaType: DocumentType;
  content: Buffer;
  at: Date;
}

/** Null where the draft has as many as it may have; one upload of a draft waits for another. */
export async function insertDocument(tx: Tx, doc: NewDocument, most: number): Promise<DocumentRow | null> {
  await tx.change(`SELECT pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))`, [doc.draftHash]);
  const held = await tx.row<{ count: number }>(
    'SELECT count(*) AS count FROM application_documents WHERE draft_hash = $1 AND application_id IS NULL',
    [doc.draftHash],
  );
  if ((held?.count ?? 0) >= most) return null;
  return tx.row<DocumentRow>(
    `INSERT INTO application_documents (draft_hash, file_name, media_type, content, uploaded_at)
     VALUES ($1, $2, $3, $4, $5) RETURNING ${row}`,
    [doc.draftHash, doc.fileName, doc.mediaType, doc.content, doc.at],
  );
}

/** Gives a draft's documents to its application: those of `ids`, or all where it is null. Answers how many. */
export async function attachDocuments(
  tx: Tx,
  applicationId: string,
  draftHash: Buffer,
  ids: readonly string[] | null,
): Promise<number> {
  const attached = await tx.change(
    `UPDATE application_documents SET application_id = $1
      WHERE draft_hash = $2 AND application_id IS NULL AND ($3::bigint[] IS NULL OR id = ANY ($3))`,
    [applicationId, draftHash, ids],
  );
  await tx.change('DELETE FROM application_documents WHERE draft_hash = $1 AND application_id IS NULL', [
    draftHash,
  ]);
  return attached;
}

export const deleteUnsentDocuments = (tx: Tx, before: Date): Promise<number> =>
  tx.change('DELETE FROM application_documents WHERE application_id IS NULL AND uploaded_at < $1', [before]);
