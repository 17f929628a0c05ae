import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type PDFDocument from 'pdfkit';
import { type Direction, visualPieces } from './pdf-line.ts';

const fonts = join(dirname(createRequire(import.meta.url).resolve('vazirmatn/package.json')), 'fonts/ttf');
/** Embedded in every document, with the letters that it uses. */
const fontFiles = {
  regular: join(fonts, 'Vazirmatn-Regular.ttf'),
  bold: join(fonts, 'Vazirmatn-Bold.ttf'),
} as const;
export type FontName = keyof typeof fontFiles;

/** 'left' and 'right' are what they are on paper. */
export type Side = 'left' | 'right';

export interface TextStyle {
  font: FontName;
  size: number;
  direction: Direction;
}

const oneLine = { lineBreak: false } as const;
/** What is measured is measured once; a table says the same words again and again, and beyond these all anew. */
const rememberedMax = 20_000;

function remembering<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    if (made.size >= rememberedMax) made.clear();
    const value = make(text);
    made.set(text, value);
    return value;
  };
}

/** Writes texts of both directions where it is told to: the library shapes letters, but knows no order of them. */
export function pdfTexts(doc: InstanceType<typeof PDFDocument>) {
  for (const [name, file] of Object.entries(fontFiles)) doc.registerFont(name, file);
  const pieces = {
    ltr: remembering((text) => visualPieces(text, 'ltr')),
    rtl: remembering((text) => visualPieces(text, 'rtl')),
  };
  /** Widths at one point; they grow with the size. */
  const measured = (font: FontName) =>
    remembering((piece) => {
      doc.font(font).fontSize(1);
      return doc.widthOfString(piece, oneLine);
    });
  const widths = { regular: measured('regular'), bold: measured('bold') };

  const widthOf = (text: string, { font, size, direction }: TextStyle): number =>
    pieces[direction](text).reduce((sum, piece) => sum + widths[font](piece), 0) * size;

  /** A word that is wider than its column is cut into parts that fit. */
  function fitting(word: string, style: TextStyle, width: number): string[] {
    const parts: string[] = [];
    let part = '';
    for (const sign of word) {
      if (part !== '' && widthOf(part + sign, style) > width) {
        parts.push(part);
        part = '';
      }
      part += sign;
    }
    return [...parts, part];
  }

  return {
    widthOf,

    /** The lines of a text in a column. Letters join within words alone, so a line is as wide as its words. */
    linesOf(text: string, style: TextStyle, width: number): string[] {
      const space = widthOf(' ', style);
      const lines: string[] = [];
      let line = '';
      let used = 0;
      for (const word of text.split(' ').flatMap((each) => fittingOrWhole(each, style, width))) {
        const wide = widthOf(word, style);
        if (line !== '' && used + space + wide > width) {
          lines.push(line);
          line = '';
        }
        used = line === '' ? wide : used + space + wide;
        line = line === '' ? word : `${line} ${word}`;
      }
      return [...lines, line];
    },

    /** One line at `y`, with its left or right end at `x`. */
    write(text: string, style: TextStyle, { x, y, side }: { x: number; y: number; side: Side }): void {
      let left = side === 'left' ? x : x - widthOf(text, style);
      for (const piece of pieces[style.direction](text)) {
        // Measuring may have chosen another font meanwhile.
        const wide = widths[style.font](piece) * style.size;
        if (piece.trim() !== '') doc.font(style.font).fontSize(style.size).text(piece, left, y, oneLine);
        left += wide;
      }
    },
  };

  function fittingOrWhole(word: string, style: TextStyle, width: number): string[] {
    return widthOf(word, style) > width ? fitting(word, style, width) : [word];
  }
}
export type PdfTexts = ReturnType<typeof pdfTexts>;
