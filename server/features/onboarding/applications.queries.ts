import type { ApplicationState } from '@mizan/contract/onboarding.ts';
import type { Application } from '@mizan/contract/onboarding-check.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** What is kept of an application: no password, and no hash of one either. */
export interface StoredForm extends Omit<Application, 'account' | 'cashiers'> {
  account: { username: string };
  cashiers: Omit<Application['cashiers'][number], 'password'>[];
}

/** Two applications that want the same name, number or registration are judged one after the other. */
const onboardingLock = 64_931;
export const lockOnboarding = (tx: Tx): Promise<number> =>
  tx.change('SELECT pg_advisory_xact_lock($1)', [onboardingLock]);

export interface Wanted {
  usernames: string[];
  tids: string[];
  cr: string;
  /** Null where the e-mail is not asked about. */
  email: string | null;
  /** The application that asks, which is not in its own way. */
  applicationId: string | null;
}
export interface Taken {
  usernames: string[];
  tids: string[];
  cr: boolean;
  email: boolean;
}

/** What of this somebody else has or waits for; names in lower case. As the platform: it is about everybody. */
export async function findTaken(tx: Tx, wanted: Wanted): Promise<Taken> {
  const row = await tx.row<Taken>(
    `SELECT
       ARRAY(SELECT lower(username) FROM users WHERE lower(username) = ANY ($1)
             UNION SELECT lower(username) FROM application_cashiers
              WHERE lower(username) = ANY ($1) AND application_id IS DISTINCT FROM $5::bigint) AS usernames,
       ARRAY(SELECT tid FROM terminal_directory WHERE tid = ANY ($2)
             UNION SELECT tid FROM application_terminals
              WHERE tid = ANY ($2) AND application_id IS DISTINCT FROM $5::bigint) AS tids,
       EXISTS (SELECT FROM applications
                WHERE cr = $3 AND state <> 'REJECTED' AND id IS DISTINCT FROM $5::bigint) AS cr,
       EXISTS (SELECT FROM users WHERE lower(email) = lower($4)) AS email`,
    [
      wanted.usernames.map((name) => name.toLowerCase()),
      wanted.tids,
      wanted.cr,
      wanted.email,
      wanted.applicationId,
    ],
  );
  if (!row) throw new Error('a SELECT without FROM returns a row');
  return row;
}

export interface NewApplication {
  form: StoredForm;
  locale: 'en' | 'ar';
  draftHash: Buffer;
  merchantId: string;
  ownerId: string;
  cashierHashes: string[];
  at: Date;
}

/** The application, pending, and what it reserves; answers its id. */
export async function insertApplication(
  tx: Tx,
  { form, locale, draftHash, merchantId, ownerId, cashierHashes, at }: NewApplication,
): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO applications (merchant_id, owner_id, draft_hash, cr, form, locale, sent_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id::text`,
    [merchantId, ownerId, draftHash, form.business.cr, form, locale, at],
  );
  if (!row) throw new Error('an INSERT returns its row');
  await tx.change(
    `INSERT INTO application_cashiers (application_id, position, username, password_hash)
     SELECT $1, position - 1, username, hash
       FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS cashier (username, hash, position)`,
    [row.id, form.cashiers.map(({ username }) => username), cashierHashes],
  );
  await reserveTids(tx, row.id, form);
  return row.id;
}

/** The terminal numbers of a form stand in place of those that were reserved before. */
async function reserveTids(tx: Tx, applicationId: string, { branches }: StoredForm): Promise<void> {
  await tx.change('DELETE FROM application_terminals WHERE application_id = $1', [applicationId]);
  await tx.change('INSERT INTO application_terminals (tid, application_id) SELECT unnest($2::text[]), $1', [
    applicationId,
    branches.flatMap(({ terminals }) => terminals.map(({ tid }) => tid)),
  ]);
}

interface DraftOwner {
  ownerId: string;
  merchantId: string;
  fullName: string;
  email: string;
  locale: 'en' | 'ar';
  verified: boolean;
}
export const findOwnerOfDraft = (tx: Tx, draftHash: Buffer): Promise<DraftOwner | null> =>
  tx.row<DraftOwner>(
    `SELECT users.id::text AS "ownerId", users.merchant_id::text AS "merchantId", users.full_name AS "fullName",
       users.email, users.locale, users.email_verified_at IS NOT NULL AS verified
       FROM applications JOIN users ON users.id = applications.owner_id WHERE draft_hash = $1`,
    [draftHash],
  );

/** The owner of an application whose e-mail is still to be verified, by e-mail or username; usernames have no '@'. */
export const findUnverifiedOwner = (tx: Tx, name: string): Promise<Omit<DraftOwner, 'verified'> | null> =>
  tx.row(
    `SELECT users.id::text AS "ownerId", users.merchant_id::text AS "merchantId", users.full_name AS "fullName",
       users.email, users.locale
       FROM applications JOIN users ON users.id = applications.owner_id
      WHERE (lower(users.email) = lower($1) OR lower(users.username) = lower($1)) AND users.status = 'ACTIVE'
        AND users.email_verified_at IS NULL AND applications.state <> 'REJECTED' LIMIT 1`,
    [name],
  );

/** Whom to write to about the application that this account owns, while it waits for a decision. */
export const findWaitingOf = (
  tx: Tx,
  { id, merchantId }: { id: string; merchantId: string | null },
): Promise<{ to: string; locale: 'en' | 'ar'; name: string } | null> =>
  tx.row(
    `SELECT form -> 'business' ->> 'email' AS "to", locale, form -> 'business' ->> 'name' AS name
       FROM applications WHERE merchant_id = $1 AND owner_id = $2 AND state = 'PENDING'`,
    [merchantId, id],
  );

export interface CorrectedRow {
  id: string;
  merchantId: string;
  ownerId: string;
  /** Whether its owner has verified the e-mail, without which it cannot be approved. */
  emailVerified: boolean;
  locale: 'en' | 'ar';
  state: ApplicationState;
  form: StoredForm;
  note: string | null;
  askedFields: string[];
}

/** The application whose correction this token asks for, locked until the transaction ends; null once it is done. */
export const findCorrection = (tx: Tx, tokenHash: Buffer, at: Date): Promise<CorrectedRow | null> =>
  tx.row<CorrectedRow>(
    `SELECT id::text, merchant_id::text AS "merchantId", owner_id::text AS "ownerId", locale, state, form, note,
       asked_fields AS "askedFields",
       (SELECT email_verified_at IS NOT NULL FROM users WHERE users.id = owner_id) AS "emailVerified"
       FROM applications
      WHERE correction_hash = $1 AND state = 'CORRECTION' AND correction_expires_at > $2 FOR UPDATE`,
    [tokenHash, at],
  );

/** Takes a corrected form over, and hands the application back to the administrator. */
export async function storeCorrection(tx: Tx, { id }: CorrectedRow, form: StoredForm): Promise<void> {
  await tx.change(
    `UPDATE applications SET form = $2, cr = $3, state = 'PENDING', correction_hash = NULL, asked_fields = '{}'
      WHERE id = $1`,
    [id, form, form.business.cr],
  );
  // In two steps, because two cashiers may have swapped their names.
  await tx.change(
    `UPDATE application_cashiers SET username = position || '/' || $1::bigint WHERE application_id = $1::bigint`,
    [id],
  );
  await tx.change(
    `UPDATE application_cashiers SET username = cashier.username
       FROM unnest($2::text[]) WITH ORDINALITY AS cashier (username, place)
      WHERE application_id = $1 AND position = cashier.place - 1`,
    [id, form.cashiers.map(({ username }) => username)],
  );
  await reserveTids(tx, id, form);
}

/** As the platform: applications are no tenant's. */
export async function selectApprovedAt(db: Database, merchantId: string): Promise<Date | null> {
  const rows = await platformRows<{ at: Date }>(
    db,
    `SELECT decided_at AS at FROM applications WHERE merchant_id = $1 AND state = 'APPROVED'`,
    [merchantId],
  );
  return rows[0]?.at ?? null;
}
