import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import type { StatementFigures } from './figures.ts';
import { figuresInPdf, workbookParts } from './file-contents.ts';

/** Where a file differs from the one that was made, as far as that can be told. Sentences for a terminal, in English. */

const namedMax = 5;
const listed = (all: readonly string[]): string =>
  all.length > namedMax
    ? `${all.slice(0, namedMax).join(', ')} and ${all.length - namedMax} more`
    : all.join(', ');

function differingLines(what: string, found: readonly string[], made: readonly string[]): string[] {
  const length = Math.max(found.length, made.length);
  const numbers = Array.from({ length }, (_, at) => at).filter((at) => found[at] !== made[at]);
  return numbers.length === 0 ? [] : [`${what} ${listed(numbers.map((at) => String(at + 1)))}`];
}

/** The names of the figures whose values differ; the rows by their place. */
function differingFigures(text: string, made: StatementFigures): string[] {
  let found: Partial<Record<string, unknown>>;
  try {
    found = JSON.parse(text) as typeof found;
  } catch {
    return ['the figures inside it cannot be read'];
  }
  const names = Object.entries(made).flatMap(([name, value]) =>
    JSON.stringify(sorted(value)) === JSON.stringify(sorted(found[name])) ? [] : [name],
  );
  return names.length === 0 ? [] : [`the figures inside it differ in: ${listed(names)}`];
}
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, each]) => [name, sorted(each)]),
        )
      : value;

function firstByte(found: Buffer, made: Buffer): string {
  if (found.length !== made.length) return `it has ${found.length} bytes in place of ${made.length}`;
  const at = found.findIndex((byte, index) => byte !== made[index]);
  return `byte ${at + 1} of ${made.length} is the first that differs`;
}

function pdfChanges(found: Buffer, made: Buffer, figures: StatementFigures): string[] {
  const inside = figuresInPdf(found);
  const differing =
    inside === null ? ['the figures inside it cannot be read'] : differingFigures(inside, figures);
  if (differing.length > 0) return differing;
  return [
    `the figures inside it are those on record, what is drawn or written beside them is not: ${firstByte(found, made)}`,
  ];
}

async function workbookChanges(found: Buffer, made: Buffer): Promise<string[]> {
  const [parts, whole] = await Promise.all([workbookParts(found), workbookParts(made)]);
  if (!parts || !whole) return ['the workbook cannot be opened'];
  const sheet = 'xl/worksheets/sheet1.xml';
  if ([...whole.keys()].toSorted().join() !== [...parts.keys()].toSorted().join()) {
    return ['another program has saved it: its parts are not those of the workbook that was made'];
  }
  const names = [...whole.keys()].filter((name) => name !== sheet && parts.get(name) !== whole.get(name));
  const rows = (text: string | undefined) => (text ?? '').split(/(?=<row)/).slice(1);
  const differing = [
    ...differingLines('rows', rows(parts.get(sheet)), rows(whole.get(sheet))),
    ...(names.length > 0 ? [`the parts ${listed(names)}`] : []),
  ];
  return differing.length > 0
    ? differing
    : [`its content is the same, not its packing: ${firstByte(found, made)}`];
}

const lines = (file: Buffer): string[] => file.toString('utf8').split('\r\n');

/** What of a file differs from the one that was made in the same language and calendar. */
export async function whatChanged(
  found: Buffer,
  made: Buffer,
  format: ExportFormat,
  figures: StatementFigures,
): Promise<string[]> {
  if (format === 'pdf') return pdfChanges(found, made, figures);
  if (format === 'xlsx') return workbookChanges(found, made);
  const differing = differingLines('lines', lines(found), lines(made));
  return differing.length > 0 ? differing : [firstByte(found, made)];
}
