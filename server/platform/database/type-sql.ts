import {
  backTypes,
  chargeTypes,
  endTypes,
  freeTypes,
  movingTypes,
  ratedTypes,
} from '@mizan/contract/transaction-types.ts';

/**
 * What contract/transaction-types.ts says of types, as conditions and signs on a column: written out, so that a plan made
 * without parameters knows the indexes of what is no purchase.
 */
const among = (column: string, types: readonly string[]): string =>
  `${column} IN (${types.map((type) => `'${type}'`).join(', ')})`;

/** It charges a card. */
export const isChargeSql = (column = 'type'): string => among(column, chargeTypes);
/** Money goes back on a card. */
export const givesBackSql = (column = 'type'): string => among(column, backTypes);
/** It moves money: what is held alone is owed by nobody and counted by nothing. */
export const movesMoneySql = (column = 'type'): string => among(column, movingTypes);
/** It holds an amount on a card. */
export const isHoldSql = (column = 'type'): string => among(column, ['PREAUTH']);
/** It is no test: what lists and counts that ask for no type have. */
export const isNoTestSql = (column = 'type'): string => `${column} <> 'TEST'`;
/** It ends what is held: charged, or let go. */
export const endsHoldSql = (column = 'type'): string => among(column, endTypes);
/** It bears the fee that was agreed. */
export const isRatedSql = (column = 'type'): string => among(column, ratedTypes);
/** It bears no fee, by rule. */
export const isFreeSql = (column = 'type'): string => among(column, freeTypes);
/** What it adds to a sum: 1, -1, or nothing where it does neither. */
export const signSql = (column = 'type'): string =>
  `CASE WHEN ${isChargeSql(column)} THEN 1 WHEN ${givesBackSql(column)} THEN -1 ELSE 0 END`;
/** An amount as it adds to a sum. */
export const signedSql = (minor: string, column = 'type'): string =>
  `CASE WHEN ${isChargeSql(column)} THEN ${minor} WHEN ${givesBackSql(column)} THEN -${minor} ELSE 0 END`;
