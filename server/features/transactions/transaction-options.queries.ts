import type { RouteOutput } from '@mizan/contract/route.ts';
import type { filterOptions } from '@mizan/contract/transactions.ts';
import { type Database, inTenant } from '../../platform/database/database.ts';
import type { OwnScope } from './transaction-filter.queries.ts';

type Options = RouteOutput<typeof filterOptions>;

/** More than this is no list that a person picks from. */
const optionsMax = 5_000;

/** Branches, banks, terminals and people by name; past ones too, because their payments are still shown. */
export const selectFilterOptions = (
  db: Database,
  merchantId: string,
  own: OwnScope | null,
): Promise<Options> =>
  inTenant(db, merchantId, async (tx) => {
    const terminalId = own ? own.terminalId : null;
    const [branches, banks, terminals, cashiers, starters] = await Promise.all([
      tx.rows<Options['branches'][number]>(
        `SELECT id::text, name_en AS "nameEn", name_ar AS "nameAr" FROM branches b
          WHERE b.merchant_id = tenant_id()
            AND (NOT $1 OR EXISTS (SELECT 1 FROM terminals t
                                    WHERE t.merchant_id = tenant_id() AND t.branch_id = b.id AND t.id = $2))
          ORDER BY code LIMIT ${optionsMax}`,
        [own !== null, terminalId],
      ),
      tx.rows<Options['banks'][number]>(
        `SELECT id AS place, id::text, name_en AS "nameEn", name_ar AS "nameAr" FROM banks
          WHERE merchant_id = tenant_id() AND NOT $1 ORDER BY place LIMIT ${optionsMax}`,
        [own !== null],
      ),
      tx.rows<Options['terminals'][number]>(
        `SELECT id::text, tid, branch_id::text AS "branchId" FROM terminals
          WHERE merchant_id = tenant_id() AND (NOT $1 OR id = $2) ORDER BY tid LIMIT ${optionsMax}`,
        [own !== null, terminalId],
      ),
      tx.rows<Options['cashiers'][number]>(
        `SELECT id AS place, id::text, full_name AS "fullName" FROM users
          WHERE role = 'CASHIER' AND (NOT $1 OR id = $2) ORDER BY full_name, place LIMIT ${optionsMax}`,
        [own !== null, own?.userId ?? null],
      ),
      tx.rows<Options['starters'][number]>(
        `SELECT id AS place, id::text, full_name AS "fullName" FROM users
          WHERE NOT $1 OR id = $2 ORDER BY full_name, place LIMIT ${optionsMax}`,
        [own !== null, own?.userId ?? null],
      ),
    ]);
    return { branches, banks, terminals, cashiers, starters };
  });
