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

/** The columns side by side over the whole width, the first one where reading begins. */
function placed({ columns }: ExportHead, { direction }: Words): Column[] {
  const letters = columns.reduce((sum, column) => sum + column.letters, 0);
  let start: number = paper.margin;
  return columns.map(({ letters: own, kind }) => {
    const width = (own / letters) * area.width;
    const left = direction === 'ltr' ? start : paper.width - start - width;
    start += width;
    return { left, width: width - gap, kind };
  });
}

const isDay = /^\d{4}-\d\d-\d\d$/;

/** Smaller letters than these nobody reads: what is still too wide is broken. */
const smallest = 5;

/** Breaks the cells of rows into lines. A figure, or a word, that is a little wider than its column is set smaller: broken it would be another one. */
function typesetter(texts: PdfTexts, columns: readonly Column[], words: Words) {
  const shown = (cell: ExportCell, kind: Column['kind']): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return words.amount(cell);
    return kind === 'day' && isDay.test(cell) ? words.day(cell) : plainText(cell);
  };
  return (row: ExportRow, font: FontName): SetRow => {
    const cells = columns.map(({ width, kind }, at) => {
      const text = shown(row[at] ?? null, kind);
      // A cell may hold the other language's words: a name, a reference.
      const direction = directionOf(text, words.direction);
      const atPoint = { font, size: 1, direction };
      const widest = Math.max(...text.split(' ').map((word) => texts.widthOf(word, atPoint)));
      const size = Math.min(sizes.cell, Math.max(smallest, width / widest));
      const style: TextStyle = { font, size, direction };
      return { lines: texts.linesOf(text, style, width), style };
    });
    const lines = Math.max(...cells.map(({ lines: { length } }) => length));
    return { cells, height: lines * sizes.cell * lineHeight + gap };
  };
}

/** The rows of each page below the column names, so that the number of pages is known before the first is drawn. */
function pagesOf(rows: readonly SetRow[], headerHeight: number, firstTop: number): SetRow[][] {
  const pages: SetRow[][] = [[]];
  let y = firstTop + headerHeight;
  for (const row of rows) {
    if (y + row.height > area.bottom && pages.at(-1)?.length) {
      pages.push([]);
      y = paper.margin + headerHeight;
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
  const columns = placed(head, words);
  const draw = drawer(doc, texts, columns, words);
  const setRow = typesetter(texts, columns, words);
  const newPage = (): void => void doc.addPage({ size: [paper.width, paper.height], margin: 0 });

  /** Title and facts, and beside them what the paper is checked by. */
  function heading(): number {
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
    const rows: SetRow[] = [];
    for await (const batch of batches) rows.push(...batch.map((row) => setRow(row, 'regular')));
    rows.push(...totals().map((row) => setRow(row, 'bold')));
    const header = setRow(
      head.columns.map(({ name }) => name),
      'bold',
    );
    newPage();
    let y = heading();
    const pages = pagesOf(rows, header.height, y);
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
