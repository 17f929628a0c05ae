import type { Readable } from 'node:stream';
import { type Words, wordsFor } from '../words.ts';
import type { ExportCell, ExportColumn, ExportHead, ExportRow } from './export-sheet.ts';
import { type Document, newDocument } from './pdf-document.ts';
import { directionOf } from './pdf-line.ts';
import { drawSeal, sealWidth } from './pdf-seal.ts';
import { type FontName, type PdfTexts, pdfTexts, type Side, type TextStyle } from './pdf-text.ts';
import { plainText } from './safe-text.ts';

/** In points: A4, lying. */
const paper = { width: 841.89, height: 595.28, margin: 36, footer: 24 } as const;
const area = {
  width: paper.width - 2 * paper.margin,
  bottom: paper.height - paper.margin - paper.footer,
} as const;
const sizes = { title: 16, fact: 9, cell: 7, footer: 8 } as const;
const lineHeight = 1.6;
const gap = 6;
const ink = { text: '#101828', quiet: '#667085', line: '#d0d5dd' } as const;

interface Column {
  left: number;
  width: number;
  kind: ExportColumn['kind'];
}

/** A row as it is drawn: each cell in its lines, in the direction of its own words. */
interface SetRow {
  cells: { lines: string[]; style: TextStyle }[];
  height: number;
}

/** How wide each column is drawn, with its gap, and how much smaller than usual all letters are where nothing else has room. */
interface Fitted {
  widths: number[];
  scale: number;
}

/**
 * Columns share the width by their letters, but none is narrower than its widest figure or day, which broken would be another one, or
 * its longest word. Where these together are too wide, all are set smaller by the same measure: figures of a column stay of one size.
 */
function fitted(
  columns: readonly Pick<ExportColumn, 'kind' | 'letters'>[],
  rows: readonly WordedRow[],
  texts: PdfTexts,
): Fitted {
  const letters = columns.reduce((sum, column) => sum + column.letters, 0);
  const shares = columns.map((column) => (column.letters / letters) * area.width);
  const needs = columns.map(({ kind }, at) => {
    const share = shares[at] ?? 0;
    const widest = rows.reduce((most, { cells, font, isName }) => {
      const { text = '', direction = 'ltr' } = cells[at] ?? {};
      const isWhole = kind !== 'text' && !isName;
      const style = { font, size: sizes.cell, direction };
      return (isWhole ? [text] : text.split(' ')).reduce((wide, part) => {
        const own = texts.widthOf(part, style) + gap;
        return Math.max(wide, isWhole || isName ? own : Math.min(own, share));
      }, most);
    }, 0);
    // A hair, as sums of parts are not what the whole is.
    return widest + 0.01;
  });
  const needed = needs.reduce((sum, need) => sum + need, 0);
  if (needed >= area.width) {
    const scale = area.width / needed;
    return { widths: needs.map((need) => need * scale), scale };
  }
  const spare = needs.map((need, at) => Math.max(0, (shares[at] ?? 0) - need));
  const part = (area.width - needed) / spare.reduce((sum, each) => sum + each, 0);
  return { widths: needs.map((need, at) => need + (spare[at] ?? 0) * part), scale: 1 };
}

/** The columns side by side over the whole width, the first one where reading begins. */
function placed({ columns }: ExportHead, { widths, scale }: Fitted, { direction }: Words): Column[] {
  let start: number = paper.margin;
  return columns.map(({ kind }, at) => {
    const width = widths[at] ?? 0;
    const left = direction === 'ltr' ? start : paper.width - start - width;
    start += width;
    return { left, width: width - gap * scale, kind };
  });
}

const isDay = /^\d{4}-\d\d-\d\d$/;

/** Smaller letters than these nobody reads: a word that is still too wide is broken. */
const smallest = 5;

/** A row in words. */
interface WordedRow {
  cells: { text: string; direction: TextStyle['direction'] }[];
  font: FontName;
  /** The names of the columns: of them no column is a figure. */
  isName: boolean;
}

function worded(columns: ExportHead['columns'], words: Words) {
  const shown = (cell: ExportCell, kind: Column['kind']): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return words.amount(cell);
    if (typeof cell === 'bigint') return words.number(Number(cell));
    return kind === 'day' && isDay.test(cell) ? words.day(cell) : plainText(cell);
  };
  return (row: ExportRow, font: FontName, isName = false): WordedRow => ({
    cells: columns.map(({ kind }, at) => {
      const text = shown(row[at] ?? null, kind);
      // A cell may hold the other language's words: a name, a reference.
      return { text, direction: directionOf(text, words.direction) };
    }),
    font,
    isName,
  });
}

/** Breaks the cells of rows into lines. A figure is never broken, and a word that is a little wider than its column is set smaller. */
const typesetter =
  (texts: PdfTexts, columns: readonly Column[], scale: number) =>
  ({ cells: worded, font, isName }: WordedRow): SetRow => {
    const cells = columns.map(({ width, kind }, at) => {
      const { text = '', direction = 'ltr' } = worded[at] ?? {};
      if (kind !== 'text' && !isName) {
        return { lines: [text], style: { font, size: sizes.cell * scale, direction } };
      }
      const atPoint = { font, size: 1, direction };
      const widest = Math.max(...text.split(' ').map((word) => texts.widthOf(word, atPoint)));
      const size = Math.min(sizes.cell * scale, Math.max(smallest, width / widest));
      const style: TextStyle = { font, size, direction };
      return { lines: texts.linesOf(text, style, width), style };
    });
    const lines = Math.max(...cells.map(({ lines: { length } }) => length));
    return { cells, height: lines * sizes.cell * lineHeight + gap };
  };

/**
 * The rows of each page below the column names, so that the number of pages is known before the first is drawn. A sum takes the row
 * before it along to a new page: alone it would be a sum of nothing.
 */
function pagesOf(
  rows: readonly SetRow[],
  { headerHeight, firstTop, firstSum }: { headerHeight: number; firstTop: number; firstSum: number },
): SetRow[][] {
  const pages: SetRow[][] = [[]];
  let y = firstTop + headerHeight;
  for (const [at, row] of rows.entries()) {
    const page = pages.at(-1) ?? [];
    if (y + row.height > area.bottom && page.length > 0) {
      const along = at >= firstSum && page.length > 1 ? page.splice(-1) : [];
      pages.push(along);
      y = paper.margin + headerHeight + along.reduce((sum, { height }) => sum + height, 0);
    }
    pages.at(-1)?.push(row);
    y += row.height;
  }
  return pages;
}

function drawer(doc: Document, texts: PdfTexts, columns: readonly Column[], words: Words) {
  const { direction } = words;
  const start: Side = direction === 'ltr' ? 'left' : 'right';
  const startX = start === 'left' ? paper.margin : paper.width - paper.margin;
  return {
    paragraph(
      text: string,
      y: number,
      { font, size, color }: { font: FontName; size: number; color: string },
      width: number = area.width,
    ): number {
      const style = { font, size, direction };
      doc.fillColor(color);
      const lines = texts.linesOf(text, style, width);
      for (const [at, line] of lines.entries()) {
        texts.write(line, style, { x: startX, y: y + at * size * lineHeight, side: start });
      }
      return y + lines.length * size * lineHeight;
    },
    row({ cells, height }: SetRow, y: number): number {
      doc.fillColor(ink.text);
      for (const [at, { left, width, kind }] of columns.entries()) {
        const side: Side = kind === 'amount' ? 'right' : start;
        const x = side === 'left' ? left : left + width;
        for (const [number, line] of (cells[at]?.lines ?? []).entries()) {
          const style = cells[at]?.style ?? { font: 'regular', size: sizes.cell, direction };
          texts.write(line, style, { x, y: y + number * sizes.cell * lineHeight, side });
        }
      }
      const line = y + height - gap / 2;
      doc
        .moveTo(paper.margin, line)
        .lineTo(paper.width - paper.margin, line)
        .lineWidth(0.5)
        .stroke(ink.line);
      return y + height;
    },
  };
}

/**
 * The table as a PDF for reading: title and facts, the column names on every page, sums at the end, 'Page 2 of 9'.
 * Arabic is ordered by us and shaped by the library (pdf-text.ts); amounts stand at the right in both directions, so
 * that their decimal marks line up. The rows are read whole before the first page, so the caller limits them.
 */
export function pdfOf(
  head: ExportHead,
  batches: AsyncIterable<readonly ExportRow[]>,
  totals: () => readonly ExportRow[],
): Readable {
  const words = wordsFor(head.reader);
  const doc = newDocument(head.title, {
    lang: words.language,
    ...(head.seal && { info: { CreationDate: head.seal.at, Keywords: head.seal.address } }),
  });
  const texts = pdfTexts(doc);
  const inWords = worded(head.columns, words);
  const newPage = (): void => void doc.addPage({ size: [paper.width, paper.height], margin: 0 });

  /** Title and facts, and beside them what the paper is checked by. */
  function heading(draw: ReturnType<typeof drawer>): number {
    const { seal } = head;
    const width = seal ? area.width - sealWidth - gap : area.width;
    const style = { font: 'bold', size: sizes.title, color: ink.text } as const;
    let y = draw.paragraph(head.title, paper.margin, style, width);
    for (const fact of head.facts) {
      y = draw.paragraph(fact, y, { font: 'regular', size: sizes.fact, color: ink.quiet }, width);
    }
    if (!seal) return y + gap;
    const left = words.direction === 'ltr' ? paper.width - paper.margin - sealWidth : paper.margin;
    return Math.max(y, drawSeal(doc, texts, seal, { left, top: paper.margin })) + gap;
  }

  async function write(): Promise<void> {
    const told: WordedRow[] = [];
    for await (const batch of batches) told.push(...batch.map((row) => inWords(row, 'regular')));
    const firstSum = told.length;
    told.push(...totals().map((row) => inWords(row, 'bold')));
    const names = inWords(
      head.columns.map(({ name }) => name),
      'bold',
      true,
    );
    const fit = fitted(head.columns, [names, ...told], texts);
    const columns = placed(head, fit, words);
    const draw = drawer(doc, texts, columns, words);
    const setRow = typesetter(texts, columns, fit.scale);
    const header = setRow(names);
    newPage();
    let y = heading(draw);
    const pages = pagesOf(told.map(setRow), { headerHeight: header.height, firstTop: y, firstSum });
    for (const [at, ofPage] of pages.entries()) {
      if (at > 0) {
        newPage();
        y = paper.margin;
      }
      for (const row of [header, ...ofPage]) y = draw.row(row, y);
      const numbered = words.text('exports:page', { page: at + 1, pages: pages.length });
      const foot = paper.height - paper.margin - sizes.footer;
      draw.paragraph(numbered, foot, { font: 'regular', size: sizes.footer, color: ink.quiet });
    }
    doc.end();
  }
  write().catch((error: Error) => doc.destroy(error));
  return doc;
}
