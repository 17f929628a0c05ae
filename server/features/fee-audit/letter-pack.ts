import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import {
  type ExportFile,
  exportFile,
  exportFileName,
  mediaTypes,
} from '../../platform/exports/export-file.ts';
import type { ExportTable } from '../../platform/exports/export-sheet.ts';
import { newDocument } from '../../platform/exports/pdf-document.ts';
import { type PdfTexts, pdfTexts } from '../../platform/exports/pdf-text.ts';
import { type Words, wordsFor } from '../../platform/words.ts';
import { type Document, runningHeads } from './letter-pen.ts';

/** The letter in Arabic and in English, on pages of their own, for signature. */
export function letterPdf(
  title: string,
  draw: (doc: Document, texts: PdfTexts, words: Words) => void,
): Readable {
  const doc = newDocument(title, { isHeld: true });
  const texts = pdfTexts(doc);
  for (const language of ['ar', 'en'] as const) {
    const words = wordsFor(language);
    const first = doc.bufferedPageRange().count;
    draw(doc, texts, words);
    runningHeads(doc, texts, { first, last: doc.bufferedPageRange().count - 1, name: title, words });
  }
  doc.end();
  return doc as unknown as Readable;
}

interface LetterPack {
  /** What the files are called. */
  title: string;
  letter: () => Readable;
  lines: () => ExportTable;
}

/**
 * What a merchant sends to its bank: the letter, every line of it as a workbook, or both in one.
 * @throws Failure 'tooLarge' where it has more lines than a workbook takes at once
 */
export async function letterPack(
  { title, letter, lines }: LetterPack,
  format: 'pdf' | 'xlsx' | 'zip',
): Promise<ExportFile> {
  if (format === 'xlsx') return exportFile(lines(), 'xlsx', title);
  const named = (content: Readable): ExportFile => ({
    name: exportFileName(title, format),
    mediaType: mediaTypes[format],
    content,
  });
  if (format === 'pdf') return named(letter());
  const zip = new ZipFile();
  const sheet = exportFile(lines(), 'xlsx', title);
  const content = zip.outputStream as Readable;
  zip.addBuffer(await buffer(letter()), exportFileName(title, 'pdf'));
  sheet.content.on('error', (error) => content.destroy(error));
  content.on('close', () => sheet.content.destroy());
  // Workbooks are archives already.
  zip.addReadStream(sheet.content, sheet.name, { compress: false });
  zip.end();
  return named(content);
}
