import type { TeamRole } from '@mizan/contract/rights.ts';
import type { Role } from '@mizan/contract/roles.ts';
import type { Tx } from '../../platform/database/database.ts';

export interface ResetReader {
  id: string;
  merchantId: string | null;
  role: Role;
  placeInTeam: TeamRole | null;
  fullName: string;
  email: string;
  locale: 'en' | 'ar';
}

/** The active user of an e-mail. Cashiers have none: the owner resets their passwords. */
export const findReader = (tx: Tx, email: string): Promise<ResetReader | null> =>
  tx.row<ResetReader>(
    `SELECT id::text, merchant_id::text AS "merchantId", role, team_role AS "placeInTeam",
       full_name AS "fullName", email, locale FROM users
     WHERE lower(email) = lower($1) AND status = 'ACTIVE'`,
    [email],
  );
