import type { StatementField, StatementTable, StatementWays } from '@mizan/contract/statement-table.ts';
import type { TableForm } from '@mizan/contract/table-form.ts';

/** What a person sees of a table's reading, and sends back with each question and with what is kept. */
export interface SaidOfTable extends StatementWays, TableForm {
  /** Null where another table is told, whose columns are not known yet. */
  columns: (StatementField | null)[] | null;
}

export const saidOf = ({ columns, asked, told }: StatementTable): SaidOfTable => ({
  ...told.said,
  columns: columns.map(({ field }) => field),
  ...Object.fromEntries(asked.flatMap(({ question, way }) => (way === null ? [] : [[question, way]]))),
});

/** What the file itself decided, or an earlier one of its look, of columns and table: values may be decided otherwise by others. */
export function foundIn({ columns, told }: StatementTable): SaidOfTable {
  const { encoding, ...said } = told.said;
  // One that was guessed stays a guess until somebody says it, or keeps what was read in it.
  const known = told.isEncodingGuessed ? {} : { encoding };
  return { ...said, ...known, columns: columns.map(({ field }) => field) };
}

/** As the address has it. */
export const saidQuery = (said: SaidOfTable | null) =>
  said === null ? {} : { ...said, columns: said.columns?.map((field) => field ?? '').join(',') };
