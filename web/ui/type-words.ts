import type { TransactionType } from '@mizan/contract/transaction-types.ts';

/** The key of what a transaction is: 'transactions:type.cashAdvance'. */
export const typeKey = (type: TransactionType): string =>
  `transactions:type.${type.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
