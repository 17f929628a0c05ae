import type { StatementField, StatementTable, StatementWays } from '@mizan/contract/statement-table.ts';

/** What a person sees of a table's reading, and sends back with each question and with what is kept. */
export interface SaidOfTable extends StatementWays {
  columns: (StatementField | null)[];
}

export const saidOf = ({ columns, asked }: StatementTable): SaidOfTable => ({
  columns: columns.map(({ field }) => field),
  ...Object.fromEntries(asked.flatMap(({ question, way }) => (way === null ? [] : [[question, way]]))),
});

/** As the address has it. */
export const saidQuery = (said: SaidOfTable | null) =>
  said === null ? {} : { ...said, columns: said.columns.map((field) => field ?? '').join(',') };
