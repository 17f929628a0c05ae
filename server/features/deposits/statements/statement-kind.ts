import type { BankField } from '@mizan/contract/reconciliation-terms.ts';
import { fieldOfName } from '../../../reconciliation/read/column-names.ts';
import { missingOf } from '../../../reconciliation/statement/statement-columns.ts';
import type { StatementFile } from './statement-file.ts';

/** What a table is, by its content: a name says nothing, and what nothing decides a person is asked. */
export type TableKind = 'STATEMENT' | 'PAYMENTS' | 'UNCLEAR';

/** What only lists of payments have. Amounts, dates, references and fees stand in statements as well. */
const ofPayments: ReadonlySet<BankField> = new Set<BankField>([
  'terminalId',
  'rrn',
  'stan',
  'authCode',
  'card',
  'scheme',
]);
/** Balances that follow by chance in a list of payments are fewer. */
const provedRowsMin = 2;

/**
 * A statement is a table whose columns somebody confirmed as one, or whose balances follow from its amounts; with columns of
 * payments beside that it is not clear. Without that it is one of payments where it has such columns, and a question where it
 * has what a statement has (a balance, or money in and money out apart). Everything else is left to the reader of payments.
 */
export function kindOfTable({ table }: StatementFile, isConfirmed: boolean): TableKind {
  if (!table) return 'STATEMENT';
  const fields = table.columns.map(({ field }) => field);
  const hasPayments = table.columns.some(({ title }) => {
    const named = fieldOfName(title);
    return named !== null && ofPayments.has(named.field);
  });
  const { chain, told } = table;
  const isProved =
    chain !== null && chain.triedCount >= provedRowsMin && chain.heldCount === chain.triedCount;
  // Without names a list of payments may look like a statement that was confirmed.
  if (isConfirmed && told.namesLine === 0) return 'UNCLEAR';
  if (isConfirmed || (isProved && !hasPayments)) return 'STATEMENT';
  if (isProved) return 'UNCLEAR';
  if (hasPayments || missingOf(fields).length > 0) return 'PAYMENTS';
  const looksLikeOne = fields.includes('balance') || (fields.includes('credit') && fields.includes('debit'));
  return looksLikeOne ? 'UNCLEAR' : 'PAYMENTS';
}
