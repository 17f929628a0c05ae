import type { Document } from '../../platform/exports/pdf-document.ts';
import { directionOf } from '../../platform/exports/pdf-line.ts';
import type { FontName, PdfTexts, Side } from '../../platform/exports/pdf-text.ts';
import type { Words } from '../../platform/words.ts';

/** In points: A4, standing. */
const paper = { width: 595.28, height: 841.89, margin: 56 } as const;
const width = paper.width - 2 * paper.margin;
const bottom = paper.height - paper.margin;
const lineHeight = 1.65;
const figureWidth = 80;
const pairGap = 12;
export const ink = { text: '#101828', quiet: '#667085', line: '#d0d5dd' } as const;
export const sizes = { title: 15, text: 10.5, small: 8.5 } as const;

export type { Document };

/** Writes a letter from the top of a new page on, and goes on to the next page where a line has no room. */
export function pen(doc: Document, texts: PdfTexts, words: Words) {
  const { direction } = words;
  const start: Side = direction === 'ltr' ? 'left' : 'right';
  const edge = (side: Side): number => (side === 'left' ? paper.margin : paper.width - paper.margin);
  let y: number = bottom;
  const page = (): void => {
    doc.addPage({ size: [paper.width, paper.height], margin: 0 });
    y = paper.margin;
  };
  page();
  const room = (height: number): void => {
    if (y + height > bottom) page();
  };
  return {
    space: (points: number): void => {
      y += points;
    },
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
