import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import type { TFunction } from 'i18next';
import { branchNameIn } from '../../platform/language.ts';
import type { Result } from '../../platform/results.store.ts';

/** 'Transaction #{id} is approved', or 'Transaction #{id} is {status}' (rules S8). */
export const resultSentence = ({ transactionId: id, approved }: Result, t: TFunction): string =>
  approved
    ? t('payment:popup.approved', { id })
    : t('payment:popup.other', { id, status: t('payment:popup.declined') });

export const branchOf = (payment: TransactionDetail): string => branchNameIn(payment);

/** Who started it, where it was somebody else than the terminal's cashier. */
export const starterOf = ({ startedById, startedByName, cashierId }: TransactionDetail): string | null =>
  startedById === cashierId ? null : startedByName;
