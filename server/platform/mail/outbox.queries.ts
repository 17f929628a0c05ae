import { type Database, platformRows, type Tx } from '../database/database.ts';

export interface OutboxRow {
  id: string;
  to: string;
  subject: string;
  text: string;
  code: string | null;
  link: string | null;
  createdAt: Date;
}

const columns = `id::text, recipient AS "to", subject, body_text AS text, code, link, created_at AS "createdAt"`;

export async function insertMail(
  tx: Tx,
  mail: Omit<OutboxRow, 'id'> & {
    about: string | null;
    sentAt: Date | null;
    attachment: { name: string; content: Buffer } | null;
  },
): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO outbox_mails (recipient, subject, body_text, code, link, created_at, sent_at, about,
       attachment_name, attachment)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id::text`,
    [
      mail.to,
      mail.subject,
      mail.text,
      mail.code,
      mail.link,
      mail.createdAt,
      mail.sentAt,
      mail.about,
      mail.attachment?.name ?? null,
      mail.attachment?.content ?? null,
    ],
  );
  if (!row) throw new Error('the mail was not written');
  return row.id;
}

/** A mail that was not sent yet. As the platform: mails go to people of every merchant and of none. */
export async function findUnsent(
  db: Database,
  id: string,
): Promise<(OutboxRow & { attachmentName: string | null; attachment: Buffer | null }) | null> {
  const text = `SELECT ${columns}, attachment_name AS "attachmentName", attachment FROM outbox_mails WHERE id = $1 AND sent_at IS NULL`;
  return (
    (
      await platformRows<OutboxRow & { attachmentName: string | null; attachment: Buffer | null }>(db, text, [
        id,
      ])
    )[0] ?? null
  );
}

/** What was sent keeps its address and time; its text, code and link are secrets that nobody needs any more. */
export async function markSent(db: Database, id: string, at: Date): Promise<void> {
  const text = `UPDATE outbox_mails SET sent_at = $2, failed_reason = NULL, body_text = '', code = NULL, link = NULL,
    attachment = NULL
    WHERE id = $1`;
  await platformRows(db, text, [id, at]);
}

export async function markFailed(db: Database, id: string, reason: string): Promise<void> {
  await platformRows(db, 'UPDATE outbox_mails SET failed_reason = $2 WHERE id = $1', [id, reason]);
}

/** How far a mail came. `failedReason` is the server's word of the last try; it is tried again until it is given up. */
export interface MailState {
  to: string;
  createdAt: Date;
  sentAt: Date | null;
  failedReason: string | null;
}

/** The mails about something, as they were written; those of the last weeks alone are kept. */
export const mailsAbout = (db: Database, about: string): Promise<MailState[]> =>
  platformRows<MailState>(
    db,
    `SELECT recipient AS "to", created_at AS "createdAt", sent_at AS "sentAt", failed_reason AS "failedReason"
       FROM outbox_mails WHERE about = $1 ORDER BY id`,
    [about],
  );

/** The newest mails, newest first: for the demo's outbox alone. */
export const findNewest = (db: Database, limit: number): Promise<OutboxRow[]> =>
  platformRows<OutboxRow>(
    db,
    `SELECT ${columns} FROM (SELECT *, outbox_mails.id AS place FROM outbox_mails) outbox_mails ORDER BY created_at DESC, place DESC LIMIT $1`,
    [limit],
  );

/** What the newest mails bring along, by the mail: for the demo's outbox alone. */
export const findAttachmentNames = (
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  platformRows(
    db,
    'SELECT id::text, attachment_name AS name FROM outbox_mails WHERE id = ANY($1::bigint[]) AND attachment IS NOT NULL',
    [ids],
  );

export async function findAttachment(
  db: Database,
  id: string,
): Promise<{ name: string; content: Buffer } | null> {
  const [found] = await platformRows<{ name: string; content: Buffer }>(
    db,
    'SELECT attachment_name AS name, attachment AS content FROM outbox_mails WHERE id = $1 AND attachment IS NOT NULL',
    [id],
  );
  return found ?? null;
}

/** How many of that age there are. */
export const countOldMails = async (tx: Tx, before: Date): Promise<number> =>
  (await tx.row<{ count: number }>('SELECT count(*) FROM outbox_mails WHERE created_at < $1', [before]))
    ?.count ?? 0;

export const deleteOldMails = (tx: Tx, before: Date, most: number): Promise<number> =>
  tx.change(
    `DELETE FROM outbox_mails WHERE id IN (
       SELECT id FROM outbox_mails WHERE created_at < $1 ORDER BY created_at LIMIT $2)`,
    [before, most],
  );
