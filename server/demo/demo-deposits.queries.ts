import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../platform/database/database.ts';

/** What stands in the demo for the owner who enters deposits, and what banks confirmed that they pay. */

const idShape = /^[1-9]\d{0,18}$/;

/** From here on the transaction is this merchant's, as a request of it is. SET takes no parameter: the id is checked. */
export async function asMerchant(tx: Tx, merchantId: string): Promise<void> {
  if (!idShape.test(merchantId)) throw new Error(`not a merchant id: ${merchantId}`);
  await tx.rows(`SET LOCAL mizan.merchant_id = '${merchantId}'`);
}

/** The merchant's first person. */
export const selectOwner = (
  tx: Tx,
  merchantId: string,
): Promise<{ userId: string; fullName: string } | null> =>
  tx.row<{ userId: string; fullName: string }>(
    `SELECT id::text AS "userId", full_name AS "fullName" FROM users
      WHERE merchant_id = $1 AND role = 'MERCHANT' ORDER BY users.id LIMIT 1`,
    [merchantId],
  );

/** What of a cell the files of its bank list. */
export interface ConfirmedCell {
  bankId: string;
  day: string;
  scheme: Scheme;
  dueDay: string;
  netMinor: number;
}
/** What a bank file lists that is read once the portal runs. */
interface ComingFile {
  bankId: string;
  from: string;
  to: string;
}

/** Of riyals that were due from one day until before another, by bank and due day; with the days of a file that is to come. */
export const selectConfirmed = (
  tx: Tx,
  merchantId: string,
  { from, before, coming }: { from: string; before: string; coming: ComingFile },
): Promise<ConfirmedCell[]> =>
  tx.rows<ConfirmedCell>(
    `SELECT bank_id::text AS "bankId", business_day::text AS day, scheme, due_day::text AS "dueDay",
            sum(net_minor) AS "netMinor"
       FROM expectation_days
      WHERE merchant_id = $1 AND bank_id <> 0 AND currency = 'SAR' AND count <> 0
        AND (line = 'agreed' OR bank_id = $4 AND business_day BETWEEN $5::date AND $6::date)
        AND due_day >= $2::date AND due_day < $3::date
      GROUP BY bank_id, business_day, scheme, due_day HAVING sum(net_minor) <> 0
      ORDER BY bank_id, due_day, business_day, scheme`,
    [merchantId, from, before, coming.bankId, coming.from, coming.to],
  );
