import type { Document } from '../../platform/exports/pdf-document.ts';
import { directionOf } from '../../platform/exports/pdf-line.ts';
import type { FontName, PdfTexts, Side } from '../../platform/exports/pdf-text.ts';
import { isolated } from '../../platform/exports/safe-text.ts';
import type { Words } from '../../platform/words.ts';

/** In points: A4, standing. */
const paper = { width: 595.28, height: 841.89, margin: 56, headTop: 51 } as const;
const width = paper.width - 2 * paper.margin;
const bottom = paper.height - paper.margin;
/** Below the head of a later page. */
const laterTop = paper.margin + 20;
const lineHeight = 1.65;
const figureWidth = 80;
const pairGap = 12;
/** Below a paragraph. */
const gapBelow = 7;
/** So many of the last files go to the page of the signature. */
const filesBesideSignature = 4;
export const ink = { text: '#101828', quiet: '#667085', line: '#d0d5dd' } as const;
export const sizes = { title: 15, text: 10.5, small: 8.5 } as const;

export type { Document };

/** Writes a letter from the top of a new page on, and goes on to the next page where a line has no room. */
export function pen(doc: Document, texts: PdfTexts, words: Words) {
  const { direction } = words;
  const start: Side = direction === 'ltr' ? 'left' : 'right';
  const edge = (side: Side): number => (side === 'left' ? paper.margin : paper.width - paper.margin);
  let y: number = bottom;
  const page = (top: number): void => {
    doc.addPage({ size: [paper.width, paper.height], margin: 0 });
    y = top;
  };
  page(paper.margin);
  /** How high the lines of a text of the usual size are. */
  const heightOf = (content: string, size: number, font: FontName = 'regular'): number =>
    texts.linesOf(content, { font, size, direction }, width).length * size * lineHeight;
  const room = (height: number): void => {
    if (y + height > bottom) page(laterTop);
  };
  return {
    space: (points: number): void => {
      y += points;
    },
    heightOf,
    paragraph(content: string): void {
      this.text(content);
      y += gapBelow;
    },
    /** What comes next stands together: on this page where it has room, and else on the next one. */
    keep: (height: number): void => room(Math.min(height, bottom - laterTop)),
    rule(): void {
      room(10);
      doc
        .moveTo(paper.margin, y)
        .lineTo(paper.width - paper.margin, y)
        .lineWidth(0.5)
        .stroke(ink.line);
      y += 10;
    },
    text(content: string, more: { font?: FontName; size?: number; color?: string } = {}): void {
      const { font = 'regular', size = sizes.text, color = ink.text } = more;
      const style = { font, size, direction };
      for (const line of texts.linesOf(content, style, width)) {
        room(size * lineHeight);
        doc.fillColor(color);
        texts.write(line, style, { x: edge(start), y, side: start });
        y += size * lineHeight;
      }
    },
    /** A name where reading begins and a figure at the other end, physically right, so that decimal marks line up. */
    figure(name: string, value: string, font: FontName = 'regular'): void {
      room(sizes.text * lineHeight);
      doc.fillColor(ink.text);
      const x = start === 'left' ? edge('right') : paper.margin + figureWidth;
      texts.write(name, { font, size: sizes.text, direction }, { x: edge(start), y, side: start });
      const style = { font, size: sizes.text, direction: directionOf(value, direction) };
      texts.write(value, style, { x, y, side: 'right' });
      y += sizes.text * lineHeight;
    },
    /** A word at either end of the line; a name that has no room beside the other goes on below itself. */
    pair(name: string, value: string, font: FontName = 'regular'): void {
      const end: Side = start === 'left' ? 'right' : 'left';
      const valueStyle = { font, size: sizes.text, direction: directionOf(value, direction) };
      const nameStyle = { font, size: sizes.text, direction };
      const nameWidth = width - texts.widthOf(value, valueStyle) - pairGap;
      for (const [at, line] of texts.linesOf(name, nameStyle, nameWidth).entries()) {
        room(sizes.text * lineHeight);
        doc.fillColor(ink.text);
        texts.write(line, nameStyle, { x: edge(start), y, side: start });
        if (at === 0) texts.write(value, valueStyle, { x: edge(end), y, side: end });
        y += sizes.text * lineHeight;
      }
    },
  };
}

/** The head of every page of a letter but its first: which letter it is, and which page of how many. */
export function runningHeads(
  doc: Document,
  texts: PdfTexts,
  { first, last, name, words }: { first: number; last: number; name: string; words: Words },
): void {
  const { direction, text, number } = words;
  const start: Side = direction === 'ltr' ? 'left' : 'right';
  for (let at = first + 1; at <= last; at += 1) {
    doc.switchToPage(at);
    doc.fillColor(ink.quiet);
    const head = text('fees:letter.page', {
      name: isolated(name),
      page: number(at - first + 1),
      pages: number(last - first + 1),
    });
    const x = start === 'left' ? paper.margin : paper.width - paper.margin;
    texts.write(
      head,
      { font: 'regular', size: sizes.small, direction },
      { x, y: paper.headTop, side: start },
    );
  }
}

/** What a letter ends with: its last paragraphs, its sum, the files that it rests on, and the place for the signature. */
export function closing(
  at: ReturnType<typeof pen>,
  {
    paragraphs,
    figures,
    filesHead,
    files,
    words: { text },
  }: {
    /** Which stand on the page of the sum. */
    paragraphs: readonly string[];
    /** The last one is the sum. */
    figures: readonly (readonly [name: string, value: string])[];
    filesHead: string;
    /** Each with what stands below it, smaller: nothing, or the hash. */
    files: readonly (readonly string[])[];
    words: Words;
  },
): void {
  const small = sizes.small * lineHeight;
  const usual = sizes.text * lineHeight;
  const fileHeight = (file: readonly string[]): number =>
    file.reduce((sum, line) => sum + at.heightOf(line, sizes.small), 0);
  const signature = 36 + usual;
  const sums = 20 + figures.length * usual;
  // A page with a signature and nothing else may be put below any letter.
  const lastFiles = files.slice(-filesBesideSignature);
  const tail = lastFiles.reduce((sum, file) => sum + fileHeight(file), 0) + signature;
  const isShort = files.length <= filesBesideSignature;
  const said = paragraphs.reduce((sum, each) => sum + at.heightOf(each, sizes.text) + gapBelow, 0);
  at.keep(said + sums + (isShort ? small + tail : 0));
  for (const paragraph of paragraphs) at.paragraph(paragraph);
  at.rule();
  for (const [index, [name, value]] of figures.entries())
    at.figure(name, value, index === figures.length - 1 ? 'bold' : 'regular');
  at.rule();
  if (files.length > 0) at.text(filesHead, { font: 'bold', size: sizes.small });
  for (const [index, [file = '', ...below]] of files.entries()) {
    if (!isShort && index === files.length - filesBesideSignature) at.keep(tail);
    at.text(file, { size: sizes.small });
    for (const line of below) at.text(line, { size: sizes.small, color: ink.quiet });
  }
  at.space(36);
  at.pair(text('fees:letter.signature'), text('fees:letter.date'));
}
