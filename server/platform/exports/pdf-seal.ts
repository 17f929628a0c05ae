import type PDFDocument from 'pdfkit';
import encodeQR from 'qr';
import type { ExportSeal } from './export-sheet.ts';
import type { PdfTexts } from './pdf-text.ts';

/** In points. The code is as large as a phone reads it from a hand's breadth. */
const codeSide = 86;
export const sealWidth = 150;
const textSize = 6.5;
const lineHeight = 1.5;
const color = '#101828';

/**
 * The QR code of where a paper is checked, with its lines below it, in the column that begins at `left`. The figures that were sealed
 * are put into the document, where programs find them. Answers where it ends.
 */
export function drawSeal(
  doc: InstanceType<typeof PDFDocument>,
  texts: PdfTexts,
  { address, lines, at, figures }: ExportSeal,
  { left, top }: { left: number; top: number },
): number {
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 1 });
  const side = codeSide / rows.length;
  const codeLeft = left + (sealWidth - codeSide) / 2;
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      // A hair wider, or the joints of modules show as lines.
      if (isDark) doc.rect(codeLeft + x * side, top + y * side, side + 0.05, side + 0.05);
    }
  }
  doc.fill(color);
  const style = { font: 'regular', size: textSize, direction: 'ltr' } as const;
  let y = top + codeSide + textSize;
  doc.fillColor(color);
  for (const line of lines.flatMap((each) => texts.linesOf(each, style, sealWidth))) {
    texts.write(line, style, { x: left, y, side: 'left' });
    y += textSize * lineHeight;
  }
  doc.file(Buffer.from(figures), {
    name: 'figures.json',
    type: 'application/json',
    creationDate: at,
    modifiedDate: at,
  });
  return y;
}
