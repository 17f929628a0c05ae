import type { Readable } from 'node:stream';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import PDFDocument from 'pdfkit';
import { directionOf } from '../../platform/exports/pdf-line.ts';
import { type FontName, type PdfTexts, pdfTexts, type Side } from '../../platform/exports/pdf-text.ts';
import { isolated } from '../../platform/exports/safe-text.ts';
import { type Words, wordsFor } from '../../platform/words.ts';
import { claimLetter } from './claim-letter.ts';
import type { ClaimRecord } from './claims.queries.ts';

/** In points: A4, standing. */
const paper = { width: 595.28, height: 841.89, margin: 56 } as const;
const width = paper.width - 2 * paper.margin;
const bottom = paper.height - paper.margin;
const lineHeight = 1.65;
const figureWidth = 80;
const ink = { text: '#101828', quiet: '#667085', line: '#d0d5dd' } as const;
const sizes = { title: 15, text: 10.5, small: 8.5 } as const;

type Document = InstanceType<typeof PDFDocument>;

/** Where the next line goes, on the page that has room for it. */
function pen(doc: Document, texts: PdfTexts, words: Words) {
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
    /** A word at either end of the line. */
    pair(name: string, value: string, font: FontName = 'regular'): void {
      room(sizes.text * lineHeight);
      doc.fillColor(ink.text);
      const end: Side = start === 'left' ? 'right' : 'left';
      texts.write(name, { font, size: sizes.text, direction }, { x: edge(start), y, side: start });
      const style = { font, size: sizes.text, direction: directionOf(value, direction) };
      texts.write(value, style, { x: edge(end), y, side: end });
      y += sizes.text * lineHeight;
    },
  };
}

/** One language of the letter, on pages of its own, with a place for the signature. */
function drawLetter(doc: Document, texts: PdfTexts, claim: ClaimRecord, words: Words): void {
  const { text, amount, day } = words;
  const { said } = claim;
  const at = pen(doc, texts, words);
  const letter = claimLetter({ said, figures: claim }, words);
  at.pair(
    isolated({ en: said.merchant.nameEn, ar: said.merchant.nameAr }[words.language]),
    claim.name,
    'bold',
  );
  if (said.merchant.cr !== null)
    at.text(text('fees:letter.registration', { cr: isolated(said.merchant.cr) }), {
      size: sizes.small,
      color: ink.quiet,
    });
  at.text(day(riyadhDay(claim.madeAt)), { size: sizes.small, color: ink.quiet });
  at.rule();
  at.text(letter.title, { font: 'bold', size: sizes.title });
  at.space(6);
  for (const paragraph of letter.paragraphs) {
    at.text(paragraph);
    at.space(7);
  }
  at.rule();
  if (claim.feeMinor !== null && claim.vatMinor !== null) {
    at.figure(text('fees:claim.fee'), amount(claim.feeMinor));
    at.figure(text('fees:claim.vat'), amount(claim.vatMinor));
  }
  at.figure(text('fees:claim.sum'), amount(claim.claimedMinor), 'bold');
  at.rule();
  at.text(text('fees:letter.files'), { font: 'bold', size: sizes.small });
  for (const file of said.files) {
    at.text(isolated(file.name), { size: sizes.small });
    at.text(`SHA-256 ${file.sha256}`, { size: sizes.small, color: ink.quiet });
  }
  at.space(36);
  at.pair(text('fees:letter.signature'), text('fees:letter.date'));
}

/** The letter in Arabic and in English, for signature. */
export function claimPdf(claim: ClaimRecord): Readable {
  const doc = new PDFDocument({
    autoFirstPage: false,
    displayTitle: true,
    info: { Title: claim.name, Creator: 'Mizan' },
  });
  const texts = pdfTexts(doc);
  for (const language of ['ar', 'en'] as const) drawLetter(doc, texts, claim, wordsFor(language));
  doc.end();
  return doc as unknown as Readable;
}
