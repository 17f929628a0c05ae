/**
 * What two programs name the columns of the files by which they take entries, and which cells they ask for. Odoo: the technical names of
 * 'Journal Entries' (account.move and its line_ids), which it matches before any label and in every language of its users. ERPNext: the
 * labels of the document 'Journal Entry' and of its table 'Accounting Entries', as its template writes them: those of the table with its
 * name in brackets behind them, `Debit` being the amount in the account's own currency. In both, rows below whose cells of the document are
 * empty are further lines of it.
 */
interface Heading {
  heading: string;
  /** Of the program's own model. */
  field: string;
  isRequired: boolean;
}
export interface ProgramTemplate {
  /** The cells of a document, which stand in its first row alone. */
  document: readonly Heading[];
  lines: readonly Heading[];
  account: string;
  debit: string;
  credit: string;
}

const required = (heading: string, field = heading): Heading => ({ heading, field, isRequired: true });
const optional = (heading: string, field = heading): Heading => ({ heading, field, isRequired: false });
const inTable = (label: string): string => `${label} (Accounting Entries)`;

export const programTemplates: Readonly<Record<'odoo' | 'erpnext', ProgramTemplate>> = {
  odoo: {
    document: [required('date'), optional('ref'), required('journal_id')],
    lines: [
      required('line_ids/account_id'),
      optional('line_ids/name'),
      optional('line_ids/debit'),
      optional('line_ids/credit'),
    ],
    account: 'line_ids/account_id',
    debit: 'line_ids/debit',
    credit: 'line_ids/credit',
  },
  erpnext: {
    document: [
      required('Entry Type', 'voucher_type'),
      required('Company', 'company'),
      required('Posting Date', 'posting_date'),
      optional('Reference Number', 'cheque_no'),
      // Asked for with a number.
      required('Reference Date', 'cheque_date'),
      optional('User Remark', 'user_remark'),
    ],
    lines: [
      required(inTable('Account'), 'accounts.account'),
      optional(inTable('Debit'), 'accounts.debit_in_account_currency'),
      optional(inTable('Credit'), 'accounts.credit_in_account_currency'),
      optional(inTable('User Remark'), 'accounts.user_remark'),
    ],
    account: inTable('Account'),
    debit: inTable('Debit'),
    credit: inTable('Credit'),
  },
};

type Row = Readonly<Record<string, string>>;
/** Rows of a file as its program groups them: a row with any cell of the document begins one. */
export function documentsOf(rows: readonly Row[], { document }: ProgramTemplate): Row[][] {
  const documents: Row[][] = [];
  for (const row of rows) {
    const isHead = document.some(({ heading }) => row[heading] !== '');
    const last = documents.at(-1);
    if (isHead || !last) documents.push([row]);
    else last.push(row);
  }
  return documents;
}
