import type { BankNames } from '@mizan/contract/bank-names.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Banks by what people call them in their files, in either language. */

const calledSo = (name: string): string =>
  `banks b WHERE b.merchant_id = tenant_id() AND lower(btrim(${name})) IN (lower(b.name_en), lower(b.name_ar))
    ORDER BY b.id LIMIT 1`;
const asJson = "jsonb_build_object('nameEn', b.name_en, 'nameAr', b.name_ar)";

/** As SQL: both names of the tenant's bank that is called so; NULL where none is. */
export const bankCalled = (name: string): string => `(SELECT ${asJson} FROM ${calledSo(name)})`;
/** As SQL: the same as one text, to search in. */
export const namesOfBankCalled = (name: string): string =>
  `(SELECT concat_ws(' ', b.name_en, b.name_ar) FROM ${calledSo(name)})`;

export const selectBankCalled = (tx: Tx, name: string): Promise<BankNames | null> =>
  tx.row<BankNames>(`SELECT b.name_en AS "nameEn", b.name_ar AS "nameAr" FROM ${calledSo('$1')}`, [name]);
