import { type BankField, bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { withoutCardNumbers } from './normalise/key-text.ts';
import { detectFormats, type ValueFormats } from './normalise/value-formats.ts';
import { isArabicName } from './read/column-names.ts';
import {
  type ColumnMapping,
  detectColumns,
  type Layout,
  recordMarker,
  type SampleRow,
  sampleRowOf,
} from './read/columns.ts';
import { fileRefused } from './read/file-refused.ts';
import { readTable, type TableFacts } from './read/read-table.ts';
import { isBlank } from './read/row.ts';

/** What was found in a file, for a person to confirm or correct before it is read whole. */
export interface Inspection {
  facts: TableFacts;
  mapping: ColumnMapping;
  formats: ValueFormats;
  /** The layout to save as it was found: correct its fields and hand it back with the bank file. */
  layout: Layout;
  /** The first lines under the header, card numbers masked. */
  preview: SampleRow[];
  /** Every column was named by a known word or the saved layout, and nothing required is missing. */
  isCertain: boolean;
}

/** Fields whose cells are long figures without being card numbers. */
const plainFigures: ReadonlySet<BankField | null> = new Set(['terminalId', 'merchantId', 'rrn']);

/**
 * Looks at the first rows of a file. Refuses as `readTable` does, with `noHeader` where no row names columns, and with
 * `noLines` where none follows.
 */
export async function inspectBankFile(
  filePath: string,
  todayIso: string,
  layout?: Layout,
): Promise<Inspection> {
  const sample: SampleRow[] = [];
  let facts: TableFacts | null = null;
  await readTable(filePath, {
    sheet: layout?.sheet,
    onFacts: (found) => {
      facts = found;
    },
    onRow: (row) => {
      if (!isBlank(row)) sample.push(sampleRowOf(row));
      return sample.length < bankFileLimits.sampleRowsMax;
    },
    onProgress: () => {},
  });
  if (!facts || sample.length === 0) throw fileRefused('empty');
  const found: TableFacts = facts;
  const mapping = detectColumns(sample, layout);
  if (found.needsArabicProof && !sample.some((row) => row.cells.some(isArabicName)))
    throw fileRefused('encoding');
  if (!mapping) throw fileRefused('noHeader');
  const preview = previewOf(sample, mapping);
  const isWhole = sample.length < bankFileLimits.sampleRowsMax;
  // Nobody is asked about the columns of a file that has nothing in them.
  if (preview.length === 0 && isWhole) throw fileRefused('noLines');
  const formats = detectFormats(mapping, sample, layout, todayIso);
  const fields = Object.fromEntries(mapping.keys.map((key, index) => [key, mapping.fields[index] ?? null]));
  return {
    facts: found,
    mapping,
    formats,
    layout: { fields, ...formats, sheet: found.sheet ?? undefined },
    preview,
    isCertain:
      mapping.missing.length === 0 &&
      mapping.fields.every((field, index) => field !== null || mapping.keys[index] === ''),
  };
}

function previewOf(sample: readonly SampleRow[], mapping: ColumnMapping): SampleRow[] {
  return sample
    .filter(
      (row) =>
        row.line > mapping.headerLine &&
        !['header', 'total'].includes(recordMarker(row.cells[0] ?? '') ?? ''),
    )
    .slice(0, bankFileLimits.previewRowsMax)
    .map((row) => ({
      line: row.line,
      cells: row.cells
        .slice(mapping.shift)
        .map((cell, index) =>
          plainFigures.has(mapping.fields[index] ?? null) ? cell : withoutCardNumbers(cell),
        ),
    }));
}
