import type { TransactionRow } from '@mizan/contract/transactions.ts';
import { useTranslation } from 'react-i18next';
import { codesText } from '../../ui/outcome-words.ts';

/** Why it was not approved, out of the long tables of codes, which come when a list has such a row. */
export default function DeclineReason({ row }: { row: TransactionRow }) {
  const { t } = useTranslation('transactions');
  return codesText(row.providerCode, row.actionCode, t);
}
