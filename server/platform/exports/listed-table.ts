import type { Clock } from '../clock.ts';
import { type Reader, type Words, wordsFor } from '../words.ts';
import type { ExportColumn, ExportRow, ExportTable } from './export-sheet.ts';

export type NamedTable = ExportTable & { fileTitle: string };

/** A list as a table for a file: its columns in their order, and the cells of a row by their names. */
export interface ListedTable<Row, Name extends string> {
  /** Its texts in server/exports.json: `<key>.title` and `<key>.column.<name>`. */
  key: string;
  columns: Record<Name, Omit<ExportColumn, 'name'>>;
  cells: (row: Row, words: Words) => Record<Name, string | number | null>;
  pages: AsyncIterable<readonly Row[]>;
  rowsTotal: number;
}

export function listedTable<Row, Name extends string>(
  { clock }: { clock: Clock },
  reader: Reader,
  { key, columns, cells, pages, rowsTotal }: ListedTable<Row, Name>,
): NamedTable {
  const words = wordsFor(reader);
  const { text, moment } = words;
  const names = Object.keys(columns) as Name[];
  async function* rows(): AsyncGenerator<readonly ExportRow[]> {
    for await (const page of pages) {
      yield page.map((row) => {
        const of = cells(row, words);
        return names.map((name) => of[name]);
      });
    }
  }
  const title = text(`exports:${key}.title`);
  return {
    fileTitle: title,
    title,
    facts: [text('exports:made', { when: moment(clock.now()) })],
    columns: names.map((name) => ({ ...columns[name], name: text(`exports:${key}.column.${name}`) })),
    reader,
    rowsTotal,
    rows: rows(),
    totals: () => [],
  };
}

/** Pages of a list by key, until one is not full. */
export async function* pagesOf<Row extends { id: string; createdAt: Date }>(
  ask: (after: { createdAt: Date; id: string } | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const pageRows = 500;
  for (let after: { createdAt: Date; id: string } | null = null; ; ) {
    const page = await ask(after, pageRows);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < pageRows) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}
