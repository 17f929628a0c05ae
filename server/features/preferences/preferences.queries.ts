import type { KeptPreferences } from '@mizan/contract/preferences.ts';
import type { Tx } from '../../platform/database/database.ts';

/** As the platform: administrators have preferences too, and a sign-in reads them before anybody is signed in. */
export const readPreferences = (tx: Tx, userId: string): Promise<KeptPreferences | null> =>
  tx.row<KeptPreferences>(
    `SELECT users.locale AS language, coalesce(digits, 'language') AS digits,
       coalesce(calendar, 'gregorian') AS calendar, coalesce(muted_notices, '{}') AS "mutedNotices",
       coalesce(mail_notices, '{SIL,UNB,OVD}') AS "mailNotices",
       coalesce(push_notices, '{SIL,UNB,OVD}') AS "pushNotices", coalesce(push_amounts, false) AS "pushAmounts",
       coalesce(sign_in_mail, true) AS "signInMail",
       coalesce(asked_mail, true) AS "askedMail", coalesce(language_chosen, false) AS "languageChosen"
     FROM users LEFT JOIN user_preferences ON user_id = users.id WHERE users.id = $1`,
    [userId],
  );

/**
 * Which of these people hear by mail of what is asked of them: active, with an address, and not gone without. As the platform.
 */
export const selectHeardByAskedMail = async (tx: Tx, userIds: readonly string[]): Promise<Set<string>> => {
  const rows = await tx.rows<{ id: string }>(
    `SELECT users.id::text FROM users LEFT JOIN user_preferences ON user_id = users.id
      WHERE users.id = ANY($1::bigint[]) AND users.status = 'ACTIVE' AND users.email IS NOT NULL
        AND coalesce(asked_mail, true)`,
    [userIds],
  );
  return new Set(rows.map(({ id }) => id));
};

export async function storePreferences(tx: Tx, userId: string, wanted: KeptPreferences): Promise<void> {
  await tx.change(
    `INSERT INTO user_preferences (user_id, digits, calendar, muted_notices, sign_in_mail, asked_mail,
       language_chosen, mail_notices, push_notices, push_amounts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (user_id) DO UPDATE SET digits = excluded.digits, calendar = excluded.calendar,
       muted_notices = excluded.muted_notices, sign_in_mail = excluded.sign_in_mail,
       asked_mail = excluded.asked_mail,
       language_chosen = excluded.language_chosen, mail_notices = excluded.mail_notices,
       push_notices = excluded.push_notices, push_amounts = excluded.push_amounts`,
    [
      userId,
      wanted.digits,
      wanted.calendar,
      wanted.mutedNotices,
      wanted.signInMail,
      wanted.askedMail,
      wanted.languageChosen,
      wanted.mailNotices,
      wanted.pushNotices,
      wanted.pushAmounts,
    ],
  );
}
